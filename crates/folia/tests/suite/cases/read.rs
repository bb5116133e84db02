//! Public reads: lists, filters, drafts, search.

use serde_json::{Value, json};
use testkit::Form;

use super::injection::at_rest;
use super::oracle::{Case, id};
use super::{encoded, section, story, total};
use crate::career::texts;
use crate::media::picture;

/// Values that are one of a few, so anything else is refused.
const CLOSED: [&str; 9] = [
    "sort",
    "nav_visibility",
    "content_type",
    "source",
    "chunk_type",
    "purpose",
    "feedback_type",
    "read",
    "kind",
];

/// Whoever is put to sleep by the last of them sleeps for longer than any answer may take.
const INJECTIONS: [&str; 7] = [
    "'",
    "')--",
    "1;DROP TABLE sections",
    "title) ASC,(CASE WHEN 1=1 THEN 1 END",
    "slug,(select randomblob(100000000))",
    "pg_sleep(30)",
    "1;select pg_sleep(30)",
];

/// Things with each of these as their text, so that they are found by it.
fn plant(case: &Case) {
    for (number, word) in INJECTIONS.iter().enumerate() {
        story(case, json!({ "title": format!("odd {word} end"), "tags": [word] }));
        let chunk = json!({ "text": format!("odd {word} end"), "source": "opinion",
            "chunk_type": "meta", "purpose": "facts" });
        case.admin().post("/content/chunks", &chunk).expect(201);
        let form = Form::default().file(&format!("x{number}.gif"), &picture("still.gif"));
        case.admin().upload(form.text("alt", &format!("odd {word} end"))).expect(201);
    }
}

/// Where a list takes whatever words there are, it shows what has just these; an id that is none is nobody's.
#[track_caller]
fn expect_literal(address: &str, name: &str, word: &str, list: &Value) {
    let items = list["items"].as_array().expect("a list has items");
    match name {
        "q" | "tag" => {
            assert!(!items.is_empty(), "{address} finds nothing");
            for item in items {
                let mut said = Vec::new();
                texts(item, &mut said);
                let word = word.to_lowercase();
                let has = said.iter().any(|text| text.to_lowercase().contains(&word));
                assert!(has, "{address}: {item}");
            }
        }
        "section_id" | "parent_id" => assert_eq!(list["total"], 0, "{address}"),
        _ => {}
    }
}

/// Every list of the description, with the names of what its query may hold. New ones are found by
/// themselves.
fn lists(case: &Case) -> Vec<(String, Vec<String>)> {
    let home = section(case, "home", None);
    let story = id(&story(case, json!({ "section_id": home })));
    let form = Form::default().file("x.gif", &picture("still.gif"));
    let upload = id(&case.admin().upload(form).expect(201).json());
    let described = case.nobody().get("/openapi.json").expect(200).json();
    let mut lists = Vec::new();
    for (path, methods) in described["paths"].as_object().expect("paths") {
        let parameters = methods["get"]["parameters"].as_array().into_iter().flatten();
        let named: Vec<_> = parameters
            .filter(|parameter| parameter["in"] == "query")
            .map(|parameter| parameter["name"].as_str().expect("a name").to_owned())
            .collect();
        if !named.iter().any(|name| name == "limit") {
            continue;
        }
        let known = match path.split('/').nth(1) {
            Some("sections") => &home,
            Some("uploads") => &upload,
            _ => &story,
        };
        let path = path.replace("{id}", known).replace("{content_type}", "story");
        lists.push((path, named));
    }
    let paths: Vec<_> = lists.iter().map(|list| list.0.as_str()).collect();
    for wanted in ["/sections", "/content/story", "/navlinks", "/uploads", "/redirects"] {
        assert!(paths.contains(&wanted), "{paths:?}");
    }
    for wanted in ["/content/chunks", "/voice/feedback", "/contact/messages", "/resumes"] {
        assert!(paths.contains(&wanted), "{paths:?}");
    }
    lists
}

