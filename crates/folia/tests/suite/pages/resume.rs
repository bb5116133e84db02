use serde_json::{Value, json};
use testkit::{Answer, words_of};

use super::{look, page, text};
use crate::site::Site;

/// Everything that can be read of the public resume.
const FORMS: [&str; 4] = ["/resume", "/resume.json", "/resume.pdf", "/cards/resume.png"];

async fn publish(site: &Site, document: Value, show: Value) -> Value {
    let body = json!({ "title": "Main", "document": document });
    let resume = site.admin.post("/resumes", body).await.expect(201).json();
    choose(site, &resume, show).await;
    resume
}

async fn choose(site: &Site, resume: &Value, show: Value) {
    let chosen = json!({ "resume": { "id": resume["id"], "show": show } });
    site.admin.put("/settings", chosen).await.expect(200);
}

/// Headings are the site's; what the owner has written says which language it is in.
#[tokio::test]
async fn words_in_another_language_than_the_site_say_so() {
    let site = Site::start().await;
    let document = json!({
        "basics": { "name": "Mira Oak", "summary": "Leitung der Werkstatt und Ausbildung der Lehrlinge im Betrieb." },
        "projects": [{ "name": "Farnatlas", "description": "Karten der Farne.", "entity": "Verein der Farnfreunde",
                       "roles": ["Leitung"] }],
        "education": [{ "institution": "Akademie", "studyType": "Diplom", "score": "1,6" }],
    });
    publish(&site, document, json!(["pdf"])).await;
    let shown = page(&site.anonymous, "/resume").await;
    for part in [
        "<html lang=\"en\"",
        "<p class=\"lede p-summary\" lang=\"de\">Leitung",
        "<div class=\"words\" lang=\"de\">\n<h3>Farnatlas</h3>",
        "Verein der Farnfreunde · Leitung",
        "1,6",
        ">Projects</h2>",
    ] {
        assert!(shown.contains(part), "{part} in {shown}");
    }
    let english = json!({ "basics": { "name": "Mira Oak", "summary": "Led the team of five that built the mill, and ran it." } });
    publish(&site, english, json!(["pdf"])).await;
    let shown = page(&site.anonymous, "/resume").await;
    assert!(shown.contains("<p class=\"lede p-summary\">Led the team"), "{shown}");
}

#[tokio::test]
async fn hidden_values_stay_hidden_under_every_name() {
    let site = Site::start().await;
    let document = json!({
        "basics": {
            "name": "Mira Oak", "email": "mira@hidden.example", "mail": "mira@hidden.example",
            "phone": "+49 170 1234567", "mobile": "+49 170 7654321",
            "location": "Mill Road 5, Lindmark",
            "profiles": [
                { "network": "Messenger", "url": "https://wa.example/491701234567" },
                { "network": "Forge", "url": "https://forge.example/mira" },
            ],
        },
        "work": [{ "name": "Museum", "position": "Head", "salary": "a lot" }],
        "references": [{ "name": "Ann Referee" }],
        "x-notes": "for my eyes",
    });
    publish(&site, document, json!(["city", "pdf"])).await;
    let secrets =
        ["hidden.example", "1234567", "7654321", "Mill Road", "a lot", "Ann Referee", "my eyes"];
    for form in ["/resume", "/resume.json"] {
        let shown = page(&site.anonymous, form).await;
        for secret in secrets {
            assert!(!shown.contains(secret), "{secret} in {form}: {shown}");
        }
        for open in ["Museum", "Lindmark", "https://forge.example/mira"] {
            assert!(shown.contains(open), "{open} in {form}: {shown}");
        }
    }
}

