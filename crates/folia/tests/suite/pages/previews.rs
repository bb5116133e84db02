//! Preview links: one draft for somebody without an account, and nothing else.

use std::time::Duration;

use folia::app::{App, open_store};
use kernel::{Clock, Randomness};
use serde_json::{Value, json};
use testkit::{Client, RunningSite, TestDatabase};

use super::{heading, item, look, page, section, text};
use crate::service::binary::{BINARY, make_token};
use crate::site::{Site, at_home, configure};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

fn links_of(item: &Value) -> String {
    let (kind, id) = (item["content_type"].as_str().unwrap(), item["id"].as_str().unwrap());
    format!("/content/{kind}/{id}/preview-links")
}

/// Makes a link, and the path it leads to.
async fn link(site: &Site, item: &Value, body: Value) -> (Value, String) {
    let made = site.admin.post(&links_of(item), body).await.expect(201).json();
    let path = path_of(&made);
    (made, path)
}

fn path_of(link: &Value) -> String {
    let url = link["url"].as_str().unwrap();
    let at = url.find("/preview/").unwrap_or_else(|| panic!("{url} is no link"));
    url[at..].to_owned()
}

#[tokio::test]
async fn a_link_shows_one_draft_to_a_stranger_with_a_marker() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    for kind in ["story", "project", "page", "image"] {
        let more = json!({ "is_published": false, "body": "<p>Words to come</p>" });
        let draft = item(&site, kind, &writing, "Draft", more).await;
        let (_, path) = link(&site, &draft, json!({})).await;
        for client in [&site.anonymous, &site.member, &site.admin] {
            let answer = look(client, &path).await.expect(200);
            assert_eq!(answer.header("cache-control"), Some("private, no-store"));
            assert_eq!(answer.header("x-robots-tag"), Some("noindex, nofollow"));
            assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
            let shown = text(&answer);
            assert!(heading(&shown).starts_with("Draft"), "{shown}");
            assert!(shown.contains("<span class=\"marker\">Preview</span>"), "{shown}");
            assert!(shown.contains("Words to come"), "{shown}");
            assert!(shown.contains("<meta name=\"robots\" content=\"noindex\">"), "{shown}");
            for told in ["rel=\"canonical\"", "og:url", "ld+json", "rel=\"alternate\""] {
                assert!(!shown.contains(told), "{told}: {shown}");
            }
        }
        // It is nowhere else.
        look(&site.anonymous, "/writing/draft").await.expect(404);
        assert!(!page(&site.anonymous, "/writing").await.contains("Draft"));
    }
}

#[tokio::test]
async fn a_link_tells_nothing_of_other_drafts() {
    let site = Site::start().await;
    let open = section(&site, "Open", json!({})).await;
    let hidden =
        section(&site, "Hushed section", json!({ "is_published": false, "slug": "hushed" })).await;
    item(&site, "story", &open, "Open story", json!({ "tags": ["shared"] })).await;
    for (place, kind) in
        [(&open, "story"), (&hidden, "story"), (&open, "image"), (&hidden, "image")]
    {
        for (number, published) in [(1, false), (2, true)] {
            // In a hidden section everything is hidden.
            let published = published && place == &hidden;
            let title = format!("Hushed neighbour {number}");
            let more = json!({
                "is_published": published, "tags": ["shared"],
                "body": "<p>About plates, see <a href=\"/open/seen\">this</a></p>",
            });
            item(&site, kind, place, &title, more).await;
        }
        let more = json!({
            "is_published": false, "tags": ["shared"], "body": "<p>About plates</p>", "slug": "seen",
        });
        let seen = item(&site, kind, place, "Seen", more).await;
        while site.app.jobs().run_due().await.expect("jobs run") > 0 {}
        let (_, path) = link(&site, &seen, json!({})).await;
        let shown = page(&site.anonymous, &path).await;
        assert!(heading(&shown).starts_with("Seen"));
        assert!(!shown.to_lowercase().contains("hushed"), "{kind}: {shown}");
        assert!(!shown.contains(" of 3"), "{kind}: {shown}");
        // What anybody sees is there as ever.
        if place == &open {
            assert!(shown.contains("href=\"/open\""), "{shown}");
        }
        if place == &open && kind == "story" {
            assert!(shown.contains("href=\"/open/open-story\""), "{shown}");
        }
    }
}

