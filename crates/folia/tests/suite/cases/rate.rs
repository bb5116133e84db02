//! What keeps machines out of the form: the limit per network, the stamp, the challenge.

use std::time::Duration;

use contact::challenge::solve;
use serde_json::{Value, json};
use testkit::{Verdict, VerificationService};

use super::at_once;
use super::form::{QUICK, counted, filled, inbox, write};
use super::oracle::Case;
use crate::contact::{handed_out, site};

const BEHIND_PROXIES: (&str, &str) = ("server.trusted_proxies", "127.0.0.1, 10.0.0.0/8");

/// Two nodes that count together, and sudden clocks: `contact::rate`.
#[tokio::test(flavor = "multi_thread")]
async fn s_rate_01_of_fifty_at_once_three_are_accepted() {
    let case = Case::begin_with("S-RATE-01", &QUICK[..1]).await;
    let messages: Vec<_> = (0..50)
        .map(|number| filled(&case.nobody(), &json!({ "email": format!("a{number}@example.net") })))
        .collect();
    let statuses = at_once(messages.len(), |number| {
        case.nobody().patient().post("/contact", &messages[number]).status.as_u16()
    });
    let count = |wanted| statuses.iter().filter(|status| **status == wanted).count();
    assert_eq!((count(202), count(400)), (3, 47), "{statuses:?}");
    assert_eq!(inbox(&case).len(), 3);
    assert_eq!(counted(&case, "accepted_total"), 3);
    case.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_rate_02_without_trusted_proxies_the_connection_counts() {
    let case = Case::begin_with("S-RATE-02", &QUICK[..1]).await;
    let mut accepted = Vec::new();
    for number in 0..6 {
        let address = format!("198.51.100.{number}");
        let visitor = case
            .nobody()
            .from(&address)
            .from("203.0.113.9")
            .with("x-real-ip", &address)
            .with("cf-connecting-ip", &address)
            .with("true-client-ip", &address)
            .with("forwarded", &format!("for={address}"));
        let words =
            json!({ "email": format!("a{number}@example.net"), "name": number.to_string() });
        accepted.push(write(&visitor, &words).status == 202);
    }
    assert_eq!(accepted, [true, true, true, false, false, false]);
    let hashes: Vec<_> = inbox(&case).iter().map(|message| message["ip_hash"].clone()).collect();
    assert!(hashes.len() == 3 && hashes.iter().all(|hash| *hash == hashes[0]), "{hashes:?}");
    case.end();
}

/// Sends one message for each chain of proxies and tells which were accepted.
fn through_proxies(case: &Case, chains: &[&[&str]]) -> Vec<bool> {
    let accepted = chains.iter().map(|chain| {
        let visitor = chain.iter().fold(case.nobody(), |caller, value| caller.from(value));
        write(&visitor, &json!({})).status == 202
    });
    accepted.collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn s_rate_03_through_trusted_proxies_the_rightmost_stranger_counts() {
    let case = Case::begin_with("S-RATE-03", &[QUICK[0], BEHIND_PROXIES]).await;
    let same: &[&[&str]] = &[
        &["203.0.113.1, 198.51.100.7, 10.1.1.1"],
        &["evil", "198.51.100.7", "10.1.1.1"],
        &["203.0.113.2, 198.51.100.7:4711,10.1.1.1:80"],
        &["unknown, 198.51.100.7 , 10.1.1.1"],
    ];
    assert_eq!(through_proxies(&case, same), [true, true, true, false]);
    // Garbage is nobody: it counts for the proxy that passed it on, again and again.
    let garbage: &[&[&str]] =
        &[&["1.1.1.1, garbage"], &["2.2.2.2, unknown"], &["3.3.3.3, "], &["4.4.4.4, ;"]];
    assert_eq!(through_proxies(&case, garbage), [true, true, true, false]);
    let bracketed: &[&[&str]] = &[
        &["1.1.1.1, [2001:db8::7]:80"],
        &["2001:db8::7"],
        &["[2001:db8::7], 10.0.0.9"],
        &["2001:db8::7"],
    ];
    assert_eq!(through_proxies(&case, bracketed), [true, true, true, false]);
    // A chain of proxies only, up to its first.
    let trusted: &[&[&str]] =
        &[&["10.0.0.3, 10.0.0.2"], &["10.0.0.3"], &["10.0.0.3"], &["10.0.0.3"]];
    assert_eq!(through_proxies(&case, trusted), [true, true, true, false]);
    case.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_rate_04_a_household_counts_as_one_however_it_is_spelt() {
    let case = Case::begin_with("S-RATE-04", &[QUICK[0], BEHIND_PROXIES]).await;
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
    let accepted = through_proxies(&case, chains);
    assert_eq!(accepted, [true, true, true, false, true, true, true, true, false]);
    case.end();
}

/// To the tenth of a second and over a whole day, on a clock that is moved: `contact::rate`.
#[tokio::test(flavor = "multi_thread")]
async fn s_rate_05_a_stamp_is_good_unchanged_once_and_in_its_time() {
    let settings = [("contact.per_hour", "100"), ("contact.min_seconds", "600")];
    let mut case = Case::begin_with("S-RATE-05", &settings).await;
    let young = filled(&case.nobody(), &json!({}));
    case.nobody().post("/contact", &young).expect(400);
    assert_eq!(counted(&case, "refused_total{cause=\"too_soon\"}"), 1);
    case.restart(&[("contact.min_seconds", "1")]);
    // Handed out before the restart, and old enough now.
    tokio::time::sleep(Duration::from_millis(1200)).await;
    let stamp = young["rendered_at"].as_str().expect("a stamp").to_owned();
    let elsewhere = site().await;
    let foreign = handed_out(&elsewhere.anonymous).await["rendered_at"].clone();
    let mut flipped = stamp.clone().into_bytes();
    flipped[3] ^= 1;
    let micros: i64 = stamp.split('.').next().and_then(|time| time.parse().ok()).expect("a time");
    let moved = |by: i64| stamp.replacen(&micros.to_string(), &(micros + by).to_string(), 1);
    for wrong in [
        json!(String::from_utf8(flipped).expect("text")),
        json!(moved(-60_000_000)),
        json!(moved(90_000_000_000)),
        foreign,
        Value::Null,
        json!(""),
        json!("2026-01-01T00:00:00Z"),
    ] {
        let answer = write(&case.nobody(), &json!({ "rendered_at": wrong }));
        assert_eq!(answer.status, 400, "{wrong}");
    }
    assert!(inbox(&case).is_empty());
    case.nobody().post("/contact", &young).expect(202);
    case.nobody().post("/contact", &young).expect(400);
    write(&case.nobody(), &json!({ "rendered_at": stamp })).expect(400);
    assert_eq!(inbox(&case).len(), 1);
    case.end();
}

/// A puzzle that is too old, on a clock that is moved: `contact::rate`.
#[tokio::test(flavor = "multi_thread")]
async fn s_rate_06_only_work_or_a_plain_yes_lets_a_message_in() {
    let settings = [QUICK[0], QUICK[1], ("challenge.difficulty", "6")];
    let mut case = Case::begin_with("S-RATE-06", &settings).await;
    let form = case.nobody().get("/contact/form").expect(200).json();
    let challenge = form["challenge"]["challenge"].as_str().expect("a puzzle");
    let good = solve(challenge, 6).expect("solved");
    let other = case.nobody().get("/contact/form").expect(200).json();
    let other = other["challenge"]["challenge"].as_str().expect("a puzzle");
    let numbers = good.rsplit_once('.').expect("it has an answer").1;
    let lowered = challenge.replacen(".6.", ".0.", 1);
    for wrong in [
        Value::Null,
        json!(""),
        json!("wrong"),
        json!(challenge),
        json!(solve(&lowered, 0).expect("solved")),
        json!(format!("{other}.{numbers}")),
        json!(format!("{challenge}.{}", "1-".repeat(500_000))),
    ] {
        let status = write(&case.nobody(), &json!({ "challenge_token": wrong })).status.as_u16();
        assert!([400, 413].contains(&status), "{status}");
    }
    write(&case.nobody(), &json!({ "challenge_token": good })).expect(202);
    write(&case.nobody(), &json!({ "challenge_token": good })).expect(400);
    assert_eq!(inbox(&case).len(), 1);

    let service = VerificationService::start().await;
    case.keep_secret("canary-challenge-secret");
    let external = [
        ("challenge.verify_url", service.url.as_str()),
        ("challenge.secret", "canary-challenge-secret"),
    ];
    case.restart(&external);
    let send = |case: &Case| {
        let form = case.nobody().get("/contact/form").expect(200).json();
        let message = json!({ "name": "Ann", "email": "ann@example.net", "message": "hello",
            "challenge_token": "visitor-token", "rendered_at": form["rendered_at"] });
        case.nobody().post("/contact", &message)
    };
    case.keep_unlogged("visitor-token");
    for verdict in [
        Verdict::Says(200, r#"{"success":false}"#),
        Verdict::Says(200, r#"{"success":"true"}"#),
        Verdict::Says(200, "<html>success: true</html>"),
        Verdict::Says(204, ""),
        Verdict::Says(302, r#"{"success":true}"#),
        Verdict::Redirects,
        Verdict::Gibberish,
        Verdict::Endless,
        Verdict::Hangs,
    ] {
        service.decide(verdict.clone());
        // Those who wait for the service have five seconds; what any answer may take is twice that.
        assert_eq!(send(&case).status, 400, "{verdict:?}");
    }
    assert_eq!(inbox(&case).len(), 1);
    assert!(service.requests().iter().all(|request| !request.contains("/elsewhere")));
    service.decide(Verdict::Says(200, r#"{"success":true}"#));
    send(&case).expect(202);
    let request = service.requests().pop().expect("it was asked");
    let (head, body) = request.split_once("\r\n\r\n").expect("a whole request");
    assert!(!head.contains("canary") && !head.contains("visitor"), "{head}");
    assert_eq!(body, "secret=canary-challenge-secret&response=visitor-token&remoteip=127.0.0.1");
    case.end();
}
