//! What only the real process can show of the memory: sudden death, restarts, the command line.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::{
    AT_ONCE, EmbeddingService, Manner, RunningSite, TestDatabase, eventually, run_folia,
};

use crate::service::binary::{BINARY, make_token};

pub(crate) fn index(site: &RunningSite, token: &str) -> Value {
    site.request("GET", "/content/index", Some(token), "").expect(200).json()
}

pub(crate) fn search(site: &RunningSite, token: &str, query: &str, mode: &str) -> Value {
    let body = json!({ "query": query, "mode": mode }).to_string();
    site.request("POST", "/content/search-preview", Some(token), &body).expect(200).json()
}

pub(crate) const CHUNK: &str =
    r#"{"text":"TEXT","source":"opinion","chunk_type":"meta","purpose":["facts"]}"#;

#[tokio::test(flavor = "multi_thread")]
async fn feedback_is_answered_at_once_while_the_service_hangs_and_embedded_after_a_restart() {
    let service = EmbeddingService::start(16).await;
    let database = TestDatabase::create().await;
    let settings = [
        ("FOLIA_EMBEDDING__URL", service.url.as_str()),
        ("FOLIA_EMBEDDING__API_KEY", "canary-key"),
        ("FOLIA_LOG__LEVEL", "trace"),
    ];
    service.answer(Manner::Never);
    let mut site = RunningSite::start(BINARY, &database, &settings);
    let token = make_token(&database, "admin");
    let body = r#"{"original_text":"fine","feedback_type":"approved","job_context":"x"}"#;
    let started = Instant::now();
    let entry = site.request("POST", "/voice/feedback", Some(&token), body).expect(201).json();
    assert!(started.elapsed() < AT_ONCE, "{:?}", started.elapsed());
    assert_eq!(entry["vector_id"], Value::Null);
    eventually("the service is asked", || service.requests() > 0).await;
    site.kill();

    service.answer(Manner::Well);
    let site = RunningSite::start(BINARY, &database, &settings);
    let list = || site.request("GET", "/voice/feedback", Some(&token), "").expect(200).json();
    eventually("the vector comes", || list()["items"][0]["vector_id"].is_string()).await;
    let status = index(&site, &token);
    assert_eq!((&status["indexed"], &status["pending"]), (&json!(1), &json!(0)));
    let log = site.log();
    assert!(!log.contains("canary-key") && !log.contains("panicked"));
}

#[tokio::test(flavor = "multi_thread")]
async fn no_sudden_death_loses_or_doubles_a_vector() {
    let service = EmbeddingService::start(16).await;
    let database = TestDatabase::create().await;
    let settings = [("FOLIA_EMBEDDING__URL", service.url.as_str())];
    service.answer(Manner::Late(Duration::from_millis(40)));
    let mut site = RunningSite::start(BINARY, &database, &settings);
    let token = make_token(&database, "admin");
    let mut written = 0;
    for round in 0..4 {
        for number in 0..10 {
            let text = format!("boat number{round}x{number}");
            let body = CHUNK.replace("TEXT", &text);
            site.request("POST", "/content/chunks", Some(&token), &body).expect(201);
            written += 1;
        }
        tokio::time::sleep(Duration::from_millis(60 * round)).await;
        site.kill();
        site = RunningSite::start(BINARY, &database, &settings);
    }
    service.answer(Manner::Well);
    eventually("everything is indexed", || index(&site, &token)["indexed"] == written).await;
    let found = search(&site, &token, "boat number3x9", "vector");
    assert_eq!(found["total"], written);
    assert_eq!(found["items"][0]["chunk"]["text"], "boat number3x9");
    let unmarked = || {
        let list = site.request("GET", "/content/chunks?limit=500", Some(&token), "").expect(200);
        let list = list.json();
        list["items"].as_array().unwrap().iter().filter(|c| c["indexed_at"].is_null()).count()
    };
    eventually("every chunk says so", || unmarked() == 0).await;
    assert!(run_folia(BINARY, &database, &["check"]).status.success());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_index_is_made_again_from_the_command_line() {
    let service = EmbeddingService::start(16).await;
    let database = TestDatabase::create().await;
    let settings = [("FOLIA_EMBEDDING__URL", service.url.as_str())];
    let mut site = RunningSite::start(BINARY, &database, &settings);
    let token = make_token(&database, "admin");
    let body = r#"{"title":"Boats","body":"<p>On the lake.</p>","is_published":true}"#;
    site.request("POST", "/content/story", Some(&token), body).expect(201);
    let body = CHUNK.replace("TEXT", "by hand");
    site.request("POST", "/content/chunks", Some(&token), &body).expect(201);
    eventually("both are indexed", || index(&site, &token)["indexed"] == 2).await;
    let asked = service.texts().len();

    // Nothing but the documents tells the command where the service is; it needs the settings too.
    let file = database.folder.path().join("folia.toml");
    std::fs::write(&file, format!("[embedding]\nurl = \"{}\"\n", service.url)).unwrap();
    let beside = run_folia(BINARY, &database, &["index", "rebuild"]);
    let said = String::from_utf8(beside.stdout).unwrap();
    assert_eq!(said, "the running service makes 2 vectors again\n");
    eventually("they are made again", || service.texts().len() >= asked + 2).await;
    assert_eq!(site.stop(), Some(0));

    if !database.shares_vectors {
        std::fs::remove_dir_all(database.folder.path().join("data/index")).unwrap();
    }
    let alone = run_folia(BINARY, &database, &["index", "rebuild"]);
    let said = String::from_utf8(alone.stdout).unwrap();
    assert_eq!(said, "2 vectors were made again\n");
    let asked = service.texts().len();
    let site = RunningSite::start(BINARY, &database, &settings);
    assert_eq!(index(&site, &token)["indexed"], 2);
    assert_eq!(service.texts().len(), asked);
}

/// Runs where the default model is (`TEST_MODEL_DIR`), as `make test` sees to.
#[tokio::test(flavor = "multi_thread")]
async fn the_model_in_the_process_finds_by_meaning() {
    #[expect(clippy::disallowed_methods, reason = "the test command says where the model is")]
    let Ok(folder) = std::env::var("TEST_MODEL_DIR") else {
        eprintln!("NOT RUN: the model of TEST_MODEL_DIR (it is not set)");
        return;
    };
    let database = TestDatabase::create().await;
    let settings = [("FOLIA_EMBEDDING__FOLDER", folder.as_str())];
    let site = RunningSite::start(BINARY, &database, &settings);
    let token = make_token(&database, "admin");
    for text in [
        "Led the migration of the payment platform to Kubernetes",
        "Baked sourdough bread every weekend",
        "Wrote a thesis on the breeding habits of penguins",
    ] {
        let body = CHUNK.replace("TEXT", text);
        site.request("POST", "/content/chunks", Some(&token), &body).expect(201);
    }
    eventually("they are indexed", || index(&site, &token)["indexed"] == 3).await;
    assert_eq!(index(&site, &token)["model"], "all-MiniLM-L6-v2");
    for (query, word) in [
        ("container orchestration in the cloud", "Kubernetes"),
        ("hobbies in the kitchen", "sourdough"),
        ("zoology of birds", "penguins"),
    ] {
        let found = search(&site, &token, query, "vector");
        let best = found["items"][0]["chunk"]["text"].as_str().unwrap();
        assert!(best.contains(word), "{query}: {found}");
    }
}
