use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::future::join_all;
use serde_json::json;

use super::{heading, item, look, page, section, text};
use crate::site::Site;

#[tokio::test]
async fn an_empty_site_says_what_to_do_next() {
    let site = Site::start().await;
    let start = page(&site.anonymous, "/").await;
    assert!(start.contains("Nothing here yet"), "{start}");
    assert!(start.contains("folia demo") && start.contains("href=\"/auth\""), "{start}");
    assert!(start.contains("noindex"), "{start}");
    let owner = page(&site.admin, "/").await;
    assert_eq!(heading(&owner), "Your site is running. Nothing is published on it yet.");
    section(&site, "Writing", json!({})).await;
    let later = page(&site.anonymous, "/").await;
    assert!(!later.contains("folia demo"), "{later}");
}

#[tokio::test]
async fn the_start_page_introduces_the_owner_and_each_main_section() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    let about = section(&site, "Now", json!({ "nav_visibility": "secondary" })).await;
    item(&site, "story", &writing, "Glass plates", json!({ "featured": true })).await;
    item(&site, "story", &writing, "A tide table", json!({})).await;
    item(&site, "page", &about, "Hidden from home", json!({})).await;
    let settings = json!({
        "title": "Notebook",
        "tagline": "Notes on slow things",
        "profile": { "name": "Mira", "links": [{ "title": "Code", "url": "https://code.example/mira" }] },
    });
    site.admin.put("/settings", settings).await.expect(200);
    let start = page(&site.anonymous, "/").await;
    assert_eq!(heading(&start), "Notes on slow things");
    for part in [
        "<title>Notebook</title>",
        "Featured",
        "href=\"/writing/glass-plates\"",
        "href=\"/writing/a-tide-table\"",
        "All 2 stories",
        "href=\"/now\"",
        "rel=\"me\"",
        "SearchAction",
        "href=\"/feed.xml\"",
        "aria-label=\"Main\"",
        "class=\"skip\"",
    ] {
        assert!(start.contains(part), "{part} in {start}");
    }
    assert!(!start.contains("Hidden from home"), "{start}");
}

#[tokio::test]
async fn the_start_page_can_be_a_section_or_a_page() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({ "description": "Long reads" })).await;
    let about = item(&site, "page", &writing, "About me", json!({})).await;
    let home = json!({ "home": { "type": "section", "id": writing["id"] } });
    site.admin.put("/settings", home).await.expect(200);
    let start = page(&site.anonymous, "/").await;
    assert_eq!(heading(&start), "Writing");
    assert!(start.contains("<link rel=\"canonical\" href=\"http://localhost/\">"), "{start}");
    let home = json!({ "home": { "type": "page", "id": about["id"] } });
    site.admin.put("/settings", home).await.expect(200);
    assert_eq!(heading(&page(&site.anonymous, "/").await), "About me");
    // What visitors cannot see is no start page for them.
    let path = format!("/content/page/{}", about["id"].as_str().unwrap());
    site.admin.put(&path, json!({ "is_published": false })).await.expect(200);
    assert_eq!(heading(&page(&site.anonymous, "/").await), "A new site");
    assert!(heading(&page(&site.admin, "/").await).starts_with("About me"));
}

#[tokio::test]
async fn a_section_shows_itself_in_each_of_the_four_ways() {
    let site = Site::start().await;
    for (display, inside) in [
        ("feed", "Read Full Story"),
        ("card-grid", "class=\"card h-entry\""),
        ("gallery", "class=\"tile"),
        ("static-page", "The text of First page"),
    ] {
        let title = format!("As {display}");
        let section = section(&site, &title, json!({ "display_type": display })).await;
        item(&site, "page", &section, "First page", json!({})).await;
        item(&site, "story", &section, "Some story", json!({})).await;
        let shown = page(&site.anonymous, &format!("/as-{display}")).await;
        assert_eq!(heading(&shown), title);
        assert!(shown.contains(inside), "{display}: {shown}");
        assert!(shown.contains("Some story"), "{display}: {shown}");
    }
}

#[tokio::test]
async fn long_sections_are_paged_by_plain_links() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    for number in 1..=23 {
        item(&site, "story", &writing, &format!("Story {number:02}"), json!({})).await;
    }
    let first = page(&site.anonymous, "/writing").await;
    assert!(first.contains("1–10 of 23") && first.contains("href=\"/writing?page=2\""), "{first}");
    let last = page(&site.anonymous, "/writing?page=3").await;
    assert!(last.contains("21–23 of 23") && !last.contains("page=4"), "{last}");
    assert!(last.contains("<link rel=\"prev\" href=\"/writing?page=2\">"), "{last}");
    look(&site.anonymous, "/writing?page=4").await.expect(404);
    let same = page(&site.anonymous, "/writing?page=nonsense&x=1").await;
    assert!(same.contains("1–10 of 23"), "{same}");
}

