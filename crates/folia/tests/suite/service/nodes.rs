//! Several real nodes on one database server: one is killed in the middle of a job, one stands still and
//! goes on, a notification is lost, and the server is gone or started again under them.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::{
    EmbeddingService, Engine, Manner, OwnPostgres, RunningSite, TestDatabase, ask, eventually,
    run_folia,
};

use crate::memory::process::{CHUNK, index, search};
use crate::service::binary::{BINARY, make_token};
use crate::service::frozen::{Seen, line_to, on_both, prepare, read_from_memory};

/// The database and the folder of each node; none where a database belongs to one process.
async fn three() -> Option<[TestDatabase; 3]> {
    let Engine::Postgres(_) = Engine::chosen() else { return None };
    let first = TestDatabase::create().await;
    let (second, third) = (first.elsewhere(), first.elsewhere());
    Some([first, second, third])
}

fn chunk(site: &RunningSite, token: &str, text: &str) -> String {
    let body = CHUNK.replace("TEXT", text);
    let made = site.request("POST", "/content/chunks", Some(token), &body).expect(201).json();
    format!("/content/chunks/{}", made["id"].as_str().unwrap())
}

fn get(site: &RunningSite, token: &str, path: &str) -> Value {
    site.request("GET", path, Some(token), "").expect(200).json()
}

/// What nodes have in hand is free, as after half a minute.
async fn let_leases_run_out(database: &TestDatabase) {
    ask(&database.url(), "UPDATE outbox SET leased_until = 0 WHERE leased_until IS NOT NULL").await;
}

