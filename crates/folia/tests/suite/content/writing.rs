use serde_json::{Value, json};

use crate::site::Site;

async fn work(site: &Site) {
    site.app.jobs().run_due().await.unwrap();
}

async fn blog(site: &Site) -> Vec<Value> {
    work(site).await;
    let list = site.admin.get("/content/chunks?source=blog&limit=500").await.expect(200).json();
    list["items"].as_array().unwrap().clone()
}

async fn texts(site: &Site) -> Vec<String> {
    let mut texts: Vec<String> =
        blog(site).await.iter().map(|chunk| chunk["text"].as_str().unwrap().to_owned()).collect();
    texts.sort_unstable();
    texts
}

async fn section(site: &Site, body: Value) -> String {
    let section = site.admin.post("/sections", body).await.expect(201).json();
    section["id"].as_str().unwrap().to_owned()
}

async fn story(site: &Site, body: Value) -> String {
    site.admin.post("/content/story", body).await.expect(201).header("location").unwrap().to_owned()
}

#[tokio::test]
async fn published_writing_is_remembered_in_passages_with_its_title() {
    let site = Site::start().await;
    let long = format!("<p>{}</p>", "many words about boats. ".repeat(200));
    let body = format!("<p>Lead &amp; start.</p><h2>On lakes</h2>{long}<p>The end.</p>");
    let path = story(
        &site,
        json!({ "title": "Boats", "body": body, "is_published": true, "tags": ["water"] }),
    )
    .await;
    let chunks = blog(&site).await;
    assert!(chunks.len() > 3);
    for chunk in &chunks {
        let text = chunk["text"].as_str().unwrap();
        assert!(text.starts_with("Boats"), "{text}");
        assert!(text.split_whitespace().count() < 320);
        assert_eq!(chunk["origin"]["type"], "content");
        assert!(path.ends_with(chunk["origin"]["id"].as_str().unwrap()));
        assert_eq!(chunk["metadata"]["tags"], json!(["water"]));
    }
    let all = texts(&site).await;
    assert!(all.contains(&"Boats\n\nLead & start.".to_owned()));
    assert!(all.iter().any(|text| text.starts_with("Boats: On lakes\n\nmany words")));
}

#[tokio::test]
async fn writing_with_a_date_ahead_is_remembered_when_the_date_comes() {
    let site = Site::start().await;
    let path = story(
        &site,
        json!({
            "title": "Later", "body": "<p>words</p>", "is_published": true,
            "published_at": "2026-01-03T00:00:00Z",
        }),
    )
    .await;
    assert!(texts(&site).await.is_empty());
    // Put off by a day: the first reminder comes too early and leaves another one.
    let later = json!({ "published_at": "2026-01-04T00:00:00Z" });
    site.admin.put(&path, later).await.expect(200);
    let day = std::time::Duration::from_secs(24 * 60 * 60);
    for expected in [0, 0, 1] {
        site.clock.advance(day);
        assert_eq!(texts(&site).await.len(), expected);
    }
}

#[tokio::test]
async fn a_draft_is_not_remembered_and_unpublishing_deleting_and_restoring_are_followed() {
    let site = Site::start().await;
    let path = story(&site, json!({ "title": "Secret", "body": "<p>plan</p>" })).await;
    assert!(texts(&site).await.is_empty());
    site.admin.put(&path, json!({ "is_published": true })).await.expect(200);
    assert_eq!(texts(&site).await, ["Secret\n\nplan"]);
    site.admin.put(&path, json!({ "is_published": false })).await.expect(200);
    assert!(texts(&site).await.is_empty());
    site.admin.put(&path, json!({ "is_published": true })).await.expect(200);
    site.admin.delete(&path).await.expect(204);
    assert!(texts(&site).await.is_empty());
    site.admin.post(&format!("{path}/restore"), json!({})).await.expect(200);
    assert_eq!(texts(&site).await, ["Secret\n\nplan"]);
}

#[tokio::test]
async fn what_a_section_hides_is_forgotten_and_what_it_shows_comes_back() {
    let site = Site::start().await;
    let top = section(&site, json!({ "title": "Top", "is_published": true })).await;
    let inner =
        section(&site, json!({ "title": "Inner", "parent_id": top, "is_published": true })).await;
    let draft = section(&site, json!({ "title": "Draft" })).await;
    let body = json!({
        "title": "Deep", "body": "<p>text</p>", "section_id": inner, "is_published": true,
    });
    let path = story(&site, body).await;
    let remembered = ["Deep\n\ntext"];
    assert_eq!(texts(&site).await, remembered);
    let top_path = format!("/sections/{top}");
    site.admin.put(&top_path, json!({ "is_published": false })).await.expect(200);
    assert!(texts(&site).await.is_empty());
    site.admin.put(&top_path, json!({ "is_published": true })).await.expect(200);
    assert_eq!(texts(&site).await, remembered);
    let moved = json!({ "parent_id": draft });
    site.admin.put(&format!("/sections/{inner}/move"), moved).await.expect(200);
    assert!(texts(&site).await.is_empty());
    site.admin.put(&format!("{path}/move"), json!({ "section_id": top })).await.expect(200);
    assert_eq!(texts(&site).await, remembered);
    site.admin.delete(&top_path).await.expect(204);
    assert!(texts(&site).await.is_empty());
    site.admin.post(&format!("{top_path}/restore"), json!({})).await.expect(200);
    assert_eq!(texts(&site).await, remembered);
}

#[tokio::test]
async fn a_passage_that_stays_the_same_stays_the_same_chunk() {
    let site = Site::start().await;
    let body = |second: &str| format!("<h2>One</h2><p>first</p><h2>Two</h2><p>{second}</p>");
    let input = json!({ "title": "T", "body": body("second"), "is_published": true });
    let path = story(&site, input).await;
    let before = blog(&site).await;
    site.admin.put(&path, json!({ "body": body("changed") })).await.expect(200);
    let after = blog(&site).await;
    let find = |chunks: &[Value], text: &str| {
        chunks.iter().find(|chunk| chunk["text"].as_str().unwrap().contains(text)).cloned()
    };
    assert_eq!(find(&before, "first"), find(&after, "first"));
    assert!(find(&after, "second").is_none());
    assert!(find(&after, "changed").is_some());
    assert_eq!(after.len(), 2);
}

#[tokio::test]
async fn an_older_look_never_overwrites_a_later_one() {
    let site = Site::start().await;
    let path =
        story(&site, json!({ "title": "T", "body": "<p>x</p>", "is_published": true })).await;
    let chunks = blog(&site).await;
    let id: kernel::Id = path.rsplit('/').next().unwrap().parse().unwrap();
    let early = site.app.content.read_published(id).await.unwrap();
    assert!(early.item.is_some());
    site.admin.put(&path, json!({ "is_published": false })).await.expect(200);
    assert!(texts(&site).await.is_empty());
    let late = memory::chunks::NewChunk {
        text: chunks[0]["text"].as_str().unwrap().to_owned(),
        source: memory::chunks::Source::Blog,
        chunk_type: memory::chunks::ChunkType::Meta,
        purpose: vec![memory::chunks::Purpose::Facts],
        metadata: Default::default(),
        origin: None,
        user_id: None,
    };
    let origin = memory::chunks::Origin::new("content", id);
    site.app.memory.follow_original(origin, early.revision.number(), vec![late]).await.unwrap();
    assert!(texts(&site).await.is_empty());
}
