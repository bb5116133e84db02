//! What an item said before, with who said it and when.

use std::time::Duration;

use auth::Identity;
use kernel::Role;
use serde_json::{Value, json};
use store::{Query, Stored};
use testkit::Client;

use super::tree_properties::check_store;
use crate::site::{Site, make_token, person};

const MINUTE: Duration = Duration::from_secs(60);

async fn story(site: &Site, body: Value) -> String {
    let made = site.admin.post("/content/story", body).await.expect(201).json();
    format!("/content/story/{}", made["id"].as_str().unwrap())
}

async fn revisions(site: &Site, item: &str) -> Vec<Value> {
    let list = site.admin.get(&format!("{item}/revisions?limit=100")).await.expect(200).json();
    let items = list["items"].as_array().unwrap().clone();
    assert_eq!(list["total"], items.len());
    items
}

async fn numbers(site: &Site, item: &str) -> Vec<i64> {
    let listed = revisions(site, item).await;
    listed.iter().map(|revision| revision["number"].as_i64().unwrap()).collect()
}

async fn save(client: &Client, item: &str, change: Value) -> Value {
    client.put(item, change).await.expect(200).json()
}

fn text(words: usize) -> String {
    format!("<p>{}</p>", vec!["word"; words].join(" "))
}

#[tokio::test]
async fn every_change_that_readers_notice_is_kept_with_who_and_when() {
    let site = Site::start().await;
    let item = story(&site, json!({ "title": "One", "body": "<p>first words here</p>" })).await;
    let (_, token) = make_token(&site.app, Role::Admin, "tom").await;
    let tom = site.anonymous.with_token(&token);
    site.clock.advance(MINUTE);
    save(&tom, &item, json!({ "body": "<p>first words here and more</p>", "tags": ["a"] })).await;
    site.clock.advance(10 * MINUTE);
    save(&site.admin, &item, json!({ "title": "Two", "is_published": true })).await;
    // Where it stands, and what says the same, leaves nothing.
    site.clock.advance(10 * MINUTE);
    for change in [
        json!({}),
        json!({ "title": "Two" }),
        json!({ "sort_order": 7 }),
        json!({ "featured": true }),
        json!({ "body": "<p>first words here and more</p>" }),
    ] {
        save(&site.admin, &item, change).await;
    }
    let expected = json!([
        {
            "number": 3, "title": "Two", "saved_at": "2026-01-01T00:11:00Z", "saved_by": "test",
            "words": 5, "is_published": true,
        },
        {
            "number": 2, "title": "One", "saved_at": "2026-01-01T00:01:00Z", "saved_by": "test",
            "words": 5, "is_published": false,
        },
        {
            "number": 1, "title": "One", "saved_at": "2026-01-01T00:00:00Z", "saved_by": "test",
            "words": 3, "is_published": false,
        },
    ]);
    assert_eq!(json!(revisions(&site, &item).await), expected);
    let second = site.admin.get(&format!("{item}/revisions/2")).await.expect(200);
    assert_eq!(second.header("cache-control"), Some("no-store"));
    let second = second.json();
    assert_eq!(second["body"], "<p>first words here and more</p>");
    assert_eq!((&second["tags"], &second["slug"]), (&json!(["a"]), &json!("one")));
    assert_eq!(second["summary"], "first words here and more");
    assert_eq!((&second["published_at"], &second["number"]), (&Value::Null, &json!(2)));
    let page = site.admin.get(&format!("{item}/revisions?limit=1&offset=1")).await.json();
    assert_eq!((&page["items"][0]["number"], &page["total"]), (&json!(2), &json!(3)));
    for missing in ["0", "4", "-1", "x", "9223372036854775808"] {
        let answer = site.admin.get(&format!("{item}/revisions/{missing}")).await;
        answer.expect_problem(404, "not-found");
    }
    check_store(&site).await;
}

#[tokio::test]
async fn a_person_with_a_name_is_called_by_it() {
    let issuer = "https://id.example";
    let settings =
        [("auth.issuer", issuer), ("auth.client_id", "folia"), ("auth.admins", "mia@example.org")];
    let site = Site::start_with(&settings).await;
    let identity = person(issuer, "7", "mia@example.org");
    let browser = site.sign_in(identity).await;
    let made = browser.client.post("/content/page", json!({ "title": "x" })).await;
    let id = made.expect(201).json()["id"].as_str().unwrap().to_owned();
    let listed = revisions(&site, &format!("/content/page/{id}")).await;
    assert_eq!(listed[0]["saved_by"], "mia@example.org");
}