async fn wait_for_no_jobs(database: &TestDatabase) {
    let deadline = Instant::now() + testkit::PATIENCE;
    loop {
        let count = "SELECT count(*) FROM outbox WHERE topic = 'memory.index'";
        if ask(&database.url(), count).await[0][0].as_deref() == Some("0") {
            return;
        }
        assert!(Instant::now() < deadline, "a job is left");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_job_that_cannot_be_read_is_told_and_holds_up_no_other() {
    let Some([database, ..]) = three().await else { return };
    let service = EmbeddingService::start(16).await;
    let settings = [("FOLIA_EMBEDDING__URL", service.url.as_str())];
    let token = make_token(&database, "admin");
    let damaged = "INSERT INTO outbox (id, topic, payload, created_at, due_at, attempts, failed) \
                   VALUES ('nobody', 'memory.index', '{', 1, 1, 0, false)";
    ask(&database.url(), damaged).await;
    let check = || {
        let checked = run_folia(BINARY, &database, &["check"]);
        (checked.status.success(), String::from_utf8(checked.stdout).unwrap())
    };
    let (is_well, told) = check();
    assert!(!is_well && told.contains("outbox: the job \"nobody\""), "{told}");
    let site = RunningSite::start(BINARY, &database, &settings);
    chunk(&site, &token, "a boat behind it");
    eventually("the next is done", || service.requests() > 0).await;
    drop(site);
    let (is_well, told) = check();
    assert!(is_well && told.contains("note: outbox: the job \"nobody\""), "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_job_of_a_node_that_is_killed_is_taken_over() {
    let Some(databases) = three().await else { return };
    let service = EmbeddingService::start(16).await;
    let settings = [("FOLIA_EMBEDDING__URL", service.url.as_str())];
    let mut first = RunningSite::start(BINARY, &databases[0], &settings);
    let token = make_token(&databases[0], "admin");
    service.answer(Manner::Held(1));
    let path = chunk(&first, &token, "a boat in the middle");
    eventually("the first node is at it", || service.requests() > 0).await;
    first.kill();
    service.answer(Manner::Well);
    let others = [1, 2].map(|node| RunningSite::start(BINARY, &databases[node], &settings));
    for site in &others {
        let is_there = || get(site, &token, &path)["indexed_at"].is_string();
        eventually("another node makes the vector", is_there).await;
        eventually("every node has it", || index(site, &token)["indexed"] == 1).await;
        assert_eq!(search(site, &token, "boat", "vector")["total"], 1);
    }
    wait_for_no_jobs(&databases[0]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_stood_still_goes_by_what_holds_now() {
    let Some(databases) = three().await else { return };
    let service = EmbeddingService::start(16).await;
    let settings = [("FOLIA_EMBEDDING__URL", service.url.as_str())];
    let first = RunningSite::start(BINARY, &databases[0], &settings);
    let token = make_token(&databases[0], "admin");
    service.answer(Manner::Held(1));
    let path = chunk(&first, &token, "an old train");
    eventually("the first node is at it", || service.requests() > 0).await;
    first.pause();
    // Its job is somebody else's by now, and so is the text.
    service.answer(Manner::Well);
    let others = [1, 2].map(|node| RunningSite::start(BINARY, &databases[node], &settings));
    let_leases_run_out(&databases[0]).await;
    let body = json!({ "text": "a new boat" }).to_string();
    others[0].request("PUT", &path, Some(&token), &body).expect(200);
    let link = r#"{"title":"made meanwhile","url":"/"}"#;
    others[1].request("POST", "/navlinks", Some(&token), link).expect(201);
    let is_there = || get(&others[1], &token, &path)["indexed_at"].is_string();
    eventually("another node makes the vector", is_there).await;
    first.resume();
    let shows = || get(&first, &token, "/navlinks")["items"][0]["title"] == "made meanwhile";
    eventually("its snapshots follow", shows).await;
    let all = [&first, &others[0], &others[1]];
    for site in all {
        eventually("nothing waits", || {
            let standing = index(site, &token);
            (&standing["pending"], &standing["indexed"]) == (&json!(0), &json!(1))
        })
        .await;
        let found = search(site, &token, "a new boat", "vector");
        let best = &found["items"][0];
        assert_eq!(best["chunk"]["text"], "a new boat");
        assert!(best["vector_score"].as_f64().unwrap() > 0.999, "of the new text: {found}");
    }
    let chunk = get(&first, &token, &path);
    assert!(chunk["indexed_at"].as_str() >= chunk["updated_at"].as_str(), "{chunk}");
    wait_for_no_jobs(&databases[0]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_notification_is_made_up_for() {
    let Some(databases) = three().await else { return };
    let nodes = databases.each_ref().map(|database| RunningSite::start(BINARY, database, &[]));
    let token = make_token(&databases[0], "admin");
    let link = r#"{"title":"change 0","url":"/"}"#;
    nodes[0].request("POST", "/navlinks", Some(&token), link).expect(201);
    let shows = |title: &str| {
        nodes.iter().all(|site| get(site, &token, "/navlinks")["items"][0]["title"] == title)
    };
    eventually("all nodes show it", || shows("change 0")).await;
    let mut taken = Vec::new();
    for number in 1..=5 {
        // A change as it stands in the tables when nobody was told of it.
        let before = number - 1;
        let change = format!(
            "BEGIN; UPDATE streams SET revision = revision + 1 WHERE name = 'navlinks'; \
             UPDATE navlinks SET body = replace(body, 'change {before}', 'change {number}'), \
             version = version + 1, \
             revision = (SELECT revision FROM streams WHERE name = 'navlinks'); COMMIT"
        );
        ask(&databases[0].url(), &change).await;
        let begun = Instant::now();
        eventually("all nodes show that, too", || shows(&format!("change {number}"))).await;
        taken.push(begun.elapsed());
    }
    // Within a second; there was a time when it took up to five, and the last of three nodes nearly
    // all of them.
    taken.sort_unstable();
    assert!(taken[2] < Duration::from_secs(3), "{taken:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_outlive_a_line_to_the_database_that_is_cut_again_and_again() {
    let Engine::Postgres(server) = Engine::chosen() else { return };
    let databases = TestDatabase::create().await;
    let databases = [databases.elsewhere(), databases];
    let token = make_token(&databases[1], "admin");
    let (line, url) = line_to(&server, &databases[1]);
    let settings = [("FOLIA_DATABASE__URL", url.as_str())];
    let nodes = databases.each_ref().map(|one| RunningSite::start(BINARY, one, &settings));
    let write = |node: &RunningSite, title: &str| {
        let link = json!({ "title": title, "url": "/" }).to_string();
        node.request("POST", "/navlinks", Some(&token), &link).status.as_u16()
    };
    let links = |node: &RunningSite| -> Vec<String> {
        let items = get(node, &token, "/navlinks?limit=100");
        let titles = items["items"].as_array().unwrap().iter();
        titles.map(|link| link["title"].as_str().unwrap().to_owned()).collect()
    };
    let mut kept: Vec<String> = Vec::new();
    for round in 0..3 {
        let before = format!("before {round}");
        eventually("a node writes", || write(&nodes[0], &before) == 201).await;
        kept.push(before);
        line.cut();
        for attempt in 0..10 {
            let title = format!("meanwhile {round} {attempt}");
            match write(&nodes[attempt % 2], &title) {
                201 => kept.push(title),
                answer => assert_eq!(answer, 503, "a refusal is told as one"),
            }
            nodes[0].request("GET", "/navlinks", None, "").expect(200);
            nodes[1].request("GET", "/health/live", None, "").expect(200);
        }
        line.mend();
        let after = format!("after {round}");
        eventually("the other node writes again", || write(&nodes[1], &after) == 201).await;
        kept.push(after);
        for node in &nodes {
            eventually("all that was acknowledged is shown", || {
                let shown = links(node);
                kept.iter().all(|title| shown.contains(title))
            })
            .await;
        }
    }
    assert!(nodes.iter().all(|node| !node.log().contains("panicked")));
}

/// Not a line that is cut: the server itself dies as in a crash, with transactions in hand, and reads its log again.
#[tokio::test(flavor = "multi_thread")]
async fn nodes_outlive_a_database_server_that_is_started_again() {
    let Engine::Postgres(_) = Engine::chosen() else { return };
    let Some(server) = OwnPostgres::start() else { return };
    let database = TestDatabase::at(&server.url);
    let databases = [database.elsewhere(), database];
    let nodes = databases.each_ref().map(|one| RunningSite::start(BINARY, one, &[]));
    let token = make_token(&databases[1], "admin");
    prepare(&nodes, &token).await;
    let seen = Seen::default();
    std::thread::scope(|threads| {
        for (number, site) in nodes.iter().enumerate() {
            let (seen, token) = (&seen, token.as_str());
            for _ in 0..3 {
                threads.spawn(move || {
                    while seen.goes_on() {
                        seen.write(number, site, token);
                    }
                });
            }
            threads.spawn(move || {
                while seen.goes_on() {
                    read_from_memory(site);
                }
            });
        }
        let mut told = Vec::new();
        for _ in 0..3 {
            let before = [0, 1].map(|node| seen.written(node));
            let writes = on_both(&|node| seen.written(node) > before[node] + 5);
            told.push((writes, server.restart()));
        }
        let before = [0, 1].map(|node| seen.written(node));
        let writes = on_both(&|node| seen.written(node) > before[node] + 5);
        seen.stop();
        told.push((writes, true));
        assert_eq!(told, [(true, true); 4], "{}", server.log());
    });
    for path in seen.all_written() {
        for node in &nodes {
            let found = || node.request("GET", &path, Some(&token), "").status == 200;
            eventually("what was acknowledged is there", found).await;
        }
    }
    for node in &nodes {
        node.request("GET", "/health/ready", None, "").expect(200);
        assert!(!node.log().contains("panicked"));
    }
    assert!(server.log().contains("automatic recovery in progress"), "{}", server.log());
}
