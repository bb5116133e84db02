//! The real binary beside an embedding service that is slow, broken or hostile.

use std::time::Instant;

use serde_json::{Value, json};
use testkit::{AT_ONCE, EmbeddingService, Manner, RunningSite, TestDatabase, eventually};

use crate::memory::process::{CHUNK, index, search};
use crate::service::binary::{BINARY, make_token};

/// What a hostile answer may cost.
/// An answer has up to 16 MB, and as much again while it grows; the index and a search read one at the same time,
/// and what was freed is given back a moment later.
const GROWTH: u64 = 128 * 1024 * 1024;

fn add(site: &RunningSite, token: &str, text: &str, source: &str) -> String {
    let body = CHUNK.replace("TEXT", text).replace("opinion", source);
    let created = site.request("POST", "/content/chunks", Some(token), &body).expect(201).json();
    format!("/content/chunks/{}", created["id"].as_str().unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_deleted_while_its_vector_is_on_the_way_stays_deleted() {
    let service = EmbeddingService::start(16).await;
    let database = TestDatabase::create().await;
    let settings = [("FOLIA_EMBEDDING__URL", service.url.as_str())];
    let site = RunningSite::start(BINARY, &database, &settings);
    let token = make_token(&database, "admin");
    add(&site, &token, "a boat that stays", "opinion");
    eventually("the first is indexed", || index(&site, &token)["indexed"] == 1).await;

    let asked = |text: &str| service.texts().iter().any(|asked| asked.contains(text));
    service.answer(Manner::Held(1));
    let path = add(&site, &token, "a secret boat", "opinion");
    eventually("the one is on its way", || asked("secret")).await;
    site.request("DELETE", &path, Some(&token), "").expect(204);
    for number in 0..5 {
        add(&site, &token, &format!("talk of boat {number}"), "conversation");
    }
    service.answer(Manner::Held(2));
    eventually("the others are on their way", || asked("talk of boat")).await;
    let source = "/content/chunks?source=conversation";
    let cleared = site.request("DELETE", source, Some(&token), "").expect(202).json();
    assert_eq!(cleared["deleted"], 5);
    service.answer(Manner::Well);
    // One run at a time: once this has its vector, the answers that were held have been dealt with.
    let later = add(&site, &token, "a boat that comes later", "opinion");
    let later_is_there = || {
        let chunk = site.request("GET", &later, Some(&token), "").expect(200).json();
        chunk["indexed_at"].is_string()
    };
    eventually("what comes later is indexed", later_is_there).await;
    let status = index(&site, &token);
    let counts = (&status["pending"], &status["failed"], &status["indexed"]);
    assert_eq!(counts, (&json!(0), &json!(0), &json!(2)));
    site.request("DELETE", &later, Some(&token), "").expect(204);
    for mode in ["keyword", "vector", "hybrid"] {
        for query in ["secret", "talk", "boat"] {
            let found = search(&site, &token, query, mode);
            for hit in found["items"].as_array().unwrap() {
                assert_eq!(hit["chunk"]["text"], "a boat that stays", "{mode} {query}");
            }
        }
    }
    // As many vectors as indexed chunks.
    assert_eq!(search(&site, &token, "boat", "vector")["total"], 1);
    let chunks = site.request("GET", "/content/chunks", Some(&token), "").expect(200).json();
    assert_eq!(chunks["total"], 1);
    assert!(chunks["items"][0]["indexed_at"].is_string());
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_without_end_cost_no_memory_and_no_search() {
    let service = EmbeddingService::start(16).await;
    let database = TestDatabase::create().await;
    let settings = [("FOLIA_EMBEDDING__URL", service.url.as_str())];
    let site = RunningSite::start(BINARY, &database, &settings);
    let token = make_token(&database, "admin");
    let path = add(&site, &token, "a quiet boat", "opinion");
    add(&site, &token, "a green train", "opinion");
    eventually("both are indexed", || index(&site, &token)["indexed"] == 2).await;
    search(&site, &token, "boat", "hybrid");
    let Some(before) = site.resident() else { return };

    let (mut most, mut number) = (0, 0);
    for manner in [Manner::Huge(500 * 1024 * 1024), Manner::Bomb] {
        service.answer(manner.clone());
        let asked = service.requests();
        number += 1;
        let body = json!({ "text": format!("a loud boat {number}") }).to_string();
        site.request("PUT", &path, Some(&token), &body).expect(200);
        let failed = || {
            most = most.max(site.resident().unwrap_or(0));
            let status = index(&site, &token);
            let waits = status["pending"] == 1 && status["failed"] == 0;
            service.requests() > asked && waits && status["last_error"].is_string()
        };
        eventually("it waits for another attempt, and it is told why", failed).await;
        assert_eq!(index(&site, &token)["indexed"], 1, "{manner:?}");
        let found = search(&site, &token, "loud", "hybrid");
        assert_eq!(found["items"][0]["chunk"]["text"], format!("a loud boat {number}"));
        most = most.max(site.resident().unwrap_or(0));
        service.answer(Manner::Well);
        eventually("it goes well again", || index(&site, &token)["indexed"] == 2).await;
    }
    assert!(most <= before + GROWTH, "{before} bytes grew to {most}");
    assert!(!site.log().contains("panicked"));
}

#[tokio::test(flavor = "multi_thread")]
async fn feedback_gets_its_one_vector_within_a_minute_of_recovery() {
    let service = EmbeddingService::start(16).await;
    let database = TestDatabase::create().await;
    let settings = [("FOLIA_EMBEDDING__URL", service.url.as_str())];
    let mut site = RunningSite::start(BINARY, &database, &settings);
    let token = make_token(&database, "admin");
    let mut entries = 0;
    for manner in [Manner::Never, Manner::Status(500), Manner::Text("garbage".to_owned())] {
        service.answer(manner.clone());
        let asked = service.requests();
        for _ in 0..3 {
            let text = format!("sentence number{entries} of its own");
            let body = json!({
                "original_text": text, "feedback_type": "approved", "job_context": "Captain",
            });
            let started = Instant::now();
            let path = "/voice/feedback";
            let answer = site.request("POST", path, Some(&token), &body.to_string()).expect(201);
            assert!(started.elapsed() < AT_ONCE, "{manner:?}: {:?}", started.elapsed());
            assert_eq!(answer.json()["vector_id"], Value::Null, "{manner:?}");
            entries += 1;
        }
        eventually("the service is asked", || service.requests() > asked).await;
        site.kill();
        site = RunningSite::start(BINARY, &database, &settings);
        let asked = service.requests();
        eventually("and asked again", || service.requests() > asked).await;

        service.answer(Manner::Well);
        let list = || site.request("GET", "/voice/feedback", Some(&token), "").expect(200).json();
        let all_set = || {
            let list = list();
            list["items"].as_array().unwrap().iter().all(|entry| entry["vector_id"].is_string())
        };
        eventually("every entry has its vector", all_set).await;
        let status = index(&site, &token);
        assert_eq!((&status["indexed"], &status["failed"]), (&json!(entries), &json!(0)));
        let ids: Vec<Value> =
            list()["items"].as_array().unwrap().iter().map(|e| e["vector_id"].clone()).collect();
        assert_eq!(search(&site, &token, "sentence", "vector")["total"], entries);
        site.kill();
        site = RunningSite::start(BINARY, &database, &settings);
        let list = site.request("GET", "/voice/feedback", Some(&token), "").expect(200).json();
        let kept: Vec<Value> =
            list["items"].as_array().unwrap().iter().map(|e| e["vector_id"].clone()).collect();
        assert_eq!(kept, ids);
    }
}
