use serde_json::{Value, json};
use testkit::Answer;

use super::{item, look, page, section};
use crate::site::Site;

/// The path of the card that a page names.
fn card_of(page: &str) -> Option<String> {
    let (_, rest) = page.split_once("property=\"og:image\" content=\"http://localhost")?;
    rest.split('"').next().map(|path| path.replace("&amp;", "&"))
}

fn size(answer: &Answer) -> (u32, u32) {
    assert_eq!(&answer.body[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| {
        u32::from_be_bytes(answer.body[at..at + 4].try_into().expect("a PNG says its size"))
    };
    (number(16), number(20))
}

/// Cards are drawn where there are letters: from the web part, or of the machine.
async fn card(site: &Site, path: &str) -> Option<Answer> {
    let answer = site.anonymous.get(path).await;
    if answer.status.as_u16() == 404 {
        println!("NOT RUN: no face was found; build the web part or install fonts");
        return None;
    }
    Some(answer.expect(200))
}

#[tokio::test]
async fn every_page_has_a_card_with_its_size_and_words() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    let more = json!({ "tags": ["c++ & more"], "published_at": "2025-12-24T00:00:00Z" });
    item(&site, "story", &writing, "Glass \"plates\"", more).await;
    let resume = json!({ "title": "Main", "document": { "basics": { "name": "Mira Oak" } } });
    let resume = site.admin.post("/resumes", resume).await.expect(201).json();
    site.admin.put("/settings", json!({ "resume": { "id": resume["id"] } })).await.expect(200);
    for path in
        ["/", "/writing", "/writing/glass-plates", "/tags", "/tags/c%2B%2B%20%26%20more", "/resume"]
    {
        let shown = page(&site.anonymous, path).await;
        let address = card_of(&shown).unwrap_or_else(|| panic!("{path} has no card: {shown}"));
        for part in [
            "property=\"og:image:width\" content=\"1200\"",
            "property=\"og:image:height\" content=\"630\"",
            "property=\"og:image:alt\" content=\"",
            "name=\"twitter:card\" content=\"summary_large_image\"",
        ] {
            assert!(shown.contains(part), "{path}: {part} in {shown}");
        }
        let Some(answer) = card(&site, &address).await else { return };
        assert_eq!(answer.header("content-type"), Some("image/png"), "{path}");
        assert_eq!(size(&answer), (1200, 630), "{path}");
        let tag = answer.header("etag").expect("a card has a tag").to_owned();
        let again = site.anonymous.get_with(&address, &[("if-none-match", &tag)]).await;
        assert!(again.expect(304).body.is_empty(), "{path}");
    }
}

#[tokio::test]
async fn a_card_has_the_picture_of_the_page_and_changes_with_what_is_on_it() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    let upload = crate::media::upload(&site, "orientation-1.jpg").await;
    let story = item(&site, "story", &writing, "Plates", json!({})).await;
    let path = format!("/content/story/{}", story["id"].as_str().unwrap());
    let mut seen: Vec<(String, Answer)> = Vec::new();
    for change in [
        json!({}),
        json!({ "title": "Other plates" }),
        json!({ "image_url": upload["url"] }),
        // What is gone is left out.
        json!({ "image_url": "/media/0198d5b5-0000-7000-8000-000000000000/x.webp" }),
    ] {
        site.admin.put(&path, change).await.expect(200);
        let address = card_of(&page(&site.anonymous, "/writing/plates").await).expect("a card");
        let Some(answer) = card(&site, &address).await else { return };
        seen.push((address, answer));
    }
    let same = |a: usize, b: usize| {
        assert_eq!(seen[a].0 == seen[b].0, seen[a].1.body == seen[b].1.body);
        seen[a].0 == seen[b].0
    };
    assert!(!same(0, 1) && !same(1, 2) && !same(2, 3) && same(1, 3));
    assert!(seen[2].1.body.len() > seen[1].1.body.len() * 2, "a photograph weighs more");
}

#[tokio::test]
async fn what_visitors_may_not_see_has_no_card() {
    let site = Site::start().await;
    let writing = section(&site, "Writing", json!({})).await;
    let hidden = section(&site, "Hidden", json!({ "is_published": false })).await;
    let later = json!({ "published_at": "2026-01-01T01:00:00Z", "tags": ["later"] });
    let things: Vec<Value> = vec![
        item(&site, "story", &writing, "Draft", json!({ "is_published": false })).await,
        item(&site, "story", &writing, "Later", later).await,
        item(&site, "story", &hidden, "Inside", json!({})).await,
        hidden,
    ];
    for thing in &things {
        let path = format!("/cards/{}.png", thing["id"].as_str().unwrap());
        for client in [&site.anonymous, &site.member, &site.admin] {
            look(client, &path).await.expect(404);
        }
    }
    for path in ["/writing/draft", "/writing/later", "/hidden", "/hidden/inside"] {
        let shown = page(&site.admin, path).await;
        assert_eq!(card_of(&shown), None, "{path}: {shown}");
    }
    for path in
        ["/cards/tags/later.png", "/cards/resume.png", "/cards/nothing.png", "/cards/", "/cards"]
    {
        look(&site.anonymous, path).await.expect(404);
    }
    // It appears with the story.
    site.clock.advance(std::time::Duration::from_secs(3601));
    let address = card_of(&page(&site.anonymous, "/writing/later").await).expect("a card");
    card(&site, &address).await;
}

#[tokio::test]
async fn a_section_may_be_called_cards() {
    let site = Site::start().await;
    let cards = section(&site, "Cards", json!({})).await;
    item(&site, "story", &cards, "Home", json!({})).await;
    assert!(page(&site.anonymous, "/cards/home").await.contains("The text of Home."));
    card(&site, "/cards/home.png").await;
}
