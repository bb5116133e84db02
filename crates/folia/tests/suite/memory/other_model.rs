//! Another model: the vectors of the old one serve until all new ones are there, wherever they are
//! kept.

use std::time::Duration;

use folia::app::App;
use memory::search::{Mode, SearchError};
use serde_json::json;
use testkit::{EmbeddingService, Manner, RunningSite, TestDatabase, eventually};

use super::indexing::{BOATS, add, restart, settings, start, work};
use super::process::{CHUNK, index, search};
use crate::service::binary::{BINARY, make_token};
use crate::site::Site;

async fn by_vector(app: &App, query: &str) -> Result<Vec<String>, SearchError> {
    let results = app.memory.search(query, Mode::Vector, Default::default(), 9).await?;
    Ok(results.found.into_iter().map(|found| found.chunk.text).collect())
}

/// A site with three boats, whose vectors are there.
async fn with_boats() -> (Site, EmbeddingService) {
    let (site, service) = start().await;
    for text in BOATS {
        add(&site, text).await;
    }
    work(&site).await;
    (site, service)
}

/// Vectors of another model cannot come to an end: one text fails. Each is tried alone in the end.
async fn get_stuck(site: &Site, app: &App) {
    for _ in 0..4 {
        app.memory.index_everything().await.ok();
        site.clock.advance(Duration::from_secs(61));
    }
}

#[tokio::test]
async fn the_earlier_model_of_a_service_is_asked_until_the_new_vectors_serve() {
    let (site, service) = with_boats().await;
    service.answer(Manner::Failing("poison".to_owned()));
    let mut other = settings(&service);
    other[1].1 = "other";
    // Also after restarts in the middle.
    for _ in 0..2 {
        let app = restart(&site, &other).await;
        assert_eq!(by_vector(&app, "quiet boat").await.unwrap()[0], BOATS[0]);
        get_stuck(&site, &app).await;
        assert_eq!(by_vector(&app, "red boat").await.unwrap()[0], BOATS[2]);
        assert_eq!(by_vector(&app, "red boat").await.unwrap().len(), 3);
    }
    let app = restart(&site, &other).await;
    service.answer(Manner::Well);
    site.clock.advance(Duration::from_secs(61));
    let standing = app.memory.index_everything().await.unwrap();
    assert_eq!((standing.indexed, standing.rebuilding), (3, false));
    assert_eq!(standing.model, "other");
    assert_eq!(by_vector(&app, "red boat").await.unwrap().len(), 3);
    assert!(service.models().ends_with(&["other".to_owned()]), "{:?}", service.models());
    // And nothing is left of the old ones: a restart has nothing to do.
    let asked = service.texts().len();
    let app = restart(&site, &other).await;
    app.memory.index_everything().await.unwrap();
    assert_eq!(service.texts().len(), asked);
}

#[tokio::test]
async fn a_service_at_another_address_is_asked_only_when_its_owner_says_so() {
    let (site, old) = with_boats().await;
    let new = EmbeddingService::start(48).await;
    new.answer(Manner::Failing("poison".to_owned()));
    let given_up = [("embedding.url", new.url.as_str()), ("embedding.model", "other")];
    let app = restart(&site, &given_up).await;
    get_stuck(&site, &app).await;
    let (heard, keys) = (old.requests(), old.keys().len());
    assert!(matches!(by_vector(&app, "boat").await, Err(SearchError::NoVectors(_))));
    let words = app.memory.search("boat", Mode::Hybrid, Default::default(), 9).await.unwrap();
    assert_eq!(words.found.len(), 3);
    assert_eq!(old.requests(), heard, "it was given up");

    let named = [
        ("embedding.url", new.url.as_str()),
        ("embedding.model", "other"),
        ("embedding.previous_url", old.url.as_str()),
        ("embedding.previous_api_key", "earlier-key"),
    ];
    let app = restart(&site, &named).await;
    assert_eq!(by_vector(&app, "red boat").await.unwrap()[0], BOATS[2]);
    assert!(old.keys()[keys..].iter().all(|key| key == "Bearer earlier-key"));
    assert!(new.keys().iter().all(|key| !key.contains("earlier-key")));
    // When it fails, that is as bad as before, and no worse.
    old.answer(Manner::Status(500));
    assert!(matches!(by_vector(&app, "red boat").await, Err(SearchError::NoVectors(_))));
    old.answer(Manner::Well);
    site.clock.advance(Duration::from_secs(61));
    new.answer(Manner::Well);
    let standing = app.memory.index_everything().await.unwrap();
    assert_eq!((standing.indexed, standing.rebuilding), (3, false));
    let heard = old.requests();
    assert_eq!(by_vector(&app, "red boat").await.unwrap()[0], BOATS[2]);
    assert_eq!(old.requests(), heard, "it is not needed any more");
}

