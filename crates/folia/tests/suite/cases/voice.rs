//! Voice feedback: what it takes, and what becomes of it.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use testkit::{EmbeddingService, Manner, eventually};

use super::oracle::{Case, MEGABYTE};
use super::total;

fn feedback(kind: &str, text: &str) -> Value {
    json!({ "original_text": text, "feedback_type": kind, "job_context": "Captain of a boat" })
}

#[tokio::test(flavor = "multi_thread")]
async fn s_voice_01_what_is_not_valid_is_refused_by_name() {
    let case = Case::begin("S-VOICE-01").await;
    let before = case.state();
    for (field, value) in [
        ("original_text", json!("")),
        ("original_text", json!("x".repeat(8001))),
        ("original_text", json!(7)),
        ("original_text", json!("a\u{0}b")),
        ("original_text", Value::Null),
        ("feedback_type", json!("APPROVED")),
        ("feedback_type", json!("liked")),
        ("feedback_type", Value::Null),
        ("job_context", json!("")),
        ("job_context", json!(["x"])),
        ("note", json!("x".repeat(2001))),
    ] {
        let mut body = feedback("approved", "text");
        body[field] = value.clone();
        let fields = case.member().post("/voice/feedback", &body).expect_invalid();
        assert_eq!(fields, [field], "{value}");
    }
    let fields = case.member().post("/voice/feedback", &json!({})).expect_invalid();
    assert_eq!(fields, ["original_text", "job_context", "feedback_type"]);
    let edited = case.member().post("/voice/feedback", &feedback("edited", "x"));
    assert_eq!(edited.expect_invalid(), ["final_text"]);
    let huge = feedback("approved", &"x".repeat(10 * MEGABYTE as usize));
    case.member().post("/voice/feedback", &huge).expect(413);
    for wrong in ["Approved", "", "all", "%27"] {
        let answer = case.member().get(&format!("/voice/feedback?feedback_type={wrong}"));
        assert_eq!(answer.expect_invalid(), ["feedback_type"], "{wrong}");
    }
    case.expect_unchanged(&before);
    let status = case.admin().get("/content/index").expect(200).json();
    assert_eq!((&status["pending"], &status["failed"]), (&json!(0), &json!(0)));
    case.end();
}

/// A death at every stage: `memory::hostile` and `memory::process`.
#[tokio::test(flavor = "multi_thread")]
async fn s_voice_02_an_answer_waits_for_nobody_and_its_vector_comes_later() {
    let service = EmbeddingService::start(16).await;
    // At first nobody listens there.
    let mut case = Case::begin("S-VOICE-02").await;
    case.member().post("/voice/feedback", &feedback("approved", "number0")).expect(201);
    service.answer(Manner::Never);
    case.restart(&[("embedding.url", service.url.as_str())]);
    let mut entries = 1;
    for manner in [Manner::Never, Manner::Status(500), Manner::Text("garbage".to_owned())] {
        service.answer(manner);
        let asked = service.requests();
        let body = feedback("approved", &format!("sentence number{entries}"));
        let made = case.member().post("/voice/feedback", &body).expect(201).json();
        assert_eq!(made["vector_id"], Value::Null);
        entries += 1;
        // One that hangs is given its time before another is asked.
        eventually("the service is asked", || service.requests() > asked).await;
    }
    case.restart(&[]);
    service.answer(Manner::Well);
    let list = |case: &Case| {
        let list = case.member().get("/voice/feedback").expect(200).json();
        list["items"].as_array().expect("items").clone()
    };
    let vectors = |case: &Case| -> BTreeSet<String> {
        let entries = list(case);
        let ids = entries.iter().filter_map(|entry| entry["vector_id"].as_str());
        ids.map(str::to_owned).collect()
    };
    eventually("every entry has its vector", || vectors(&case).len() == entries).await;
    let kept = vectors(&case);
    let status = case.admin().get("/content/index").expect(200).json();
    assert_eq!((&status["indexed"], &status["failed"]), (&json!(entries), &json!(0)));
    let wish = json!({ "query": "sentence", "mode": "vector", "limit": 100 });
    let found = case.admin().post("/content/search-preview", &wish).expect(200);
    assert_eq!(total(&found), entries as u64);
    case.restart(&[]);
    assert_eq!(vectors(&case), kept);
    assert!(service.keys().iter().all(|key| key == "Bearer canary-embedding-key"));
    case.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_voice_03_each_type_is_an_example_or_a_warning() {
    let case = Case::begin("S-VOICE-03").await;
    for kind in ["approved", "rejected", "flagged"] {
        let body = feedback(kind, &format!("{kind} words of a boat captain"));
        case.member().post("/voice/feedback", &body).expect(201);
    }
    let mut edited = feedback("edited", "before words of a boat captain");
    edited["final_text"] = json!("after words of a boat captain");
    case.member().post("/voice/feedback", &edited).expect(201);
    let list = case.admin().get("/content/chunks?source=voice_feedback").expect(200).json();
    let of_type = |wanted: &str| -> BTreeSet<String> {
        let chunks = list["items"].as_array().expect("items").iter();
        let chunks = chunks.filter(|chunk| chunk["chunk_type"] == wanted);
        chunks.map(|chunk| first_word(&chunk["text"])).collect()
    };
    let (examples, warnings) = (["after", "approved"], ["flagged", "rejected"]);
    assert_eq!(of_type("voice_example"), examples.map(str::to_owned).into());
    assert_eq!(of_type("anti_pattern"), warnings.map(str::to_owned).into());

    let resume = json!({ "document": { "basics": { "name": "Mia" },
        "work": [{ "name": "Harbour", "position": "Captain", "highlights": ["Sailed a boat."] }] } });
    case.admin().post("/resumes", &resume).expect(201);
    let job = json!({ "job_description": "Captain of a boat\n\nWords", "threshold": 0 });
    let answer = case.member().patient().post("/tailor", &job).expect(200).json();
    let offered = |list: &str| -> BTreeSet<String> {
        let samples = answer["voice"][list].as_array().expect("samples").iter();
        samples.map(|sample| first_word(&sample["text"])).collect()
    };
    assert_eq!(offered("examples"), examples.map(str::to_owned).into());
    assert_eq!(offered("anti_patterns"), warnings.map(str::to_owned).into());
    assert!(!answer["resume"].to_string().contains("words of a boat"), "{answer}");
    case.end();
}

fn first_word(text: &Value) -> String {
    let text = text.as_str().expect("a text");
    text.split(' ').next().unwrap_or_default().to_owned()
}
