//! What keeps machines out: challenge, stamp, and the limit per network.

use std::net::IpAddr;
use std::time::{Duration, Instant};

use contact::challenge::solve;
use folia::app::{App, open_store};
use folia::config::{Config, Flags};
use kernel::{Clock, ManualClock, Randomness};
use serde_json::{Value, json};
use store::Options;
use testkit::{AT_ONCE, Client, PATIENCE, Verdict, VerificationService};

use crate::contact::{EASY, counted, expect_received, expect_refused, inbox, message, site, write};
use crate::site::Site;

#[tokio::test]
async fn of_fifty_messages_at_once_three_are_accepted() {
    let site = site().await;
    let mut messages = Vec::new();
    for number in 0..50 {
        let words = json!({ "email": format!("a{number}@example.net") });
        messages.push(message(&site.anonymous, words).await);
    }
    site.clock.advance(Duration::from_secs(4));
    let posts = messages.into_iter().map(|message| {
        let client = site.anonymous.clone();
        tokio::spawn(async move { client.post("/contact", message).await.status.as_u16() })
    });
    let mut statuses = Vec::new();
    for post in posts.collect::<Vec<_>>() {
        statuses.push(post.await.unwrap());
    }
    let count = |wanted| statuses.iter().filter(|status| **status == wanted).count();
    assert_eq!((count(202), count(400)), (3, 47), "{statuses:?}");
    assert_eq!(inbox(&site).await.len(), 3);
    assert_eq!(site.app.jobs().run_due().await.unwrap(), 3);
    assert_eq!(counted(&site, "refused_total{cause=\"too_many\"}"), 47);
}

#[tokio::test]
async fn one_form_sent_many_times_at_once_is_accepted_once() {
    let site = site().await;
    let message = message(&site.anonymous, json!({})).await;
    site.clock.advance(Duration::from_secs(4));
    let posts: Vec<_> = (0..20)
        .map(|_| {
            let (client, message) = (site.anonymous.clone(), message.clone());
            tokio::spawn(async move { client.post("/contact", message).await.status.as_u16() })
        })
        .collect();
    let mut accepted = 0;
    for post in posts {
        accepted += u32::from(post.await.unwrap() == 202);
    }
    assert_eq!(accepted, 1);
    assert_eq!(inbox(&site).await.len(), 1);
}

/// A second service on the same database, with a clock of its own.
async fn another_node(site: &Site, time: &str) -> (Client, ManualClock) {
    let (clock, hand) = Clock::manual(time.parse().unwrap());
    let options = Options { clock, randomness: Randomness::system() };
    let store = open_store(&site.database.location, options).await.unwrap();
    let flags = Flags { file: None, settings: vec![(EASY.0, EASY.1.to_owned())] };
    let app = App::new(store, &Config::load(&flags).unwrap()).await.unwrap();
    (Client::new(app.http_service(), site.contract.clone()), hand)
}

#[tokio::test]
async fn two_nodes_count_together() {
    let site = site().await;
    let (other, _) = another_node(&site, "2026-01-01T00:00:04Z").await;
    let mut posts = Vec::new();
    for number in 0..20 {
        // Handed out by one, sent to either.
        let message = message(&site.anonymous, json!({})).await;
        let client = if number % 2 == 0 { site.anonymous.clone() } else { other.clone() };
        posts.push((client, message));
    }
    site.clock.advance(Duration::from_secs(4));
    let posts = posts.into_iter().map(|(client, message)| {
        tokio::spawn(async move { client.post("/contact", message).await.status.as_u16() })
    });
    let mut accepted = 0;
    for post in posts.collect::<Vec<_>>() {
        accepted += u32::from(post.await.unwrap() == 202);
    }
    assert_eq!(accepted, 3);
    assert_eq!(inbox(&site).await.len(), 3);
}

