use serde_json::{Value, json};

use super::{Feed, FeedEntry};

/// A feed as JSON Feed 1.1 has it.
pub(crate) fn json_feed(feed: &Feed) -> String {
    let author = json!({ "name": feed.author, "url": feed.author_page });
    let mut document = json!({
        "version": "https://jsonfeed.org/version/1.1",
        "title": feed.title,
        "home_page_url": feed.page,
        "feed_url": feed.address,
        "language": feed.language,
        "authors": [author],
        "items": feed.entries.iter().map(item).collect::<Vec<_>>(),
    });
    if !feed.subtitle.is_empty() {
        document["description"] = json!(feed.subtitle);
    }
    document.to_string()
}

fn item(entry: &FeedEntry) -> Value {
    let mut item = json!({
        "id": entry.name(),
        "url": entry.address,
        "title": entry.title,
        "content_html": entry.html,
        "summary": entry.summary,
        "date_published": entry.published,
        "date_modified": entry.updated,
        "tags": entry.tags,
    });
    if let Some(image) = &entry.image {
        item["image"] = json!(image);
    }
    item
}
