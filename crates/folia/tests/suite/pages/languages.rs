use std::fs;
use std::path::Path;

use kernel::Code;
use serde_json::json;
use site::view::phrases_of;

use super::{HTML, heading, item, look, page, section, text};
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
}

/// Words of the pages of other wings and of failures, by language.
const SAID: [(&str, &str, &str, &str); 8] = [
    ("en", "Send message", "You are not signed in", "Your message was not accepted"),
    ("da", "Send besked", "Du er ikke logget ind", "Din besked blev ikke modtaget"),
    ("de", "Nachricht senden", "Sie sind nicht angemeldet", "Ihre Nachricht wurde nicht"),
    ("es", "Enviar mensaje", "No ha iniciado sesión", "Su mensaje no fue aceptado"),
    ("fr", "Envoyer le message", "Vous n’êtes pas connecté", "Votre message n’a pas été"),
    ("it", "Invia il messaggio", "Non hai effettuato l’accesso", "Il messaggio non è stato"),
    ("nl", "Bericht verzenden", "Je bent niet ingelogd", "Je bericht is niet geaccepteerd"),
    ("pt", "Enviar mensagem", "Não tem a sessão iniciada", "A sua mensagem não foi aceite"),
];

#[tokio::test]
async fn forms_and_failures_speak_the_language_of_the_site() {
    let site = Site::start().await;
    for (language, send, signed_out, refused) in SAID {
        site.admin.put("/settings", json!({ "language": language })).await.expect(200);
        let form = page(&site.anonymous, "/contact").await;
        let account = page(&site.anonymous, "/auth").await;
        let closed = text(&look(&site.anonymous, "/auth/link?key=x").await);
        let posted = [HTML, ("content-type", "application/x-www-form-urlencoded")];
        let bare = Some(b"challenge_token=x".to_vec());
        let answer = site.anonymous.send("POST", "/contact", &posted, bare).await;
        let refusal = text(&answer.expect(400));
        for (shown, part) in [(&form, send), (&account, signed_out), (&refusal, refused)] {
            assert!(shown.contains(part), "{language}: {part} in {shown}");
        }
        for shown in [&form, &account, &closed, &refusal] {
            assert!(!shown.contains("lang=\"en\"") || language == "en", "{language}: {shown}");
        }
    }
    // A sentence that nobody has translated is English, and says so.
    site.admin.put("/settings", json!({ "language": "de" })).await.expect(200);
    let long = format!("/texte?x={}", "x".repeat(9000));
    let shown = text(&look(&site.anonymous, &long).await.expect(414));
    assert!(shown.contains("Adresse zu lang") && shown.contains("<p class=\"lede\" lang=\"en\">"));
    // So is a whole page where the language is not known.
    site.admin.put("/settings", json!({ "language": "pl" })).await.expect(200);
    assert!(page(&site.anonymous, "/contact").await.contains("contact\" lang=\"en\">"));
}

/// What the templates of all crates ask phrases for.
fn asked_for() -> Vec<String> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let folders = fs::read_dir(crates).expect("the crates are there").flatten();
    let files = folders.flat_map(|folder| {
        fs::read_dir(folder.path().join("templates")).into_iter().flatten().flatten()
    });
    let texts = files.filter_map(|file| fs::read_to_string(file.path()).ok());
    let mut phrases = Vec::new();
    for text in texts {
        for asks in ["phrases.say(\"", "phrases.fill(\"", "phrases.around(\""] {
            let parts = text.split(asks).skip(1);
            phrases.extend(parts.filter_map(|part| Some(part.split_once('"')?.0.to_owned())));
        }
    }
    phrases
}

#[test]
fn every_phrase_is_known_in_every_language() {
    let mut phrases = asked_for();
    assert!(phrases.len() > 20, "{phrases:?}");
    phrases.extend(auth::pages::notice_phrases().into_iter().map(str::to_owned));
    phrases.extend(Code::ALL.iter().map(|code| code.title().to_owned()));
    let others = ["Contact", "One moment", "Thank you", "Sign in", "Try again", "To the site"];
    phrases.extend(others.map(str::to_owned));
    for (language, ..) in SAID {
        let known = phrases_of(language);
        assert_eq!(known.language(), language);
        for phrase in &phrases {
            assert!(known.know(phrase), "{phrase} in {language}");
        }
    }
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
