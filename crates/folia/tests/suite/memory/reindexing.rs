//! Vectors made again, and called off: on this node, on another one, after a restart.

use std::time::Duration;

use folia::app::{App, open_store};
use kernel::{Clock, Randomness, Role};
use serde_json::json;
use store::Options;
use testkit::{Client, EmbeddingService, Manner};

use super::indexing::{
    BOATS, add, counts, reindexing_while, restart, search, settings, start, status, work,
};
use crate::site::{Site, at_home, configure, make_token};

/// A site on which vectors are being made again and cannot come to an end: one text fails.
async fn half_way() -> (Site, EmbeddingService) {
    let (site, service) = reindexing_while(Manner::Failing("poison".to_owned())).await;
    let standing = status(&site).await;
    assert_eq!((counts(&standing), &standing["rebuilding"]), ((1, 0, 2), &json!(true)));
    (site, service)
}

/// How many of our texts were embedded; the service is asked about others to learn of it.
fn made(service: &EmbeddingService) -> usize {
    service.texts().iter().filter(|text| BOATS.contains(&text.as_str())).count()
}

/// Everything that would go on by itself has had its turn.
async fn come_to_rest(site: &Site) {
    site.clock.advance(Duration::from_secs(120));
    work(site).await;
    site.app.memory.index_everything().await.expect("nothing is missing");
}

#[tokio::test]
async fn what_was_called_off_is_gone_on_with_by_nobody_and_search_knows_all_texts() {
    let (site, service) = half_way().await;
    let stopped = site.admin.delete("/content/reindex").await.expect(200).json();
    assert_eq!((counts(&stopped), &stopped["rebuilding"]), ((0, 0, 3), &json!(false)), "{stopped}");
    assert_eq!(search(&site, "boat", "vector").await.len(), 3);
    let asked = made(&service);
    service.answer(Manner::Well);
    come_to_rest(&site).await;
    assert_eq!(made(&service), asked, "nothing was embedded after it");

    let again = restart(&site, &settings(&service)).await;
    again.memory.index_everything().await.unwrap();
    assert_eq!(made(&service), asked, "nor after a restart");
    assert_eq!(search(&site, "quiet boat", "vector").await.len(), 3);

    // Twice is as good as once, and with nothing at work it does no harm.
    let idle = site.admin.delete("/content/reindex").await.expect(200).json();
    assert_eq!((counts(&idle), &idle["rebuilding"]), ((0, 0, 3), &json!(false)));
}

#[tokio::test]
async fn what_waits_is_called_off_too_and_the_next_one_is_made() {
    let (site, service) = start().await;
    for text in BOATS {
        add(&site, text).await;
    }
    work(&site).await;
    let asked = made(&service);
    for source in [json!({}), json!({ "source": "opinion" })] {
        site.admin.post("/content/reindex", source).await.expect(202);
        assert_eq!(status(&site).await["rebuilding"], true, "it was heard");
    }
    let stopped = site.admin.delete("/content/reindex").await.expect(200).json();
    assert_eq!(stopped["rebuilding"], false, "{stopped}");
    come_to_rest(&site).await;
    assert_eq!(made(&service), asked);

    site.admin.post("/content/reindex", json!({})).await.expect(202);
    come_to_rest(&site).await;
    assert_eq!(made(&service), asked + BOATS.len());
    let standing = status(&site).await;
    assert_eq!((counts(&standing), &standing["rebuilding"]), ((0, 0, 3), &json!(false)));
}

/// A second service on the same database, with files of its own.
pub(super) async fn another_node(site: &Site, service: &EmbeddingService) -> Client {
    let (clock, _) = Clock::manual("2026-01-01T00:00:00Z".parse().unwrap());
    let options = Options { clock, randomness: Randomness::system() };
    let store = open_store(&site.database.location, options).await.unwrap();
    let mut config = at_home(configure(&settings(service)), &site.database);
    config.data_dir = site.database.folder.path().join("another");
    let app = App::new(store, &config).await.unwrap();
    Client::new(app.http_service(), site.contract.clone())
}

#[tokio::test]
async fn it_is_called_off_on_the_node_that_works_whichever_is_asked() {
    let (site, service) = half_way().await;
    let other = another_node(&site, &service).await;
    let (_, token) = make_token(&site.app, Role::Admin, "elsewhere").await;
    other.with_token(&token).delete("/content/reindex").await.expect(200);
    service.answer(Manner::Well);
    let asked = made(&service);
    come_to_rest(&site).await;
    let standing = status(&site).await;
    assert_eq!((counts(&standing), &standing["rebuilding"]), ((0, 0, 3), &json!(false)));
    assert_eq!(made(&service), asked);
}

#[tokio::test]
async fn only_administrators_call_it_off() {
    let (site, _service) = start().await;
    site.anonymous.delete("/content/reindex").await.expect(401);
    site.member.delete("/content/reindex").await.expect(403);
}
