use std::time::Duration;

use folia::app::App;
use serde_json::{Value, json};
use testkit::{EmbeddingService, Manner};

use crate::site::{Site, at_home, configure};

const DIMENSION: usize = 32;

/// A site that embeds with a service of the test's own.
pub(super) async fn start() -> (Site, EmbeddingService) {
    let service = EmbeddingService::start(DIMENSION).await;
    let site = Site::start_with(&settings(&service)).await;
    (site, service)
}

pub(super) fn settings(service: &EmbeddingService) -> [(&'static str, &str); 3] {
    [
        ("embedding.url", service.url.as_str()),
        ("embedding.model", "words"),
        ("embedding.api_key", "canary-key"),
    ]
}

/// The same documents and files, as another process would find them.
pub(super) async fn restart(site: &Site, settings: &[(&'static str, &str)]) -> App {
    let config = at_home(configure(settings), &site.database);
    App::new(site.app.store.clone(), &config).await.unwrap()
}

pub(super) async fn add(site: &Site, text: &str) -> String {
    let body = json!({
        "text": text, "source": "opinion", "chunk_type": "meta", "purpose": "personality",
    });
    let created = site.admin.post("/content/chunks", body).await.expect(201);
    created.header("location").unwrap().to_owned()
}

pub(super) async fn work(site: &Site) {
    site.app.jobs().run_due().await.unwrap();
}

pub(super) async fn status(site: &Site) -> Value {
    site.admin.get("/content/index").await.expect(200).json()
}

pub(super) fn counts(status: &Value) -> (u64, u64, u64) {
    let count = |name: &str| status[name].as_u64().unwrap();
    (count("pending"), count("failed"), count("indexed"))
}

pub(super) async fn search(site: &Site, query: &str, mode: &str) -> Vec<Value> {
    let body = json!({ "query": query, "mode": mode });
    let answer = site.admin.post("/content/search-preview", body).await.expect(200).json();
    assert!(answer["took_ms"].as_f64().unwrap() >= 0.0);
    answer["items"].as_array().unwrap().clone()
}

fn texts(hits: &[Value]) -> Vec<&str> {
    hits.iter().map(|hit| hit["chunk"]["text"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_chunk_is_indexed_after_its_answer_and_found_in_every_mode() {
    let (site, service) = start().await;
    let path = add(&site, "The red boat crosses the lake").await;
    add(&site, "Quarterly tax returns").await;
    assert_eq!(service.requests(), 0);
    assert_eq!(counts(&status(&site).await), (2, 0, 0));
    // Words are there at once.
    assert_eq!(search(&site, "boat", "keyword").await.len(), 1);

    site.clock.advance(Duration::from_secs(5));
    work(&site).await;
    let standing = status(&site).await;
    assert_eq!(counts(&standing), (0, 0, 2));
    assert_eq!(standing["model"], "words");
    assert_eq!((&standing["last_error"], &standing["rebuilding"]), (&Value::Null, &json!(false)));
    assert!(service.keys().iter().all(|key| key == "Bearer canary-key"));
    let chunk = site.admin.get(&path).await.json();
    assert_eq!(chunk["indexed_at"], "2026-01-01T00:00:05Z");

    let hits = search(&site, "a red boat", "vector").await;
    assert_eq!(texts(&hits)[0], "The red boat crosses the lake");
    assert_eq!(hits.len(), 2);
    assert_eq!(hits[0]["score"], hits[0]["vector_score"]);
    assert_eq!(hits[0]["keyword_score"], Value::Null);
    let hits = search(&site, "a red boat", "keyword").await;
    assert_eq!(texts(&hits), ["The red boat crosses the lake"]);
    assert_eq!(hits[0]["vector_score"], Value::Null);
    let hits = search(&site, "a red boat", "hybrid").await;
    assert_eq!(texts(&hits)[0], "The red boat crosses the lake");
    assert!(hits[0]["vector_score"].is_number() && hits[0]["keyword_score"].is_number());
    assert_eq!(hits[0]["chunk"], chunk);
}

#[tokio::test]
async fn filters_hold_in_every_mode() {
    let (site, _service) = start().await;
    for (source, chunk_type, purpose) in [
        ("blog", "meta", json!("facts")),
        ("resume", "education", json!(["facts", "strategy"])),
        ("opinion", "voice_example", json!("personality")),
    ] {
        let body = json!({
            "text": format!("boat from {source}"), "source": source, "chunk_type": chunk_type,
            "purpose": purpose,
        });
        site.admin.post("/content/chunks", body).await.expect(201);
    }
    work(&site).await;
    for mode in ["hybrid", "vector", "keyword"] {
        for (filter, sources) in [
            (json!({}), vec!["blog", "opinion", "resume"]),
            (json!({ "source": "blog" }), vec!["blog"]),
            (json!({ "source": ["blog", "opinion"] }), vec!["blog", "opinion"]),
            (json!({ "chunk_type": "education" }), vec!["resume"]),
            (json!({ "purpose": "facts" }), vec!["blog", "resume"]),
            (json!({ "purpose": "facts", "source": "opinion" }), vec![]),
        ] {
            let mut body = json!({ "query": "boat", "mode": mode });
            body.as_object_mut().unwrap().extend(filter.as_object().unwrap().clone());
            let answer = site.admin.post("/content/search-preview", body).await.expect(200).json();
            let mut found: Vec<_> = answer["items"]
                .as_array()
                .unwrap()
                .iter()
                .map(|hit| hit["chunk"]["source"].as_str().unwrap())
                .collect();
            found.sort_unstable();
            assert_eq!(found, sources, "{mode} {filter}");
            assert_eq!(answer["total"], sources.len(), "{mode} {filter}");
        }
    }
    for (field, value) in [
        ("query", json!("")),
        ("query", json!("  ")),
        ("query", json!("x".repeat(20_001))),
        ("query", json!("x".repeat(1024 * 1024))),
        ("limit", json!(0)),
        ("limit", json!(-1)),
        ("limit", json!("many")),
        ("mode", json!("magic")),
        ("source", json!("everything")),
        ("purpose", json!(["facts", 1])),
    ] {
        let mut body = json!({ "query": "boat" });
        body[field] = value;
        let answer = site.admin.post("/content/search-preview", body).await;
        assert_eq!(answer.expect_invalid(), [field]);
    }
}

#[tokio::test]
async fn a_service_that_misbehaves_harms_no_vector_and_no_answer() {
    let (site, service) = start().await;
    let path = add(&site, "first boat").await;
    add(&site, "second train").await;
    work(&site).await;
    let manners = [
        Manner::Dimension(7),
        Manner::NotANumber,
        Manner::Infinite,
        Manner::Zeros,
        Manner::Fewer,
        Manner::Text("<html>canary-key</html>".to_owned()),
        Manner::Text(String::new()),
        Manner::Huge(20 * 1024 * 1024),
        Manner::Packed,
        Manner::Status(401),
        Manner::Status(429),
        Manner::Status(500),
        Manner::Status(400),
        Manner::Status(302),
    ];
    for (number, manner) in manners.into_iter().enumerate() {
        service.answer(manner.clone());
        let text = format!("boat number {number}");
        site.admin.put(&path, json!({ "text": text })).await.expect(200);
        work(&site).await;
        let standing = status(&site).await;
        // It will be tried again, so it is not lost.
        assert_eq!(counts(&standing), (1, 0, 1), "{manner:?}");
        let error = standing["last_error"].as_str().unwrap();
        assert!(!error.contains("canary") && !error.is_empty(), "{manner:?}: {error}");
        assert_eq!(site.admin.get(&path).await.json()["indexed_at"], Value::Null);
        assert_eq!(texts(&search(&site, "boat", "hybrid").await)[0], text, "{manner:?}");

        // Not before the pause is over, and then it goes well.
        let asked = service.requests();
        work(&site).await;
        assert_eq!(service.requests(), asked, "{manner:?}");
        service.answer(Manner::Well);
        site.clock.advance(Duration::from_secs(61));
        work(&site).await;
        let standing = status(&site).await;
        assert_eq!(counts(&standing), (0, 0, 2), "{manner:?}");
        assert_eq!(standing["last_error"], Value::Null);
        assert_eq!(texts(&search(&site, &text, "vector").await)[0], text);
        assert!(site.admin.get(&path).await.json()["indexed_at"].is_string());
    }
}

#[tokio::test]
async fn a_whole_job_posting_is_a_query() {
    let (site, service) = start().await;
    add(&site, "The red boat crosses the lake").await;
    add(&site, "Quarterly tax returns").await;
    work(&site).await;
    // Different words, more than anybody looks up, and the one that counts among the first.
    let mut posting = String::from("boat ");
    for number in 0.. {
        posting.push_str(&format!("w{number} "));
        if posting.len() > 20_000 {
            break;
        }
    }
    posting.truncate(20_000);
    for mode in ["hybrid", "keyword", "vector"] {
        let found = search(&site, &posting, mode).await;
        let keyword_score = &found[0]["keyword_score"];
        assert_eq!(keyword_score.is_null(), mode == "vector", "{mode}");
        assert!(mode == "vector" || texts(&found)[0].contains("red boat"), "{mode}");
    }
    let longest = service.texts().iter().map(|text| text.chars().count()).max();
    assert_eq!(longest, Some(8_000), "a provider is asked about no more than a chunk may hold");
}

#[tokio::test]
async fn writing_that_is_not_chunks_yet_counts_as_pending() {
    let (site, _) = start().await;
    assert_eq!(counts(&status(&site).await), (0, 0, 0));
    let story = json!({ "title": "Boats", "body": "<p>A lake.</p>", "is_published": true });
    site.admin.post("/content/story", story).await.expect(201);
    assert_eq!(counts(&status(&site).await), (1, 0, 0));
    while site.app.jobs().run_due().await.unwrap() > 0 {}
    assert_eq!(counts(&status(&site).await), (0, 0, 1));
}

#[tokio::test]
async fn vectors_find_their_texts_when_the_answer_is_shuffled() {
    let (site, service) = start().await;
    service.answer(Manner::Shuffled);
    let all = ["red boat", "green train", "blue bicycle", "grey donkey"];
    for text in all {
        add(&site, text).await;
    }
    work(&site).await;
    for text in all {
        let hits = search(&site, text, "vector").await;
        assert_eq!(texts(&hits)[0], text);
        assert!(hits[0]["vector_score"].as_f64().unwrap() > 0.999);
    }
}

#[tokio::test]
async fn one_text_the_service_cannot_take_does_not_hold_up_the_others() {
    let (site, service) = start().await;
    service.answer(Manner::Refusing("poison".to_owned()));
    for text in ["good one", "poison", "good two"] {
        add(&site, text).await;
    }
    work(&site).await;
    site.clock.advance(Duration::from_secs(61));
    work(&site).await;
    assert_eq!(counts(&status(&site).await), (0, 1, 2));
    // Nor does a new one wait with it.
    add(&site, "good three").await;
    work(&site).await;
    assert_eq!(counts(&status(&site).await), (0, 1, 3));
    assert!(status(&site).await["last_error"].is_string());
}

#[tokio::test]
async fn what_is_deleted_while_it_is_embedded_never_comes_back() {
    let (site, service) = start().await;
    service.answer(Manner::Late(Duration::from_millis(600)));
    let path = add(&site, "a secret boat").await;
    let mut cleared = Vec::new();
    for number in 0..3 {
        let body = json!({
            "text": format!("conversation about a boat {number}"), "source": "conversation",
            "chunk_type": "meta", "purpose": "facts",
        });
        cleared.push(site.admin.post("/content/chunks", body).await.expect(201));
    }
    let jobs = site.app.jobs();
    let working = tokio::spawn(async move { jobs.run_due().await.unwrap() });
    while service.requests() < 2 {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    site.admin.delete(&path).await.expect(204);
    site.admin.delete("/content/chunks?source=conversation").await.expect(202);
    working.await.unwrap();
    service.answer(Manner::Well);
    site.clock.advance(Duration::from_secs(61));
    work(&site).await;
    for mode in ["keyword", "vector", "hybrid"] {
        assert_eq!(search(&site, "boat", mode).await, Vec::<Value>::new(), "{mode}");
    }
    assert_eq!(counts(&status(&site).await), (0, 0, 0));
}

#[tokio::test]
async fn one_run_does_the_work_of_all_jobs_that_wait() {
    let (site, service) = start().await;
    for number in 0..40 {
        add(&site, &format!("boat {number}")).await;
    }
    assert_eq!(site.app.store.job_summary("memory.index").await.unwrap().pending, 40);
    assert_eq!(site.app.jobs().run_due().await.unwrap(), 1, "the others go along with the first");
    assert_eq!(site.app.store.job_summary("memory.index").await.unwrap().pending, 0);
    assert_eq!(counts(&status(&site).await), (0, 0, 40));
    assert!(service.requests() <= 4, "{} requests", service.requests());
}

#[tokio::test]
async fn of_many_quick_changes_the_last_one_is_found() {
    let (site, service) = start().await;
    service.answer(Manner::Overtaking(Duration::from_millis(200)));
    let path = add(&site, "version zero").await;
    let workers: Vec<_> = (0..3)
        .map(|_| {
            let jobs = site.app.jobs();
            tokio::spawn(async move {
                for _ in 0..20 {
                    jobs.run_due().await.unwrap();
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
            })
        })
        .collect();
    for number in 1..=20 {
        site.clock.advance(Duration::from_millis(10));
        let text = json!({ "text": format!("version number{number}") });
        site.admin.put(&path, text).await.expect(200);
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    for worker in workers {
        worker.await.unwrap();
    }
    service.answer(Manner::Well);
    site.clock.advance(Duration::from_secs(61));
    work(&site).await;
    assert_eq!(counts(&status(&site).await), (0, 0, 1));
    let hits = search(&site, "version number20", "vector").await;
    assert_eq!(texts(&hits), ["version number20"]);
    assert!(hits[0]["vector_score"].as_f64().unwrap() > 0.999, "{hits:?}");
    let chunk = site.admin.get(&path).await.json();
    assert!(chunk["indexed_at"].as_str() >= chunk["updated_at"].as_str(), "{chunk}");
}

#[tokio::test]
async fn a_change_beside_the_text_embeds_nothing() {
    let (site, service) = start().await;
    let path = add(&site, "the same text").await;
    work(&site).await;
    let asked = service.requests();
    site.admin.put(&path, json!({ "source": "blog", "metadata": { "a": 1 } })).await.expect(200);
    add(&site, "the same text").await;
    work(&site).await;
    assert_eq!(service.requests(), asked);
    assert_eq!(counts(&status(&site).await), (0, 0, 2));
    let body = json!({ "query": "text", "mode": "vector", "source": "blog" });
    let found = site.admin.post("/content/search-preview", body).await.expect(200).json();
    assert_eq!(found["total"], 1);
}

#[tokio::test]
async fn old_vectors_serve_until_all_new_ones_are_there() {
    let (site, service) = start().await;
    add(&site, "quiet boat").await;
    add(&site, "poison boat").await;
    work(&site).await;
    let asked = service.texts().len();
    service.answer(Manner::Failing("poison".to_owned()));
    let queued = site.admin.post("/content/reindex", json!({})).await.expect(202).json();
    assert_eq!(queued, json!({ "queued": 2 }));
    work(&site).await;
    site.clock.advance(Duration::from_secs(61));
    work(&site).await;
    site.app.memory.index_everything().await.ok();
    let standing = status(&site).await;
    assert_eq!(standing["rebuilding"], true, "{standing}");
    assert_eq!(search(&site, "quiet boat", "vector").await.len(), 2);

    service.answer(Manner::Well);
    site.clock.advance(Duration::from_secs(61));
    site.app.memory.index_everything().await.unwrap();
    let standing = status(&site).await;
    assert_eq!((counts(&standing), &standing["rebuilding"]), ((0, 0, 2), &json!(false)));
    assert!(service.texts().len() >= asked + 2);
    assert_eq!(search(&site, "boat", "vector").await.len(), 2);
    let none = site.admin.post("/content/reindex", json!({ "source": "blog" })).await.expect(202);
    assert_eq!(none.json(), json!({ "queued": 0 }));
    let wrong = site.admin.post("/content/reindex", json!({ "source": "all" })).await;
    assert_eq!(wrong.expect_invalid(), ["source"]);
}

pub(super) const BOATS: [&str; 3] = ["quiet boat", "poison boat", "red boat"];

/// A site whose vectors were made and are being made again, by a service that now answers like this.
pub(super) async fn reindexing_while(manner: Manner) -> (Site, EmbeddingService) {
    let (site, service) = start().await;
    for text in BOATS {
        add(&site, text).await;
    }
    work(&site).await;
    service.answer(manner);
    site.admin.post("/content/reindex", json!({})).await.expect(202);
    // All of them fail together, then each is tried alone.
    for _ in 0..4 {
        work(&site).await;
        site.clock.advance(Duration::from_secs(61));
        site.app.memory.index_everything().await.ok();
    }
    (site, service)
}

#[tokio::test]
async fn a_text_that_is_always_refused_does_not_hold_up_the_new_vectors() {
    let (site, service) = reindexing_while(Manner::Refusing("poison".to_owned())).await;
    let standing = status(&site).await;
    assert_eq!((counts(&standing), &standing["rebuilding"]), ((0, 1, 2), &json!(false)));
    assert!(standing["last_error"].is_string());
    assert_eq!(search(&site, "boat", "vector").await.len(), 2);
    // It is tried again, for ever.
    service.answer(Manner::Well);
    site.clock.advance(Duration::from_secs(61));
    site.app.memory.index_everything().await.unwrap();
    assert_eq!(counts(&status(&site).await), (0, 0, 3));
    assert_eq!(search(&site, "poison boat", "vector").await.len(), 3);
}

#[tokio::test]
async fn vectors_of_another_length_are_made_for_everything_once_they_persist() {
    let (site, service) = start().await;
    add(&site, "red boat").await;
    let path = add(&site, "green train").await;
    work(&site).await;
    service.answer(Manner::Dimension(24));
    site.admin.put(&path, json!({ "text": "blue train" })).await.expect(200);
    work(&site).await;
    let standing = status(&site).await;
    assert_eq!((counts(&standing), &standing["rebuilding"]), ((1, 0, 1), &json!(false)));
    for _ in 0..6 {
        site.clock.advance(Duration::from_secs(61));
        work(&site).await;
        site.app.memory.index_everything().await.ok();
    }
    let standing = status(&site).await;
    assert_eq!((counts(&standing), &standing["rebuilding"]), ((0, 0, 2), &json!(false)));
    assert_eq!(texts(&search(&site, "blue train", "vector").await)[0], "blue train");

    // Back again, and a restart in between knows which vectors it was making.
    service.answer(Manner::Well);
    site.admin.put(&path, json!({ "text": "grey train" })).await.expect(200);
    work(&site).await;
    assert_eq!(counts(&status(&site).await), (1, 0, 1));
    for _ in 0..6 {
        site.clock.advance(Duration::from_secs(61));
        work(&site).await;
        site.app.memory.index_everything().await.ok();
    }
    assert_eq!(counts(&status(&site).await), (0, 0, 2));
    assert_eq!(texts(&search(&site, "grey train", "vector").await)[0], "grey train");
}

#[tokio::test]
async fn totals_are_exact_while_some_chunks_have_no_vector() {
    let (site, service) = start().await;
    for text in ["red boat", "green boat", "old tractor"] {
        add(&site, text).await;
    }
    work(&site).await;
    service.answer(Manner::Failing("late".to_owned()));
    for text in ["late boat", "late bicycle"] {
        add(&site, text).await;
    }
    work(&site).await;
    let mut before = None;
    for (mode, query, total) in [
        ("keyword", "boat", 3),
        ("vector", "boat", 3),
        // Three with a vector, and the one without that has the word.
        ("hybrid", "boat", 4),
        ("hybrid", "bicycle", 4),
        ("hybrid", "zebra", 3),
        ("hybrid", "boat", 4),
    ] {
        let body = json!({ "query": query, "mode": mode });
        let answer = site.admin.post("/content/search-preview", body).await.expect(200).json();
        assert_eq!(answer["total"], total, "{mode} {query}: {answer}");
        assert_eq!(answer["items"].as_array().unwrap().len(), total, "{mode} {query}");
        if (mode, query) == ("hybrid", "boat") {
            let items = answer["items"].clone();
            assert_eq!(before.get_or_insert(items.clone()), &items);
        }
    }
}

#[tokio::test]
async fn a_restart_embeds_nothing_again() {
    let (site, service) = start().await;
    add(&site, "kept boat").await;
    work(&site).await;
    let asked = service.requests();
    let app = restart(&site, &settings(&service)).await;
    let standing = app.memory.index_everything().await.unwrap();
    assert_eq!((standing.indexed, service.requests()), (1, asked));
}

#[tokio::test]
async fn a_lost_or_damaged_index_is_made_again() {
    let (site, service) = start().await;
    // Then there are no files to lose.
    if site.database.shares_vectors {
        return;
    }
    for text in ["one boat", "two boats", "three trains"] {
        add(&site, text).await;
    }
    work(&site).await;
    let folder = site.database.folder.path().join("data/index");
    let damages: [fn(&std::path::Path); 4] = [
        |folder| std::fs::remove_dir_all(folder).unwrap(),
        |folder| std::fs::write(folder.join("generations.json"), b"{nonsense").unwrap(),
        |folder| {
            let pointer = std::fs::read_to_string(folder.join("generations.json")).unwrap();
            let moved = pointer.replace("00000", "../../0");
            std::fs::write(folder.join("generations.json"), moved).unwrap();
        },
        |folder| {
            for entry in std::fs::read_dir(folder).unwrap().flatten() {
                if entry.path().is_dir() {
                    std::fs::write(entry.path().join("journal"), vec![7; 5000]).unwrap();
                    std::fs::write(entry.path().join("index"), vec![7; 5000]).unwrap();
                }
            }
        },
    ];
    for damage in damages {
        damage(&folder);
        let app = restart(&site, &settings(&service)).await;
        let standing = app.memory.index_everything().await.unwrap();
        assert_eq!((standing.indexed, standing.failed), (3, 0));
        let found = app
            .memory
            .search("one boat", memory::search::Mode::Vector, Default::default(), 9)
            .await
            .unwrap();
        assert_eq!(found.found.len(), 3);
        assert_eq!(found.found[0].chunk.text, "one boat");
    }
}

#[tokio::test]
async fn another_model_makes_everything_again_while_words_serve() {
    let (site, service) = start().await;
    add(&site, "one boat").await;
    add(&site, "one train").await;
    work(&site).await;
    let other = EmbeddingService::start(48).await;
    other.answer(Manner::Status(500));
    let settings = [("embedding.url", other.url.as_str()), ("embedding.model", "other")];
    let app = restart(&site, &settings).await;
    app.memory.index_everything().await.unwrap_err();
    let by = |mode| app.memory.search("boat", mode, Default::default(), 9);
    assert_eq!(by(memory::search::Mode::Hybrid).await.unwrap().found.len(), 1);
    other.answer(Manner::Well);
    site.clock.advance(Duration::from_secs(61));
    let standing = app.memory.index_everything().await.unwrap();
    assert_eq!((standing.indexed, standing.rebuilding), (2, false));
    assert_eq!(by(memory::search::Mode::Vector).await.unwrap().found.len(), 2);
    assert!(service.texts().len() >= 2);
}

#[tokio::test]
async fn without_a_model_words_are_found_and_vectors_wait() {
    let site = Site::start().await;
    add(&site, "one boat").await;
    work(&site).await;
    let standing = status(&site).await;
    assert_eq!(counts(&standing), (1, 0, 0));
    assert!(standing["last_error"].as_str().unwrap().starts_with("no embedding model"));
    assert_eq!(texts(&search(&site, "boats", "hybrid").await), ["one boat"]);
    let body = json!({ "query": "boat", "mode": "vector" });
    let answer = site.admin.post("/content/search-preview", body).await;
    answer.expect_problem(503, "unavailable");
}

#[tokio::test]
async fn every_node_has_an_index_of_its_own_and_follows() {
    let (site, service) = start().await;
    let path = add(&site, "a boat on node one").await;
    work(&site).await;
    let mut config = configure(&settings(&service));
    config.data_dir = site.database.folder.path().join("other");
    let other = App::new(site.app.store.clone(), &config).await.unwrap();
    let find = |query: &'static str| {
        let memory = other.memory.clone();
        async move {
            memory.index_everything().await.unwrap();
            let mode = memory::search::Mode::Vector;
            memory.search(query, mode, Default::default(), 9).await.unwrap().found.len()
        }
    };
    assert_eq!(find("boat").await, 1);
    add(&site, "a second boat").await;
    assert_eq!(find("boat").await, 2);
    site.admin.delete(&path).await.expect(204);
    assert_eq!(find("boat").await, 1);
}