#[tokio::test]
async fn a_link_ends_when_it_was_to_end() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    let draft = item(&site, "story", &writing, "Draft", json!({ "is_published": false })).await;
    let (usual, usual_path) = link(&site, &draft, json!({})).await;
    assert_eq!(usual["created_at"], "2026-01-01T00:00:00Z");
    assert_eq!(usual["expires_at"], "2026-01-08T00:00:00Z");
    let (_, short) = link(&site, &draft, json!({ "days": 1 })).await;
    let (long, long_path) = link(&site, &draft, json!({ "days": 30.0 })).await;
    assert_eq!(long["expires_at"], "2026-01-31T00:00:00Z");
    for days in [json!(0), json!(31), json!(-1), json!(1.5), json!("7")] {
        let refused = site.admin.post(&links_of(&draft), json!({ "days": days })).await;
        assert_eq!(refused.expect_invalid(), ["days"], "{days}");
    }
    let steps = [(0, true, true, true), (1, false, true, true), (6, false, false, true)];
    for (days, one, seven, thirty) in steps {
        site.clock.advance(DAY * days);
        for (path, works) in [(&short, one), (&usual_path, seven), (&long_path, thirty)] {
            look(&site.anonymous, path).await.expect(if works { 200 } else { 404 });
        }
    }
    let listed = site.admin.get(&links_of(&draft)).await.expect(200).json();
    assert_eq!((&listed["total"], &listed["items"][0]), (&json!(1), &long));
    site.clock.advance(DAY * 23);
    look(&site.anonymous, &long_path).await.expect(404);
    assert_eq!(site.admin.get(&links_of(&draft)).await.json()["total"], 0);
}

#[tokio::test]
async fn a_revoked_link_works_no_more_and_the_others_do() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    let draft = item(&site, "story", &writing, "Draft", json!({ "is_published": false })).await;
    let other = item(&site, "story", &writing, "Other", json!({ "is_published": false })).await;
    let (first, first_path) = link(&site, &draft, json!({})).await;
    site.clock.advance(Duration::from_secs(1));
    let (second, second_path) = link(&site, &draft, json!({})).await;
    assert_ne!(first_path, second_path);
    let listed = site.admin.get(&links_of(&draft)).await.expect(200);
    assert_eq!(listed.header("cache-control"), Some("no-store"));
    assert_eq!(listed.json()["items"], json!([second, first]));
    let named =
        |item: &Value, link: &Value| format!("{}/{}", links_of(item), link["id"].as_str().unwrap());
    // Only under its own item.
    site.admin.delete(&named(&other, &first)).await.expect_problem(404, "not-found");
    look(&site.anonymous, &first_path).await.expect(200);
    site.admin.delete(&named(&draft, &first)).await.expect(204);
    site.admin.delete(&named(&draft, &first)).await.expect_problem(404, "not-found");
    look(&site.anonymous, &first_path).await.expect(404);
    look(&site.anonymous, &second_path).await.expect(200);
    // What is deleted is not shown, and is again when it is back.
    let address = format!("/content/story/{}", draft["id"].as_str().unwrap());
    site.admin.delete(&address).await.expect(204);
    look(&site.anonymous, &second_path).await.expect(404);
    site.admin.post(&format!("{address}/restore"), json!({})).await.expect(200);
    look(&site.anonymous, &second_path).await.expect(200);
    // What is changed is shown at once.
    site.admin.put(&address, json!({ "body": "<p>Changed words</p>" })).await.expect(200);
    assert!(page(&site.anonymous, &second_path).await.contains("Changed words"));
}