#[tokio::test]
async fn an_item_is_whole_with_everything_around_it() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    let below = json!({ "parent_id": writing["id"], "nav_visibility": "hidden" });
    let darkroom = section(&site, "Darkroom", below).await;
    item(&site, "story", &darkroom, "Older one", json!({})).await;
    site.clock.advance(std::time::Duration::from_secs(60));
    let more = json!({
        "summary": "Four hundred photographs and no map.",
        "tags": ["archives", "c++ & more"],
        "body": "<h2>One</h2><p>Text</p><h2>Two</h2><p>Text</p><h2>Three</h2><p>Text</p>",
    });
    item(&site, "story", &darkroom, "Glass plates", more).await;
    site.clock.advance(std::time::Duration::from_secs(60));
    let link =
        json!({ "body": "<p>See <a href=\"/writing/darkroom/glass-plates\">plates</a></p>" });
    item(&site, "story", &darkroom, "Newer one", link).await;
    let shown = page(&site.anonymous, "/writing/darkroom/glass-plates").await;
    assert_eq!(heading(&shown), "Glass plates");
    for part in [
        "Four hundred photographs and no map.",
        "aria-label=\"Breadcrumbs\"",
        "href=\"/writing/darkroom\"",
        "aria-current=\"true\"",
        "On this page",
        "Reading time",
        "1 January 2026",
        "href=\"/tags/archives\"",
        "href=\"/tags/c%2B%2B%20%26%20more\"",
        "Older one",
        "Newer one",
        "Mentioned in",
        "BlogPosting",
        "BreadcrumbList",
        "<link rel=\"canonical\" href=\"http://localhost/writing/darkroom/glass-plates\">",
        "property=\"og:title\" content=\"Glass plates\"",
    ] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
}

#[tokio::test]
async fn projects_and_images_show_their_own_facts() {
    let site = Site::start().await;
    let things = section(&site, "Things", json!({})).await;
    let more = json!({
        "technologies": ["Rust", "nRF52"],
        "links": [{ "title": "Source", "url": "https://code.example/x" }],
        "started_on": "2024-03",
    });
    item(&site, "project", &things, "Tidewheel", more).await;
    let shown = page(&site.anonymous, "/things/tidewheel").await;
    for part in ["March 2024 – now", "Rust, nRF52", "href=\"https://code.example/x\""] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    let more = json!({ "caption": "The boat is sharp", "image_url": "/media/old_500.webp" });
    item(&site, "image", &things, "Canyon", more).await;
    let shown = page(&site.anonymous, "/things/canyon").await;
    for part in
        ["The boat is sharp", "src=\"/media/old_500.webp\"", "fetchpriority=\"high\"", " of 2"]
    {
        assert!(shown.contains(part), "{part} in {shown}");
    }
}

#[tokio::test]
async fn tags_gather_things_by_year() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    item(&site, "story", &writing, "One", json!({ "tags": ["archives", "formats"] })).await;
    item(&site, "project", &writing, "Two", json!({ "tags": ["archives"] })).await;
    let shown = page(&site.anonymous, "/tags/archives").await;
    assert_eq!(heading(&shown), "archives");
    for part in
        ["2 entries from Writing.", "2026", "Story in Writing", "Near to it", "/tags/formats"]
    {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    let stories = page(&site.anonymous, "/tags/archives?kind=story").await;
    assert!(stories.contains(">One<") && !stories.contains(">Two<"), "{stories}");
    assert!(page(&site.anonymous, "/tags").await.contains("href=\"/tags/archives\""));
    look(&site.anonymous, "/tags/nothing").await.expect(404);
}

#[tokio::test]
async fn what_is_not_there_suggests_what_is_near() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    item(&site, "story", &writing, "Glass plates", json!({})).await;
    let missing = look(&site.anonymous, "/writing/glas-plates").await.expect(404);
    let missing = text(&missing);
    assert_eq!(heading(&missing), "Nothing lives at this address.");
    assert!(missing.contains("href=\"/writing/glass-plates\""), "{missing}");
    assert!(missing.contains("action=\"/search\"") && missing.contains("noindex"), "{missing}");
    // A program gets a document it can read.
    site.anonymous.get("/writing/glas-plates").await.expect_problem(404, "not-found");
}

