use serde_json::{Value, json};
use testkit::Answer;

use crate::content::sections::section;
use crate::content::tree_properties::{check_redirects, check_store};
use crate::site::Site;

async fn resolve(site: &Site, path: &str) -> Answer {
    site.anonymous.get(&format!("/sections/resolve-path/{path}")).await
}

async fn story(site: &Site, title: &str, section_id: Option<&str>) -> String {
    let body = json!({ "title": title, "section_id": section_id, "is_published": true });
    let item = site.admin.post("/content/story", body).await.expect(201).json();
    item["id"].as_str().unwrap().to_owned()
}

#[track_caller]
fn leads_to(answer: Answer, new_path: &str) {
    let answer = answer.expect(301);
    assert_eq!(answer.json()["new_path"], new_path);
    let location = format!("/sections/resolve-path/{new_path}");
    assert_eq!(answer.header("location"), Some(location.as_str()));
}

#[tokio::test]
async fn a_moved_section_takes_everything_along_and_old_paths_lead_there() {
    let site = Site::start().await;
    let (a, b) = (section(&site, "a", None).await, section(&site, "b", None).await);
    let mut parent = section(&site, "s", Some(&a)).await;
    let moved = parent.clone();
    for level in 0..5 {
        story(&site, &format!("i{level}"), Some(&parent)).await;
        parent = section(&site, &format!("s{level}"), Some(&parent)).await;
    }
    let body = json!({ "parent_id": b, "slug": "t" });
    let answer = site.admin.put(&format!("/sections/{moved}/move"), body).await.expect(200).json();
    assert_eq!((&answer["moved"], &answer["redirects"]), (&json!(11), &json!(11)));
    assert_eq!(answer["section"]["path"], "b/t");
    leads_to(resolve(&site, "a/s").await, "b/t");
    leads_to(resolve(&site, "a/s/s0/i1").await, "b/t/s0/i1");
    leads_to(resolve(&site, "A/S/s0/s1/s2/s3/s4/").await, "b/t/s0/s1/s2/s3/s4");
    resolve(&site, "b/t/s0/i1").await.expect(200);
    let api = site.anonymous.get("/api/sections/resolve-path/a/s").await.expect(301);
    assert_eq!(api.header("location"), Some("/api/sections/resolve-path/b/t"));
}

#[tokio::test]
async fn moving_on_leaves_no_chain_and_moving_back_no_loop() {
    let site = Site::start().await;
    let x = section(&site, "x", None).await;
    let rename = |slug: &'static str| {
        let (client, path) = (site.admin.clone(), format!("/sections/{x}"));
        async move { client.put(&path, json!({ "slug": slug })).await.expect(200) }
    };
    rename("y").await;
    rename("z").await;
    leads_to(resolve(&site, "x").await, "z");
    leads_to(resolve(&site, "y").await, "z");
    rename("x").await;
    resolve(&site, "x").await.expect(200);
    leads_to(resolve(&site, "y").await, "x");
    leads_to(resolve(&site, "z").await, "x");
    let list = site.admin.get("/redirects").await.expect(200).json();
    let pairs: Vec<_> = list["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|redirect| (redirect["old_path"].clone(), redirect["new_path"].clone()))
        .collect();
    assert_eq!(pairs.len(), 2);
    assert!(pairs.iter().all(|(old, new)| new == "x" && old != "x"), "{pairs:?}");
}

#[tokio::test]
async fn something_new_at_an_old_path_is_what_is_there() {
    let site = Site::start().await;
    let x = section(&site, "x", None).await;
    site.admin.put(&format!("/sections/{x}"), json!({ "slug": "y" })).await.expect(200);
    let item = story(&site, "x", None).await;
    let found = resolve(&site, "x").await.expect(200).json();
    assert_eq!(found["content_item"]["id"], json!(item));
    assert_eq!(site.admin.get("/redirects").await.json()["total"], 0);
}

#[tokio::test]
async fn a_section_never_ends_up_below_itself() {
    let site = Site::start().await;
    let a = section(&site, "a", None).await;
    let b = section(&site, "b", Some(&a)).await;
    let c = section(&site, "c", Some(&b)).await;
    let before = site.admin.get("/sections?include_unpublished=true").await.body;
    let shouted = a.to_uppercase();
    let spaced = format!(" {a} ");
    for target in [&a, &b, &c, &shouted, &spaced] {
        let wish = json!({ "parent_id": target });
        let by_move = site.admin.put(&format!("/sections/{a}/move"), wish.clone()).await;
        by_move.expect_problem(409, "conflict");
        site.admin.put(&format!("/sections/{a}"), wish).await.expect_problem(409, "conflict");
    }
    let missing = json!({ "parent_id": "01939b1e-7c00-7abc-8def-0123456789ab" });
    let refused = site.admin.put(&format!("/sections/{a}/move"), missing).await;
    assert_eq!(refused.expect_invalid(), ["parent_id"]);
    let absent = site.admin.put(&format!("/sections/{a}/move"), json!({})).await;
    assert_eq!(absent.expect_invalid(), ["parent_id"]);
    assert_eq!(site.admin.get("/sections?include_unpublished=true").await.body, before);
    assert_eq!(site.admin.get("/redirects").await.json()["total"], 0);
}

