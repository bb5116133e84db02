use serde_json::json;

use super::{item, look, page, section, text};
use crate::site::Site;

#[tokio::test]
async fn drafts_come_through_no_door() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    let seen = json!({ "tags": ["shared"], "body": "<p>Open text about plates</p>" });
    item(&site, "story", &writing, "Open story", seen).await;
    let secret = json!({
        "is_published": false,
        "tags": ["shared", "secret-tag"],
        "featured": true,
        "body": "<p>Hushed words about plates, see <a href=\"/writing/open-story\">this</a></p>",
    });
    item(&site, "story", &writing, "Hushed draft", secret).await;
    let ahead =
        json!({ "published_at": "2026-03-01T00:00:00Z", "tags": ["shared"], "featured": true });
    item(&site, "story", &writing, "Hushed future", ahead).await;
    let hidden = section(&site, "Hushed section", json!({ "is_published": false })).await;
    item(&site, "story", &hidden, "Hushed inside", json!({ "tags": ["SHARED"] })).await;
    while site.app.jobs().run_due().await.expect("jobs run") > 0 {}
    for door in [
        "/",
        "/writing",
        "/writing/open-story",
        "/tags",
        "/tags/shared",
        "/feed.xml",
        "/feed.json",
        "/writing/feed.xml",
        "/tags/shared/feed.json",
        "/sitemap.xml",
        "/search?q=hushed",
        "/search?q=plates",
        "/site.webmanifest",
    ] {
        let shown = page(&site.anonymous, door).await;
        let lower = shown.to_lowercase();
        let without_question =
            lower.replace("search for hushed", "").replace("value=\"hushed\"", "");
        assert!(!without_question.contains("hushed"), "{door}: {shown}");
        assert!(!lower.contains("secret-tag"), "{door}: {shown}");
    }
    for door in [
        "/writing/hushed-draft",
        "/writing/hushed-future",
        "/hushed-section",
        "/hushed-section/hushed-inside",
        "/hushed-section/feed.xml",
        "/tags/secret-tag",
        "/tags/secret-tag/feed.xml",
        "/tags/Secret-Tag",
        "/tags/Secret-Tag/feed.json",
        "/Tags//secret-tag/",
    ] {
        let missing = look(&site.anonymous, door).await.expect(404);
        assert!(!text(&missing).contains("Hushed"), "{door}");
    }
    assert!(page(&site.anonymous, "/writing").await.contains("Open story"));
    // Only what is hidden spells it so: visitors are led to the spelling that they can see.
    for (asked, there) in [("/tags/SHARED", "/tags/shared"), ("/tags/Shared", "/tags/shared")] {
        let answer = look(&site.anonymous, asked).await.expect(301);
        assert_eq!(answer.header("location"), Some(there));
    }
    look(&site.member, "/tags/SHARED").await.expect(200);
    look(&site.member, "/tags/secret-tag").await.expect(200);
}

#[tokio::test]
async fn the_signed_in_see_drafts_with_a_marker_and_nobody_keeps_their_pages() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    item(&site, "story", &writing, "Hushed draft", json!({ "is_published": false })).await;
    // First for somebody else, so that something could be kept.
    assert!(!page(&site.anonymous, "/writing").await.contains("Hushed draft"));
    for client in [&site.member, &site.admin] {
        let answer = look(client, "/writing").await.expect(200);
        assert!(
            text(&answer).contains("Hushed draft") && text(&answer).contains("class=\"marker\"")
        );
        assert!(answer.header("cache-control").unwrap().starts_with("private"));
        assert!(page(client, "/writing/hushed-draft").await.contains("class=\"marker\""));
    }
    assert!(!page(&site.anonymous, "/writing").await.contains("Hushed draft"));
    look(&site.anonymous, "/writing/hushed-draft").await.expect(404);
}

#[tokio::test]
async fn an_item_appears_by_itself_when_its_date_comes() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    let ahead = json!({ "published_at": "2026-01-01T01:00:00Z" });
    item(&site, "story", &writing, "Tomorrow", ahead).await;
    look(&site.anonymous, "/writing/tomorrow").await.expect(404);
    assert!(!page(&site.anonymous, "/writing").await.contains("Tomorrow"));
    site.clock.advance(std::time::Duration::from_secs(3601));
    assert!(page(&site.anonymous, "/writing").await.contains("Tomorrow"));
    look(&site.anonymous, "/writing/tomorrow").await.expect(200);
}
