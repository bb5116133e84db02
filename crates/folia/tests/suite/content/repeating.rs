//! Requests that come twice because their answer was lost: what they ask for happens once.

use std::time::Duration;

use folia::app::{App, open_store};
use futures_util::future::join_all;
use kernel::{Clock, Randomness, Role};
use serde_json::{Value, json};
use store::Options;
use testkit::{Answer, Client};

use super::tree_properties::check_store;
use crate::site::{Site, at_home, configure, make_token};

const HOUR: Duration = Duration::from_secs(60 * 60);

async fn under(client: &Client, key: &str, path: &str, body: &Value) -> Answer {
    client.with_header("idempotency-key", key).post(path, body.clone()).await
}

async fn total(client: &Client, path: &str) -> u64 {
    client.get(path).await.expect(200).json()["total"].as_u64().unwrap()
}

async fn stories(site: &Site) -> u64 {
    total(&site.admin, "/content/story?include_unpublished=true").await
}

/// The same site in another process, on a clock of its own.
async fn another_node(site: &Site) -> Client {
    let (clock, _) = Clock::manual("2026-01-01T00:00:05Z".parse().unwrap());
    let options = Options { clock, randomness: Randomness::system() };
    let store = open_store(&site.database.location, options).await.unwrap();
    let app = App::new(store, &at_home(configure(&[]), &site.database)).await.unwrap();
    let (_, token) = make_token(&site.app, Role::Admin, "other").await;
    Client::new(app.http_service(), site.contract.clone()).with_token(&token)
}

#[tokio::test]
async fn every_new_thing_is_made_once_and_answered_alike() {
    let site = Site::start().await;
    let about = site.admin.post("/content/page", json!({ "title": "About" })).await.expect(201);
    let preview_links =
        format!("/content/page/{}/preview-links", about.json()["id"].as_str().unwrap());
    let lists = "?include_unpublished=true";
    for (path, body, list) in [
        ("/content/story", json!({ "title": "A story", "body": "<p>Text &amp; more.</p>" }), lists),
        ("/sections", json!({ "title": "Writing" }), lists),
        ("/navlinks", json!({ "title": "Code", "url": "https://x.example/" }), ""),
        ("/redirects", json!({ "old_path": "/talk", "new_path": "/about" }), ""),
        (&preview_links, json!({ "days": 3 }), ""),
        (
            "/content/chunks",
            json!({ "text": "Kept tide gauges online.", "source": "opinion", "chunk_type": "achievement", "purpose": ["facts"] }),
            "",
        ),
        ("/resumes", json!({ "document": { "basics": { "name": "Ann" } } }), ""),
        (
            "/voice/feedback",
            json!({ "original_text": "Kept.", "job_context": "A job", "feedback_type": "approved" }),
            "",
        ),
    ] {
        let list = format!("{path}{list}");
        let before = total(&site.admin, &list).await;
        let first = under(&site.admin, "k-1", path, &body).await.expect(201);
        // In both spellings of the key and of the address.
        let escaped = path.replace("/content/story", "/content/%73tory");
        for (key, path) in
            [("k-1", path.to_owned()), ("\"k-1\"", format!("/api{path}")), ("k-1", escaped)]
        {
            let again = under(&site.admin, key, &path, &body).await.expect(201);
            assert_eq!(again.json(), first.json(), "{path}");
            for header in ["etag", "location"] {
                assert_eq!(again.header(header), first.header(header), "{path} {header}");
            }
        }
        assert_eq!(total(&site.admin, &list).await, before + 1, "{path}");
        let mut other = body.clone();
        other["days"] = json!(5);
        other["title"] = json!("Another");
        let refused = under(&site.admin, "k-1", path, &other).await;
        let refused = refused.expect_problem(422, "invalid");
        assert_eq!(refused["errors"][0]["field"], "Idempotency-Key", "{path}");
        assert_eq!(total(&site.admin, &list).await, before + 1, "{path}");
    }
    check_store(&site).await;
}

#[tokio::test]
async fn a_key_belongs_to_its_account_and_its_address() {
    let site = Site::start().await;
    let body = json!({ "title": "Twice" });
    under(&site.admin, "k", "/content/story", &body).await.expect(201);
    under(&site.admin, "k", "/content/page", &body).await.expect(201);
    let (_, token) = make_token(&site.app, Role::Admin, "tom").await;
    under(&site.anonymous.with_token(&token), "k", "/content/story", &body).await.expect(201);
    assert_eq!(stories(&site).await, 2);
    // Without a key nothing is known again.
    site.admin.post("/content/story", body.clone()).await.expect(201);
    assert_eq!(stories(&site).await, 3);
    for bad in ["", "two words", &"x".repeat(201)] {
        under(&site.admin, bad, "/content/story", &body).await.expect_problem(422, "invalid");
    }
    under(&site.member, "k", "/content/story", &body).await.expect_problem(403, "forbidden");
    assert_eq!(stories(&site).await, 3);
}