#[tokio::test]
async fn what_one_editor_saves_in_one_sitting_is_one_revision() {
    let site = Site::start().await;
    let editor = site.admin.with_header("editing-session", "one");
    let made = editor.post("/content/story", json!({ "title": "x", "body": text(100) })).await;
    let item = format!("/content/story/{}", made.expect(201).json()["id"].as_str().unwrap());
    for words in 101..110 {
        site.clock.advance(Duration::from_secs(20));
        save(&editor, &item, json!({ "body": text(words) })).await;
    }
    assert_eq!(numbers(&site, &item).await, [1]);
    let listed = revisions(&site, &item).await;
    assert_eq!(
        (&listed[0]["words"], &listed[0]["saved_at"]),
        (&json!(109), &json!("2026-01-01T00:03:00Z"))
    );
    // A sitting ends, however quickly its changes follow each other.
    for change in 0..20 {
        site.clock.advance(Duration::from_secs(30));
        save(&editor, &item, json!({ "title": format!("x {change}") })).await;
    }
    assert_eq!(numbers(&site, &item).await, [3, 2, 1]);
    // Text that goes away, and what visitors notice at once, can always be found again.
    save(&editor, &item, json!({ "body": "" })).await;
    save(&editor, &item, json!({ "is_published": true })).await;
    save(&editor, &item, json!({ "slug": "y" })).await;
    assert_eq!(numbers(&site, &item).await, [6, 5, 4, 3, 2, 1]);
    let kept = site.admin.get(&format!("{item}/revisions/3")).await.expect(200).json();
    assert_eq!(kept["body"], text(109));
    let (_, token) = make_token(&site.app, Role::Admin, "tom").await;
    let tom = site.anonymous.with_token(&token).with_header("editing-session", "one");
    save(&tom, &item, json!({ "title": "by tom" })).await;
    assert_eq!(numbers(&site, &item).await[0], 7);
}

#[tokio::test]
async fn two_windows_of_one_person_never_share_a_revision() {
    let site = Site::start().await;
    let windows = ["one", "two"].map(|name| site.admin.with_header("editing-session", name));
    let made = windows[0].post("/content/story", json!({ "title": "x", "body": text(20) })).await;
    let item = format!("/content/story/{}", made.expect(201).json()["id"].as_str().unwrap());
    save(&windows[0], &item, json!({ "body": "<p>words of the first window here</p>" })).await;
    // What the second does to them is another revision, and what the first does after that, too.
    save(&windows[1], &item, json!({ "body": "<p>words of the second window here</p>" })).await;
    save(&windows[0], &item, json!({ "body": "<p>words of both, as was decided</p>" })).await;
    // Who names no window may be anybody.
    save(&site.admin, &item, json!({ "body": "<p>words of a script, nothing more</p>" })).await;
    save(&site.admin, &item, json!({ "body": "<p>words of a script, once again</p>" })).await;
    let kept = numbers(&site, &item).await;
    let mut said = Vec::new();
    for number in kept.iter().rev().skip(1) {
        let whole = site.admin.get(&format!("{item}/revisions/{number}")).await.expect(200).json();
        said.push(whole["body"].as_str().unwrap().to_owned());
    }
    let expected = [
        "<p>words of the first window here</p>",
        "<p>words of the second window here</p>",
        "<p>words of both, as was decided</p>",
        "<p>words of a script, nothing more</p>",
        "<p>words of a script, once again</p>",
    ];
    assert_eq!(said, expected);
    let far_too_long = "x".repeat(201);
    for name in ["two words", "", &far_too_long] {
        let refused = site.admin.with_header("editing-session", name).put(&item, json!({})).await;
        refused.expect_problem(422, "invalid");
    }
    check_store(&site).await;
}

#[tokio::test]
async fn a_revision_names_whoever_saved_last() {
    let issuer = "https://id.example";
    let settings =
        [("auth.issuer", issuer), ("auth.client_id", "folia"), ("auth.admins", "mia@example.org")];
    let site = Site::start_with(&settings).await;
    let identity = |name: Option<&str>| {
        let Identity::Provider(mut person) = person(issuer, "7", "mia@example.org") else {
            unreachable!("a person of the provider")
        };
        person.name = name.map(str::to_owned);
        Identity::Provider(person)
    };
    let before = site.sign_in(identity(None)).await.client;
    let made = before.with_header("editing-session", "one");
    let made = made.post("/content/page", json!({ "title": "x", "body": text(10) })).await;
    let item = format!("/content/page/{}", made.expect(201).json()["id"].as_str().unwrap());
    let after = site.sign_in(identity(Some("Mia"))).await.client;
    let editor = after.with_header("editing-session", "one");
    save(&editor, &item, json!({ "body": text(11) })).await;
    let listed = revisions(&site, &item).await;
    assert_eq!(listed.len(), 1, "the same person in the same editor");
    assert_eq!((&listed[0]["saved_by"], &listed[0]["words"]), (&json!("Mia"), &json!(11)));
}

