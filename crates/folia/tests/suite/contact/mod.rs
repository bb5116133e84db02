//! What the stories of the contact form share, and those of the inbox.

mod form;
mod mail;
mod rate;

use std::time::Duration;

use contact::challenge::solve;
use serde_json::{Value, json};
use testkit::{Answer, Client};

use crate::site::{HOST, Site, person};

/// A site whose puzzles are easy, because tests solve many of them.
pub(crate) const EASY: (&str, &str) = ("challenge.difficulty", "2");

pub(crate) async fn site() -> Site {
    Site::start_with(&[EASY]).await
}

/// What a form needs beside the visitor's words: stamp and solved challenge.
pub(crate) async fn handed_out(client: &Client) -> Value {
    let form = client.get("/contact/form").await.expect(200).json();
    let challenge = &form["challenge"];
    let bits = u32::try_from(challenge["bits"].as_u64().unwrap()).unwrap();
    let token = solve(challenge["challenge"].as_str().unwrap(), bits).unwrap();
    json!({ "rendered_at": form["rendered_at"], "challenge_token": token, "topic": "" })
}

/// A whole message that only has to wait a few seconds.
pub(crate) async fn message(client: &Client, words: Value) -> Value {
    let mut message = handed_out(client).await;
    let usual = json!({ "name": "Ann", "email": "ann@example.net", "message": "hello" });
    for (name, value) in usual.as_object().unwrap().iter().chain(words.as_object().unwrap()) {
        message[name] = value.clone();
    }
    message
}

/// Fills in the form, waits, and sends it.
pub(crate) async fn write(site: &Site, client: &Client, words: Value) -> Answer {
    let message = message(client, words).await;
    site.clock.advance(Duration::from_secs(4));
    client.post("/contact", message).await
}

pub(crate) async fn inbox(site: &Site) -> Vec<Value> {
    let list = site.admin.get("/contact/messages?limit=500").await.expect(200).json();
    list["items"].as_array().unwrap().clone()
}

#[track_caller]
pub(crate) fn expect_received(answer: Answer) {
    assert_eq!(answer.expect(202).json(), json!({ "status": "received" }));
}

#[track_caller]
pub(crate) fn expect_refused(answer: Answer) {
    answer.expect_problem(400, "rejected");
}

/// A counter of the form.
pub(crate) fn counted(site: &Site, name: &str) -> u64 {
    let text = site.app.metrics.render();
    let line = text.lines().find(|line| line.starts_with(&format!("folia_contact_{name} ")));
    line.and_then(|line| line.rsplit(' ').next()).map_or(0, |count| count.parse().unwrap())
}

#[tokio::test]
async fn a_message_lands_in_the_inbox_as_it_was_sent() {
    let site = site().await;
    let words = json!({ "name": " Ann Lee ", "message": "one\r\ntwo <3", "unknown": 7 });
    expect_received(write(&site, &site.anonymous, words).await);
    let messages = inbox(&site).await;
    let [stored] = messages.as_slice() else { panic!("{messages:?}") };
    assert_eq!(stored["name"], " Ann Lee ");
    assert_eq!(stored["email"], "ann@example.net");
    assert_eq!(stored["message"], "one\r\ntwo <3");
    assert_eq!(stored["user_id"], Value::Null);
    assert_eq!(stored["read"], false);
    assert_eq!(stored["created_at"], "2026-01-01T00:00:04Z");
    let hash = "12ca17b49af2289436f303e0166030a21e525d266e209267433801a8fd4071a0";
    assert_eq!(stored["ip_hash"], hash);
    assert_eq!(counted(&site, "accepted_total"), 1);
    assert_eq!(site.app.jobs().run_due().await.unwrap(), 1);
    assert_eq!(site.app.jobs().run_due().await.unwrap(), 0);
    assert_eq!(counted(&site, "notifications_total{outcome=\"sent\"}"), 1);
    assert_eq!(folia::schema::verify(&site.app.store).await.unwrap(), Vec::<String>::new());
}

#[tokio::test]
async fn whoever_is_signed_in_is_noted_with_the_message() {
    let site = site().await;
    expect_received(write(&site, &site.member, json!({})).await);
    assert_eq!(inbox(&site).await[0]["user_id"], "mia");
    // A token tells no e-mail address, so it cannot be left out.
    expect_refused(write(&site, &site.member, json!({ "email": null })).await);
    let bad = site.anonymous.with_token("folia_nonsense");
    bad.post("/contact", json!({})).await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn a_session_tells_the_address_and_needs_its_token_here_too() {
    let issuer = "https://id.example";
    let settings = [
        EASY,
        ("auth.issuer", issuer),
        ("auth.client_id", "folia"),
        ("auth.members", "@example.com"),
    ];
    let site = Site::start_with(&settings).await;
    let browser = site.sign_in(person(issuer, "7", "mia@example.com")).await;
    expect_received(write(&site, &browser.client, json!({ "email": null })).await);
    let stored = inbox(&site).await;
    assert_eq!(stored[0]["email"], "mia@example.com");
    assert_ne!(stored[0]["user_id"], json!(null));
    let bare = site.anonymous.with_header("host", HOST).with_header("cookie", &browser.cookie);
    write(&site, &bare, json!({})).await.expect_problem(403, "cross-site");
}

#[tokio::test]
async fn the_inbox_lists_marks_and_deletes() {
    let site = site().await;
    for text in ["first", "second", "third"] {
        expect_received(write(&site, &site.anonymous, json!({ "message": text })).await);
    }
    let messages = inbox(&site).await;
    let texts: Vec<_> = messages.iter().map(|message| message["message"].clone()).collect();
    assert_eq!(texts, ["third", "second", "first"]);
    let path = format!("/contact/messages/{}", messages[1]["id"].as_str().unwrap());

    let read = site.admin.get(&path).await.expect(200);
    assert_eq!(read.version(), Some(1));
    let tag = read.header("etag").unwrap();
    site.admin.get_with(&path, &[("if-none-match", tag)]).await.expect(304);
    let marked = site.admin.put_with(&path, &[("if-match", "\"v1\"")], json!({ "read": true }));
    assert_eq!(marked.await.expect(200).json()["read"], true);
    let stale = site.admin.put_with(&path, &[("if-match", "\"v1\"")], json!({ "read": false }));
    stale.await.expect_problem(409, "stale");
    assert_eq!(site.admin.put(&path, json!({})).await.expect(200).json()["read"], true);
    assert_eq!(site.admin.put(&path, json!({ "read": 1 })).await.expect_invalid(), ["read"]);

    for (query, total) in [("", 3), ("?read=true", 1), ("?read=false", 2), ("?limit=1", 3)] {
        let list = site.admin.get(&format!("/contact/messages{query}")).await.expect(200).json();
        assert_eq!(list["total"], total, "{query}");
    }
    for wrong in ["", "1", "yes", "'", "TRUE"] {
        let list = site.admin.get(&format!("/contact/messages?read={wrong}")).await;
        assert_eq!(list.expect_invalid(), ["read"]);
    }

    site.admin.delete(&path).await.expect(204);
    site.admin.get(&path).await.expect_problem(404, "not-found");
    site.admin.delete(&path).await.expect_problem(404, "not-found");
    assert_eq!(inbox(&site).await.len(), 2);
    // What is deleted is no longer told about, and makes no room for another.
    assert_eq!(site.app.jobs().run_due().await.unwrap(), 3);
    assert_eq!(counted(&site, "notifications_total{outcome=\"sent\"}"), 2);
    expect_refused(write(&site, &site.anonymous, json!({})).await);
}