#[tokio::test(flavor = "multi_thread")]
async fn s_read_01_what_a_query_holds_is_a_value_and_never_code() {
    let case = Case::begin("S-READ-01").await;
    let lists = lists(&case);
    plant(&case);
    let before = at_rest(&case);
    for (path, names) in &lists {
        for name in names {
            for injection in INJECTIONS {
                let address = format!("{path}?{name}={}", encoded(injection));
                let answer = case.admin().get(&address);
                let status = answer.status.as_u16();
                let must_refuse =
                    CLOSED.contains(&name.as_str()) || name == "limit" || name == "offset";
                match must_refuse {
                    true => assert_eq!(status, 422, "{address}"),
                    false => assert!([200, 422].contains(&status), "{address}: {status}"),
                }
                let is_free = ["q", "tag", "section_id", "parent_id"].contains(&name.as_str());
                assert!(!is_free || status == 200, "{address}: {status}");
                if is_free {
                    expect_literal(&address, name, injection, &answer.json());
                }
            }
        }
    }
    case.expect_unchanged(&before);
    case.end();
}

/// Five thousand of a tree are in `content::large_tree`; how long lists take is measured by the bench.
#[tokio::test(flavor = "multi_thread")]
async fn s_read_02_a_page_has_a_size_whoever_asks() {
    let case = Case::begin("S-READ-02").await;
    let lists = lists(&case);
    std::thread::scope(|scope| {
        for writer in 0..8 {
            let case = &case;
            scope.spawn(move || {
                for number in 0..64 {
                    let link = json!({ "title": format!("l{writer}-{number}"), "url": "/" });
                    case.admin().post("/navlinks", &link).expect(201);
                }
            });
        }
    });
    for (path, _) in &lists {
        let ask = |query: &str| case.admin().get(&format!("{path}?{query}"));
        for wrong in ["-1", "0", "1.5", "abc", "18446744073709551616"] {
            assert_eq!(
                ask(&format!("limit={wrong}")).expect_invalid(),
                ["limit"],
                "{path} {wrong}"
            );
        }
        for wrong in ["-1", "9223372036854775808", "x"] {
            let fields = ask(&format!("offset={wrong}")).expect_invalid();
            assert_eq!(fields, ["offset"], "{path} {wrong}");
        }
        for large in ["limit=501", "limit=1000000000", "limit=10&limit=999999"] {
            let list = ask(large).expect(200).json();
            assert_eq!(list["limit"], 500, "{path} {large}");
            assert!(list["items"].as_array().expect("items").len() <= 500, "{path} {large}");
        }
        // Another parameter, which nobody knows.
        ask("limit[]=5").expect(200);
    }
    let full = case.nobody().get("/navlinks?limit=999").expect(200).json();
    assert_eq!((full["items"].as_array().map(Vec::len), &full["total"]), (Some(500), &json!(512)));
    case.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_read_03_what_is_below_a_draft_is_nowhere() {
    let case = Case::begin("S-READ-03").await;
    let p = section(&case, "p", None);
    let draft = json!({ "title": "d", "parent_id": p });
    let d = id(&case.admin().post("/sections", &draft).expect(201).json());
    let k = section(&case, "k", Some(&d));
    let s = id(&story(&case, json!({ "title": "s", "section_id": k })));
    let nothing = "01939b1e-7c00-7abc-8def-0123456789ab";
    let single = [
        (format!("/sections/{d}"), format!("/sections/{nothing}")),
        (format!("/sections/{k}"), format!("/sections/{nothing}")),
        ("/sections/slug/k".to_owned(), "/sections/slug/nothing".to_owned()),
        ("/sections/resolve-path/p/d".to_owned(), "/sections/resolve-path/p/nothing".to_owned()),
        ("/sections/resolve-path/p/d/k".to_owned(), "/sections/resolve-path/nothing".to_owned()),
        ("/sections/resolve-path/p/d/k/s".to_owned(), "/sections/resolve-path/x/y".to_owned()),
        (format!("/content/story/{s}"), format!("/content/story/{nothing}")),
    ];
    let lists = [
        ("/sections".to_owned(), 1),
        (format!("/sections?parent_id={d}"), 0),
        (format!("/sections/{p}/children?subtree=true"), 0),
        ("/content/story".to_owned(), 0),
    ];
    for wish in ["", "include_unpublished=true", "include_unpublished=1", "include_deleted=true"] {
        let wished = |path: &str| match (wish, path.contains('?')) {
            ("", _) => path.to_owned(),
            (_, true) => format!("{path}&{wish}"),
            (_, false) => format!("{path}?{wish}"),
        };
        for (hidden, random) in &single {
            let hidden = case.nobody().get(&wished(hidden));
            let random = case.nobody().get(&wished(random)).expect(404);
            assert_eq!((hidden.status, &hidden.body), (random.status, &random.body), "{wish}");
        }
        for (path, expected) in &lists {
            let answer = case.nobody().get(&wished(path)).expect(200);
            assert_eq!(total(&answer), *expected, "{path} {wish}");
            let text = String::from_utf8_lossy(&answer.body).into_owned();
            assert!(
                ![&d, &k, &s].iter().any(|id| text.contains(&format!("\"id\":\"{id}\""))),
                "{text}"
            );
        }
    }
    for page in ["/", "/p", "/feed.xml", "/sitemap.xml", "/search?q=s"] {
        let answer = case.nobody().with("accept", "text/html").get(page).expect(200);
        assert!(!String::from_utf8_lossy(&answer.body).contains("/p/d"), "{page}");
    }
    // The same doors show them to whoever is signed in.
    for (path, _) in &single {
        case.member().get(path).expect(200);
    }
    for (path, expected) in lists.iter().zip([3, 1, 2, 1]).map(|(list, seen)| (&list.0, seen)) {
        let joint = if path.contains('?') { '&' } else { '?' };
        let answer =
            case.member().get(&format!("{path}{joint}include_unpublished=true")).expect(200);
        assert_eq!(total(&answer), expected, "{path}");
    }
    case.end();
}

/// Over a few items: what a search costs among ten thousand is measured nowhere.
#[tokio::test(flavor = "multi_thread")]
async fn s_read_04_a_search_is_its_letters() {
    let case = Case::begin("S-READ-04").await;
    let signs = ["\"", "*", "NEAR(", "a\" OR \"b", "-", "%", "_", "\\", "a & !"];
    for sign in signs {
        story(&case, json!({ "title": format!("odd {sign} end"), "slug": null }));
        let chunk = json!({
            "text": format!("odd {sign} end"), "source": "opinion", "chunk_type": "meta",
            "purpose": "facts",
        });
        case.admin().post("/content/chunks", &chunk).expect(201);
    }
    story(&case, json!({ "title": "plain words alone" }));
    for sign in signs {
        for list in ["/content/story", "/content/chunks"] {
            let answer = case.admin().get(&format!("{list}?q={}", encoded(sign))).expect(200);
            let found = answer.json();
            let items = found["items"].as_array().expect("items");
            let text = |item: &Value| {
                let text = item["title"].as_str().or(item["text"].as_str());
                text.expect("it has one").to_lowercase()
            };
            assert!(!items.is_empty(), "{list} {sign}");
            let all = items.iter().all(|item| text(item).contains(&sign.to_lowercase()));
            assert!(all, "{list} {sign}: {found}");
        }
        for other in ["/content/find", "/uploads"] {
            case.admin().get(&format!("{other}?q={}", encoded(sign))).expect(200);
        }
        case.nobody()
            .with("accept", "text/html")
            .get(&format!("/search?q={}", encoded(sign)))
            .expect(200);
        for mode in ["keyword", "hybrid"] {
            let wish = json!({ "query": sign, "mode": mode });
            case.admin().post("/content/search-preview", &wish).expect(200);
        }
    }
    for long in ["(".repeat(64 * 1024), "x".repeat(100_000), "(".repeat(2000), "x".repeat(7000)] {
        for list in ["/content/story", "/content/chunks", "/content/find", "/uploads", "/search"] {
            let status = case.admin().get(&format!("{list}?q={long}")).status.as_u16();
            assert!([200, 414, 422].contains(&status), "{list}: {status}");
        }
        let wish = json!({ "query": long, "mode": "keyword" });
        let status = case.admin().post("/content/search-preview", &wish).status.as_u16();
        assert!([200, 422].contains(&status), "{status}");
    }
    case.end();
}
