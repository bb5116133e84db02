//! What members see of the owner: what visitors see of the public resume, through every door.

use serde_json::{Value, json};
use testkit::{Client, words_of};

use crate::site::Site;

const SECRETS: [&str; 7] = [
    "ada@hidden.example",
    "+49 170 1234567",
    "491701234567",
    "Rosenweg",
    "52062",
    "Reverend",
    "face.webp",
];

fn document() -> Value {
    json!({
        "basics": {
            "name": "Ada Byron", "label": "Rust Engineer", "email": "ada@hidden.example",
            "phone": "+49 170 1234567", "image": "/media/face.webp", "summary": "I build Rust services.",
            "location": {"address": "Rosenweg 5", "postalCode": "52062", "city": "Aachen"},
            "profiles": [
                {"network": "Messenger", "url": "https://wa.example/491701234567"},
                {"network": "Forge", "url": "https://forge.example/ada"},
            ],
        },
        "work": [{
            "name": "Mill", "position": "Rust Engineer", "startDate": "2019",
            "highlights": ["Built Rust services with tokio.", "Write to ada@hidden.example about Rust and tokio."],
        }],
        "references": [{"name": "Reverend Green", "reference": "Knows Rust and tokio."}],
        "skills": [{"name": "Rust", "keywords": ["tokio"]}],
    })
}

const FORMS: [&str; 11] = [
    "self",
    "json",
    "markdown",
    "html",
    "pdf",
    "text",
    "pages",
    "letter",
    "letter_html",
    "letter_pdf",
    "letter_text",
];

/// What a client gets through every door, as far as it can be read.
async fn seen(client: &Client, answer: &Value) -> String {
    let mut seen = answer.to_string();
    for form in FORMS {
        let reply = client.get(answer["links"][form].as_str().unwrap()).await.expect(200);
        seen += &words_of(&reply.body);
    }
    let own = answer["links"]["self"].as_str().unwrap();
    for end in ["versions", "versions/1", "pages/1", "pages/1?photo=true"] {
        let reply = client.get(&format!("{own}/{end}")).await.expect(200);
        seen += &words_of(&reply.body);
    }
    seen
}

#[tokio::test]
async fn a_member_sees_of_the_owner_what_visitors_see() {
    let site = Site::start().await;
    let made =
        site.admin.post("/resumes", json!({ "document": document() })).await.expect(201).json();
    let job = "Rust Engineer\n\nRequirements\n- Rust\n- tokio\n- Writes about Rust\n";
    let body = json!({
        "job_description": job, "resume_id": made["id"], "threshold": 0, "photo": true,
    });
    let answer = site.member.post("/tailor", body.clone()).await.expect(200).json();
    let told = seen(&site.member, &answer).await;
    for secret in SECRETS {
        assert!(!told.contains(secret), "{secret} in {told}");
    }
    let basics = &answer["resume"]["basics"];
    assert_eq!(basics["location"], json!({"city": "Aachen"}));
    assert_eq!(
        basics["profiles"],
        json!([{"network": "Forge", "url": "https://forge.example/ada"}])
    );
    assert!(answer["resume"].to_string().contains("Built Rust services with tokio."));

    // The owner's own has all of it, and what the owner shows to visitors a member sees, too.
    let own = site.admin.post("/tailor", body.clone()).await.expect(200).json();
    let told = seen(&site.admin, &own).await;
    for shown in ["ada@hidden.example", "+49 170 1234567", "Rosenweg", "52062"] {
        assert!(told.contains(shown), "{shown}");
    }
    let shown = json!({ "resume": { "show": ["email", "city"] } });
    site.admin.put("/settings", shown).await.expect(200);
    let answer = site.member.post("/tailor", body).await.expect(200).json();
    let basics = &answer["resume"]["basics"];
    assert_eq!((&basics["email"], &basics["phone"]), (&json!("ada@hidden.example"), &Value::Null));
}

#[tokio::test]
async fn a_member_sees_no_number_that_no_reading_knows() {
    let site = Site::start().await;
    let document = json!({
        "basics": {
            "name": "Ada Byron", "phone": ["+49 30 5550100", "+49 170 1234567"],
            "email": { "work": "ada at hidden.example" }, "summary": "I build Rust services.",
            "profiles": [{ "network": "Signal", "username": "+49 170 1234567" }],
        },
        "work": [{
            "name": "Mill", "position": "Rust Engineer, 0170 1234567", "startDate": "2019",
            "summary": "Rust at the mill; ask ada at hidden.example.",
            "highlights": ["Built Rust services with tokio.", "Rust and tokio: call 0170 123 45 67."],
        }],
        "skills": [{ "name": "Rust", "keywords": ["tokio", "ada@hidden.example"] }],
    });
    let made =
        site.admin.post("/resumes", json!({ "document": document })).await.expect(201).json();
    let job = "Rust Engineer\n\nRequirements\n- Rust\n- tokio\n- Mill\n";
    let body = json!({ "job_description": job, "resume_id": made["id"], "threshold": 0 });
    let answer = site.member.post("/tailor", body).await.expect(200).json();
    let told = seen(&site.member, &answer).await;
    for secret in ["1234567", "123 45 67", "hidden.example", "5550100"] {
        assert!(!told.contains(secret), "{secret} in {told}");
    }
    assert!(answer["resume"].to_string().contains("Built Rust services with tokio."));
}