#[tokio::test]
async fn what_no_reading_knows_stays_hidden_through_every_door() {
    let site = Site::start().await;
    for basics in [
        json!({ "phone": ["+49 170 7654321", "+49 170 1234567"], "email": ["mira at hidden.example"] }),
        json!({ "phone": { "work": "0170 1234567" }, "email": { "work": "mira@hidden.example" } }),
        json!({ "phone": "+49 30 5550100", "mobile": "01701234567", "mail2": "mira at hidden.example" }),
        json!({ "contact": { "phone": "01701234567", "email": "mira@hidden.example" } }),
        json!({ "profiles": [
            { "network": "WhatsApp", "username": "+49 170 1234567" },
            { "network": "E-mail", "username": "mira at hidden.example" },
        ] }),
    ] {
        let mut document = json!({ "basics": basics, "work": [{
            "name": "Museum", "position": "Head",
            "highlights": ["Hung plates.", "Call 0170-1234567", "Room 1701234567", "Ask mira at hidden.example"],
        }] });
        document["basics"]["name"] = "Mira Oak, 0170 1234567".into();
        document["basics"]["label"] = "Head | mira@hidden.example".into();
        document["basics"]["summary"] = "Write to mira@hidden.example.".into();
        publish(&site, document.clone(), json!(["city", "pdf"])).await;
        for form in ["/resume", "/resume.json", "/resume.pdf"] {
            let answer = look(&site.anonymous, form).await.expect(200);
            let shown = words_of(&answer.body);
            if shown.is_empty() {
                continue;
            }
            for secret in ["1234567", "hidden.example"] {
                assert!(!shown.contains(secret), "{secret} in {form} of {document}");
            }
            assert!(shown.contains("Hung plates.") && shown.contains("Mira Oak"), "{shown}");
        }
        for address in
            ["/", "/search?q=hidden.example", "/search?q=1234567", "/sitemap.xml", "/feed.xml"]
        {
            let answer = look(&site.anonymous, address).await;
            let shown = String::from_utf8_lossy(&answer.body).replace("value=\"", "");
            assert!(
                !shown.contains("mira@hidden") && !shown.contains("0170"),
                "{address}: {shown}"
            );
        }
    }
}

/// What the owner sends to nobody is on no public page. It is gone with the rule, whatever was kept of the page, and
/// stays so when the document is written anew.
#[tokio::test]
async fn what_tailored_resumes_hide_no_visitor_sees() {
    let site = Site::start().await;
    let mut document = json!({
        "basics": { "name": "Mira Oak", "label": "Head" },
        "work": [
            { "name": "Museum", "position": "Head", "highlights": ["Hung plates.", "Sank a barge."] },
            { "name": "Casino", "position": "Croupier", "highlights": ["Dealt cards."] },
        ],
        "projects": [{ "name": "Orrery", "description": "Brass planets" }],
        "interests": [{ "name": "Duelling" }],
    });
    let resume = publish(&site, document.clone(), json!(["city", "pdf"])).await;
    let path = format!("/resumes/{}", resume["id"].as_str().unwrap());
    let hidden = ["Sank a barge", "Casino", "Croupier", "Dealt cards", "Duelling", "Interests"];
    let shown = ["Mira Oak", "Museum", "Hung plates.", "Orrery"];
    let doors = async |sees_all: bool| {
        for form in ["/resume", "/resume.json", "/resume.pdf"] {
            let told = words_of(&look(&site.anonymous, form).await.expect(200).body);
            if told.is_empty() {
                continue;
            }
            for text in shown {
                assert!(told.contains(text), "{text} in {form}: {told}");
            }
            for text in hidden.iter().filter(|text| form != "/resume.json" || **text != "Interests")
            {
                assert_eq!(told.contains(text), sees_all, "{text} in {form}: {told}");
            }
        }
    };
    doors(true).await;
    let rules = json!({ "hidden": ["work/1", "work/0/highlights/1", "interests"] });
    site.admin.put(&path, json!({ "arrangement": rules })).await.expect(200);
    doors(false).await;
    let tree: Value = serde_json::from_str(&page(&site.anonymous, "/resume.json").await).unwrap();
    assert_eq!(
        tree["work"],
        json!([
            { "name": "Museum", "position": "Head", "highlights": ["Hung plates."] },
        ])
    );
    assert!(tree.get("interests").is_none(), "{tree}");
    let works = document["work"].as_array_mut().unwrap();
    works.insert(0, json!({ "name": "Ferry", "position": "Hand" }));
    site.admin.put(&path, json!({ "document": document })).await.expect(200);
    doors(false).await;
    // Its owner has all of it.
    let own = site.admin.get(&format!("{path}/resume.txt")).await.expect(200);
    assert!(hidden.iter().all(|it| text(&own).contains(it)), "{}", text(&own));
    site.admin.put(&path, json!({ "arrangement": {} })).await.expect(200);
    doors(true).await;
}

