//! Entity tags: as long as the tag is the same, so is the answer, and to whom it is given.

use serde_json::{Value, json};
use testkit::Client;

use crate::site::Site;

async fn make(site: &Site, path: &str, body: Value) -> Value {
    site.admin.post(path, body).await.expect(201).json()
}

/// Asks with the tag of an earlier answer: 304 exactly when the answer is still the same.
async fn expect_honest(client: &Client, path: &str, known: &testkit::Answer, what: &str) {
    let tag = known.header("etag").expect("a tag").to_owned();
    let fresh = client.get(path).await;
    let asked = client.get_with(path, &[("if-none-match", &tag)]).await;
    match fresh.body == known.body && fresh.status == known.status {
        true => assert!([200, 304].contains(&asked.status.as_u16()), "{what}"),
        false => assert_ne!(asked.status, 304, "{what}: {path}"),
    }
    if fresh.status == 200 {
        let tag = fresh.header("etag").expect("a tag");
        let again = client.get_with(path, &[("if-none-match", tag)]).await;
        assert_eq!(again.status, 304, "{what}: {path}");
    }
}

#[tokio::test]
async fn whoever_deletes_and_makes_again_changes_what_is_there() {
    let site = Site::start().await;
    let section = json!({ "title": "Notes", "slug": "notes", "is_published": true });
    let story = json!({ "title": "One", "slug": "one", "is_published": true, "body": "<p>first" });
    let first = (
        make(&site, "/sections", section.clone()).await,
        make(&site, "/content/story", story).await,
    );
    let paths =
        ["/sections/slug/notes", "/sections/resolve-path/notes", "/sections/resolve-path/one"];
    let mut known = Vec::new();
    for path in paths {
        known.push(site.anonymous.get(path).await.expect(200));
    }
    for path in [
        format!("/sections/{}", first.0["id"].as_str().unwrap()),
        format!("/content/story/{}", first.1["id"].as_str().unwrap()),
    ] {
        site.admin.delete(&path).await.expect(204);
    }
    let again = json!({ "title": "One", "slug": "one", "is_published": true, "body": "<p>other" });
    make(&site, "/sections", section).await;
    make(&site, "/content/story", again).await;
    for (path, known) in paths.iter().zip(&known) {
        assert_ne!(site.anonymous.get(path).await.expect(200).body, known.body, "{path}");
        expect_honest(&site.anonymous, path, known, "made again").await;
    }
}

#[tokio::test]
async fn a_move_above_and_another_meaning_of_a_slug_change_the_tag() {
    let site = Site::start().await;
    let make_section = async |title: &str, parent: Option<&Value>| {
        let body = json!({ "title": title, "is_published": true, "parent_id": parent });
        make(&site, "/sections", body).await["id"].clone()
    };
    let top = make_section("Top", None).await;
    let middle = make_section("Middle", Some(&top)).await;
    let inner = make_section("Inner", Some(&middle)).await;
    let by_id = format!("/sections/{}", inner.as_str().unwrap());
    let children = format!("/sections/{}/children", middle.as_str().unwrap());
    let paths = [by_id.as_str(), children.as_str(), "/sections/slug/inner", "/sections"];
    let mut known = Vec::new();
    for path in paths {
        known.push(site.anonymous.get(path).await.expect(200));
    }
    // Everything below has another path now.
    let moved = format!("/sections/{}/move", middle.as_str().unwrap());
    site.admin.put(&moved, json!({ "parent_id": null })).await.expect(200);
    for (path, known) in paths.iter().zip(&known) {
        expect_honest(&site.anonymous, path, known, "moved").await;
    }
    // Nearer to the top, so this one is meant from now on.
    let meant = site.anonymous.get("/sections/slug/inner").await.expect(200);
    make_section("Inner", None).await;
    let other = site.anonymous.get("/sections/slug/inner").await.expect(200);
    assert_ne!(other.body, meant.body);
    expect_honest(&site.anonymous, "/sections/slug/inner", &meant, "another meaning").await;
}

#[tokio::test]
async fn the_tag_of_somebody_else_opens_nothing() {
    let site = Site::start().await;
    let draft = make(&site, "/sections", json!({ "title": "Draft" })).await;
    make(&site, "/sections", json!({ "title": "Open", "is_published": true })).await;
    let story = json!({ "title": "Story", "section_id": draft["id"], "body": "<p>x" });
    let story = make(&site, "/content/story", story).await;
    for path in [
        format!("/sections/{}", draft["id"].as_str().unwrap()),
        format!("/content/story/{}", story["id"].as_str().unwrap()),
        "/sections?include_unpublished=true".to_owned(),
        "/sections".to_owned(),
        "/content/story?include_unpublished=true".to_owned(),
        "/sections/slug/draft".to_owned(),
        "/sections/resolve-path/draft".to_owned(),
        "/sections/resolve-path/draft/story".to_owned(),
        "/sections/resolve-path/open".to_owned(),
    ] {
        let theirs = site.admin.get(&path).await.expect(200);
        let tag = theirs.header("etag").unwrap();
        let own = site.anonymous.get(&path).await;
        let asked = site.anonymous.get_with(&path, &[("if-none-match", tag)]).await;
        match own.body == theirs.body {
            true => assert!([200, 304].contains(&asked.status.as_u16()), "{path}"),
            false => assert_eq!(asked.status, own.status, "{path}"),
        }
    }
}
