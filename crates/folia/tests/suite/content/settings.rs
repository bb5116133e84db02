use content::settings::{Home, Settings, SiteSettings};
use serde_json::{Value, json};

use crate::site::Site;

#[tokio::test]
async fn a_site_nobody_has_set_up_answers_with_defaults_that_have_a_tag() {
    let site = Site::start().await;
    let read = site.anonymous.get("/api/settings").await.expect(200);
    assert_eq!(read.version(), Some(0));
    let settings = read.json();
    assert_eq!(settings["title"], "A new site");
    assert_eq!(settings["language"], "en");
    assert_eq!(settings["home"], json!({ "type": "introduction" }));
    assert_eq!(settings["indexable"], true);
    assert_eq!(settings["profile"]["portrait"], Value::Null);
    assert_eq!(settings["resume"], json!({ "id": null, "show": ["city", "pdf"] }));
    let known = [("if-none-match", read.header("etag").unwrap())];
    site.anonymous.get_with("/settings", &known).await.expect(304);
}

#[tokio::test]
async fn a_change_touches_only_what_it_names_at_every_depth() {
    let site = Site::start().await;
    let mut expected = site.anonymous.get("/settings").await.json();
    let links = json!([{ "title": "Code", "url": "https://code.example/me", "kind": "code" }]);
    let first = json!({
        "title": "Field notes", "tagline": "Slow things.", "language": "DE-ch",
        "profile": { "name": "Mia", "portrait": "/media/mia.webp", "links": links },
        "look": { "accent": { "hue": 235, "chroma": 0.105 }, "width": 60 },
        "unknown": [1],
    });
    let changed = site.admin.put("/settings", first).await.expect(200);
    assert_eq!(changed.version(), Some(1));
    expected["title"] = json!("Field notes");
    expected["tagline"] = json!("Slow things.");
    expected["language"] = json!("de-CH");
    expected["profile"]["name"] = json!("Mia");
    expected["profile"]["portrait"] = json!("/media/mia.webp");
    expected["profile"]["links"] = links;
    expected["look"]["accent"] = json!({ "hue": 235.0, "chroma": 0.105 });
    expected["look"]["width"] = json!(60);
    expected["updated_at"] = json!("2026-01-01T00:00:00Z");
    assert_eq!(changed.json(), expected);

    let second = json!({
        "profile": { "biography": "One.\n\nTwo.", "portrait": null },
        "look": { "text_face": "typed", "colour_scheme": "dark" },
        "resume": { "show": ["pdf", "email", "pdf"] },
    });
    site.admin.put("/settings", second).await.expect(200);
    expected["profile"]["biography"] = json!("One.\n\nTwo.");
    expected["profile"]["portrait"] = Value::Null;
    expected["look"]["text_face"] = json!("typed");
    expected["look"]["colour_scheme"] = json!("dark");
    expected["resume"]["show"] = json!(["email", "pdf"]);
    let read = site.anonymous.get("/settings").await.expect(200);
    assert_eq!(read.json(), expected);
    assert_eq!(read.version(), Some(2));

    // What was read can be sent back as it is.
    assert_eq!(site.admin.put("/settings", expected.clone()).await.expect(200).json(), expected);
}

#[tokio::test]
async fn bad_values_are_refused_by_name_and_nothing_changes() {
    let site = Site::start().await;
    let link = |title: &str, url: &str, kind: &str| json!({ "profile": { "links": [{ "title": title, "url": url, "kind": kind }] } });
    let accent =
        |hue: f64, chroma: f64| json!({ "look": { "accent": { "hue": hue, "chroma": chroma } } });
    let nothing = "01939b1e-7c00-7abc-8def-0123456789ab";
    for (field, body) in [
        ("title", json!({ "title": " " })),
        ("title", json!({ "title": "x".repeat(121) })),
        ("title", json!({ "title": "two\nlines" })),
        ("tagline", json!({ "tagline": "x".repeat(301) })),
        ("footer", json!({ "footer": "a\u{7}b" })),
        ("language", json!({ "language": "english" })),
        ("language", json!({ "language": "" })),
        ("indexable", json!({ "indexable": "yes" })),
        ("profile.name", json!({ "profile": { "name": "x".repeat(121) } })),
        ("profile.biography", json!({ "profile": { "biography": "x".repeat(2001) } })),
        ("profile.portrait", json!({ "profile": { "portrait": "javascript:alert(1)" } })),
        ("profile.portrait", json!({ "profile": { "portrait": "mailto:a@b.example" } })),
        ("profile.links[0].title", link("", "/x", "code")),
        ("profile.links[0].url", link("x", "//evil", "code")),
        ("profile.links[0].kind", link("x", "/x", "Code \"><b>")),
        (
            "profile.links",
            json!({ "profile": { "links": vec![json!({ "title": "x", "url": "/" }); 31] } }),
        ),
        ("look.accent.hue", accent(361.0, 0.1)),
        ("look.accent.hue", accent(-1.0, 0.1)),
        ("look.accent.chroma", accent(1.0, 0.21)),
        ("look.width", json!({ "look": { "width": 49 } })),
        ("look.width", json!({ "look": { "width": 300 } })),
        ("look.text_face", json!({ "look": { "text_face": "wingdings" } })),
        ("home.id", json!({ "home": { "type": "section" } })),
        ("home", json!({ "home": "introduction" })),
        ("home.id", json!({ "home": { "type": "section", "id": nothing } })),
        ("home.id", json!({ "home": { "type": "page", "id": nothing } })),
        ("resume.show[0]", json!({ "resume": { "show": ["salary"] } })),
    ] {
        let fields = site.admin.put("/settings", body.clone()).await.expect_invalid();
        assert_eq!(fields, [field], "{body}");
    }
    let read = site.anonymous.get("/settings").await.expect(200);
    assert_eq!(read.version(), Some(0));
}

