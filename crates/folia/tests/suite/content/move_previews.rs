//! Asking what a move would do, and taking a move back.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use testkit::Answer;

use super::tree_properties::{all, check_redirects, check_store};
use crate::content::sections::section;
use crate::site::Site;

async fn item(site: &Site, title: &str, section_id: Option<&str>, published: bool) -> String {
    let body = json!({ "title": title, "section_id": section_id, "is_published": published });
    let item = site.admin.post("/content/story", body).await.expect(201).json();
    item["id"].as_str().unwrap().to_owned()
}

async fn resolve(site: &Site, path: &str) -> Answer {
    site.anonymous.get(&format!("/sections/resolve-path/{path}")).await
}

/// Everything a move could change.
async fn state(site: &Site) -> Vec<Value> {
    let mut state = all(&site.admin, "/sections?include_unpublished=true").await;
    state.extend(all(&site.admin, "/content/story?include_unpublished=true").await);
    state.extend(all(&site.admin, "/redirects").await);
    state
}

#[tokio::test]
async fn a_preview_says_what_the_move_then_does_and_changes_nothing() {
    let site = Site::start().await;
    let (a, b) = (section(&site, "a", None).await, section(&site, "b", None).await);
    let s = section(&site, "s", Some(&a)).await;
    let deep = section(&site, "deep", Some(&s)).await;
    item(&site, "seen", Some(&s), true).await;
    let draft = item(&site, "draft", Some(&deep), false).await;
    let gone = item(&site, "gone", Some(&deep), true).await;
    site.admin.delete(&format!("/content/story/{gone}")).await.expect(204);
    // A redirect by hand and one from an earlier move stand where something will come to or leave.
    let by_hand = json!({ "old_path": "b/t/deep", "new_path": "a" });
    site.admin.post("/redirects", by_hand).await.expect(201);
    let moves = [
        (format!("/sections/{s}"), json!({ "parent_id": b, "slug": "t" }), "a/s", "b/t"),
        (format!("/sections/{s}"), json!({ "parent_id": null }), "b/t", "t"),
        (format!("/sections/{s}"), json!({ "parent_id": b }), "t", "b/t"),
        (format!("/sections/{s}"), json!({ "parent_id": b, "sort_order": 7.5 }), "b/t", "b/t"),
        (
            format!("/content/story/{draft}"),
            json!({ "section_id": a }),
            "b/t/deep/draft",
            "a/draft",
        ),
        (format!("/content/story/{draft}"), json!({ "section_id": a }), "a/draft", "a/draft"),
    ];
    for (thing, wish, from, to) in moves {
        let before = state(&site).await;
        let preview = site.admin.post(&format!("{thing}/preview-move"), wish.clone()).await;
        let preview = preview.expect(200).json();
        assert_eq!((&preview["from"], &preview["to"]), (&json!(from), &json!(to)));
        assert_eq!(state(&site).await, before, "{thing} {wish}");
        let done = site.admin.put(&format!("{thing}/move"), wish).await.expect(200).json();
        assert_eq!(preview["addresses"], done["redirects"], "{from} to {to}");
        let moved = if thing.starts_with("/sections") { "section" } else { "content_item" };
        assert_eq!(done[moved]["path"], to);
    }
    check_redirects(&site).await;
}

#[tokio::test]
async fn what_is_left_out_stays_and_a_move_to_nowhere_new_redirects_nothing() {
    let site = Site::start().await;
    let a = section(&site, "a", None).await;
    let s = item(&site, "s", Some(&a), true).await;
    for (thing, path) in [(format!("/sections/{a}"), "a"), (format!("/content/story/{s}"), "a/s")] {
        let preview = site.admin.post(&format!("{thing}/preview-move"), json!({})).await;
        let expected = json!({ "from": path, "to": path, "addresses": 0 });
        assert_eq!(preview.expect(200).json(), expected);
        let wish = json!({ "slug": "x" });
        let renamed = site.admin.post(&format!("{thing}/preview-move"), wish).await;
        assert!(renamed.expect(200).json()["to"].as_str().unwrap().ends_with('x'));
    }
}

