use serde_json::json;

use super::{heading, item, look, page, section, text};
use crate::site::Site;

async fn filled(language: &str) -> Site {
    let site = Site::start().await;
    let writing = section(&site, "Texte", json!({})).await;
    let long = format!("<p>{}</p>", "Wort ".repeat(700));
    let more = json!({
        "tags": ["licht"],
        "published_at": "2025-03-01T00:00:00Z",
        "body": format!("<h2>Eins</h2>{long}<h2>Zwei</h2>{long}<h2>Drei</h2>{long}"),
    });
    item(&site, "story", &writing, "Glasplatten", more).await;
    item(&site, "story", &writing, "Gezeiten", json!({})).await;
    site.admin.put("/settings", json!({ "language": language })).await.expect(200);
    site
}

#[tokio::test]
async fn pages_speak_the_language_of_the_site() {
    let site = filled("de-AT").await;
    let shown = page(&site.anonymous, "/texte/glasplatten").await;
    for part in [
        "<html lang=\"de-AT\"",
        "Zum Inhalt springen",
        "1. März 2025",
        "Lesezeit",
        "9 Min.",
        "Auf dieser Seite",
        "Hauptmenü",
        ">Dunkel<",
    ] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    assert!(!shown.contains("lang=\"en\""), "{shown}");
    let list = page(&site.anonymous, "/texte").await;
    assert!(list.contains("Ganze Geschichte lesen") && list.contains("9 Min."), "{list}");
    assert!(page(&site.anonymous, "/").await.contains("Alle 2 Geschichten"));
    assert!(page(&site.anonymous, "/tags/licht").await.contains("1 Eintrag aus Texte."));
    let missing = text(&look(&site.anonymous, "/nichts").await.expect(404));
    assert_eq!(heading(&missing), "Unter dieser Adresse ist nichts.");
    let none = page(&site.anonymous, "/search?q=zebrafink").await;
    assert!(none.contains("Nichts enthält diese Wörter."), "{none}");
    // Pages of others are still English, and say so.
    assert!(page(&site.anonymous, "/contact").await.contains("contact\" lang=\"en\">"));
}

#[tokio::test]
async fn where_words_are_missing_they_are_english_and_marked_so() {
    for (language, direction) in [("pl", ""), ("he", " dir=\"rtl\"")] {
        let site = filled(language).await;
        let shown = page(&site.anonymous, "/texte/glasplatten").await;
        assert!(shown.contains(&format!("<html lang=\"{language}\"{direction}>")), "{shown}");
        for part in [
            "href=\"#site-main\" lang=\"en\">Skip to the content",
            "datetime=\"2025-03-01T00:00:00Z\" lang=\"en\">1 March 2025",
            "<dt lang=\"en\">Reading time",
        ] {
            assert!(shown.contains(part), "{part} in {shown}");
        }
    }
}
