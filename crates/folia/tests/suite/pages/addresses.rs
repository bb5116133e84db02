use serde_json::json;

use super::{heading, item, look, page, section};
use crate::site::Site;

async fn location(site: &Site, path: &str) -> String {
    let answer = look(&site.anonymous, path).await.expect(301);
    answer.header("location").expect("it leads somewhere").to_owned()
}

#[tokio::test]
async fn every_page_has_one_address() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    item(&site, "story", &writing, "Glass plates", json!({ "tags": ["glass", "c++"] })).await;
    // Some proxies write it in one way and some in the other.
    for tag in ["/tags/c++", "/tags/c%2B%2B"] {
        page(&site.anonymous, tag).await;
    }
    for (written, canonical) in [
        ("/writing/", "/writing"),
        ("/Writing", "/writing"),
        ("/writing//glass-plates", "/writing/glass-plates"),
        ("/writing/Glass-Plates/", "/writing/glass-plates"),
        ("/%77riting", "/writing"),
        ("/tags/", "/tags"),
        ("/search/?q=a", "/search?q=a"),
        ("/Search?q=a", "/search?q=a"),
        ("/%63ontact", "/contact"),
        ("//contact", "/contact"),
        ("/tags/GLASS?page=2", "/tags/glass?page=2"),
        ("/tags/%67lass/", "/tags/glass"),
        ("/tags/%67lass", "/tags/glass"),
        ("/Tags//GLASS/?a", "/tags/glass?a"),
        ("/tags/C++/", "/tags/c%2B%2B"),
        ("/tags/GLASS/feed.xml", "/tags/glass/feed.xml"),
        ("/Tags/%47lass/feed.json/", "/tags/glass/feed.json"),
        ("/Feed.xml", "/feed.xml"),
        ("/writing/feed.xml/", "/writing/feed.xml"),
        ("/Writing/FEED.json", "/writing/feed.json"),
        ("/sitemap.xml/", "/sitemap.xml"),
        ("/Writing/feed.xml", "/writing/feed.xml"),
        ("/writing//feed.json?a=1", "/writing/feed.json?a=1"),
        ("/writing/glass%2Dplates?a=1&b=%20", "/writing/glass-plates?a=1&b=%20"),
    ] {
        assert_eq!(location(&site, written).await, canonical, "{written}");
    }
    assert_eq!(heading(&page(&site.anonymous, "/writing/glass-plates").await), "Glass plates");
}

#[tokio::test]
async fn what_has_moved_is_found_in_one_step_with_its_question() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    let story = item(&site, "story", &writing, "Plates", json!({})).await;
    let path = format!("/content/story/{}", story["id"].as_str().unwrap());
    for slug in ["glass-plates", "four-hundred-plates"] {
        site.admin.put(&path, json!({ "slug": slug })).await.expect(200);
    }
    let now = "/writing/four-hundred-plates";
    assert_eq!(location(&site, "/writing/plates?page=2").await, format!("{now}?page=2"));
    assert_eq!(location(&site, "/writing/glass-plates").await, now);
    assert_eq!(location(&site, "/Writing/Plates/").await, now);
}

#[tokio::test]
async fn a_feed_moves_with_its_section() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    item(&site, "story", &writing, "Plates", json!({})).await;
    let path = format!("/sections/{}", writing["id"].as_str().unwrap());
    site.admin.put(&path, json!({ "slug": "notes" })).await.expect(200);
    for file in ["feed.xml", "feed.json"] {
        let now = format!("/notes/{file}");
        assert_eq!(location(&site, &format!("/writing/{file}")).await, now);
        look(&site.anonymous, &now).await.expect(200);
        look(&site.anonymous, &format!("/nowhere/{file}")).await.expect(404);
    }
}

#[tokio::test]
async fn an_item_in_the_shadow_of_a_section_stays_reachable() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    let notes = json!({ "parent_id": writing["id"] });
    item(&site, "story", &writing, "Notes", json!({ "body": "<p>The hidden text</p>" })).await;
    section(&site, "Notes", notes).await;
    let shown = page(&site.anonymous, "/writing/notes").await;
    assert!(!shown.contains("The hidden text"), "{shown}");
    let list = page(&site.anonymous, "/writing").await;
    let from = list.find("href=\"/writing/notes/").expect("the item has a link of its own");
    let href = list[from + 6..].split('"').next().unwrap();
    assert!(page(&site.anonymous, href).await.contains("The hidden text"));
}

#[tokio::test]
async fn pages_are_for_reading() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    let story = item(&site, "story", &writing, "Plates", json!({ "tags": ["glass"] })).await;
    let path = format!("/content/story/{}", story["id"].as_str().unwrap());
    site.admin.put(&path, json!({ "slug": "glass-plates" })).await.expect(200);
    item(&site, "story", &writing, "Hushed", json!({ "is_published": false })).await;
    for path in [
        "/writing",
        "/Writing/",
        "/writing/glass-plates",
        "/writing/plates",
        "/writing/feed.xml",
        "/search",
        "/tags/glass",
        "/tags/glass/",
        "/tags/glass/feed.json",
    ] {
        for method in ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"] {
            let answer = site.anonymous.send(method, path, &[super::HTML], None).await;
            assert_eq!(answer.status, 405, "{method} {path}");
            assert_eq!(answer.header("allow"), Some("GET,HEAD"), "{method} {path}");
        }
    }
    // Where nothing is there is nothing to do, and a draft is nothing to a stranger.
    for path in ["/nowhere", "/writing/hushed", "/nowhere/feed.xml", "/tags/none/", "/resume"] {
        let answer = site.anonymous.send("POST", path, &[], Some(Vec::new())).await;
        answer.expect_problem(404, "not-found");
    }
    let answer = site.admin.send("POST", "/writing/hushed", &[], Some(Vec::new())).await;
    answer.expect_problem(405, "method-not-allowed");
    site.anonymous.get("/api/writing").await.expect_problem(404, "not-found");
    let head = site.anonymous.send("HEAD", "/writing", &[super::HTML], None).await.expect(200);
    assert!(head.body.is_empty() && head.header("etag").is_some());
}