#[tokio::test]
async fn a_taken_place_refuses_the_move_and_changes_nothing() {
    let site = Site::start().await;
    let (a, b) = (section(&site, "a", None).await, section(&site, "b", None).await);
    section(&site, "s", Some(&b)).await;
    let s = section(&site, "s", Some(&a)).await;
    let before = site.admin.get("/sections?include_unpublished=true").await.body;
    let refused = site.admin.put(&format!("/sections/{s}/move"), json!({ "parent_id": b })).await;
    refused.expect_problem(409, "taken");
    let reserved = json!({ "parent_id": null, "slug": "docs" });
    let refused = site.admin.put(&format!("/sections/{s}/move"), reserved).await;
    assert_eq!(refused.expect_invalid(), ["slug"]);
    assert_eq!(site.admin.get("/sections?include_unpublished=true").await.body, before);
    let item = story(&site, "t", Some(&a)).await;
    story(&site, "t", Some(&b)).await;
    let wish = json!({ "section_id": b });
    site.admin.put(&format!("/content/story/{item}/move"), wish).await.expect_problem(409, "taken");
}

#[tokio::test]
async fn a_moved_item_is_found_at_its_new_place_and_from_its_old_one() {
    let site = Site::start().await;
    let a = section(&site, "a", None).await;
    let item = story(&site, "i", None).await;
    let wish = json!({ "section_id": a, "slug": "j" });
    let answer =
        site.admin.put(&format!("/content/story/{item}/move"), wish).await.expect(200).json();
    assert_eq!((&answer["redirects"], &answer["content_item"]["path"]), (&json!(1), &json!("a/j")));
    leads_to(resolve(&site, "i").await, "a/j");
    let back = site
        .admin
        .put(&format!("/content/story/{item}"), json!({ "section_id": null, "slug": "i" }))
        .await;
    assert_eq!(back.expect(200).json()["path"], "i");
    leads_to(resolve(&site, "a/j").await, "i");
    resolve(&site, "i").await.expect(200);
}

#[tokio::test]
async fn redirects_to_what_is_deleted_or_hidden_lead_nowhere_until_it_is_back() {
    let site = Site::start().await;
    let x = section(&site, "x", None).await;
    site.admin.put(&format!("/sections/{x}"), json!({ "slug": "y" })).await.expect(200);
    site.admin.delete(&format!("/sections/{x}")).await.expect(204);
    resolve(&site, "x").await.expect_problem(404, "not-found");
    assert_eq!(site.admin.get("/redirects").await.json()["total"], 0);
    site.admin.post(&format!("/sections/{x}/restore"), json!({})).await.expect(200);
    leads_to(resolve(&site, "x").await, "y");
    site.admin.put(&format!("/sections/{x}"), json!({ "is_published": false })).await.expect(200);
    resolve(&site, "x").await.expect_problem(404, "not-found");
    site.member.get("/sections/resolve-path/x").await.expect(301);
}

#[tokio::test]
async fn a_redirect_to_where_something_deleted_was_leads_to_it_in_one_step_when_it_is_back() {
    let site = Site::start().await;
    let section = section(&site, "a", None).await;
    let story = story(&site, "t", Some(&section)).await;
    site.admin.delete(&format!("/content/story/{story}")).await.expect(204);
    let make = async |old: &str, new: &str| {
        let body = json!({ "old_path": old, "new_path": new });
        site.admin.post("/redirects", body).await.expect(201);
    };
    let (path, mut names) = (format!("/sections/{section}"), Vec::new());
    for (slug, next) in [("b", "c"), ("c", "d"), ("d", "a")] {
        site.admin.put(&path, json!({ "slug": slug })).await.expect(200);
        // Nothing is there, and it moves on.
        names.push(format!("to-{slug}"));
        make(&format!("to-{slug}"), &format!("{slug}/t")).await;
        site.admin.put(&path, json!({ "slug": next })).await.expect(200);
    }
    check_store(&site).await;
    // By now these lead to what is deleted.
    for gone in ["b/t", "to-b"] {
        let body = json!({ "old_path": "late", "new_path": gone });
        assert_eq!(site.admin.post("/redirects", body).await.expect_invalid(), ["new_path"]);
    }
    site.admin.post(&format!("/content/story/{story}/restore"), json!({})).await.expect(200);
    for name in &names {
        leads_to(resolve(&site, name).await, "a/t");
    }
    for old in ["b/t", "c/t", "d/t"] {
        leads_to(resolve(&site, old).await, "a/t");
    }
    check_redirects(&site).await;
    check_store(&site).await;
}

