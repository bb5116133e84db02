//! Finding things by title or path, and things that stand in another's way.

use serde_json::{Value, json};
use testkit::Client;

use crate::content::sections::section;
use crate::site::Site;

async fn create(site: &Site, kind: &str, body: Value) -> String {
    let made = site.admin.post(&format!("/content/{kind}"), body).await.expect(201).json();
    made["id"].as_str().unwrap().to_owned()
}

async fn find(client: &Client, query: &str) -> Vec<(String, String)> {
    let found = client.get(&format!("/content/find?{query}")).await.expect(200).json();
    let pairs = found["items"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    pairs.map(|entry| (text(&entry["kind"]), text(&entry["path"]))).collect()
}

fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(kind, path)| ((*kind).to_owned(), (*path).to_owned())).collect()
}

#[tokio::test]
async fn things_are_found_by_title_and_path_the_best_first() {
    let site = Site::start().await;
    let work = section(&site, "Work", None).await;
    for (kind, title) in [
        ("story", "A press of my own"),
        ("project", "Press"),
        ("page", "Pressing letters"),
        ("image", "Impressions"),
        ("story", "Other"),
    ] {
        let body = json!({ "title": title, "section_id": work, "is_published": true });
        create(&site, kind, body).await;
    }
    let expected = [
        ("project", "work/press"),
        ("page", "work/pressing-letters"),
        ("story", "work/a-press-of-my-own"),
        ("image", "work/impressions"),
    ];
    assert_eq!(find(&site.admin, "q=PRESS").await, pairs(&expected));
    assert_eq!(find(&site.member, "q=press&limit=2").await, pairs(&expected[..2]));
    assert_eq!(find(&site.member, "q=press&limit=2&offset=2").await, pairs(&expected[2..]));
    assert_eq!(find(&site.admin, "q=/work/other").await, pairs(&[("story", "work/other")]));
    assert_eq!(find(&site.admin, "q=letters+pressing").await, pairs(&expected[1..2]));
    assert_eq!(find(&site.admin, "q=nothing+like+it").await, pairs(&[]));
    let everything = site.admin.get("/content/find").await.expect(200).json();
    assert_eq!((&everything["total"], &everything["limit"]), (&json!(6), &json!(20)));
    let long = site.admin.get(&format!("/content/find?q={}", "x".repeat(201))).await;
    assert_eq!(long.expect_invalid(), ["q"]);
    site.anonymous.get("/content/find?q=press").await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn only_administrators_find_drafts_and_what_is_to_come() {
    let site = Site::start().await;
    let hidden = json!({ "title": "Quiet section", "is_published": false });
    site.admin.post("/sections", hidden).await.expect(201);
    create(&site, "story", json!({ "title": "Quiet draft" })).await;
    let ahead = json!({
        "title": "Quiet tomorrow", "is_published": true, "published_at": "2026-01-02T00:00:00Z",
    });
    create(&site, "story", ahead).await;
    let gone = create(&site, "page", json!({ "title": "Quiet gone", "is_published": true })).await;
    site.admin.delete(&format!("/content/page/{gone}")).await.expect(204);
    assert_eq!(find(&site.member, "q=quiet").await, pairs(&[]));
    assert_eq!(find(&site.member, "").await, pairs(&[]));
    let found = site.admin.get("/content/find?q=quiet").await.expect(200).json();
    assert_eq!(found["total"], 3);
    let entries = found["items"].as_array().unwrap();
    assert!(entries.iter().all(|entry| entry["is_published"] == false), "{found}");
    site.clock.advance(std::time::Duration::from_secs(24 * 60 * 60));
    assert_eq!(find(&site.member, "q=quiet").await, pairs(&[("story", "quiet-tomorrow")]));
}

#[tokio::test]
async fn what_was_changed_last_comes_first_when_nothing_is_asked() {
    let site = Site::start().await;
    let mut ids = Vec::new();
    for title in ["one", "two", "three"] {
        site.clock.advance(std::time::Duration::from_secs(1));
        ids.push(create(&site, "page", json!({ "title": title })).await);
    }
    site.clock.advance(std::time::Duration::from_secs(1));
    let change = json!({ "summary": "changed" });
    site.admin.put(&format!("/content/page/{}", ids[0]), change).await.expect(200);
    let expected = [("page", "one"), ("page", "three"), ("page", "two")];
    assert_eq!(find(&site.admin, "").await, pairs(&expected));
}

#[tokio::test]
async fn administrators_are_told_what_stands_in_an_items_way() {
    let site = Site::start().await;
    let body = json!({ "title": "Press", "is_published": true });
    let page = create(&site, "page", body.clone()).await;
    let address = format!("/content/page/{page}");
    let told = async || site.admin.get(&address).await.expect(200).json()["shadowed_by"].clone();
    assert_eq!(told().await, Value::Null);
    // A draft is in nobody's way yet, but will be.
    let story = create(&site, "story", json!({ "title": "Press", "slug": "press" })).await;
    let by_id = format!("press/~{page}");
    let shadow = |kind: &str, id: &str, is_published: bool| {
        json!({
            "kind": kind, "id": id, "title": "Press", "is_published": is_published,
            "item_address": by_id,
        })
    };
    assert_eq!(told().await, shadow("story", &story, false));
    let section =
        site.admin.post("/sections", json!({ "title": "Press" })).await.expect(201).json();
    let section = section["id"].as_str().unwrap().to_owned();
    assert_eq!(told().await, shadow("section", &section, false));
    // What visitors find counts for more than what is only to come.
    let publish = json!({ "is_published": true });
    let published = site.admin.put(&format!("/content/story/{story}"), publish.clone()).await;
    assert_eq!(published.expect(200).json()["shadowed_by"]["id"], json!(section));
    assert_eq!(told().await, shadow("story", &story, true));
    site.admin.put(&format!("/sections/{section}"), publish).await.expect(200);
    assert_eq!(told().await, shadow("section", &section, true));
    // The answer to a change tells it, too, and the address leads there.
    let changed = site.admin.put(&address, json!({ "summary": "x" })).await.expect(200).json();
    assert_eq!(changed["shadowed_by"], shadow("section", &section, true));
    let found = site.anonymous.get(&format!("/sections/resolve-path/{by_id}")).await.expect(200);
    assert_eq!(found.json()["content_item"]["id"], json!(page));
    // It is an administrator's business, and does not hide behind an unchanged version.
    for client in [&site.anonymous, &site.member] {
        let seen = client.get(&address).await.expect(200).json();
        assert_eq!(seen.get("shadowed_by"), None);
    }
    let known = site.admin.get(&address).await.header("etag").unwrap().to_owned();
    site.admin.delete(&format!("/sections/{section}")).await.expect(204);
    let again = site.admin.with_header("if-none-match", &known).get(&address).await.expect(200);
    assert_eq!(again.json()["shadowed_by"], shadow("story", &story, true));
    let wish = json!({ "section_id": null, "slug": "p" });
    let moved = site.admin.put(&format!("{address}/move"), wish).await;
    assert_eq!(moved.expect(200).json()["content_item"].get("shadowed_by"), None);
}