#[tokio::test]
async fn a_key_ends_after_a_day_and_for_items_when_no_editor_can_have_kept_it() {
    let site = Site::start().await;
    let story = json!({ "title": "Twice" });
    let link = json!({ "title": "Twice", "url": "https://x.example/" });
    let made = async || {
        under(&site.admin, "k", "/content/story", &story).await.expect(201);
        under(&site.admin, "k", "/navlinks", &link).await.expect(201);
        (stories(&site).await, total(&site.admin, "/navlinks").await)
    };
    assert_eq!(made().await, (1, 1));
    site.clock.advance(23 * HOUR);
    assert_eq!(made().await, (1, 1));
    site.clock.advance(2 * HOUR);
    assert_eq!(made().await, (1, 2), "a link is forgotten after a day, and a story is not");
    site.clock.advance(89 * 24 * HOUR);
    assert_eq!(stories(&site).await, 1);
    under(&site.admin, "k", "/content/story", &story).await.expect(201);
    assert_eq!(stories(&site).await, 1, "after 90 days, as long as a draft lives");
    site.clock.advance(48 * HOUR);
    assert_eq!(made().await, (2, 3));
}

#[tokio::test]
async fn what_failed_is_tried_again_and_what_was_changed_since_is_answered_as_it_was() {
    let site = Site::start().await;
    let wanted = json!({ "title": "Wanted", "slug": "wanted" });
    let first = site.admin.post("/content/story", wanted.clone()).await.expect(201).json();
    let item = format!("/content/story/{}", first["id"].as_str().unwrap());
    under(&site.admin, "k", "/content/story", &wanted).await.expect_problem(409, "taken");
    site.admin.put(&item, json!({ "slug": "elsewhere" })).await.expect(200);
    // A refusal has made nothing, so the key is free.
    let made = under(&site.admin, "k", "/content/story", &wanted).await.expect(201);
    let item = format!("/content/story/{}", made.json()["id"].as_str().unwrap());
    site.admin.put(&item, json!({ "body": "<p>Changed by somebody else.</p>" })).await.expect(200);
    let again = under(&site.admin, "k", "/content/story", &wanted).await.expect(201);
    assert_eq!((again.json(), again.version()), (made.json(), Some(1)));
    // Whoever goes on from there is told that it was changed.
    let tag = again.header("etag").unwrap().to_owned();
    let stale = site.admin.put_with(&item, &[("if-match", &tag)], json!({ "title": "Mine" })).await;
    stale.expect_problem(409, "stale");
    site.admin.delete(&item).await.expect(204);
    let gone = under(&site.admin, "k", "/content/story", &wanted).await.expect(201);
    assert_eq!(gone.json(), made.json());
    assert_eq!(stories(&site).await, 1);
}

/// Asks eight times at once, on both nodes, and gives back the ids that were answered.
async fn raced(nodes: &[Client; 2], path: &str, body: &Value) -> Vec<Value> {
    let asked = (0..8).map(|turn| under(&nodes[turn % 2], "raced", path, body));
    let answers = join_all(asked).await;
    answers.into_iter().map(|answer| answer.expect(201).json()["id"].clone()).collect()
}

#[tokio::test]
async fn the_same_request_at_the_same_moment_on_two_nodes_makes_one_thing() {
    let site = Site::start().await;
    let other = another_node(&site).await;
    // The same account on both.
    let (_, token) = make_token(&site.app, Role::Admin, "mia").await;
    let nodes = [site.anonymous.with_token(&token), other.with_token(&token)];
    let one = |ids: Vec<Value>| {
        assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
        ids[0].as_str().unwrap().to_owned()
    };
    let body = json!({ "title": "Raced", "body": "<p>Once.</p>" });
    let story = one(raced(&nodes, "/content/story", &body).await);
    assert_eq!(stories(&site).await, 1);
    // Things with no stream of content behind them are made once all the same.
    let links = format!("/content/story/{story}/preview-links");
    let chunk = json!({
        "text": "Kept tide gauges online.", "source": "opinion", "chunk_type": "achievement",
        "purpose": ["facts"],
    });
    let resume = json!({ "document": {
        "basics": { "name": "Ann" },
        "work": [{ "name": "Harbour Office", "highlights": ["Kept the gauges."] }],
    } });
    let feedback = json!({
        "original_text": "Kept the gauges.", "job_context": "A job", "feedback_type": "approved",
    });
    for (path, list, body) in [
        (&*links, &*links, json!({ "days": 2 })),
        ("/content/chunks", "/content/chunks?source=opinion", chunk),
        ("/resumes", "/resumes", resume),
        ("/voice/feedback", "/voice/feedback", feedback),
        ("/sections", "/sections?include_unpublished=true", json!({ "title": "Writing" })),
        ("/navlinks", "/navlinks", json!({ "title": "Code", "url": "https://x.example/" })),
        ("/redirects", "/redirects", json!({ "old_path": "/talk", "new_path": "/about" })),
    ] {
        one(raced(&nodes, path, &body).await);
        assert_eq!(total(&nodes[0], list).await, 1, "{path}");
    }
    // What was derived from them is there once, too.
    assert_eq!(total(&nodes[0], "/content/chunks?source=voice_feedback").await, 1);
    assert_eq!(total(&nodes[0], "/content/chunks?source=resume&q=gauges").await, 1);
    check_store(&site).await;
}
