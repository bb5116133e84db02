//! What only the real process can show: sockets, signals, sudden death, other processes.

use std::io::{Read, Write};
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use testkit::{AT_ONCE, Engine, RunningSite, TestDatabase, run_folia};

use crate::service::binary::{BINARY, make_token};

#[tokio::test]
async fn tokens_are_made_listed_and_revoked_beside_the_running_service() {
    let database = TestDatabase::create().await;
    let site = RunningSite::start(BINARY, &database, &[]);
    let token = make_token(&database, "admin");
    site.request("GET", "/metrics", Some(&token), "").expect(200);
    let listed = run_folia(BINARY, &database, &["token", "list"]);
    let listed = String::from_utf8(listed.stdout).unwrap();
    assert!(!listed.contains(&token));
    let id = listed.lines().nth(1).unwrap().split('\t').next().unwrap().to_owned();
    assert!(run_folia(BINARY, &database, &["token", "revoke", &id]).status.success());
    site.request("GET", "/metrics", Some(&token), "").expect(401);
    let again = run_folia(BINARY, &database, &["token", "revoke", &id]);
    assert!(!again.status.success());
    assert_eq!(
        String::from_utf8(again.stderr).unwrap(),
        format!("folia: there is no token {id}\n")
    );
}

#[tokio::test]
async fn the_secret_of_a_token_is_in_no_file_and_no_log() {
    let database = TestDatabase::create().await;
    let settings = [("FOLIA_LOG__LEVEL", "trace")];
    let site = RunningSite::start(BINARY, &database, &settings);
    let token = make_token(&database, "admin");
    site.request("GET", "/navlinks", Some(&token), "").expect(200);
    site.request("POST", "/navlinks", Some(&token), r#"{"title":"x","url":"/"}"#).expect(201);
    assert!(database.files_with(&token).is_empty());
}

#[tokio::test]
async fn a_second_service_on_the_same_folder_stops_at_once() {
    let database = TestDatabase::create().await;
    let _first = RunningSite::start(BINARY, &database, &[]);
    let started = Instant::now();
    let second = run_folia(BINARY, &database, &["serve", "--listen", "127.0.0.1:0"]);
    assert!(!second.status.success());
    assert!(started.elapsed() < AT_ONCE);
    let complaint = String::from_utf8(second.stderr).unwrap();
    assert!(complaint.contains("in use by another folia"), "{complaint}");
}

#[tokio::test]
async fn what_was_acknowledged_survives_sudden_death() {
    let database = TestDatabase::create().await;
    let mut acknowledged = Vec::new();
    let token = make_token(&database, "admin");
    for round in 0..3 {
        let mut site = RunningSite::start(BINARY, &database, &[]);
        let (stop, made) = (AtomicBool::new(false), AtomicUsize::new(0));
        let titles = std::thread::scope(|scope| {
            let writers: Vec<_> = (0..4)
                .map(|writer| {
                    let (site, token, ends) = (&site, &token, (&stop, &made));
                    scope.spawn(move || write_until_death(site, token, ends, round, writer))
                })
                .collect();
            // After so many writes, however long this machine takes for them.
            let at_work = || writers.iter().any(|writer| !writer.is_finished());
            while made.load(Ordering::SeqCst) < 8 + 25 * round && at_work() {
                std::thread::sleep(Duration::from_millis(1));
            }
            let id = site.process_id().to_string();
            Command::new("kill").args(["-KILL", &id]).status().unwrap();
            stop.store(true, Ordering::SeqCst);
            writers.into_iter().flat_map(|writer| writer.join().unwrap()).collect::<Vec<_>>()
        });
        site.kill();
        acknowledged.extend(titles);
    }
    let site = RunningSite::start(BINARY, &database, &[]);
    let mut stored = Vec::new();
    let mut total = 1;
    while stored.len() < total {
        let path = format!("/navlinks?limit=500&offset={}", stored.len());
        let list = site.request("GET", &path, None, "").expect(200).json();
        total = usize::try_from(list["total"].as_u64().unwrap()).unwrap();
        let items = list["items"].as_array().unwrap();
        stored.extend(items.iter().map(|link| link["title"].as_str().unwrap().to_owned()));
    }
    for title in &acknowledged {
        assert!(stored.contains(title), "{title} was acknowledged and is gone");
    }
    drop(site);
    let check = run_folia(BINARY, &database, &["check"]);
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
}

fn write_until_death(
    site: &RunningSite,
    token: &str,
    (stop, made): (&AtomicBool, &AtomicUsize),
    round: usize,
    writer: usize,
) -> Vec<String> {
    let mut acknowledged = Vec::new();
    for number in 0.. {
        if stop.load(Ordering::SeqCst) {
            break;
        }
        let title = format!("r{round}w{writer}n{number}");
        let body = format!(r#"{{"title":"{title}","url":"/"}}"#);
        let request = format!(
            "POST /navlinks HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
             authorization: Bearer {token}\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            body.len()
        );
        let Ok(mut stream) = std::net::TcpStream::connect(site.address) else { break };
        let mut answer = String::new();
        let sent = stream.write_all(request.as_bytes()).is_ok();
        if sent && stream.read_to_string(&mut answer).is_ok() && answer.contains(" 201 ") {
            acknowledged.push(title);
            made.fetch_add(1, Ordering::SeqCst);
        }
    }
    acknowledged
}

#[tokio::test]
async fn a_stopped_service_finishes_what_it_has_in_hand() {
    let database = TestDatabase::create().await;
    let token = make_token(&database, "admin");
    let mut site = RunningSite::start(BINARY, &database, &[]);
    let body = r#"{"title":"slow","url":"/"}"#;
    let mut stream = site.connect();
    let head = format!(
        "POST /navlinks HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\nexpect: 100-continue\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    // The service says so when it waits for the body: now the request is in hand.
    let mut go_on = [0; 25];
    stream.read_exact(&mut go_on).unwrap();
    assert!(go_on.starts_with(b"HTTP/1.1 100 Continue"));
    let finisher = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(500));
        stream.write_all(body.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    });
    assert_eq!(site.stop(), Some(0));
    let answer = finisher.join().unwrap();
    assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
    if Engine::chosen() == Engine::Sqlite {
        let file = database.folder.path().join("folia.db-wal");
        assert!(!file.exists() || file.metadata().unwrap().len() == 0, "the log was not folded in");
    }
}

#[tokio::test]
async fn what_is_not_http_gets_a_problem_document_and_a_closed_connection() {
    let database = TestDatabase::create().await;
    let site = RunningSite::start(BINARY, &database, &[]);
    let canary = "GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let many = (0..1000).map(|n| format!("x-{n}: 1\r\n")).collect::<String>();
    for (request, status) in [
        ("GARBAGE\r\n\r\n".to_owned(), "400"),
        ("GET / HTTP/1.1\r\nhost: localhost\r\nbad name: x\r\n\r\n".to_owned(), "400"),
        ("GET / HTTP/1.1\r\nhost: localhost\r\nx: a\r\n b\r\n\r\n".to_owned(), "400"),
        (format!("GET /{} HTTP/1.1\r\nhost: localhost\r\n\r\n", "x".repeat(65_600)), "4"),
        (format!("GET / HTTP/1.1\r\nhost: localhost\r\nx: {}\r\n\r\n", "x".repeat(65_600)), "431"),
        (format!("GET / HTTP/1.1\r\nhost: localhost\r\n{many}\r\n"), "431"),
        (
            format!(
                "POST /navlinks HTTP/1.1\r\nhost: localhost\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\n{canary}"
            ),
            "400",
        ),
        (
            format!(
                "POST /navlinks HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n{canary}"
            ),
            "400",
        ),
        (
            format!(
                "POST /navlinks HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: identity, chunked\r\n\r\n0\r\n\r\n{canary}"
            ),
            "400",
        ),
        (
            format!(
                "POST /navlinks HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: xchunked\r\n\r\n0\r\n\r\n{canary}"
            ),
            "400",
        ),
    ] {
        let answer = site.exchange(request.as_bytes());
        let shown: String = request.chars().take(60).collect();
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{shown:?}: {answer}");
        assert!(answer.contains("application/problem+json"), "{shown:?}: {answer}");
        assert!(answer.contains("x-request-id: "), "{shown:?}: {answer}");
        assert!(!answer.contains("\"ok\""), "the smuggled request was served: {shown:?}: {answer}");
        assert_eq!(answer.matches("HTTP/1.1 ").count(), 1, "{shown:?}: {answer}");
    }
    site.request("GET", "/health/live", None, "").expect(200);
    assert!(!site.log().contains("panicked"));
}

#[tokio::test]
async fn slow_senders_are_cut_off_and_others_do_not_notice() {
    let database = TestDatabase::create().await;
    let settings = [("FOLIA_SERVER__HEAD_TIMEOUT", "1"), ("FOLIA_SERVER__BODY_TIMEOUT", "1")];
    let site = RunningSite::start(BINARY, &database, &settings);
    let token = make_token(&database, "admin");
    let slow_body = format!(
        "POST /navlinks HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {token}\r\n\
         content-type: application/json\r\ncontent-length: 100\r\n\r\n{{"
    );
    let mut used = site.connect();
    used.write_all(b"GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n").unwrap();
    let mut streams: Vec<_> = ["", "GET /health", &slow_body]
        .iter()
        .cycle()
        .take(90)
        .map(|start| {
            let mut stream = site.connect();
            stream.write_all(start.as_bytes()).unwrap();
            stream
        })
        .collect();
    streams.push(used);
    let started = Instant::now();
    site.request("GET", "/health/live", None, "").expect(200);
    for (index, stream) in streams.iter_mut().enumerate() {
        let mut rest = String::new();
        stream.read_to_string(&mut rest).ok();
        let waited = started.elapsed();
        assert!(waited < Duration::from_secs(8), "stream {index} was open for {waited:?}");
        if index < 90 && index % 3 == 2 {
            assert!(rest.starts_with("HTTP/1.1 408 "), "{rest}");
        }
    }
}

#[tokio::test]
async fn the_description_can_be_printed_without_a_site() {
    let database = TestDatabase::create().await;
    let names = || {
        let entries = std::fs::read_dir(database.folder.path()).unwrap();
        entries.map(|entry| entry.unwrap().file_name()).collect::<Vec<_>>()
    };
    let before = names();
    let output = run_folia(BINARY, &database, &["openapi"]);
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(document["openapi"], "3.1.0");
    assert_eq!(names(), before, "it makes no folder and no database");
    for words in [&["token", "list"][..], &["media", "rebuild"]] {
        if matches!(Engine::chosen(), Engine::Sqlite) {
            let refused = run_folia(BINARY, &database, words);
            assert!(String::from_utf8(refused.stderr).unwrap().contains("there is no site here"));
            assert_eq!(names(), before, "looking makes no site");
        }
    }
}