#[tokio::test]
async fn the_resume_is_public_only_as_far_as_its_owner_says() {
    let site = Site::start().await;
    let document = json!({
        "basics": { "name": "Mira Oak", "phone": "+49 1", "location": { "address": "Street 1", "city": "Lindmark" } },
        "work": [{ "name": "Museum", "position": "Head", "startDate": "2019" }],
    });
    let body = json!({ "title": "Main", "document": document });
    let resume = site.admin.post("/resumes", body).await.expect(201).json();
    look(&site.anonymous, "/resume").await.expect(404);
    let chosen = json!({ "resume": { "id": resume["id"] } });
    site.admin.put("/settings", chosen).await.expect(200);
    let shown = page(&site.anonymous, "/resume").await;
    assert_eq!(heading(&shown), "Mira Oak");
    assert!(shown.contains("Museum") && shown.contains("Lindmark"), "{shown}");
    assert!(shown.contains("noindex"), "{shown}");
    let json = text(&site.anonymous.get("/resume.json").await.expect(200));
    for secret in ["+49", "Street"] {
        assert!(!shown.contains(secret) && !json.contains(secret), "{secret}");
    }
    assert!(shown.contains("href=\"/resume.json\"") && shown.contains("data-print"), "{shown}");
    assert!(!shown.contains("class=\"portrait\""), "{shown}");
    // The picture is the owner's, where the resume has none, and only if it was chosen.
    let portrait = json!({
        "profile": { "portrait": "/media/01939b1e-7c00-7abc-8def-0123456789ab/mira.webp" },
        "resume": { "id": resume["id"], "show": ["picture"] },
    });
    site.admin.put("/settings", portrait).await.expect(200);
    let shown = page(&site.anonymous, "/resume").await;
    assert!(shown.contains("class=\"portrait\"") && shown.contains("mira.webp"), "{shown}");
    assert!(!shown.contains("data-print") && !shown.contains("Lindmark"), "{shown}");
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_just_hidden_is_on_no_page_that_is_kept() {
    let site = Site::start().await;
    let document = json!({ "basics": { "name": "Mira Oak", "phone": "+49 1" } });
    let body = json!({ "title": "Main", "document": document });
    let resume = site.admin.post("/resumes", body).await.expect(201).json();
    let done = AtomicBool::new(false);
    // Many read while the owner makes up their mind.
    let reading = join_all((0..2).map(|_| async {
        while !done.load(Ordering::Relaxed) {
            look(&site.anonymous, "/resume").await;
            // Where there is nothing to wait for, the others would never have their turn.
            tokio::task::yield_now().await;
        }
    }));
    let changing = async {
        for round in 0..12 {
            let show = if round % 2 == 0 { json!(["phone"]) } else { json!([]) };
            let chosen = json!({ "resume": { "id": resume["id"], "show": show } });
            site.admin.put("/settings", chosen).await.expect(200);
            let shown = page(&site.anonymous, "/resume").await;
            assert_eq!(shown.contains("+49 1"), round % 2 == 0, "round {round}");
            let json = text(&site.anonymous.get("/resume.json").await.expect(200));
            assert_eq!(json.contains("+49 1"), round % 2 == 0, "round {round}");
        }
        done.store(true, Ordering::Relaxed);
    };
    futures_util::future::join(reading, changing).await;
}

#[tokio::test]
async fn colours_are_chosen_without_script() {
    let site = Site::start().await;
    let send = |question: &'static str| look(&site.anonymous, question);
    let chosen = send("/?theme=dark&return=%2Fwriting").await.expect(303);
    assert_eq!(chosen.header("location"), Some("/writing"));
    let cookie = chosen.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    assert_eq!(cookie, "theme=dark");
    let dark = site.anonymous.get_with("/", &[super::HTML, ("cookie", &cookie)]).await;
    assert!(text(&dark).contains("data-theme=\"dark\""));
    assert!(!page(&site.anonymous, "/").await.contains("data-theme"));
    let strange = send("/?theme=pink&return=https%3A%2F%2Fevil.example").await.expect(303);
    assert_eq!(strange.header("location"), Some("/"));
    assert_eq!(strange.header("set-cookie"), None);
}

#[tokio::test]
async fn an_image_shows_the_upload_it_is_about() {
    let site = Site::start().await;
    let photographs = section(&site, "Photographs", json!({ "display_type": "gallery" })).await;
    let upload = crate::media::upload(&site, "orientation-1.jpg").await;
    let about = json!({ "media_id": upload["id"], "body": "", "caption": "Low water" });
    item(&site, "image", &photographs, "Plate", about).await;
    // Its upload is gone, or was never there.
    let lost = json!({ "media_id": "0198d5b5-0000-7000-8000-000000000000", "body": "" });
    item(&site, "image", &photographs, "Lost plate", lost).await;
    let address = upload["url"].as_str().unwrap();
    for path in ["/photographs", "/photographs/plate"] {
        let shown = page(&site.anonymous, path).await;
        assert!(shown.contains(address) && shown.contains("srcset="), "{path}: {shown}");
        assert!(shown.contains(&format!("width=\"{}\"", upload["width"])), "{path}: {shown}");
    }
    assert_eq!(heading(&page(&site.anonymous, "/photographs/lost-plate").await), "Lost plate");
}
