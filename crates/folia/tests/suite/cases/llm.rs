//! Tailoring, with job texts that command and a model that obeys.

use std::collections::HashMap;
use std::io::Write;
use std::sync::Arc;

use serde_json::{Value, json};
use testkit::{Answer, ChatService, Engine, Reply, eventually};

use super::oracle::{Case, MEGABYTE, id};
use super::total;
use crate::career::model::{facts, obey};
use crate::career::{JOB, hostile, resume, texts};

async fn begin(id: &'static str, more: &[(&str, &str)]) -> (ChatService, Case) {
    let model = ChatService::start().await;
    let mut settings = vec![("llm.url", model.url.as_str())];
    settings.extend(more);
    let case = Case::begin_with(id, &settings).await;
    (model, case)
}

fn store(case: &Case, name: &str) -> String {
    let body = json!({ "title": name, "document": resume(name) });
    id(&case.admin().post("/resumes", &body).expect(201).json())
}

#[track_caller]
fn tailor(case: &Case, body: &Value) -> Answer {
    case.member().patient().post("/tailor", body)
}

fn job() -> Value {
    json!({ "job_description": JOB, "threshold": 0 })
}

/// Some of them; all there are, with a model and without, are in `career::model` and `career::tailoring`. On a
/// server `hostile` has every fifth already.
#[tokio::test(flavor = "multi_thread")]
async fn s_llm_01_a_job_text_commands_nobody() {
    let (model, case) = begin("S-LLM-01", &[]).await;
    let mut ids = HashMap::new();
    for (number, (name, told)) in hostile().into_iter().enumerate() {
        if Engine::chosen() == Engine::Sqlite && number % 4 != 0 {
            continue;
        }
        let of = told["resume"].as_str().expect("a resume").to_owned();
        let resume_id = ids.entry(of.clone()).or_insert_with(|| store(&case, &of)).clone();
        let (obeyed, original) = (told["obeyed"].clone(), resume(&of));
        model.answer(Reply::Obeys(Arc::new(move |question| obey(question, &obeyed, &original))));
        let before = model.requests();
        let body = json!({ "job_description": told["job_description"], "resume_id": resume_id,
            "threshold": 0, "max_attempts": 1, "pages": "any" });
        let answer = tailor(&case, &body).expect(200).json();
        assert_eq!(model.requests(), before + 1, "{name}: no other call");
        // The service itself is the judge of what is a JSON Resume.
        let kept =
            case.admin().post("/resumes", &json!({ "document": answer["resume"] })).expect(201);
        case.admin().delete(&format!("/resumes/{}", id(&kept.json()))).expect(204);
        let mut said = Vec::new();
        texts(&answer["resume"], &mut said);
        let said = said.join("\n").to_lowercase();
        for forbidden in told["forbidden"].as_array().expect("a list") {
            let forbidden = forbidden.as_str().expect("a text").to_lowercase();
            assert!(!said.contains(&forbidden), "{name}: {forbidden}");
        }
        assert!(!answer.to_string().contains("[BEGIN FACTS"), "{name}: the question is told");
    }
    case.end();
}

const USELESS: &str = "zuseless";
/// Megabytes that asking a model may take.
const SOME: usize = 48;

