use serde_json::{Value, json};

use super::{item, look, section, text};
use crate::site::Site;

async fn filled() -> Site {
    let site = Site::start_with(&[("server.public_url", "https://notes.example")]).await;
    let writing = section(&site, "Writing", json!({})).await;
    let other = section(&site, "Projects", json!({})).await;
    let more = json!({
        "tags": ["archives"],
        "body": "<p>Whole <a href=\"/projects\">text</a> with <img src=\"/media/a_500.webp\" alt=\"x\"></p>",
    });
    item(&site, "story", &writing, "Plates & glass", more).await;
    item(&site, "project", &other, "Tidewheel", json!({})).await;
    site
}

#[tokio::test]
async fn feeds_hold_the_whole_text_with_full_addresses() {
    let site = filled().await;
    let answer = look(&site.anonymous, "/feed.xml").await.expect(200);
    assert_eq!(answer.header("content-type"), Some("application/atom+xml; charset=utf-8"));
    let xml = text(&answer);
    for part in [
        "<title>Plates &amp; glass</title>",
        "href=\"https://notes.example/writing/plates-glass\"",
        "https://notes.example/media/a_500.webp",
        "href=&quot;https://notes.example/projects&quot;",
        "<link rel=\"self\" type=\"application/atom+xml\" href=\"https://notes.example/feed.xml\"/>",
        "<category term=\"archives\"/>",
        "Tidewheel",
    ] {
        assert!(xml.contains(part), "{part} in {xml}");
    }
    let json: Value =
        serde_json::from_str(&text(&look(&site.anonymous, "/feed.json").await)).unwrap();
    assert_eq!(json["version"], "https://jsonfeed.org/version/1.1");
    assert_eq!(json["feed_url"], "https://notes.example/feed.json");
    assert_eq!(json["items"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_feed_shows_pictures_that_are_known_by_their_upload_alone() {
    let site = filled().await;
    let pictures = section(&site, "Pictures", json!({ "display_type": "gallery" })).await;
    let upload = crate::media::upload(&site, "orientation-1.jpg").await;
    let about = json!({ "media_id": upload["id"], "body": "", "caption": "Low \"water\"" });
    item(&site, "image", &pictures, "Plate", about).await;
    let lost = json!({ "media_id": "0198d5b5-0000-7000-8000-000000000000", "body": "" });
    item(&site, "image", &pictures, "Lost", lost).await;
    let address = format!("https://notes.example{}", upload["url"].as_str().unwrap());
    let feed = text(&look(&site.anonymous, "/pictures/feed.json").await.expect(200));
    let feed: Value = serde_json::from_str(&feed).unwrap();
    let find = |title: &str| {
        let mut items = feed["items"].as_array().unwrap().iter();
        items.find(|item| item["title"] == title).cloned().unwrap()
    };
    assert_eq!(find("Plate")["image"], address);
    let html = find("Plate")["content_html"].as_str().unwrap().to_owned();
    assert!(html.contains(&address) && html.contains("Low &quot;water&quot;"), "{html}");
    assert_eq!(find("Lost")["image"], Value::Null);
    let atom = text(&look(&site.anonymous, "/pictures/feed.xml").await.expect(200));
    assert!(atom.contains(&address), "{atom}");
}

#[tokio::test]
async fn sections_and_tags_have_feeds_of_their_own() {
    let site = filled().await;
    for feed in ["/writing/feed.xml", "/tags/archives/feed.xml", "/writing/feed.json"] {
        let shown = text(&look(&site.anonymous, feed).await.expect(200));
        assert!(shown.contains("Plates"), "{feed}: {shown}");
        assert!(!shown.contains("Tidewheel"), "{feed}: {shown}");
        assert!(shown.contains(&format!("https://notes.example{feed}")), "{feed}: {shown}");
    }
    for feed in ["/nothing/feed.xml", "/tags/nothing/feed.json", "/writing/plates-glass/feed.xml"] {
        look(&site.anonymous, feed).await.expect(404);
    }
}

#[tokio::test]
async fn robots_find_their_way_or_stay_away() {
    let site = filled().await;
    let map = text(&look(&site.anonymous, "/sitemap.xml").await.expect(200));
    for address in ["https://notes.example/", "https://notes.example/writing/plates-glass"] {
        assert!(map.contains(&format!("<loc>{address}</loc><lastmod>2026-01-01")), "{map}");
    }
    // What is too large for one map has several; the first is there on every site.
    assert_eq!(text(&look(&site.anonymous, "/sitemap-1.xml").await.expect(200)), map);
    for path in
        ["/sitemap-2.xml", "/sitemap-0.xml", "/sitemap-01.xml", "/sitemap-99999999999999999999.xml"]
    {
        look(&site.anonymous, path).await.expect(404);
    }
    let robots = text(&look(&site.anonymous, "/robots.txt").await.expect(200));
    assert!(robots.contains("Sitemap: https://notes.example/sitemap.xml"), "{robots}");
    site.admin.put("/settings", json!({ "indexable": false })).await.expect(200);
    let robots = text(&look(&site.anonymous, "/robots.txt").await.expect(200));
    assert!(robots.contains("Disallow: /\n"), "{robots}");
    for path in ["/sitemap.xml", "/sitemap-1.xml"] {
        let map = text(&look(&site.anonymous, path).await.expect(200));
        assert!(map.contains("<urlset") && !map.contains("<loc>"), "{path}: {map}");
    }
    assert!(super::page(&site.anonymous, "/writing").await.contains("noindex"));
}

#[tokio::test]
async fn the_look_comes_from_the_settings() {
    let site = filled().await;
    assert!(!super::page(&site.anonymous, "/").await.contains("/look.css"));
    let look =
        json!({ "title": "<Ørsted>", "look": { "accent": { "hue": 250.0, "chroma": 0.1 } } });
    site.admin.put("/settings", look).await.expect(200);
    let start = super::page(&site.anonymous, "/").await;
    let from = start.find("/look.css?v=").expect("the look has a file");
    let address = start[from..].split('"').next().unwrap();
    let styles = text(&super::look(&site.anonymous, address).await.expect(200));
    assert!(styles.starts_with(":root{--leaf:light-dark(oklch("), "{styles}");
    let icon = text(&super::look(&site.anonymous, "/favicon.svg").await.expect(200));
    assert_eq!(text(&super::look(&site.anonymous, "/favicon.ico").await.expect(200)), icon);
    assert!(icon.contains(">Ø</text>"), "{icon}");
    let manifest = text(&super::look(&site.anonymous, "/site.webmanifest").await.expect(200));
    assert!(manifest.contains("\"name\":\"<Ørsted>\""), "{manifest}");
}