#[tokio::test]
async fn a_preview_refuses_what_the_move_refuses_with_the_same_words() {
    let site = Site::start().await;
    let (a, b) = (section(&site, "a", None).await, section(&site, "b", None).await);
    let s = section(&site, "s", Some(&a)).await;
    section(&site, "s", Some(&b)).await;
    let one = item(&site, "i", Some(&a), true).await;
    item(&site, "i", Some(&b), true).await;
    let missing = "01939b1e-7c00-7abc-8def-0123456789ab";
    let (section, story) = (format!("/sections/{s}"), format!("/content/story/{one}"));
    let above = format!("/sections/{a}");
    for (thing, wish) in [
        (&above, json!({ "parent_id": s })),
        (&above, json!({ "parent_id": a })),
        (&section, json!({ "parent_id": b })),
        (&section, json!({ "parent_id": missing })),
        (&section, json!({ "parent_id": null, "slug": "docs" })),
        (&section, json!({ "parent_id": null, "slug": "Not a slug" })),
        (&section, json!({ "parent_id": null, "sort_order": "1" })),
        (&story, json!({ "section_id": b })),
        (&story, json!({ "section_id": missing })),
        (&story, json!({ "section_id": null, "slug": "admin" })),
        (&story, json!({ "section_id": null, "slug": "x".repeat(81) })),
        (&format!("/sections/{missing}"), json!({ "parent_id": null })),
        (&format!("/content/story/{missing}"), json!({ "section_id": null })),
        (&format!("/content/page/{one}"), json!({ "section_id": null })),
    ] {
        let preview = site.admin.post(&format!("{thing}/preview-move"), wish.clone()).await;
        let real = site.admin.put(&format!("{thing}/move"), wish.clone()).await;
        assert!(real.status.is_client_error(), "{thing} {wish}");
        assert_eq!(preview.status, real.status, "{thing} {wish}");
        assert_eq!(preview.body, real.body, "{thing} {wish}");
    }
    let stale = site.admin.with_header("if-match", "\"v7\"");
    stale.post(&format!("{section}/preview-move"), json!({})).await.expect_problem(409, "stale");
    stale.post(&format!("{story}/preview-move"), json!({})).await.expect_problem(409, "stale");
    assert_eq!(site.admin.get("/redirects").await.json()["total"], 0);
}

/// Where each address leads: to itself, or on in one step.
async fn map(site: &Site, paths: &[&str]) -> BTreeMap<String, String> {
    let mut map = BTreeMap::new();
    for path in paths {
        let answer = resolve(site, path).await;
        let found = match answer.status.as_u16() {
            200 => answer.json()["path"].clone(),
            301 => {
                let to = answer.json()["new_path"].clone();
                resolve(site, to.as_str().unwrap()).await.expect(200);
                to
            }
            status => json!(status),
        };
        map.insert((*path).to_owned(), found.to_string().replace('"', ""));
    }
    map
}

#[tokio::test]
async fn moving_back_restores_every_address_in_one_hop() {
    let site = Site::start().await;
    let (a, b) = (section(&site, "a", None).await, section(&site, "b", None).await);
    let s = section(&site, "s", Some(&a)).await;
    let deep = section(&site, "deep", Some(&s)).await;
    item(&site, "one", Some(&s), true).await;
    let two = item(&site, "two", Some(&deep), true).await;
    // It was at another address before.
    site.admin.put(&format!("/sections/{s}"), json!({ "slug": "r" })).await.expect(200);
    let old = ["a/s", "a/s/one", "a/s/deep", "a/s/deep/two"];
    let own = ["a/r", "a/r/one", "a/r/deep", "a/r/deep/two"];
    let between = ["b/r", "b/r/one", "b/r/deep", "b/r/deep/two"];
    let before = map(&site, &[old, own].concat()).await;
    for (from, to) in own.iter().chain(&old).zip(own.iter().chain(&own)) {
        assert_eq!(before[*from], *to);
    }
    for round in 0..3 {
        let there = json!({ "parent_id": b });
        let moved = site.admin.put(&format!("/sections/{s}/move"), there).await.expect(200).json();
        assert_eq!((&moved["moved"], &moved["redirects"]), (&json!(4), &json!(4)));
        for (from, to) in own.iter().chain(&old).zip(between.iter().chain(&between)) {
            assert_eq!(map(&site, &[from]).await[*from], *to, "round {round}");
        }
        check_redirects(&site).await;
        let back = json!({ "parent_id": a });
        let preview = site.admin.post(&format!("/sections/{s}/preview-move"), back.clone()).await;
        assert_eq!(preview.expect(200).json()["addresses"], 4);
        site.admin.put(&format!("/sections/{s}/move"), back).await.expect(200);
        assert_eq!(map(&site, &[old, own].concat()).await, before, "round {round}");
        for (from, to) in between.iter().zip(&own) {
            assert_eq!(map(&site, &[from]).await[*from], *to, "round {round}");
        }
        check_redirects(&site).await;
        assert_eq!(site.admin.get("/redirects").await.json()["total"], 8, "round {round}");
    }
    // The same for a single item.
    let path = format!("/content/story/{two}");
    site.admin.put(&path, json!({ "section_id": b, "slug": "zwei" })).await.expect(200);
    assert_eq!(map(&site, &["a/r/deep/two"]).await["a/r/deep/two"], "b/zwei");
    site.admin.put(&path, json!({ "section_id": deep, "slug": "two" })).await.expect(200);
    assert_eq!(map(&site, &[old, own].concat()).await, before);
    assert_eq!(map(&site, &["b/zwei"]).await["b/zwei"], "a/r/deep/two");
    check_redirects(&site).await;
    check_store(&site).await;
}