#[tokio::test]
async fn what_was_not_signed_here_opens_nothing() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    let draft = item(&site, "story", &writing, "Draft", json!({ "is_published": false })).await;
    let (made, path) = link(&site, &draft, json!({})).await;
    let id = made["id"].as_str().unwrap().replace('-', "");
    assert!(path.starts_with(&format!("/preview/{id}")), "{path}");
    let ends = path.as_bytes()[path.len() - 1];
    let changed = format!("{}{}", &path[..path.len() - 1], if ends == b'0' { '1' } else { '0' });
    for bad in [
        changed,
        format!("/preview/{id}"),
        format!("/preview/{id}{}", "0".repeat(32)),
        format!("{path}0"),
        path.to_uppercase().replace("/PREVIEW", "/preview"),
        "/preview/x".to_owned(),
        "/preview/%FF".to_owned(),
        format!("/preview/{}", "a".repeat(5000)),
        format!("{path}/"),
        format!("/api{path}"),
    ] {
        let status = look(&site.anonymous, &bad).await.status.as_u16();
        assert!(matches!(status, 400 | 404), "{bad}: {status}");
    }
    for (client, status) in [(&site.anonymous, 401), (&site.member, 403)] {
        client.get(&links_of(&draft)).await.expect(status);
        client.post(&links_of(&draft), json!({})).await.expect(status);
        let address = format!("{}/{}", links_of(&draft), made["id"].as_str().unwrap());
        client.delete(&address).await.expect(status);
    }
    let nothing = "/content/story/01939b1e-7c00-7abc-8def-0123456789ab/preview-links";
    site.admin.post(nothing, json!({})).await.expect_problem(404, "not-found");
    site.admin.get(nothing).await.expect_problem(404, "not-found");
}

#[tokio::test]
async fn an_item_has_up_to_twenty_links() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    let draft = item(&site, "story", &writing, "Draft", json!({ "is_published": false })).await;
    let makers = (0..24).map(|_| {
        let (client, path) = (site.admin.clone(), links_of(&draft));
        tokio::spawn(async move { client.post(&path, json!({})).await.status.as_u16() })
    });
    let mut statuses = Vec::new();
    for maker in makers.collect::<Vec<_>>() {
        statuses.push(maker.await.unwrap());
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [[201; 20].as_slice(), [409; 4].as_slice()].concat());
}

async fn another_node(site: &Site) -> Client {
    let (clock, _) = Clock::manual("2026-01-01T00:00:00Z".parse().unwrap());
    let options = store::Options { clock, randomness: Randomness::system() };
    let store = open_store(&site.database.location, options).await.unwrap();
    let config = at_home(configure(&[]), &site.database);
    let app = App::new(store, &config).await.unwrap();
    Client::new(app.http_service(), site.contract.clone())
}

#[tokio::test]
async fn a_link_works_on_every_node_and_after_a_restart() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    let draft = item(&site, "story", &writing, "Draft", json!({ "is_published": false })).await;
    let other = another_node(&site).await;
    // Both need the key for the first time.
    look(&other, "/preview/x").await.expect(404);
    let (made, path) = link(&site, &draft, json!({})).await;
    assert!(page(&other, &path).await.contains("Draft"));
    assert!(page(&another_node(&site).await, &path).await.contains("Draft"));
    let address = format!("{}/{}", links_of(&draft), made["id"].as_str().unwrap());
    site.admin.delete(&address).await.expect(204);
    look(&other, &path).await.expect(404);
}

#[tokio::test]
async fn the_token_of_a_link_is_in_no_file_and_no_log() {
    let database = TestDatabase::create().await;
    let site = RunningSite::start(BINARY, &database, &[("FOLIA_LOG__LEVEL", "debug")]);
    let token = make_token(&database, "admin");
    let send =
        |path: &str, body: &str| site.request("POST", path, Some(&token), body).expect(201).json();
    let draft = send("/content/story", r#"{"title":"Draft"}"#);
    let made = send(&links_of(&draft), "{}");
    assert!(made["url"].as_str().unwrap().starts_with("http://localhost/preview/"), "{made}");
    let path = path_of(&made);
    site.request("GET", &path, None, "").expect(200);
    site.request("GET", &format!("{path}0"), None, "").expect(404);
    let secret = path.strip_prefix("/preview/").unwrap();
    assert!(site.log().contains("/preview/…"), "{}", site.log());
    assert!(database.files_with(secret).is_empty());
}
