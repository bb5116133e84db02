//! How many resumes may be in the making at a time, on all nodes together.

use std::time::Duration;

use career::runs::{Lease, TailoringTurns};
use folia::app::{App, open_store};
use kernel::{Clock, Id, Randomness, Role};
use serde_json::{Value, json};
use store::{Options, Query};
use testkit::{ChatService, Client, Engine, Reply, eventually};

use crate::career::{JOB, store};
use crate::site::{Site, at_home, configure, make_token};

/// A model that takes its time, and two nodes that ask it for the same user.
async fn two_nodes(more: &[(&'static str, &str)]) -> Option<(ChatService, Site, [Client; 2])> {
    // Otherwise the database belongs to one process, and so do its users.
    let Engine::Postgres(_) = Engine::chosen() else { return None };
    let model = ChatService::start().await;
    model.answer(Reply::Late(Duration::from_secs(3), "{}".to_owned()));
    let mut settings = vec![("llm.url", model.url.as_str()), ("llm.model", "m")];
    settings.extend(more);
    let site = Site::start_with(&settings).await;
    store(&site, "nurse").await;
    let (clock, _) = Clock::manual("2026-01-01T00:00:00Z".parse().unwrap());
    let options = Options { clock, randomness: Randomness::system() };
    let other = open_store(&site.database.location, options).await.unwrap();
    let config = at_home(configure(&settings), &site.database);
    let other = App::new(other, &config).await.unwrap();
    let (_, secret) = make_token(&site.app, Role::Member, "mia").await;
    let other = Client::new(other.http_service(), site.contract.clone()).with_token(&secret);
    let nodes = [site.member.clone(), other];
    Some((model, site, nodes))
}

fn job() -> Value {
    json!({ "job_description": JOB, "threshold": 0, "max_attempts": 1 })
}

async fn leases(site: &Site) -> Vec<Lease> {
    let all = site.app.store.list::<TailoringTurns>(Query::all()).await.unwrap();
    all.into_iter().flat_map(|stored| stored.document.leases).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn one_user_has_two_at_work_on_all_nodes_together() {
    let Some((model, site, nodes)) = two_nodes(&[]).await else { return };
    let asking = (0..20).map(|number| nodes[number % 2].post("/tailor", job()));
    let answers = futures_util::future::join_all(asking).await;
    let (done, refused): (Vec<_>, Vec<_>) =
        answers.into_iter().partition(|answer| answer.status == 200);
    assert_eq!((done.len(), refused.len()), (2, 18));
    for answer in refused {
        answer.expect_problem(429, "too-many");
    }
    assert!(model.most_waiting() <= 2);
    // What was answered is given back already, on whichever node.
    assert_eq!(leases(&site).await, Vec::new());
    model.answer(Reply::Says("{}".to_owned()));
    for node in [&nodes[0], &nodes[1], &nodes[0]] {
        node.post("/tailor", job()).await.expect(200);
    }
    assert_eq!(leases(&site).await, Vec::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_turn_is_given_back_when_its_user_leaves() {
    let Some((model, site, nodes)) = two_nodes(&[("tailor.at_a_time", "1")]).await else { return };
    for _ in 0..2 {
        let (leaving, other) = (nodes[0].clone(), &nodes[1]);
        let work = tokio::spawn(async move { leaving.post("/tailor", job()).await });
        eventually("the model is asked", || model.waiting() > 0).await;
        assert_eq!(leases(&site).await.len(), 1);
        other.post("/tailor", job()).await.expect_problem(429, "too-many");
        work.abort();
        assert!(work.await.unwrap_err().is_cancelled());
        // Here at once, elsewhere as soon as it is written.
        let again = nodes[0].clone();
        let again = tokio::spawn(async move { again.post("/tailor", job()).await });
        again.await.unwrap().expect(200);
        assert_eq!(leases(&site).await, Vec::new());
        other.post("/tailor", job()).await.expect(200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_turns_of_a_node_that_was_killed_run_out() {
    let settings = [("tailor.at_a_time", "2"), ("tailor.at_a_time_in_all", "3")];
    let Some((model, site, nodes)) = two_nodes(&settings).await else { return };
    model.answer(Reply::Says("{}".to_owned()));
    nodes[0].post("/tailor", job()).await.expect(200);
    let fresh = || Id::generate(site.app.store.clock(), site.app.store.randomness());
    let until = site.app.store.clock().now().plus(Duration::from_secs(90));
    let node = fresh();
    let left = ["mia", "mia", "max"].map(|user| Lease {
        id: fresh(),
        node,
        user_id: user.to_owned(),
        until,
    });
    let write = |count: usize| {
        let left = left[..count].to_vec();
        site.app.store.write(move |transaction| {
            let mut stored = transaction.list::<TailoringTurns>(&Query::all())?.remove(0);
            stored.document.leases.clone_from(&left);
            transaction.replace(stored).map(drop)
        })
    };
    let written: Result<(), store::StoreError> = write(1).await;
    written.unwrap();
    nodes[0].post("/tailor", job()).await.expect(200);
    write(2).await.unwrap();
    let told = nodes[1].post("/tailor", job()).await.expect_problem(429, "too-many");
    assert!(told["detail"].as_str().unwrap().starts_with("You have 2"), "{told}");
    site.admin.post("/tailor", job()).await.expect(200);
    write(3).await.unwrap();
    let told = site.admin.post("/tailor", job()).await.expect_problem(429, "too-many");
    assert!(told["detail"].as_str().unwrap().starts_with("Others have"), "{told}");
    site.clock.advance(Duration::from_secs(91));
    nodes[0].post("/tailor", job()).await.expect(200);
    assert_eq!(leases(&site).await, Vec::new());
}