/// Where a model gives nothing usable the answer is the result without it, and says so: 200 and not 503.
#[tokio::test(flavor = "multi_thread")]
async fn s_llm_02_a_model_that_misbehaves_costs_a_few_questions() {
    let (model, mut case) = begin("S-LLM-02", &[]).await;
    store(&case, "nurse");
    // What a model says that is of no use is nowhere: in no answer, no line of the log, nothing that is stored.
    case.keep_secret(USELESS);
    let mut made = Vec::new();
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    let mut without = |case: &Case, name: &str| {
        let mut body = job();
        body["max_attempts"] = json!(2);
        let before = model.requests();
        let answer = tailor(case, &body).expect(200).json();
        let asked = model.requests() - before;
        assert!(asked <= 2, "{name}: {asked}");
        assert_eq!(answer["generator"], "extractive", "{name}");
        let attempts = answer["attempts"].to_string();
        for secret in ["canary", "choices", "<html", "127.0.0.1"] {
            assert!(!attempts.contains(secret), "{name}: {attempts}");
        }
        let id = id(&answer);
        let kept = case.member().get(&format!("/tailorings/{id}")).expect(200).json();
        assert_eq!(kept["resume"], answer["resume"], "{name}: what is stored is what was told");
        assert_eq!(kept["generator"], "extractive", "{name}");
        made.push(id);
    };
    for (name, reply) in [
        ("no JSON", Reply::Says(format!("I would be delighted to help! {USELESS}"))),
        ("cut JSON", Reply::Says(format!("```json\n{{\"summary\":[{{\"text\":\"{USELESS}\"}},"))),
        ("deep", Reply::Says(format!("{{\"summary\":{deep},\"x\":\"{USELESS}\"}}"))),
        ("deep body", Reply::Body(format!("{{\"choices\":{deep}}}"))),
        ("no choices", Reply::Body("{\"choices\":[]}".to_owned())),
        ("tools", Reply::Body(r#"{"choices":[{"message":{"content":null,"tool_calls":[{"function":{"name":"zuseless"}}]}}]}"#.to_owned())),
        ("truncated", Reply::Truncated),
        ("401", Reply::Status(401)),
        ("429", Reply::Status(429)),
        ("500", Reply::Status(500)),
        ("reset", Reply::Reset),
    ] {
        model.answer(reply);
        let before = model.requests();
        without(&case, name);
        assert!(model.requests() > before, "{name}");
    }
    // Twice what the memory may grow by: whoever read it whole would be seen.
    model.answer(Reply::Huge(2 * SOME * MEGABYTE as usize));
    let grown = case.growth_during(|| without(&case, "huge"));
    assert!(grown.is_none_or(|grown| grown <= SOME as u64 * MEGABYTE), "{grown:?}");
    // One deadline for all attempts, and then nobody waits any more.
    case.restart(&[("tailor.deadline_seconds", "2")]);
    for (name, reply) in [("hang", Reply::Never), ("endless", Reply::Endless)] {
        model.answer(reply);
        without(&case, name);
        eventually("the line is hung up", || model.waiting() == 0).await;
    }
    case.restart(&[("tailor.deadline_seconds", "60")]);
    model.answer(Reply::Says("```json\n{}\n```".to_owned()));
    assert_eq!(tailor(&case, &job()).expect(200).json()["generator"], "llm");
    // One result for each question, and nothing else.
    assert_eq!(total(&case.member().get("/tailorings").expect(200)), made.len() as u64 + 1);
    assert!(case.database.files_with(USELESS).is_empty());
    let stored = case.state();
    let found = stored.iter().find(|(_, bytes)| String::from_utf8_lossy(bytes).contains(USELESS));
    assert_eq!(found.map(|(name, _)| name), None);
    case.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_llm_03_tailoring_has_its_limits_and_ends_when_nobody_listens() {
    let (model, case) = begin("S-LLM-03", &[]).await;
    store(&case, "nurse");
    model.answer(Reply::Says("{}".to_owned()));
    for (field, value) in [
        ("job_description", json!("")),
        ("job_description", json!("é".repeat(20_001))),
        ("threshold", json!(-1)),
        ("threshold", json!(101)),
        ("threshold", json!("80")),
        ("max_attempts", json!(0)),
        ("max_attempts", json!(-1)),
        ("max_attempts", json!(1_000_000)),
    ] {
        let mut body = job();
        body[field] = value.clone();
        assert_eq!(tailor(&case, &body).expect_invalid(), [field], "{value}");
    }
    let bare = br#"{"job_description":"x","threshold":NaN}"#;
    case.member().send("POST", "/tailor", bare).expect(400);
    for length in [1, 20_000] {
        tailor(&case, &json!({ "job_description": "x".repeat(length), "threshold": 0 }))
            .expect(200);
    }
    // Fifty at once by one member: two are at work until the model answers, all others are told to wait.
    let asked = model.requests();
    model.answer(Reply::Never);
    let token = case.token("member", "impatient");
    let body = job().to_string();
    let request = |accept: &str| {
        format!(
            "POST /tailor HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\naccept: {accept}\r\n\
             authorization: Bearer {token}\r\ncontent-length: {}\r\n\r\n{body}",
            case.running().address,
            body.len()
        )
    };
    let held: Vec<_> = ["application/json", "text/event-stream"]
        .map(|accept| {
            let mut stream = case.running().connect();
            stream.write_all(request(accept).as_bytes()).expect("a request can be sent");
            stream
        })
        .into();
    eventually("both are at work", || model.waiting() == 2).await;
    for _ in 0..48 {
        let answer = case.nobody().bearer(&token).patient().post("/tailor", &job()).expect(429);
        assert!(answer.header("retry-after").is_some());
    }
    assert_eq!(model.requests(), asked + 2);
    // Who leaves takes their question along, and gives the place back.
    drop(held);
    eventually("the model is left", || model.waiting() == 0).await;
    model.answer(Reply::Says("{}".to_owned()));
    case.nobody().bearer(&token).patient().post("/tailor", &job()).expect(200);
    assert_eq!(total(&case.nobody().bearer(&token).get("/tailorings").expect(200)), 1);
    case.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_llm_04_what_a_model_smuggles_in_is_inert() {
    let (model, case) = begin("S-LLM-04", &[]).await;
    store(&case, "backend-engineer");
    let smuggled = [
        "<script>alert(1)</script>",
        "see javascript:alert(1)",
        "![x](https://evil.example.org/x.png)",
        "red \u{1b}[31mtext\u{1b}[0m",
        "hid\u{200b}den and tur\u{202e}ned",
    ];
    model.answer(Reply::Obeys(Arc::new(move |question| {
        let facts = facts(question);
        let highlights = facts.iter().filter(|fact| fact["kind"] == "highlight");
        let highlights = highlights.zip(smuggled.iter().cycle());
        let rewrite = |(fact, bad): (&Value, &&str)| {
            let text = format!("{} {bad}", fact["text"].as_str().expect("a text"));
            json!({ "fact": fact["label"], "text": text })
        };
        json!({
            "summary": [{ "text": smuggled[0], "facts": ["f1"] }],
            "highlights": highlights.map(rewrite).collect::<Vec<_>>(),
            "order": ["<script>", "f1"],
        })
        .to_string()
    })));
    let hostile = "<script>alert(2)</script> Engineer \u{1b}[31m javascript:alert(3)";
    let body = json!({ "job_description": format!("{hostile}\n{JOB}"), "threshold": 0 });
    let answer = tailor(&case, &body).expect(200).json();
    let mut said = Vec::new();
    texts(&answer["resume"], &mut said);
    for (form, link) in answer["links"].as_object().expect("links") {
        if ["json", "markdown", "html", "text"].contains(&form.as_str()) {
            let link = link.as_str().expect("an address");
            let exported = case.member().patient().get(link).expect(200);
            said.push(String::from_utf8_lossy(&exported.body).into_owned());
        }
    }
    for text in &said {
        for bad in ["<script", "javascript:", "evil.example", "\u{1b}", "\u{200b}", "\u{202e}"] {
            assert!(!text.contains(bad), "{bad:?}: {text}");
        }
    }
    let text = answer["resume"]["work"][0]["highlights"][0].clone();
    let body =
        json!({ "original_text": text, "feedback_type": "approved", "job_context": hostile });
    let entry = case.member().post("/voice/feedback", &body).expect(201).json();
    assert_eq!((&entry["original_text"], &entry["job_context"]), (&text, &json!(hostile)));
    assert!(!case.log().contains('\u{1b}'), "nothing acts on a terminal");
    case.end();
}