#[tokio::test]
async fn the_limit_lasts_an_hour_and_outlives_a_restart() {
    let site = site().await;
    for _ in 0..3 {
        expect_received(write(&site, &site.anonymous, json!({})).await);
    }
    expect_refused(write(&site, &site.anonymous, json!({})).await);

    // Another node, or the same one later: it knows the key, the counts and what is spent.
    let (other, hand) = another_node(&site, "2026-01-01T00:00:30Z").await;
    let unsent = message(&site.anonymous, json!({})).await;
    hand.advance(Duration::from_secs(10));
    expect_refused(other.post("/contact", unsent.clone()).await);
    let neighbour = other.calling_from("198.51.100.7".parse().unwrap());
    expect_received(neighbour.post("/contact", unsent.clone()).await);

    // Accepted were those of four, eight and twelve seconds past midnight; it is sixteen past.
    site.clock.advance(Duration::from_secs(60 * 60 - 16));
    expect_received(write(&site, &site.anonymous, json!({})).await);
    let message = message(&site.anonymous, json!({})).await;
    site.clock.advance(Duration::from_millis(3999));
    expect_refused(site.anonymous.post("/contact", message.clone()).await);
    site.clock.advance(Duration::from_millis(1));
    expect_received(site.anonymous.post("/contact", message).await);
    assert_eq!(inbox(&site).await.len(), 6);
}

#[tokio::test]
async fn without_trusted_proxies_only_the_connection_counts() {
    let site = site().await;
    let mut accepted = 0;
    for number in 0..6 {
        let words =
            json!({ "email": format!("a{number}@example.net"), "name": number.to_string() });
        let message = message(&site.anonymous, words).await.to_string();
        site.clock.advance(Duration::from_secs(4));
        let address = format!("198.51.100.{number}");
        let forwarded = format!("for={address}");
        let headers = [
            ("x-forwarded-for", address.as_str()),
            ("x-forwarded-for", "203.0.113.9"),
            ("x-real-ip", &address),
            ("cf-connecting-ip", &address),
            ("true-client-ip", &address),
            ("forwarded", &forwarded),
        ];
        let body = Some(message.into_bytes());
        let answer = site.anonymous.send("POST", "/contact", &headers, body).await;
        accepted += u32::from(answer.status == 202);
    }
    assert_eq!(accepted, 3);
    let hashes: Vec<_> = inbox(&site).await.iter().map(|m| m["ip_hash"].clone()).collect();
    assert!(hashes.iter().all(|hash| *hash == hashes[0]), "{hashes:?}");
}

/// Sends one message for each chain of proxies and tells which were accepted.
async fn through_proxies(site: &Site, chains: &[&[&str]]) -> Vec<bool> {
    let mut accepted = Vec::new();
    for chain in chains {
        let message = message(&site.anonymous, json!({})).await.to_string();
        site.clock.advance(Duration::from_secs(4));
        let headers: Vec<_> = chain.iter().map(|value| ("x-forwarded-for", *value)).collect();
        let body = Some(message.into_bytes());
        let answer = site.anonymous.send("POST", "/contact", &headers, body).await;
        accepted.push(answer.status == 202);
    }
    accepted
}

async fn behind_proxies() -> Site {
    Site::start_with(&[EASY, ("server.trusted_proxies", "127.0.0.1, 10.0.0.0/8")]).await
}

#[tokio::test]
async fn through_trusted_proxies_the_rightmost_stranger_counts() {
    let site = behind_proxies().await;
    let same: &[&[&str]] = &[
        &["203.0.113.1, 198.51.100.7, 10.1.1.1"],
        &["evil", "198.51.100.7", "10.1.1.1"],
        &["203.0.113.2, 198.51.100.7:4711,10.1.1.1:80"],
        &["unknown, 198.51.100.7 , 10.1.1.1"],
    ];
    assert_eq!(through_proxies(&site, same).await, [true, true, true, false]);
    // Garbage is nobody: it counts for the proxy that passed it on, again and again.
    let garbage: &[&[&str]] =
        &[&["1.1.1.1, garbage"], &["2.2.2.2, unknown"], &["3.3.3.3, "], &["4.4.4.4, ;"]];
    assert_eq!(through_proxies(&site, garbage).await, [true, true, true, false]);
    // A chain of proxies only, up to its first.
    let trusted: &[&[&str]] =
        &[&["10.0.0.3, 10.0.0.2"], &["10.0.0.3"], &["10.0.0.3"], &["10.0.0.3"]];
    assert_eq!(through_proxies(&site, trusted).await, [true, true, true, false]);
}

