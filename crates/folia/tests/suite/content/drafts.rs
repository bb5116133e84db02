//! Published P, a draft D below it, a published K below D with a published story: nothing of D
//! and below may show to a stranger, through any door.

use serde_json::{Value, json};
use testkit::Client;

use crate::site::Site;

struct Tree {
    p: String,
    d: String,
    k: String,
    s: String,
}

async fn plant(site: &Site) -> Tree {
    let section = |title: &'static str, parent: Option<String>, published: bool| {
        let client = site.admin.clone();
        async move {
            let body = json!({ "title": title, "parent_id": parent, "is_published": published });
            id(&client.post("/sections", body).await.expect(201).json())
        }
    };
    let p = section("p", None, true).await;
    let d = section("d", Some(p.clone()), false).await;
    let k = section("k", Some(d.clone()), true).await;
    let body = json!({ "title": "s", "section_id": k, "is_published": true, "body": "<p>hidden words</p>" });
    let s = id(&site.admin.post("/content/story", body).await.expect(201).json());
    Tree { p, d, k, s }
}

fn id(value: &Value) -> String {
    value["id"].as_str().unwrap().to_owned()
}

fn doors(tree: &Tree) -> Vec<String> {
    let Tree { d, k, s, .. } = tree;
    vec![
        format!("/sections/{d}"),
        format!("/sections/{k}"),
        format!("/sections/{d}/children"),
        format!("/sections/{k}/children"),
        "/sections/slug/d".to_owned(),
        "/sections/slug/k".to_owned(),
        "/sections/resolve-path/p/d".to_owned(),
        "/sections/resolve-path/p/d/k".to_owned(),
        "/sections/resolve-path/p/d/k/s".to_owned(),
        format!("/content/story/{s}"),
    ]
}

fn lists(tree: &Tree) -> Vec<String> {
    let Tree { p, d, .. } = tree;
    vec![
        "/sections?limit=100".to_owned(),
        format!("/sections?parent_id={d}"),
        format!("/sections/{p}/children?subtree=true"),
        "/content/story?limit=20".to_owned(),
    ]
}

async fn total(client: &Client, path: &str) -> u64 {
    client.get(path).await.expect(200).json()["total"].as_u64().unwrap()
}

#[tokio::test]
async fn a_stranger_finds_no_door_to_a_draft() {
    let site = Site::start().await;
    let tree = plant(&site).await;
    let nothing = site.anonymous.get("/sections/01939b1e-7c00-7abc-8def-0123456789ab").await;
    for door in doors(&tree) {
        for query in
            ["", "?include_unpublished=true", "?include_unpublished=1", "?include_deleted=true"]
        {
            let answer = site.anonymous.get(&format!("{door}{query}")).await.expect(404);
            assert_eq!(answer.body, nothing.body, "{door}");
            let names = |answer: &testkit::Answer| {
                let mut names: Vec<_> = answer.headers.keys().map(|k| k.to_string()).collect();
                names.sort();
                names
            };
            assert_eq!(names(&answer), names(&nothing), "{door}");
        }
        site.member.get(&door).await.expect(200);
    }
    let expected = [1, 0, 0, 0];
    for (list, expected) in lists(&tree).into_iter().zip(expected) {
        for query in
            ["", "&include_unpublished=true", "&include_unpublished=1", "&include_deleted=true"]
        {
            assert_eq!(total(&site.anonymous, &format!("{list}{query}")).await, expected, "{list}");
        }
    }
    let drafts = "&include_unpublished=true";
    let seen = [3, 1, 2, 1];
    for (list, seen) in lists(&tree).into_iter().zip(seen) {
        assert_eq!(total(&site.member, &format!("{list}{drafts}")).await, seen, "{list}");
    }
}

#[tokio::test]
async fn a_tag_of_what_strangers_see_does_not_move_with_drafts() {
    let site = Site::start().await;
    let tree = plant(&site).await;
    let paths = [
        "/sections".to_owned(),
        format!("/sections/{}/children?subtree=true", tree.p),
        "/content/story".to_owned(),
        "/sections/resolve-path/p".to_owned(),
    ];
    let mut before = Vec::new();
    for path in &paths {
        before.push(site.anonymous.get(path).await.header("etag").unwrap().to_owned());
    }
    site.admin.put(&format!("/sections/{}", tree.d), json!({ "title": "other" })).await.expect(200);
    site.admin
        .put(&format!("/content/story/{}", tree.s), json!({ "title": "other" }))
        .await
        .expect(200);
    site.admin.post("/content/story", json!({ "title": "draft" })).await.expect(201);
    for (path, tag) in paths.iter().zip(before) {
        assert_eq!(site.anonymous.get(path).await.header("etag"), Some(tag.as_str()), "{path}");
    }
}

#[tokio::test]
async fn publishing_the_ancestor_opens_everything_below_and_hiding_closes_it() {
    let site = Site::start().await;
    let tree = plant(&site).await;
    let story = format!("/content/story/{}", tree.s);
    let set = |published: bool| {
        let (client, path) = (site.admin.clone(), format!("/sections/{}", tree.d));
        async move { client.put(&path, json!({ "is_published": published })).await.expect(200) }
    };
    set(true).await;
    site.anonymous.get(&story).await.expect(200);
    assert_eq!(total(&site.anonymous, "/content/story").await, 1);
    set(false).await;
    site.anonymous.get(&story).await.expect_problem(404, "not-found");
    assert_eq!(total(&site.anonymous, "/content/story").await, 0);
}

#[tokio::test]
async fn a_draft_does_not_stand_in_the_way_of_what_is_published() {
    let site = Site::start().await;
    let body = json!({ "title": "x", "slug": "x", "is_published": true });
    site.admin.post("/content/page", body).await.expect(201);
    site.admin.post("/content/story", json!({ "title": "x", "slug": "x" })).await.expect(201);
    let public = site.anonymous.get("/sections/resolve-path/x").await.expect(200).json();
    assert_eq!(public["content_item"]["content_type"], "page");
    let signed_in = site.member.get("/sections/resolve-path/x").await.json();
    assert_eq!(signed_in["content_item"]["content_type"], "story");
}