#[tokio::test]
async fn a_place_in_one_text_shows_no_more_than_a_town() {
    let site = Site::start().await;
    for (location, shown) in [
        (json!("Apt B, Rosenweg 5, 12345 Lindmark"), Value::Null),
        (json!("Rosenweg Fünf, Lindmark"), Value::Null),
        (json!({ "city": ["Rosenweg Fünf", "Lindmark"] }), Value::Null),
        (json!("Lindmark, Norway"), json!({ "city": "Lindmark, Norway" })),
        // Who has a member for the city says what is one.
        (json!({ "city": "Lindmark, Oakshire" }), json!({ "city": "Lindmark, Oakshire" })),
        (json!([{ "city": "Lindmark, Oakshire" }]), json!({ "city": "Lindmark, Oakshire" })),
    ] {
        let document = json!({
            "basics": { "name": "Mira Oak", "location": location },
            "work": [{ "name": "Mill", "url": "mailto:mira@hidden.example" }],
        });
        publish(&site, document, json!(["city", "pdf"])).await;
        let tree: Value =
            serde_json::from_str(&page(&site.anonymous, "/resume.json").await).unwrap();
        assert_eq!(tree["basics"]["location"], shown, "{location}");
        assert!(tree["work"][0].get("url").is_none(), "{tree}");
        let html = page(&site.anonymous, "/resume").await;
        assert!(!html.contains("Rosenweg") && !html.contains("mailto:mira"), "{html}");
    }
}

#[tokio::test]
async fn what_is_not_to_be_listed_is_listed_in_no_form() {
    let site = Site::start().await;
    let document = json!({ "basics": { "name": "Mira Oak" } });
    let resume = publish(&site, document, json!(["pdf"])).await;
    let is_listed = |form: &str, answer: &Answer| match form {
        "/resume" => !text(answer).contains("noindex"),
        _ => answer.header("x-robots-tag").is_none(),
    };
    let has_map = async || page(&site.anonymous, "/sitemap.xml").await.contains("/resume</loc>");
    for form in &FORMS[..3] {
        let answer = look(&site.anonymous, form).await.expect(200);
        assert!(!is_listed(form, &answer), "{form}");
    }
    assert!(!has_map().await);
    choose(&site, &resume, json!(["pdf", "search-engines"])).await;
    for form in &FORMS[..3] {
        let answer = look(&site.anonymous, form).await.expect(200);
        assert!(is_listed(form, &answer), "{form}");
    }
    assert!(has_map().await);
    // A site that is not to be found has nothing that is.
    site.admin.put("/settings", json!({ "indexable": false })).await.expect(200);
    for form in &FORMS[..3] {
        let answer = look(&site.anonymous, form).await.expect(200);
        assert!(!is_listed(form, &answer), "{form}");
    }
    assert!(!has_map().await);
}

#[tokio::test]
async fn a_resume_that_is_gone_is_offered_nowhere() {
    let site = Site::start().await;
    let document = json!({ "basics": { "name": "Mira Oak" } });
    let resume = publish(&site, document, json!(["pdf"])).await;
    assert!(page(&site.anonymous, "/").await.contains("href=\"/resume\""));
    let path = format!("/resumes/{}", resume["id"].as_str().unwrap());
    site.admin.delete(&path).await.expect(204);
    while site.app.jobs().run_due().await.expect("jobs run") > 0 {}
    for form in FORMS {
        look(&site.anonymous, form).await.expect(404);
    }
    assert!(!page(&site.anonymous, "/").await.contains("href=\"/resume\""));
    assert!(site.admin.get("/settings").await.expect(200).json()["resume"]["id"].is_null());
}
