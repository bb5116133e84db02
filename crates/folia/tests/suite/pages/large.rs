use std::time::{Duration, Instant};

use content::items::{Body, Item};
use content::reading::Reader;
use kernel::Id;
use serde_json::json;

use super::{item, look, page, section, text};
use crate::site::Site;

/// Far more than any page takes, on a machine with much else to do.
const PATIENCE: Duration = Duration::from_secs(60);

#[tokio::test]
async fn a_body_as_long_as_the_service_takes_is_a_page() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    // A million characters, most of them four bytes long.
    let part = format!("<h2>Part</h2><p>{} <a href=\"/writing\">link</a></p>", "𠮷".repeat(300));
    let body = part.repeat(1_000_000 / part.chars().count());
    assert!(body.len() > 2_500_000, "{}", body.len());
    item(&site, "story", &writing, "Long", json!({ "body": body })).await;
    let begun = Instant::now();
    let shown = page(&site.anonymous, "/writing/long").await;
    assert!(shown.ends_with("</html>\n") || shown.ends_with("</html>"));
    assert!(shown.len() > body.len(), "{}", shown.len());
    assert!(begun.elapsed() < PATIENCE, "{:?}", begun.elapsed());
    for path in ["/", "/writing", "/feed.xml", "/feed.json", "/writing/feed.xml"] {
        look(&site.anonymous, path).await.expect(200);
    }
}

#[tokio::test]
async fn ten_thousand_things_in_a_section_are_pages_of_ten() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    let first = item(&site, "story", &writing, "First", json!({ "tags": ["many"] })).await;
    let first: Id = first["id"].as_str().unwrap().parse().unwrap();
    // As if they had been written one by one, which takes minutes.
    let copied = site.app.store.write(move |transaction| {
        let model = transaction.get::<Item>(first)?.document;
        let copy = |number: u64| {
            let id = format!("0198d5b5-0000-7000-8000-{number:012x}").parse().expect("an id");
            let title = format!("Story {number}");
            let slug = format!("story-{number}").parse().expect("a slug");
            Item { id, title, slug, ..model.clone() }
        };
        let items: Vec<Item> = (1..10_000).map(copy).collect();
        let body = |item: &Item| Body { id: item.id, item_version: 1, html: "<p>Text</p>".into() };
        let bodies: Vec<Body> = items.iter().map(body).collect();
        transaction.insert_all(items)?;
        transaction.insert_all(bodies)?;
        Ok::<_, store::StoreError>(())
    });
    copied.await.expect("they are written");
    // The next change shows all of them.
    site.admin.put("/settings", json!({ "title": "Many" })).await.expect(200);
    section(&site, "Other", json!({})).await;
    let begun = Instant::now();
    let list = page(&site.anonymous, "/writing").await;
    assert!(list.contains("1–10 of 10000"), "{list}");
    assert!(page(&site.anonymous, "/writing?page=1000").await.contains("9991–10000 of 10000"));
    look(&site.anonymous, "/writing?page=1001").await.expect(404);
    assert!(page(&site.anonymous, "/").await.contains("All 10000 stories"));
    assert!(page(&site.anonymous, "/tags/many").await.contains("10000 entries from Writing."));
    assert!(page(&site.anonymous, "/writing/story-5000").await.contains("Story 5000"));
    let map = text(&look(&site.anonymous, "/sitemap.xml").await.expect(200));
    assert_eq!(map.matches("<loc>").count(), 10_003);
    look(&site.anonymous, "/feed.json").await.expect(200);
    look(&site.anonymous, "/writing/story-50000").await.expect(404);
    look(&site.anonymous, "/tags/zzz").await.expect(404);
    // An invented name is not looked for in all of them.
    let reading = site.app.content.reading(Reader::Public);
    let quickest = |work: &dyn Fn()| {
        let rounds = (0..5).map(|_| {
            let begun = Instant::now();
            work();
            begun.elapsed()
        });
        rounds.min().expect("there are five")
    };
    let counting = quickest(&|| assert_eq!(reading.tags().count(), 1));
    let asking = quickest(&|| assert_eq!(reading.find_tag("zzz"), None));
    assert!(asking * 10 < counting, "{asking:?} {counting:?}");
    assert!(begun.elapsed() < PATIENCE, "{:?}", begun.elapsed());
}
