//! What the owner learns about visits: how often pages were looked at, and what was not there.

use std::time::Duration;

use content::misses::{MOST_KEPT, Miss};
use content::redirects::Hits;
use serde_json::{Value, json};
use store::Query;

use super::{HTML, item, look, page, section};
use crate::site::Site;

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

async fn ask(site: &Site, path: &str) {
    look(&site.anonymous, path).await.expect(404);
}

async fn misses(site: &Site) -> Vec<Value> {
    let answer = site.admin.get("/redirects/misses?limit=500").await.expect(200);
    assert_eq!(answer.header("cache-control"), Some("private, no-cache"));
    answer.json()["items"].as_array().unwrap().clone()
}

fn told<'a>(misses: &'a [Value], members: [&str; 3]) -> Vec<[&'a Value; 3]> {
    misses.iter().map(|miss| members.map(|member| &miss[member])).collect()
}

#[tokio::test]
async fn visits_tell_every_day_and_the_pages_that_are_still_there() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    item(&site, "story", &writing, "Plates", json!({})).await;
    let gone = item(&site, "story", &writing, "Gone", json!({})).await;
    for path in ["/writing/plates", "/writing/plates", "/writing/gone", "/"] {
        page(&site.anonymous, path).await;
    }
    site.app.site.write_counts().await.expect("counts are written");
    site.clock.advance(DAY * 2);
    // Not written yet, and counted all the same.
    page(&site.anonymous, "/writing/plates").await;
    page(&site.anonymous, "/writing").await;
    let path = format!("/content/story/{}", gone["id"].as_str().unwrap());
    site.admin.delete(&path).await.expect(204);
    let answer = site.admin.get("/visits?days=3").await.expect(200);
    assert_eq!(answer.header("cache-control"), Some("private, no-cache"));
    let visits = answer.json();
    let expected = json!([
        { "day": "2026-01-01", "views": 4 },
        { "day": "2026-01-02", "views": 0 },
        { "day": "2026-01-03", "views": 2 },
    ]);
    assert_eq!(visits["days"], expected);
    let pages = visits["pages"].as_array().unwrap();
    let pages: Vec<_> = pages.iter().map(|page| (&page["path"], &page["views"])).collect();
    let (plates, home, section) = (json!("writing/plates"), json!(""), json!("writing"));
    assert_eq!(pages, [(&plates, &json!(3)), (&home, &json!(1)), (&section, &json!(1))]);
    let today = site.admin.get("/visits?days=1").await.expect(200).json();
    assert_eq!(today["days"], json!([{ "day": "2026-01-03", "views": 2 }]));
    let usual = site.admin.get("/visits").await.expect(200).json();
    assert_eq!(usual["days"].as_array().unwrap().len(), 30);
    for days in ["0", "367", "-1", "x", "1.5"] {
        let refused = site.admin.get(&format!("/visits?days={days}")).await;
        assert_eq!(refused.expect_invalid(), ["days"], "{days}");
    }
    site.member.get("/visits").await.expect_problem(403, "forbidden");
}

#[tokio::test]
async fn what_visitors_ask_for_in_vain_is_counted_with_the_nearest_page() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    item(&site, "story", &writing, "Plates", json!({})).await;
    item(&site, "story", &writing, "Secret plan", json!({ "is_published": false })).await;
    for path in ["/writing/plate", "/Writing/Plate/?utm=1", "/old/plates.html", "/nowhere-at-all"] {
        ask(&site, path).await;
    }
    site.clock.advance(Duration::from_secs(90));
    ask(&site, "/writing/plate").await;
    // Not by visitors, or nothing a person could have meant.
    look(&site.admin, "/writing/plate").await.expect(404);
    site.anonymous.get("/writing/plate").await.expect(404);
    let ahead = [HTML, ("sec-purpose", "prefetch")];
    site.anonymous.get_with("/writing/plate", &ahead).await.expect(404);
    site.anonymous.send("HEAD", "/writing/plate", &[HTML], None).await.expect(404);
    for path in ["/.env", "/wp-login.php", "/someone@example.org", "/feed.xml.bak", "/%ff"] {
        look(&site.anonymous, path).await.expect(404);
    }
    // A draft is there, but not for visitors.
    ask(&site, "/writing/secret-plan").await;
    let seen = misses(&site).await;
    let nothing = Value::Null;
    assert_eq!(
        told(&seen, ["path", "count", "nearest"]),
        [
            [&json!("writing/plate"), &json!(3), &json!("writing/plates")],
            [&json!("nowhere-at-all"), &json!(1), &nothing],
            [&json!("old/plates.html"), &json!(1), &json!("writing/plates")],
        ]
    );
    assert_eq!(seen[0]["last_seen"], "2026-01-01T00:01:00Z", "to the minute");
    let members: Vec<_> = seen[0].as_object().unwrap().keys().collect();
    assert_eq!(members, ["id", "path", "count", "last_seen", "nearest"]);
    site.member.get("/redirects/misses").await.expect_problem(403, "forbidden");
    site.anonymous.get("/redirects/misses").await.expect_problem(401, "unauthenticated");
    site.clock.advance(DAY * 30);
    assert_eq!(misses(&site).await, Vec::<Value>::new());
}

