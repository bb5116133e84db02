//! What visitors see, as their browsers ask for it.

mod addresses;
mod caching;
mod cards;
mod clients;
mod drafts;
mod feeds;
mod hostile;
mod languages;
mod large;
mod previews;
mod reading;
mod redirects;
mod resume;
mod searching;
mod visits;

use serde_json::{Value, json};
use testkit::{Answer, Client};

use crate::site::Site;

/// As browsers ask.
const HTML: (&str, &str) = ("accept", "text/html,application/xhtml+xml,*/*;q=0.8");

async fn look(client: &Client, path: &str) -> Answer {
    client.get_with(path, &[HTML]).await
}

fn text(answer: &Answer) -> String {
    String::from_utf8(answer.body.to_vec()).expect("a page is text")
}

async fn page(client: &Client, path: &str) -> String {
    text(&look(client, path).await.expect(200))
}

/// A section at the top, published and in the main navigation unless told otherwise.
async fn section(site: &Site, title: &str, more: Value) -> Value {
    let mut body = json!({ "title": title, "nav_visibility": "main", "is_published": true });
    merge(&mut body, more);
    site.admin.post("/sections", body).await.expect(201).json()
}

async fn item(site: &Site, kind: &str, section: &Value, title: &str, more: Value) -> Value {
    let mut body = json!({
        "title": title,
        "section_id": section["id"],
        "is_published": true,
        "body": format!("<p>The text of {title}.</p>"),
    });
    merge(&mut body, more);
    site.admin.post(&format!("/content/{kind}"), body).await.expect(201).json()
}

fn merge(body: &mut Value, more: Value) {
    let more = more.as_object().expect("more is an object").clone();
    body.as_object_mut().expect("a body is an object").extend(more);
}

/// The title of the one main heading.
fn heading(page: &str) -> &str {
    let from = page.find("<h1").expect("a page has a heading");
    let (_, rest) = page[from..].split_once('>').expect("a tag ends");
    assert_eq!(page.matches("<h1").count(), 1, "one heading");
    rest.split("</h1>").next().expect("a heading ends").trim()
}
