//! Vectors that the database keeps for all nodes. Runs where it can: `tools/with-postgres --pgvector`.

use std::time::Duration;

use folia::app::{App, open_store};
use kernel::{Clock, Id, Randomness};
use memory::indexing::{IndexingTurn, VectorSet};
use memory::search::{Mode, SearchFilter};
use serde_json::json;
use store::{Options, Query, StoreError};
use testkit::{
    EmbeddingService, Engine, Manner, RunningSite, TestDatabase, ask, eventually, run_folia,
};

use super::indexing::{BOATS, add, counts, settings, start, status, work};
use super::process::{CHUNK, index, search};
use crate::service::binary::{BINARY, make_token};
use crate::site::{Site, at_home, configure};

/// Another process of the same site, with a folder of its own.
async fn node(site: &Site, name: &str, settings: &[(&'static str, &str)]) -> App {
    let (clock, _) = Clock::manual(site.app.store.clock().now());
    let options = Options { clock, randomness: Randomness::system() };
    let store = open_store(&site.database.location, options).await.unwrap();
    let mut config = at_home(configure(settings), &site.database);
    config.data_dir = site.database.folder.path().join(name);
    App::new(store, &config).await.unwrap()
}

async fn by_vector(app: &App, query: &str) -> Vec<String> {
    let found = app.memory.search(query, Mode::Vector, SearchFilter::default(), 9).await.unwrap();
    assert_eq!(found.total, found.found.len());
    found.found.into_iter().map(|found| found.chunk.text).collect()
}

/// Which chunks have a vector, in each set.
async fn stored(app: &App) -> Vec<Vec<Id>> {
    let read: Result<Vec<Vec<Id>>, StoreError> = app
        .store
        .read(|transaction| {
            let sets = transaction.list::<VectorSet>(&Query::all())?;
            let mut all = Vec::new();
            for set in sets {
                let table = store::vectors::VectorTable {
                    id: set.document.id,
                    dimension: set.document.dimension,
                };
                let stamps = transaction.vector_stamps(&table, None)?;
                all.push(stamps.into_iter().map(|stamp| stamp.id).collect());
            }
            Ok(all)
        })
        .await;
    read.unwrap()
}

#[tokio::test]
async fn a_text_is_embedded_once_and_found_by_every_node() {
    let (site, service) = start().await;
    if !site.database.shares_vectors {
        return;
    }
    let paths =
        [add(&site, BOATS[0]).await, add(&site, BOATS[1]).await, add(&site, BOATS[2]).await];
    let second = node(&site, "second", &settings(&service)).await;
    let third = node(&site, "third", &settings(&service)).await;
    // All want to do it, at the same time.
    let all = [&site.app, &second, &third].map(|app| app.memory.index_everything());
    for standing in futures_util::future::join_all(all).await {
        assert_eq!(standing.unwrap().indexed, 3);
    }
    let made = |service: &EmbeddingService| {
        service.texts().iter().filter(|text| text.ends_with("boat")).count()
    };
    assert_eq!(made(&service), 3);
    for app in [&site.app, &second, &third] {
        assert_eq!(by_vector(app, "red boat").await[0], "red boat");
        assert_eq!(by_vector(app, "quiet boat").await.len(), 3);
    }
    assert!(!site.database.folder.path().join("second/index/generations.json").exists());

    // What changes on one node is found on all, and what is deleted is gone with its chunk.
    site.admin.put(&paths[0], json!({ "text": "green train" })).await.expect(200);
    site.admin.delete(&paths[1]).await.expect(204);
    assert_eq!(stored(&third).await, [stored(&third).await[0].clone()]);
    assert_eq!(stored(&third).await[0].len(), 2, "in the same transaction");
    third.memory.index_everything().await.unwrap();
    for app in [&site.app, &second, &third] {
        assert_eq!(by_vector(app, "green train").await, ["green train", "red boat"]);
    }
    work(&site).await;
    assert_eq!(counts(&status(&site).await), (0, 0, 2));
    // A new node has nothing to do and nothing to load.
    let asked = service.texts().len();
    let fourth = node(&site, "fourth", &settings(&service)).await;
    assert_eq!(fourth.memory.index_everything().await.unwrap().indexed, 2);
    assert_eq!(by_vector(&fourth, "red boat").await[0], "red boat");
    assert_eq!(service.texts().len(), asked + 1, "the question alone");
    assert_eq!(folia::schema::verify(&site.app.store).await.unwrap(), Vec::<String>::new());
}

#[tokio::test]
async fn a_turn_of_a_clock_that_was_ahead_holds_up_nobody() {
    let (site, _service) = start().await;
    if !site.database.shares_vectors {
        return;
    }
    add(&site, BOATS[0]).await;
    let now = site.app.store.clock().now();
    let turn = IndexingTurn {
        id: Id::from_bytes(*b"\x00\x00\x00\x00\x00\x00\x70\x00\x80\x00turn.."),
        holder: Id::generate(&Clock::system(), &Randomness::system()),
        until: now.plus(Duration::from_secs(365 * 24 * 60 * 60)),
    };
    let taken: Result<_, StoreError> =
        site.app.store.write(move |transaction| transaction.insert(turn.clone())).await;
    taken.unwrap();
    let indexing = tokio::time::timeout(testkit::PATIENCE, site.app.memory.index_everything());
    assert_eq!(indexing.await.expect("the turn is over").unwrap().indexed, 1);
}

#[tokio::test]
async fn nobody_finds_what_is_somebody_elses_on_any_node() {
    let (site, service) = start().await;
    if !site.database.shares_vectors {
        return;
    }
    let feedback = |text: &str| json!({ "original_text": text, "feedback_type": "approved", "job_context": "x" });
    site.member.post("/voice/feedback", feedback("a boat of mia's")).await.expect(201);
    site.admin.post("/voice/feedback", feedback("a boat of the owner's")).await.expect(201);
    add(&site, "a boat of the site's").await;
    work(&site).await;
    let other = node(&site, "other", &settings(&service)).await;
    let owners = site.app.memory.search("boat", Mode::Vector, SearchFilter::default(), 9).await;
    assert_eq!(owners.unwrap().found.len(), 3);
    let voices = site.member.get("/voice/feedback").await.expect(200).json();
    let mia = voices["items"][0]["user_id"].as_str().unwrap().to_owned();
    for app in [&site.app, &other] {
        let voice = app.memory.search_voice(&mia, "boat", 9).await.unwrap();
        let texts: Vec<_> = voice.examples.iter().map(|found| &found.chunk.text).collect();
        assert_eq!(texts, ["a boat of mia's"]);
        let facts = app.memory.search_voice("somebody else", "boat", 9).await.unwrap();
        assert!(facts.examples.is_empty());
    }
}

#[tokio::test]
async fn a_reindexing_concerns_all_nodes_once() {
    let (site, service) = start().await;
    if !site.database.shares_vectors {
        return;
    }
    for text in BOATS {
        add(&site, text).await;
    }
    work(&site).await;
    let other = node(&site, "other", &settings(&service)).await;
    assert_eq!(by_vector(&other, "boat").await.len(), 3);
    let made = |service: &EmbeddingService| {
        service.texts().iter().filter(|text| BOATS.contains(&text.as_str())).count()
    };
    service.answer(Manner::Failing("poison".to_owned()));
    site.admin.post("/content/reindex", json!({})).await.expect(202);
    for _ in 0..4 {
        work(&site).await;
        site.clock.advance(Duration::from_secs(61));
        site.app.memory.index_everything().await.ok();
    }
    // Half way, the old ones serve everywhere.
    assert_eq!(by_vector(&other, "boat").await.len(), 3);
    assert_eq!(status(&site).await["rebuilding"], true);
    assert_eq!(stored(&other).await.len(), 2);
    let asked = made(&service);
    service.answer(Manner::Well);
    site.clock.advance(Duration::from_secs(61));
    site.app.memory.index_everything().await.unwrap();
    other.memory.index_everything().await.unwrap();
    assert_eq!(made(&service), asked + 1, "the one that was missing");
    for app in [&site.app, &other] {
        assert_eq!(by_vector(app, "boat").await.len(), 3);
    }
    assert_eq!(status(&site).await["rebuilding"], false);
    site.app.memory.index_everything().await.unwrap();
    assert_eq!(stored(&other).await.len(), 1, "the old ones are gone");
    // Of one source: the others go along as they are.
    site.admin.post("/content/reindex", json!({ "source": "blog" })).await.expect(202);
    work(&site).await;
    site.app.memory.index_everything().await.unwrap();
    assert_eq!(made(&service), asked + 1);
    assert_eq!(by_vector(&other, "boat").await.len(), 3);
}

#[tokio::test]
async fn nodes_with_two_models_do_not_make_everything_again_for_ever() {
    let (site, service) = start().await;
    if !site.database.shares_vectors {
        return;
    }
    for text in BOATS {
        add(&site, text).await;
    }
    work(&site).await;
    let new = EmbeddingService::start(48).await;
    let other = [("embedding.url", new.url.as_str()), ("embedding.model", "other")];
    let newer = node(&site, "newer", &other).await;
    newer.memory.index_everything().await.unwrap();
    let asked = service.texts().len();
    // The one that was there before knows that it is outdated.
    let error = site.app.memory.index_everything().await;
    add(&site, "late boat").await;
    for _ in 0..3 {
        site.clock.advance(Duration::from_secs(61));
        work(&site).await;
        newer.memory.index_everything().await.unwrap();
    }
    assert_eq!(service.texts().len(), asked, "{error:?}");
    assert_eq!(by_vector(&newer, "late boat").await.len(), 4);
    let standing = status(&site).await;
    assert!(
        standing["last_error"].as_str().is_some_and(|told| told.contains("other nodes")),
        "{standing}"
    );
    // Its searches go by words, and by vectors once it is restarted.
    let words = site.app.memory.search("late boat", Mode::Hybrid, SearchFilter::default(), 9).await;
    assert_eq!(words.unwrap().found.len(), 4);
    let restarted = node(&site, "restarted", &other).await;
    assert_eq!(by_vector(&restarted, "late boat").await.len(), 4);
}

#[tokio::test]
async fn vectors_that_are_lost_are_made_again() {
    let (site, service) = start().await;
    if !site.database.shares_vectors {
        return;
    }
    for text in BOATS {
        add(&site, text).await;
    }
    work(&site).await;
    for damage in
        ["DROP TABLE {}", "ALTER TABLE {} DROP COLUMN embedding CASCADE", "DELETE FROM {}"]
    {
        let names = "SELECT table_name FROM information_schema.tables \
             WHERE table_schema = current_schema() AND table_name LIKE 'vectors\\_%'";
        let url = site.database.url();
        let name = ask(&url, names).await[0][0].clone().unwrap();
        ask(&url, &damage.replace("{}", &name)).await;
        // Words are found whatever happens.
        let words = site.app.memory.search("boat", Mode::Hybrid, SearchFilter::default(), 9).await;
        assert_eq!(words.unwrap().found.len(), 3, "{damage}");
        let app = node(&site, "again", &settings(&service)).await;
        let standing = app.memory.index_everything().await.unwrap();
        assert_eq!((standing.indexed, standing.pending), (3, 0), "{damage}");
        assert_eq!(by_vector(&app, "red boat").await[0], "red boat", "{damage}");
        assert_eq!(folia::schema::verify(&site.app.store).await.unwrap(), Vec::<String>::new());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_extension_that_is_added_later_takes_over_at_the_next_start() {
    let Engine::Postgres(server) = Engine::chosen() else { return };
    let shared = TestDatabase::create().await;
    if !shared.shares_vectors {
        return;
    }
    // A database whose owner may not add the extension.
    let name = format!("later_{}", std::process::id());
    ask(&server, &format!("CREATE ROLE {name} LOGIN")).await;
    ask(&server, &format!("CREATE DATABASE {name} OWNER {name}")).await;
    let (user, address) = server.split_once('@').unwrap();
    let host = address.split('/').next().unwrap();
    let as_administrator = format!("{user}@{host}/{name}");
    let url = format!("postgres://{name}@{host}/{name}");
    let database = TestDatabase { location: store::Location::Server(url), ..shared };
    let service = EmbeddingService::start(16).await;
    let settings = [("FOLIA_EMBEDDING__URL", service.url.as_str())];
    let mut site = RunningSite::start(BINARY, &database, &settings);
    site.logs("every node keeps vectors of its own").await;
    assert_eq!(site.log().matches("CREATE EXTENSION vector").count(), 1);
    let token = make_token(&database, "admin");
    for text in BOATS {
        let body = CHUNK.replace("TEXT", text);
        site.request("POST", "/content/chunks", Some(&token), &body).expect(201);
    }
    eventually("all are indexed", || index(&site, &token)["indexed"] == 3).await;
    assert_eq!(search(&site, &token, "boat", "vector")["total"], 3);
    assert!(database.folder.path().join("data/index/generations.json").exists());
    ask(&as_administrator, "CREATE EXTENSION vector").await;
    assert_eq!(site.stop(), Some(0));

    let site = RunningSite::start(BINARY, &database, &settings);
    site.logs("the database keeps the vectors").await;
    eventually("all are indexed there", || index(&site, &token)["indexed"] == 3).await;
    let found = search(&site, &token, "red boat", "vector");
    assert_eq!(
        (&found["total"], &found["items"][0]["chunk"]["text"]),
        (&json!(3), &json!("red boat"))
    );
    assert!(!database.folder.path().join("data/index/generations.json").exists());
    assert!(run_folia(BINARY, &database, &["check"]).status.success());
}