#[tokio::test]
async fn a_redirect_made_from_a_miss_removes_it_and_so_does_forgetting_it() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    item(&site, "story", &writing, "Plates", json!({})).await;
    ask(&site, "/writing/plate").await;
    ask(&site, "/other").await;
    let seen = misses(&site).await;
    let plate = seen.iter().find(|miss| miss["path"] == "writing/plate").unwrap();
    let made = json!({ "old_path": plate["path"], "new_path": plate["nearest"] });
    site.admin.post("/redirects", made).await.expect(201);
    let stored = site.app.store.list::<Miss>(Query::all()).await.unwrap();
    assert_eq!(stored.len(), 1, "it is gone from the database, too");
    look(&site.anonymous, "/writing/plate").await.expect(301);
    let left = misses(&site).await;
    assert_eq!(told(&left, ["path", "count", "nearest"])[0][0], "other");
    // Counted meanwhile, and not written yet.
    ask(&site, "/other").await;
    let path = format!("/redirects/misses/{}", left[0]["id"].as_str().unwrap());
    site.admin.delete(&path).await.expect(204);
    site.admin.delete(&path).await.expect_problem(404, "not-found");
    assert_eq!(misses(&site).await, Vec::<Value>::new());
    ask(&site, "/other").await;
    assert_eq!(misses(&site).await[0]["count"], 1);
    // A page at the address ends it as well.
    section(&site, "Other", json!({})).await;
    assert_eq!(misses(&site).await, Vec::<Value>::new());
}

#[tokio::test]
async fn strangers_cannot_fill_the_database_nor_drive_out_what_many_ask_for() {
    let site = Site::start().await;
    for _ in 0..3 {
        ask(&site, "/dear-old-page").await;
    }
    site.app.content.write_misses().await.unwrap();
    for round in 0..4 {
        for number in 0..250 {
            site.app.content.count_missed(kernel::SitePath::new(&format!("/r{round}-{number}")));
        }
        site.app.content.write_misses().await.unwrap();
    }
    let stored = site.app.store.list::<Miss>(Query::all()).await.unwrap();
    assert_eq!(stored.len(), MOST_KEPT);
    let dear = stored.iter().find(|stored| stored.document.path.as_str() == "dear-old-page");
    assert_eq!(dear.unwrap().document.count, 3);
    ask(&site, "/somebody-new").await;
    let seen = misses(&site).await;
    assert_eq!(seen.len(), MOST_KEPT);
    assert!(seen.iter().any(|miss| miss["path"] == "somebody-new"), "there is room for news");
}

/// Two processes over one database, as far as one test can play them.
#[tokio::test]
async fn counts_of_several_nodes_add_up() {
    let site = Site::start().await;
    let old = section(&site, "Old", json!({})).await;
    let path = format!("/sections/{}", old["id"].as_str().unwrap());
    site.admin.put(&path, json!({ "slug": "new" })).await.expect(200);
    let options = content::Options { redirect_life: None, body_cache: 1 };
    let other = content::Content::open(site.app.store.clone(), options).await.unwrap();
    let redirect = site.admin.get("/redirects").await.json()["items"][0]["id"].clone();
    let id = redirect.as_str().unwrap().parse().unwrap();
    let nodes = [site.app.content.clone(), other];
    for _ in 0..5 {
        let mut writing = Vec::new();
        for node in &nodes {
            node.count_followed(id);
            node.count_missed(kernel::SitePath::new("lost"));
            let node = node.clone();
            writing.push(tokio::spawn(async move {
                // The first of two may be too late by a moment; what it counted is not lost.
                let _ = node.write_hits().await;
                let _ = node.write_misses().await;
            }));
        }
        for written in writing {
            written.await.unwrap();
        }
    }
    for node in &nodes {
        node.write_hits().await.unwrap();
        node.write_misses().await.unwrap();
    }
    let hits = site.app.store.list::<Hits>(Query::all()).await.unwrap();
    assert_eq!(hits.iter().map(|stored| stored.document.count).collect::<Vec<_>>(), [10]);
    let missed = site.app.store.list::<Miss>(Query::all()).await.unwrap();
    assert_eq!(missed.iter().map(|stored| stored.document.count).collect::<Vec<_>>(), [10]);
    let shown = site.admin.get("/redirects").await.json()["items"][0].clone();
    assert_eq!(
        (&shown["hits"], &shown["last_hit_at"]),
        (&json!(10), &json!("2026-01-01T00:00:00Z"))
    );
}