#[tokio::test]
async fn the_home_page_can_be_a_section_or_a_page_that_exists() {
    let site = Site::start().await;
    let section =
        site.admin.post("/sections", json!({ "title": "Notes" })).await.expect(201).json();
    let page =
        site.admin.post("/content/page", json!({ "title": "About" })).await.expect(201).json();
    let story =
        site.admin.post("/content/story", json!({ "title": "No" })).await.expect(201).json();
    let set = async |kind: &str, thing: &Value| {
        let home = json!({ "home": { "type": kind, "id": thing["id"] } });
        site.admin.put("/settings", home).await
    };
    let answer = set("section", &section).await.expect(200).json();
    assert_eq!(answer["home"], json!({ "type": "section", "id": section["id"] }));
    set("page", &page).await.expect(200);
    assert!(matches!(site.app.settings.current().home, Home::Page { .. }));
    for (kind, thing) in [("page", &story), ("page", &section), ("section", &page)] {
        assert_eq!(set(kind, thing).await.expect_invalid(), ["home.id"], "{kind}");
    }
    let path = format!("/sections/{}", section["id"].as_str().unwrap());
    site.admin.delete(&path).await.expect(204);
    assert_eq!(set("section", &section).await.expect_invalid(), ["home.id"]);
}

#[tokio::test]
async fn of_many_first_changes_to_the_defaults_exactly_one_wins() {
    let site = Site::start().await;
    let changes = (0..20).map(|number| {
        let client = site.admin.clone();
        tokio::spawn(async move {
            let body = json!({ "title": format!("t{number}"), "tagline": format!("t{number}") });
            client.put_with("/settings", &[("if-match", "\"v0\"")], body).await
        })
    });
    let mut won = 0;
    for change in changes.collect::<Vec<_>>() {
        let answer = change.await.unwrap();
        match answer.status.as_u16() {
            200 => won += 1,
            _ => drop(answer.expect_problem(409, "stale")),
        }
    }
    assert_eq!(won, 1);
    let settings = site.anonymous.get("/settings").await.json();
    assert_eq!(settings["title"], settings["tagline"]);
    let stale = [("if-match", "\"v0\"")];
    site.admin.put_with("/settings", &stale, json!({})).await.expect_problem(409, "stale");
}

#[tokio::test]
async fn first_changes_without_a_condition_all_succeed() {
    let site = Site::start().await;
    let fields = ["title", "tagline", "footer"];
    let changes = fields.map(|field| {
        let client = site.admin.clone();
        tokio::spawn(async move { client.put("/settings", json!({ field: field })).await })
    });
    for change in changes {
        change.await.unwrap().expect(200);
    }
    let settings = site.anonymous.get("/settings").await.json();
    for field in fields {
        assert_eq!(settings[field], field);
    }
}

#[tokio::test]
async fn whoever_keeps_something_made_of_the_settings_is_told_by_the_revision() {
    let site = Site::start().await;
    let (settings, before) = site.app.settings.current_at();
    assert_eq!(*settings, SiteSettings::default());
    site.admin.put("/settings", json!({ "title": "Named" })).await.expect(200);
    let (settings, after) = site.app.settings.current_at();
    assert_eq!(settings.title, "Named");
    assert!(after > before);
}

#[tokio::test]
async fn a_second_node_sees_the_change_of_the_first() {
    let site = Site::start().await;
    let store = folia::app::open_store(&site.database.location, store::Options::default());
    let other = Settings::open(store.await.unwrap()).await.unwrap();
    tokio::spawn(other.clone().follow());
    site.admin.put("/settings", json!({ "title": "seen" })).await.expect(200);
    for _ in 0..100 {
        if other.current().title == "seen" {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("the other node never saw the new title");
}