#[tokio::test]
async fn a_household_counts_as_one_whatever_its_address_looks_like() {
    let site = behind_proxies().await;
    let chains: &[&[&str]] = &[
        &["2001:db8:1:2::1"],
        &["[2001:0db8:0001:0002:0000:0000:0000:0002]:443"],
        &["2001:db8:1:2:ffff::3%eth0"],
        &["2001:db8:1:2::4"],
        &["2001:db8:1:3::1"],
        &["198.51.100.7"],
        &["::ffff:198.51.100.7"],
        &["[::ffff:c633:6407]"],
        &["198.51.100.7"],
    ];
    let accepted = through_proxies(&site, chains).await;
    assert_eq!(accepted, [true, true, true, false, true, true, true, true, false]);
    let hashes: Vec<_> = inbox(&site).await.iter().map(|m| m["ip_hash"].clone()).collect();
    assert_eq!(hashes[0], hashes[2], "the same address in three spellings");
    assert_ne!(hashes[4], hashes[5], "two addresses of one household");
}

#[tokio::test]
async fn a_stamp_is_good_unchanged_once_and_for_a_day() {
    let site = Site::start_with(&[EASY, ("contact.per_hour", "100")]).await;
    let elsewhere = crate::contact::site().await;
    let stranger = message(&elsewhere.anonymous, json!({})).await;
    let stamp = |message: &Value| message["rendered_at"].as_str().unwrap().to_owned();

    for (wait, accepted) in [(2900, false), (3100, true)] {
        let message = message(&site.anonymous, json!({})).await;
        site.clock.advance(Duration::from_millis(wait));
        let answer = site.anonymous.post("/contact", message).await;
        assert_eq!(answer.status == 202, accepted, "{wait} ms");
    }

    let kept = stamp(&message(&site.anonymous, json!({})).await);
    let day = Duration::from_secs(24 * 60 * 60);
    site.clock.advance(day - Duration::from_secs(4));
    let flipped = {
        let mut bytes = kept.clone().into_bytes();
        bytes[3] ^= 1;
        String::from_utf8(bytes).unwrap()
    };
    let micros: i64 = kept.split('.').next().unwrap().parse().unwrap();
    let moved = |by: i64| kept.replacen(&micros.to_string(), &(micros + by).to_string(), 1);
    let (back_dated, future) = (moved(-1_000_000), moved(90_000_000_000));
    let upper = kept.to_uppercase();
    let foreign = stamp(&stranger);
    for wrong in [&flipped, &back_dated, &future, &upper, &foreign, "", "2026-01-01T00:00:00Z"] {
        expect_refused(write(&site, &site.anonymous, json!({ "rendered_at": wrong })).await);
    }
    let late = stamp(&message(&site.anonymous, json!({})).await);
    site.clock.advance(day - Duration::from_secs(4));
    let words = json!({ "rendered_at": late });
    expect_received(write(&site, &site.anonymous, words.clone()).await);
    expect_refused(write(&site, &site.anonymous, words).await);
    let too_late = stamp(&message(&site.anonymous, json!({})).await);
    site.clock.advance(day - Duration::from_secs(3));
    expect_refused(write(&site, &site.anonymous, json!({ "rendered_at": too_late })).await);
    assert_eq!(inbox(&site).await.len(), 2);
}

#[tokio::test]
async fn a_refused_message_uses_up_nothing() {
    let site = site().await;
    let mut message = message(&site.anonymous, json!({ "email": "wrong" })).await;
    site.clock.advance(Duration::from_secs(4));
    for _ in 0..5 {
        expect_refused(site.anonymous.post("/contact", message.clone()).await);
    }
    message["email"] = "right@example.net".into();
    expect_received(site.anonymous.post("/contact", message).await);
}

