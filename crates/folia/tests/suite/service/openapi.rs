use crate::site::Site;

#[tokio::test]
async fn the_description_lists_exactly_the_routes_of_the_table() {
    let site = Site::start().await;
    let mut described = site.contract.operations();
    let table = folia::routes::table(&site.app);
    let mut routed: Vec<_> = table
        .lines()
        .map(|(method, path, _)| (method.name().to_owned(), path.to_owned()))
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
    assert!(!html.contains("<script"));
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