#[tokio::test]
async fn an_earlier_state_comes_back_as_a_new_change() {
    let site = Site::start().await;
    let first = json!({
        "title": "First", "body": "<p>the <em>first</em> text</p>", "tags": ["a", "b"],
        "summary": "by hand", "image_url": "/media/x.webp", "image_alt": "an x",
    });
    let item = story(&site, first).await;
    site.clock.advance(10 * MINUTE);
    let second = json!({
        "title": "Second", "body": "<p>another</p>", "tags": [], "summary": null, "image_url": null,
        "image_alt": null, "slug": "moved", "is_published": true, "featured": true,
    });
    let now = save(&site.admin, &item, second).await;
    let restore = format!("{item}/revisions/1/restore");
    let stale = site.admin.with_header("if-match", "\"v1\"");
    stale.post(&restore, json!({})).await.expect_problem(409, "stale");
    assert_eq!(numbers(&site, &item).await, [2, 1]);
    let fresh = site.admin.with_header("if-match", "\"v2\"");
    let answer = fresh.send("POST", &restore, &[], None).await.expect(200);
    assert_eq!(answer.version(), Some(3));
    let restored = answer.json();
    let expected = json!({
        "title": "First", "body": "<p>the <em>first</em> text</p>", "tags": ["a", "b"],
        "summary": "by hand", "image_url": "/media/x.webp", "image_alt": "an x",
    });
    for (field, value) in expected.as_object().unwrap() {
        assert_eq!(&restored[field], value, "{field}");
    }
    // Its address and its publication are as they were.
    for field in ["slug", "path", "is_published", "published_at", "featured", "created_at"] {
        assert_eq!(restored[field], now[field], "{field}");
    }
    assert_eq!(site.anonymous.get(&item).await.expect(200).json()["title"], "First");
    // Within the same sitting, and still apart: what was there before can be brought back, too.
    assert_eq!(numbers(&site, &item).await, [3, 2, 1]);
    let undone = site.admin.post(&format!("{item}/revisions/2/restore"), json!({})).await;
    let undone = undone.expect(200).json();
    assert_eq!((&undone["title"], &undone["summary"]), (&json!("Second"), &json!("another")));
    assert_eq!((&undone["image_url"], &undone["tags"]), (&Value::Null, &json!([])));
    // What is the same already changes nothing.
    site.admin.post(&format!("{item}/revisions/4/restore"), json!({})).await.expect(200);
    assert_eq!(numbers(&site, &item).await, [4, 3, 2, 1]);
    site.admin.post(&format!("{item}/revisions/9/restore"), json!({})).await.expect(404);
    check_store(&site).await;
}

#[tokio::test]
async fn projects_and_images_come_back_whole() {
    let site = Site::start().await;
    for (kind, first, second) in [
        (
            "project",
            json!({
                "technologies": ["Rust"], "links": [{ "title": "Code", "url": "https://x.example/" }],
                "started_on": "2024", "ended_on": "2025-02",
            }),
            json!({ "technologies": [], "links": [], "started_on": null, "ended_on": null }),
        ),
        (
            "image",
            json!({ "media_id": "01939b1e-7c00-7abc-8def-0123456789ab", "caption": "Words" }),
            json!({ "media_id": null, "caption": null }),
        ),
    ] {
        let mut body = first.clone();
        body["title"] = json!("x");
        let made = site.admin.post(&format!("/content/{kind}"), body).await.expect(201).json();
        let item = format!("/content/{kind}/{}", made["id"].as_str().unwrap());
        site.clock.advance(10 * MINUTE);
        save(&site.admin, &item, second).await;
        let whole = site.admin.get(&format!("{item}/revisions/1")).await.expect(200).json();
        let restored = site.admin.post(&format!("{item}/revisions/1/restore"), json!({})).await;
        let restored = restored.expect(200).json();
        for (field, value) in first.as_object().unwrap() {
            assert_eq!((&restored[field], &whole[field]), (value, value), "{kind} {field}");
        }
    }
}

