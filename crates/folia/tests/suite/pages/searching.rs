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

/// The index follows by a job. Until then it still knows what was there.
#[tokio::test]
async fn what_was_taken_out_of_a_text_is_found_no_more_from_that_moment() {
    let site = filled().await;
    let writing = site.anonymous.get("/sections/slug/writing").await.expect(200).json();
    let part = |heading: &str, text: &str| format!("<h2>{heading}</h2><p>{text}</p>");
    let first = part("Tripods", "Wooden legs carry the camera.");
    let body = format!("{first}{}", part("Marigolds", "Quinces ripen in the cellar."));
    let story = item(&site, "story", &writing, "Turnips", json!({ "body": body })).await;
    while site.app.jobs().run_due().await.expect("jobs run") > 0 {}
    let finds = async |query: &str| {
        let shown = page(&site.anonymous, &format!("/search?q={query}")).await;
        shown.contains("href=\"/writing/turnips\"").then_some(shown)
    };
    for word in ["turnips", "tripods", "wooden", "marigolds", "quinces"] {
        // The second time it is known.
        assert!(finds(word).await.is_some() && finds(word).await.is_some(), "{word}");
    }
    let address = format!("/content/story/{}", story["id"].as_str().unwrap());
    let save = async |change| drop(site.admin.put(&address, change).await.expect(200));

    save(json!({ "body": first })).await;
    let shown = finds("wooden").await.expect("it is there still");
    assert!(shown.contains("<mark>Wooden</mark> legs"), "{shown}");
    for gone in ["quinces", "marigolds"] {
        assert!(finds(gone).await.is_none(), "{gone}");
    }
    // Said again, it is found again.
    save(json!({ "body": body })).await;
    assert!(finds("quinces").await.is_some());
    save(json!({ "body": body.replace("Marigolds", "Fruit") })).await;
    assert!(finds("marigolds").await.is_none() && finds("wooden").await.is_some());
    save(json!({ "title": "Roots", "body": body })).await;
    assert!(finds("turnips").await.is_none());
    save(json!({ "is_published": false })).await;
    assert!(finds("quinces").await.is_none());

    save(json!({ "is_published": true, "body": first.replace("Wooden", "Iron") })).await;
    while site.app.jobs().run_due().await.expect("jobs run") > 0 {}
    assert!(finds("iron").await.is_some());
    for gone in ["wooden", "quinces"] {
        assert!(finds(gone).await.is_none(), "{gone}");
    }
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

#[tokio::test]
async fn a_misspelt_word_leads_to_the_nearest_that_has_hits() {
    let site = filled().await;
    let near = page(&site.anonymous, "/search?q=fotographs").await;
    assert!(near.contains("Nothing contains these words."), "{near}");
    let link = "Near to it: <a href=\"/search?q=photographs\">photographs</a>, with 1 result.";
    assert!(near.contains(link), "{near}");
    // Words of drafts are nobody's business.
    let writing = site.anonymous.get("/sections/slug/writing").await.expect(200).json();
    let hidden = json!({ "is_published": false });
    item(&site, "story", &writing, "Xylophone", hidden).await;
    let near = page(&site.anonymous, "/search?q=xylofone").await;
    assert!(!near.contains("Near to it"), "{near}");
}

#[tokio::test]
async fn entries_of_a_list_do_not_run_together() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    let body = "<p>Packed:</p><ul><li>quartz lamp</li><li>tripod</li></ul><pre><code>let x = 1;\nlet y</code></pre><p>Then we left.</p>";
    item(&site, "story", &writing, "A list", json!({ "body": body })).await;
    while site.app.jobs().run_due().await.expect("jobs run") > 0 {}
    let shown = page(&site.anonymous, "/search?q=quartz").await;
    let passage = "Packed: <mark>quartz</mark> lamp · tripod · let x = 1; let y · Then we left.";
    assert!(shown.contains(passage), "{shown}");
}