#[tokio::test]
async fn whoever_goes_back_to_the_model_that_serves_makes_nothing_again() {
    let (site, service) = with_boats().await;
    let new = EmbeddingService::start(48).await;
    new.answer(Manner::Failing("poison".to_owned()));
    let other = [("embedding.url", new.url.as_str()), ("embedding.model", "other")];
    let app = restart(&site, &other).await;
    get_stuck(&site, &app).await;
    // It is asked about another text, to learn how long its vectors are.
    let made = || service.texts().iter().filter(|text| BOATS.contains(&text.as_str())).count();
    let asked = made();
    let app = restart(&site, &settings(&service)).await;
    let standing = app.memory.index_everything().await.unwrap();
    assert_eq!((standing.indexed, standing.rebuilding), (3, false));
    assert_eq!(made(), asked);
    assert_eq!(by_vector(&app, "red boat").await.unwrap()[0], BOATS[2]);
}

/// Runs where the default model is (`TEST_MODEL_DIR`), as `make test` sees to.
#[tokio::test(flavor = "multi_thread")]
async fn a_model_in_its_folder_is_asked_until_the_vectors_of_a_service_serve() {
    #[expect(clippy::disallowed_methods, reason = "the test command says where the model is")]
    let Ok(folder) = std::env::var("TEST_MODEL_DIR") else {
        eprintln!("NOT RUN: the model of TEST_MODEL_DIR (it is not set)");
        return;
    };
    let database = TestDatabase::create().await;
    let local = [("FOLIA_EMBEDDING__FOLDER", folder.as_str())];
    let mut site = RunningSite::start(BINARY, &database, &local);
    let token = make_token(&database, "admin");
    for text in ["Moved the platform to Kubernetes", "Baked sourdough bread every weekend"] {
        let body = CHUNK.replace("TEXT", text);
        site.request("POST", "/content/chunks", Some(&token), &body).expect(201);
    }
    eventually("they are indexed", || index(&site, &token)["indexed"] == 2).await;
    // Written down by the run after that.
    // A busy machine takes longer to read the model than a search waits.
    let query = json!({ "query": "hobbies in the kitchen", "mode": "vector" }).to_string();
    let finds_it = |site: &RunningSite| {
        let found = site.request("POST", "/content/search-preview", Some(&token), &query);
        let is_there = found.status == 200;
        assert!(is_there || found.status == 503, "{found:?}");
        is_there && found.json()["items"][0]["chunk"]["text"].to_string().contains("sourdough")
    };
    eventually("it is found", || finds_it(&site)).await;
    site.request("POST", "/content/reindex", Some(&token), "{}").expect(202);
    let is_done = || index(&site, &token)["rebuilding"] == false;
    eventually("they are made again", is_done).await;
    assert_eq!(site.stop(), Some(0));

    let service = EmbeddingService::start(48).await;
    service.answer(Manner::Status(500));
    let elsewhere = [("FOLIA_EMBEDDING__URL", service.url.as_str())];
    let site = RunningSite::start(BINARY, &database, &elsewhere);
    eventually("the new one is tried", || service.requests() > 0).await;
    eventually("it is still found", || finds_it(&site)).await;
    service.answer(Manner::Well);
    let is_done = || {
        let standing = index(&site, &token);
        (&standing["pending"], &standing["rebuilding"]) == (&json!(0), &json!(false))
            && service.texts().len() > 2
    };
    eventually("the new vectors serve", is_done).await;
    let answer = search(&site, &token, "sourdough bread", "vector");
    assert_eq!(answer["total"], 2);
}
