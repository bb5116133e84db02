use std::path::Path;

use serde_json::Value;

use crate::site::Site;

/// The committed description is what other programs are made from, so it must be the one in force.
#[tokio::test]
async fn the_committed_description_is_the_one_that_is_served() {
    let site = Site::start().await;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/openapi.json");
    let committed = std::fs::read(path).expect("it is committed");
    let renew =
        "docs/openapi.json is not what the code says. Run `make client` and commit both files.";
    assert!(committed.trim_ascii_end() == site.app.openapi().trim_ascii_end(), "{renew}");
}

#[tokio::test]
async fn no_two_shapes_want_the_same_name() {
    let site = Site::start().await;
    let document = site.anonymous.get("/openapi.json").await.json();
    let shapes = document["components"]["schemas"].as_object().unwrap();
    for name in shapes.keys() {
        let plain = name.trim_end_matches(|last: char| last.is_ascii_digit());
        let is_second = plain != name && shapes.contains_key(plain);
        assert!(!is_second, "{name}: give one of the two `#[schemars(rename = …)]`");
    }
}

#[tokio::test]
async fn every_part_of_a_path_is_a_parameter_and_every_code_is_listed() {
    let site = Site::start().await;
    let document = site.anonymous.get("/openapi.json").await.json();
    for (path, methods) in document["paths"].as_object().unwrap() {
        let parts: Vec<_> = path.split('/').filter_map(|part| part.strip_prefix('{')).collect();
        for (method, operation) in methods.as_object().unwrap() {
            let parameters = operation["parameters"].as_array().unwrap().iter();
            let named: Vec<_> = parameters
                .filter(|parameter| parameter["in"] == "path")
                .map(|parameter| format!("{}}}", parameter["name"].as_str().unwrap()))
                .collect();
            assert_eq!(named, parts, "{method} {path}");
        }
    }
    let codes = &document["components"]["schemas"]["ProblemCode"]["enum"];
    let all: Vec<_> = kernel::Code::ALL.iter().map(|code| Value::from(code.name())).collect();
    assert_eq!(codes.as_array(), Some(&all));
}

#[tokio::test]
async fn the_description_lists_exactly_the_routes_of_the_table() {
    let site = Site::start().await;
    let mut described = site.contract.operations();
    let table = folia::routes::table(&site.app);
    let mut routed: Vec<_> = table
        .lines()
        .map(|(method, path, _)| (method.name().to_owned(), path.replace("{*", "{")))
        .collect();
    described.sort();
    routed.sort();
    assert_eq!(described, routed);
}

#[tokio::test]
async fn the_description_is_served_to_programs_and_to_people() {
    let site = Site::start().await;
    let document = site.anonymous.get("/openapi.json").await.expect(200);
    assert_eq!(document.header("content-type"), Some("application/json"));
    assert_eq!(document.json()["openapi"], "3.1.0");
    let page = site.anonymous.get("/docs").await.expect(200);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    let html = String::from_utf8_lossy(&page.body);
    for text in ["Navigation links", "/navlinks/{id}", "id=\"stale\"", "id=\"shape-NavLink\""] {
        assert!(html.contains(text), "{text}");
    }
    assert!(!html.contains("<script>"), "every script has an address");
}

#[tokio::test]
async fn every_reference_in_the_description_leads_somewhere() {
    let site = Site::start().await;
    let document = site.anonymous.get("/openapi.json").await.json();
    let text = document.to_string();
    for part in text.split("\"$ref\":\"#").skip(1) {
        let pointer = part.split('"').next().unwrap();
        assert!(document.pointer(pointer).is_some(), "{pointer}");
    }
}