#[tokio::test]
async fn redirects_expire_and_are_counted() {
    let site = Site::start().await;
    let x = section(&site, "x", None).await;
    site.admin.put(&format!("/sections/{x}"), json!({ "slug": "y" })).await.expect(200);
    for _ in 0..3 {
        resolve(&site, "x").await.expect(301);
    }
    let redirect = site.admin.get("/redirects").await.json()["items"][0].clone();
    assert_eq!(redirect["hits"], 3);
    assert_eq!(redirect["origin"], "move");
    assert_eq!(redirect["expires_at"], "2027-02-05T00:00:00Z");
    site.clock.advance(std::time::Duration::from_secs(400 * 24 * 60 * 60));
    resolve(&site, "x").await.expect_problem(404, "not-found");
    assert_eq!(site.admin.get("/redirects").await.json()["total"], 0);
    section(&site, "x", None).await;
    resolve(&site, "x").await.expect(200);
}

#[tokio::test]
async fn redirects_are_made_and_removed_by_hand() {
    let site = Site::start().await;
    let x = section(&site, "x", None).await;
    let make = |old: &str, new: &str| {
        let (client, body) = (site.admin.clone(), json!({ "old_path": old, "new_path": new }));
        async move { client.post("/redirects", body).await }
    };
    let made: Value = make("/Old/Page/", "x").await.expect(201).json();
    assert_eq!((&made["old_path"], &made["origin"]), (&json!("old/page"), &json!("manual")));
    leads_to(resolve(&site, "old/page").await, "x");
    site.admin.put(&format!("/sections/{x}"), json!({ "slug": "y" })).await.expect(200);
    leads_to(resolve(&site, "old/page").await, "y");

    let elsewhere = make("away", "https://example.org/there").await.expect(201).json();
    let away = resolve(&site, "away").await.expect(301);
    assert_eq!(away.header("location"), Some("https://example.org/there"));
    site.admin
        .delete(&format!("/redirects/{}", elsewhere["id"].as_str().unwrap()))
        .await
        .expect(204);
    resolve(&site, "away").await.expect_problem(404, "not-found");

    make("y", "elsewhere").await.expect_problem(409, "conflict");
    make("old/page", "y").await.expect_problem(409, "taken");
    let words = |answer: Answer| answer.json()["errors"][0]["message"].clone();
    assert_eq!(words(make("p1", "p1").await), "must not lead back to the old address");
    assert_eq!(words(make("https://me.example/a", "x").await), "must be a path of this site");
    let occupied = make("y", "elsewhere").await.json()["detail"].clone();
    assert_eq!(occupied, "Something is at /y, so a redirect there would never be followed.");
    make("p1", "p2").await.expect(201);
    make("p2", "p1").await.expect_invalid();
    make("p2", "p3").await.expect(201);
    leads_to(resolve(&site, "p1").await, "p3");
    for (old, new) in [("", "x"), ("a", ""), ("a", "javascript:x"), ("a", "http://x"), ("a?b", "x")]
    {
        make(old, new).await.expect_invalid();
    }
    // What no visitor would ever reach, and what leads where nobody expects.
    for (old, new) in [
        ("api", "x"),
        ("API/", "x"),
        ("auth/login", "x"),
        ("/health/live", "x"),
        ("media/a.webp", "x"),
        ("a", "https://user:pw@example.org/"),
        ("a", "https://user@example.org"),
        ("a", "//evil.example"),
        ("//a", "x"),
        ("a", " "),
        (" ", "x"),
        ("\u{212a}ite", "x"),
    ] {
        make(old, new).await.expect_invalid();
    }
    // To a browser the Kelvin sign is no k.
    section(&site, "kite", None).await;
    leads_nowhere(&site, "%E2%84%AAite").await;
    for past in ["2025-12-31T23:59:59Z", "2026-01-01T00:00:00Z"] {
        let body = json!({ "old_path": "a", "new_path": "x", "expires_at": past });
        assert_eq!(site.admin.post("/redirects", body).await.expect_invalid(), ["expires_at"]);
    }
    // A redirect to a path at which something appears follows it from then on.
    let p3 = section(&site, "p3", None).await;
    resolve(&site, "p3").await.expect(200);
    site.admin.put(&format!("/sections/{p3}"), json!({ "slug": "p4" })).await.expect(200);
    leads_to(resolve(&site, "p1").await, "p4");
    leads_to(resolve(&site, "p2").await, "p4");
    leads_to(resolve(&site, "p3").await, "p4");
}

async fn leads_nowhere(site: &Site, path: &str) {
    resolve(site, path).await.expect_problem(404, "not-found");
    site.anonymous.get(&format!("/{path}")).await.expect(404);
    site.admin.get(&format!("/sections/slug/{path}")).await.expect(404);
}
