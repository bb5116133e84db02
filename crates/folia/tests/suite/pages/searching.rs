use serde_json::json;

use super::{heading, item, page, section};
use crate::site::Site;

async fn filled() -> Site {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    let more = json!({ "body": "<p>If the list of undated plates is empty, be suspicious.</p>" });
    item(&site, "story", &writing, "Four hundred photographs", more).await;
    item(&site, "project", &writing, "Plate index", json!({ "body": "<p>A finding aid.</p>" }))
        .await;
    item(&site, "story", &writing, "Weather", json!({ "body": "<p>Rain at noon.</p>" })).await;
    while site.app.jobs().run_due().await.expect("jobs run") > 0 {}
    site
}

#[tokio::test]
async fn words_are_found_in_titles_and_texts_and_marked() {
    let site = filled().await;
    let shown = page(&site.anonymous, "/search?q=undated+plates").await;
    assert_eq!(heading(&shown), "Search for undated plates");
    assert!(shown.contains("href=\"/writing/four-hundred-photographs\""), "{shown}");
    assert!(shown.contains("<mark>undated</mark>"), "{shown}");
    assert!(!shown.contains("Rain at noon"), "{shown}");
    assert!(shown.contains("noindex"), "{shown}");
    let shown = page(&site.anonymous, "/search?q=Plate+index").await;
    assert!(shown.contains("href=\"/writing/plate-index\""), "{shown}");
    let projects = page(&site.anonymous, "/search?q=plate&kind=project").await;
    assert!(projects.contains("plate-index"), "{projects}");
    assert!(!projects.contains("four-hundred-photographs"), "{projects}");
}

#[tokio::test]
async fn a_search_without_hits_says_so_and_an_empty_one_only_asks() {
    let site = filled().await;
    let none = page(&site.anonymous, "/search?q=zebra").await;
    assert!(none.contains("Nothing contains these words."), "{none}");
    assert!(none.contains("value=\"zebra\""), "{none}");
    let empty = page(&site.anonymous, "/search").await;
    assert!(!empty.contains("Nothing contains") && empty.contains("name=\"q\""), "{empty}");
    let long = "w".repeat(5000);
    page(&site.anonymous, &format!("/search?q={long}")).await;
}