#[tokio::test]
async fn the_newest_fifty_are_kept() {
    let site = Site::start().await;
    let item = story(&site, json!({ "title": "0" })).await;
    for change in 1..=54 {
        site.clock.advance(6 * MINUTE);
        save(&site.admin, &item, json!({ "title": change.to_string(), "body": text(change) }))
            .await;
    }
    let kept = numbers(&site, &item).await;
    assert_eq!(kept, (6..=55).rev().collect::<Vec<i64>>());
    site.admin.get(&format!("{item}/revisions/5")).await.expect_problem(404, "not-found");
    // Nothing of the others is left behind.
    let store = &site.app.store;
    let bodies: Vec<Stored<content::revisions::RevisionBody>> =
        store.list(Query::all()).await.unwrap();
    assert_eq!(bodies.len(), 50);
    check_store(&site).await;
}

#[tokio::test]
async fn what_was_there_before_there_were_revisions_is_kept_with_the_first_change() {
    let site = Site::start().await;
    let item = story(&site, json!({ "title": "Old", "body": "<p>old text</p>" })).await;
    let forget = |transaction: &mut store::Transaction<'_>| {
        transaction.delete_where::<content::revisions::Revision>(&[])?;
        transaction.delete_where::<content::revisions::RevisionBody>(&[])?;
        Ok::<_, store::StoreError>(())
    };
    site.app.store.write(forget).await.unwrap();
    assert_eq!(numbers(&site, &item).await, Vec::<i64>::new());
    site.clock.advance(MINUTE);
    save(&site.admin, &item, json!({ "sort_order": 3 })).await;
    assert_eq!(numbers(&site, &item).await, Vec::<i64>::new());
    save(&site.admin, &item, json!({ "title": "New" })).await;
    let listed = revisions(&site, &item).await;
    assert_eq!((&listed[0]["title"], &listed[0]["saved_by"]), (&json!("New"), &json!("test")));
    assert_eq!((&listed[1]["title"], &listed[1]["saved_by"]), (&json!("Old"), &Value::Null));
    let old = site.admin.get(&format!("{item}/revisions/1")).await.expect(200).json();
    assert_eq!(old["body"], "<p>old text</p>");
}

#[tokio::test]
async fn a_change_that_fails_leaves_no_revision() {
    let site = Site::start().await;
    let item = story(&site, json!({ "title": "a" })).await;
    story(&site, json!({ "title": "b" })).await;
    site.clock.advance(10 * MINUTE);
    let taken = json!({ "title": "new title", "slug": "b" });
    site.admin.put(&item, taken).await.expect_problem(409, "taken");
    let stale = site.admin.with_header("if-match", "\"v9\"");
    stale.put(&item, json!({ "title": "new title" })).await.expect_problem(409, "stale");
    assert_eq!(numbers(&site, &item).await, [1]);
}

#[tokio::test]
async fn nobody_but_administrators_reads_what_was_said_before() {
    let site = Site::start().await;
    let item =
        story(&site, json!({ "title": "x", "body": "<p>secret</p>", "is_published": true })).await;
    for path in ["revisions", "revisions/1", "revisions/1/restore"] {
        let (method, path) =
            (if path.ends_with("restore") { "POST" } else { "GET" }, format!("{item}/{path}"));
        let refused = site.anonymous.send(method, &path, &[], None).await;
        refused.expect_problem(401, "unauthenticated");
        site.member.send(method, &path, &[], None).await.expect_problem(403, "forbidden");
    }
    // Under another type, and once it is deleted, there is nothing.
    let page = item.replace("/story/", "/page/");
    site.admin.get(&format!("{page}/revisions")).await.expect_problem(404, "not-found");
    site.admin.delete(&item).await.expect(204);
    for path in ["revisions", "revisions/1"] {
        let answer = site.admin.get(&format!("{item}/{path}")).await;
        answer.expect_problem(404, "not-found");
    }
    site.admin.post(&format!("{item}/restore"), json!({})).await.expect(200);
    assert_eq!(numbers(&site, &item).await, [1]);
}

#[tokio::test]
async fn changes_at_the_same_time_are_numbered_one_after_the_other() {
    let site = Site::start().await;
    let item = story(&site, json!({ "title": "0" })).await;
    site.clock.advance(10 * MINUTE);
    let writers = (0..12).map(|writer| {
        let (client, item) = (site.admin.clone(), item.clone());
        // Every one of them takes words away or publishes, so that none is folded.
        let change = json!({ "slug": format!("s{writer}"), "title": writer.to_string() });
        tokio::spawn(async move { client.put(&item, change).await.expect(200) })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.unwrap();
    }
    assert_eq!(numbers(&site, &item).await, (1..=13).rev().collect::<Vec<i64>>());
    let newest = revisions(&site, &item).await[0]["title"].clone();
    assert_eq!(site.admin.get(&item).await.json()["title"], newest);
}