#[tokio::test]
async fn the_puzzle_has_to_be_solved_in_time_and_only_once() {
    let site =
        Site::start_with(&[("challenge.difficulty", "6"), ("contact.per_hour", "100")]).await;
    let form = site.anonymous.get("/contact/form").await.json();
    let challenge = form["challenge"]["challenge"].as_str().unwrap();
    assert_eq!(form["challenge"]["bits"], 6);
    let good = solve(challenge, 6).unwrap();
    let other = site.anonymous.get("/contact/form").await.json();
    let other = other["challenge"]["challenge"].as_str().unwrap();
    let numbers = good.rsplit_once('.').unwrap().1;
    let easy = solve(challenge, 0).unwrap();
    let lowered = challenge.replacen(".6.", ".0.", 1);
    for wrong in [
        json!(null),
        json!(""),
        json!("wrong"),
        json!(challenge),
        json!(easy),
        json!(solve(&lowered, 0).unwrap()),
        json!(format!("{other}.{numbers}")),
        json!(format!("{challenge}.{}", "1-".repeat(400_000))),
    ] {
        let started = Instant::now();
        expect_refused(write(&site, &site.anonymous, json!({ "challenge_token": wrong })).await);
        assert!(started.elapsed() < AT_ONCE);
    }
    let words = json!({ "challenge_token": good });
    expect_received(write(&site, &site.anonymous, words.clone()).await);
    expect_refused(write(&site, &site.anonymous, words).await);
    assert_eq!(counted(&site, "refused_total{cause=\"replayed\"}"), 1);

    let form = site.anonymous.get("/contact/form").await.json();
    let late = solve(form["challenge"]["challenge"].as_str().unwrap(), 6).unwrap();
    site.clock.advance(Duration::from_secs(20 * 60));
    expect_refused(write(&site, &site.anonymous, json!({ "challenge_token": late })).await);
    assert_eq!(inbox(&site).await.len(), 1);
}

#[tokio::test]
async fn a_flood_makes_the_puzzles_harder() {
    let site = Site::start_with(&[EASY, ("contact.per_hour", "1000")]).await;
    for _ in 0..100 {
        site.anonymous.post("/contact", json!({})).await.expect(400);
    }
    let form = site.anonymous.get("/contact/form").await.json();
    assert_eq!(form["challenge"]["bits"], 2, "what is refused makes nothing harder");
    for _ in 0..40 {
        expect_received(write(&site, &site.anonymous, json!({})).await);
    }
    let form = site.anonymous.get("/contact/form").await.json();
    assert_eq!(form["challenge"]["bits"], 4);
    site.clock.advance(Duration::from_secs(20 * 60));
    let form = site.anonymous.get("/contact/form").await.json();
    assert_eq!(form["challenge"]["bits"], 2);
}

