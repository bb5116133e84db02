use std::time::Duration;

use kernel::Role;
use serde_json::{Value, json};
use testkit::{EmbeddingService, Manner};

use crate::site::{Site, make_token};

fn feedback(kind: &str, text: &str) -> Value {
    json!({ "original_text": text, "feedback_type": kind, "job_context": "Captain wanted" })
}

#[tokio::test]
async fn an_entry_is_stored_under_its_caller_and_read_by_nobody_else() {
    let site = Site::start().await;
    let mut body = feedback("flagged", "synergy");
    body["note"] = json!("too loud");
    body["section_type"] = json!("summary");
    for (field, value) in [
        ("user_id", json!("owner")),
        ("vector_id", json!("x")),
        ("id", json!("x")),
        ("created_at", json!("1999-01-01T00:00:00Z")),
    ] {
        body[field] = value;
    }
    let entry = site.member.post("/voice/feedback", body).await.expect(201).json();
    assert_eq!(entry["user_id"], "mia");
    assert_eq!(entry["vector_id"], Value::Null);
    assert_eq!(entry["created_at"], "2026-01-01T00:00:00Z");
    assert_eq!((&entry["final_text"], &entry["note"]), (&Value::Null, &json!("too loud")));

    let list = site.member.get("/voice/feedback").await.expect(200).json();
    assert_eq!(list, json!({ "items": [entry], "total": 1, "limit": 20, "offset": 0 }));
    let (_, other) = make_token(&site.app, Role::Member, "max").await;
    let other = site.anonymous.with_token(&other);
    let id = entry["id"].as_str().unwrap();
    for client in [&other, &site.admin] {
        for query in ["", "?user_id=mia", "?feedback_type=flagged", "?limit=500"] {
            let list = client.get(&format!("/voice/feedback{query}")).await.expect(200).json();
            assert_eq!((&list["items"], &list["total"]), (&json!([]), &json!(0)));
        }
        for method in ["GET", "PUT", "DELETE"] {
            let path = format!("/voice/feedback/{id}");
            let status = client.send(method, &path, &[], None).await.status.as_u16();
            assert!([404, 405].contains(&status));
        }
    }
    other.get("/content/chunks").await.expect_problem(403, "forbidden");
    let search = json!({ "query": "synergy" });
    other.post("/content/search-preview", search).await.expect_problem(403, "forbidden");
    site.anonymous.get("/voice/feedback").await.expect_problem(401, "unauthenticated");
    site.anonymous.post("/voice/feedback", json!({})).await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn each_type_becomes_an_example_or_a_warning_of_its_user() {
    let site = Site::start().await;
    for kind in ["approved", "rejected", "flagged"] {
        let body = feedback(kind, &format!("a boat that was {kind}"));
        site.member.post("/voice/feedback", body).await.expect(201);
    }
    let mut edited = feedback("edited", "a boat before");
    edited["final_text"] = json!("a boat after");
    site.member.post("/voice/feedback", edited).await.expect(201);
    site.admin.post("/voice/feedback", feedback("approved", "the owner's boat")).await.expect(201);

    let list = site.admin.get("/content/chunks?source=voice_feedback").await.expect(200).json();
    assert_eq!(list["total"], 5);
    for chunk in list["items"].as_array().unwrap() {
        assert_eq!(chunk["origin"]["type"], "voice_feedback");
    }
    let voice = site.app.memory.search_voice("mia", "boat", 10).await.unwrap();
    let mut examples: Vec<_> = voice.examples.iter().map(|found| &*found.chunk.text).collect();
    examples.sort_unstable();
    assert_eq!(examples, ["a boat after", "a boat that was approved"]);
    let mut warnings: Vec<_> = voice.anti_patterns.iter().map(|found| &*found.chunk.text).collect();
    warnings.sort_unstable();
    assert_eq!(warnings, ["a boat that was flagged", "a boat that was rejected"]);
    assert!(site.app.memory.search_facts("boat", 10).await.unwrap().found.is_empty());
    assert!(site.app.memory.search_voice("max", "boat", 10).await.unwrap().examples.is_empty());

    for (query, total) in [("approved", 1), ("edited", 1), ("rejected", 1), ("flagged", 1)] {
        let path = format!("/voice/feedback?feedback_type={query}");
        assert_eq!(site.member.get(&path).await.expect(200).json()["total"], total);
    }
    for wrong in ["Approved", "", "all", "'"] {
        let path = format!("/voice/feedback?feedback_type={wrong}");
        assert_eq!(site.member.get(&path).await.expect_invalid(), ["feedback_type"]);
    }
}

#[tokio::test]
async fn bad_values_are_refused_by_name_and_nothing_is_stored_or_queued() {
    let site = Site::start().await;
    for (field, value) in [
        ("original_text", json!("")),
        ("original_text", json!("x".repeat(8001))),
        ("original_text", json!(7)),
        ("original_text", json!("a\u{0}b")),
        ("original_text", Value::Null),
        ("final_text", json!("x".repeat(8001))),
        ("feedback_type", json!("APPROVED")),
        ("feedback_type", json!("liked")),
        ("feedback_type", Value::Null),
        ("job_context", json!("")),
        ("job_context", json!("x".repeat(20_001))),
        ("note", json!("x".repeat(2001))),
        ("section_type", json!(["a"])),
    ] {
        let mut body = feedback("approved", "text");
        body[field] = value.clone();
        let fields = site.member.post("/voice/feedback", body).await.expect_invalid();
        assert_eq!(fields, [field], "{value}");
    }
    let edited = site.member.post("/voice/feedback", feedback("edited", "x")).await;
    assert_eq!(edited.expect_invalid(), ["final_text"]);
    let mut emptied = feedback("edited", "x");
    emptied["final_text"] = json!("");
    assert_eq!(site.member.post("/voice/feedback", emptied).await.expect_invalid(), ["final_text"]);
    let missing = site.member.post("/voice/feedback", json!({})).await.expect_invalid();
    assert_eq!(missing, ["original_text", "job_context", "feedback_type"]);
    let huge = feedback("approved", &"x".repeat(10 * 1024 * 1024));
    site.member.post("/voice/feedback", huge).await.expect_problem(413, "too-large");
    assert_eq!(site.member.get("/voice/feedback").await.json()["total"], 0);
    assert_eq!(site.admin.get("/content/stats").await.json()["total"], 0);
    let queued = site.app.store.job_summary(memory::indexing::TOPIC).await.unwrap();
    assert_eq!(queued.pending, 0);
}

#[tokio::test]
async fn a_vector_comes_when_the_service_recovers_and_stays() {
    let service = EmbeddingService::start(16).await;
    let site = Site::start_with(&[("embedding.url", &service.url)]).await;
    service.answer(Manner::Status(500));
    let body = feedback("approved", "a fine sentence");
    site.member.post("/voice/feedback", body).await.expect(201);
    site.app.jobs().run_due().await.unwrap();
    let vector = |list: Value| list["items"][0]["vector_id"].clone();
    assert_eq!(vector(site.member.get("/voice/feedback").await.json()), Value::Null);
    service.answer(Manner::Well);
    site.clock.advance(Duration::from_secs(60));
    site.app.jobs().run_due().await.unwrap();
    let set = vector(site.member.get("/voice/feedback").await.json());
    assert!(set.is_string());
    assert_eq!(site.admin.get("/content/index").await.json()["indexed"], 1);
    // It is the vector of a chunk, and goes with it.
    site.admin.delete("/content/chunks?source=voice_feedback").await.expect(202);
    assert_eq!(vector(site.member.get("/voice/feedback").await.json()), Value::Null);
}

#[tokio::test]
async fn an_entry_is_taken_back_with_all_that_was_learned_from_it() {
    let site = Site::start().await;
    let mut ids = Vec::new();
    for (kind, text) in [("approved", "a boat I like"), ("flagged", "a boat of synergy")] {
        let entry = site.member.post("/voice/feedback", feedback(kind, text)).await.expect(201);
        ids.push(entry.json()["id"].as_str().unwrap().to_owned());
    }
    let path = format!("/voice/feedback/{}", ids[0]);
    site.anonymous.delete(&path).await.expect_problem(401, "unauthenticated");
    site.admin.delete(&path).await.expect_problem(404, "not-found");
    site.member.delete(&path).await.expect(204);
    site.member.delete(&path).await.expect_problem(404, "not-found");
    site.member.delete("/voice/feedback/x").await.expect_problem(404, "not-found");

    let list = site.member.get("/voice/feedback").await.expect(200).json();
    assert_eq!((&list["total"], &list["items"][0]["id"]), (&json!(1), &json!(ids[1])));
    let chunks = site.admin.get("/content/chunks?source=voice_feedback").await.expect(200).json();
    assert_eq!(chunks["total"], 1);
    let voice = site.app.memory.search_voice("mia", "boat", 10).await.unwrap();
    assert!(voice.examples.is_empty());
    assert_eq!(voice.anti_patterns.len(), 1);

    // A chunk that an administrator has deleted by itself does not hold it up.
    let chunk = chunks["items"][0]["id"].as_str().unwrap();
    site.admin.delete(&format!("/content/chunks/{chunk}")).await.expect(204);
    site.member.delete(&format!("/voice/feedback/{}", ids[1])).await.expect(204);
    let list = site.member.get("/voice/feedback").await.expect(200).json();
    assert_eq!(list["total"], 0);
}