#[tokio::test]
async fn only_a_plain_yes_of_the_service_lets_a_message_in() {
    let service = VerificationService::start().await;
    let settings = [
        ("challenge.verify_url", service.url.as_str()),
        ("challenge.secret", "canary secret&x=1"),
        ("challenge.site_key", "public"),
    ];
    let site = Site::start_with(&settings).await;
    let form = site.anonymous.get("/contact/form").await.json();
    assert_eq!(form["challenge"], json!({ "provider": "external", "site_key": "public" }));
    let send = async |token: &str| {
        let form = site.anonymous.get("/contact/form").await.json();
        site.clock.advance(Duration::from_secs(4));
        let message = json!({ "name": "Ann", "email": "ann@example.net", "message": "hello",
            "challenge_token": token, "rendered_at": form["rendered_at"] });
        let from: IpAddr = "2001:db8::1".parse().unwrap();
        site.anonymous.calling_from(from).post("/contact", message).await
    };
    for verdict in [
        Verdict::Says(200, r#"{"success":false}"#),
        Verdict::Says(200, r#"{"success":"true"}"#),
        Verdict::Says(200, r#"{"success":1}"#),
        Verdict::Says(200, r#"{"success":null}"#),
        Verdict::Says(200, r#"{"success":false,"success":true}"#),
        Verdict::Says(200, "{}"),
        Verdict::Says(200, "true"),
        Verdict::Says(200, "<html>success: true</html>"),
        Verdict::Says(204, ""),
        Verdict::Says(201, r#"{"success":true}"#),
        Verdict::Says(500, r#"{"success":true}"#),
        Verdict::Redirects,
        Verdict::Gibberish,
        Verdict::Endless,
        Verdict::Hangs,
    ] {
        service.decide(verdict.clone());
        // Some of them would go on for ever.
        let answer = tokio::time::timeout(PATIENCE, send("visitor token")).await;
        expect_refused(answer.unwrap_or_else(|_| panic!("{verdict:?} was waited for")));
    }
    assert!(service.requests().iter().all(|request| !request.contains("/elsewhere")));
    let before = service.requests().len();
    expect_refused(send("").await);
    expect_refused(send(&"x".repeat(20_000)).await);
    assert_eq!(service.requests().len(), before, "nothing to ask about");

    service.decide(Verdict::Says(200, r#"{"success":true,"hostname":"example.org"}"#));
    expect_received(send("visitor token").await);
    assert_eq!(inbox(&site).await.len(), 1);
    let request = service.requests().pop().unwrap();
    let (head, body) = request.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("POST /verify HTTP/1.1\r\n"), "{head}");
    assert!(!head.contains("canary") && !head.contains("visitor"), "{head}");
    assert_eq!(
        body,
        "secret=canary+secret%26x%3D1&response=visitor+token&remoteip=2001%3Adb8%3A%3A1"
    );
}

/// Each question costs the site's account at the service.
#[tokio::test]
async fn one_network_cannot_make_the_service_be_asked_without_end() {
    let service = VerificationService::start().await;
    service.decide(Verdict::Says(200, r#"{"success":false}"#));
    let settings = [("challenge.verify_url", service.url.as_str()), ("challenge.secret", "s")];
    let site = Site::start_with(&settings).await;
    let send = async |from: &str| {
        let client = site.anonymous.calling_from(from.parse().unwrap());
        expect_refused(client.post("/contact", json!({ "challenge_token": "made up" })).await);
    };
    let started = Instant::now();
    for number in 0..150 {
        send(&format!("2001:db8::{number:x}")).await;
    }
    let asked = service.requests().len();
    // Sixty at once, and one more every five seconds.
    let since = usize::try_from(started.elapsed().as_secs()).unwrap() / 5;
    assert!((60..=60 + since + 1).contains(&asked), "{asked}");
    // Another network has its own.
    send("2001:db8:0:1::1").await;
    send("198.51.100.7").await;
    assert_eq!(service.requests().len(), asked + 2);
}

#[tokio::test]
async fn with_a_service_that_is_gone_nothing_is_accepted() {
    let gone = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", gone.local_addr().unwrap());
    drop(gone);
    // And one that is there, but cannot speak TLS.
    let plain = VerificationService::start().await;
    for url in [url, plain.url.replace("http://", "https://")] {
        let settings = [("challenge.verify_url", url.as_str()), ("challenge.secret", "s")];
        let site = Site::start_with(&settings).await;
        let form = site.anonymous.get("/contact/form").await.json();
        site.clock.advance(Duration::from_secs(4));
        let message = json!({ "name": "Ann", "email": "ann@example.net", "message": "hello",
            "challenge_token": "t", "rendered_at": form["rendered_at"] });
        expect_refused(site.anonymous.post("/contact", message).await);
        assert_eq!(counted(&site, "refused_total{cause=\"challenge_unavailable\"}"), 1);
        assert!(inbox(&site).await.is_empty());
    }
}

#[tokio::test]
async fn a_clock_that_is_set_back_locks_nobody_out() {
    let site = site().await;
    for _ in 0..3 {
        expect_received(write(&site, &site.anonymous, json!({})).await);
    }
    expect_refused(write(&site, &site.anonymous, json!({})).await);
    // The same database, two hours before.
    let (earlier, hand) = another_node(&site, "2025-12-31T22:00:00Z").await;
    let again = message(&earlier, json!({})).await;
    hand.advance(Duration::from_secs(4));
    expect_received(earlier.post("/contact", again).await);
}
