//! Crowds of peers that mean no good, and a world outside that does: honest readers do not notice. How long
//! they wait is measured by `bench hostile`; here it is only that each of them is answered, and well.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use testkit::{
    AT_ONCE, Crowd, Malice, RunningSite, TestDatabase, Verdict, VerificationService,
    allow_many_files, try_request_at,
};

use crate::memory::process::CHUNK;
use crate::service::binary::{BINARY, make_token};

const PAGES: [&str; 5] = ["/", "/navlinks", "/health/live", "/feed.xml", "/sections"];
/// In bytes.
const GROWTH: u64 = 256 * 1024 * 1024;

/// Readers on connections of their own, so many at a time, each so often. Every one is answered with 200.
fn read(address: SocketAddr, readers: usize, times: usize) {
    std::thread::scope(|scope| {
        for _ in 0..readers {
            scope.spawn(|| {
                for path in PAGES.iter().cycle().take(times) {
                    let answer = try_request_at(address, "GET", path, &[], b"");
                    let answer = answer.unwrap_or_else(|| panic!("{path} was not answered"));
                    assert_eq!(answer.status, 200, "{path}");
                }
            });
        }
    });
}

fn expect_well(site: &RunningSite, before: Option<u64>) {
    let grown = site.resident().unwrap_or(0).saturating_sub(before.unwrap_or(0));
    assert!(grown < GROWTH, "{grown} bytes more");
    site.request("GET", "/health/ready", None, "").expect(200);
    assert!(!site.log().contains("panicked"), "{}", site.log());
}

#[tokio::test(flavor = "multi_thread")]
async fn peers_of_six_kinds_keep_no_reader_from_being_answered() {
    allow_many_files(4096);
    let database = TestDatabase::create().await;
    // Few, so that a busy machine is asked for no more than it can do: the crowd is to run out of places, not of
    // processor time.
    let settings = [("FOLIA_SERVER__MAX_CONNECTIONS", "160")];
    let site = RunningSite::start(BINARY, &database, &settings);
    read(site.address, 2, 5);
    let before = site.resident();
    // More than there are places.
    let crowd = Crowd::gather(site.address, &Malice::ALL, 40).await;
    let address = site.address;
    for _ in 0..3 {
        tokio::task::spawn_blocking(move || read(address, 8, 40)).await.unwrap();
        expect_well(&site, before);
    }
    drop(crowd);
    tokio::task::spawn_blocking(move || read(address, 8, 20)).await.unwrap();
    expect_well(&site, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn thousands_who_are_connected_and_idle_cost_little_and_nobody_waits_for_them() {
    const IDLE: usize = 3000;
    allow_many_files(IDLE as u64 + 1000);
    let database = TestDatabase::create().await;
    let settings = [("FOLIA_SERVER__MAX_CONNECTIONS", "12000")];
    let site = RunningSite::start(BINARY, &database, &settings);
    read(site.address, 2, 5);
    let before = site.resident();
    let crowd = Crowd::gather(site.address, &[Malice::Silent], IDLE).await;
    let address = site.address;
    tokio::task::spawn_blocking(move || read(address, 8, 40)).await.unwrap();
    expect_well(&site, before);
    let grown = site.resident().unwrap_or(0).saturating_sub(before.unwrap_or(0));
    assert!(grown / IDLE as u64 <= 32 * 1024, "{grown} bytes for {IDLE}");
    drop(crowd);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_three_times_as_many_readers_as_places_nearly_all_are_answered() {
    const READERS: usize = 120;
    const TIMES: usize = 10;
    let database = TestDatabase::create().await;
    let settings = [("FOLIA_SERVER__MAX_CONNECTIONS", "40")];
    let site = RunningSite::start(BINARY, &database, &settings);
    let (before, address) = (site.resident(), site.address);
    let answered = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..READERS {
            scope.spawn(|| {
                for path in PAGES.iter().cycle().take(TIMES) {
                    // Who has a place and is slow to ask gives it up to others.
                    let Some(answer) = try_request_at(address, "GET", path, &[], b"") else {
                        continue;
                    };
                    assert_eq!(answer.status, 200, "{path}");
                    answered.fetch_add(1, Ordering::SeqCst);
                }
            });
        }
    });
    let answered = answered.into_inner();
    assert!(answered * 10 >= READERS * TIMES * 8, "{answered} of {}", READERS * TIMES);
    expect_well(&site, before);
}

/// Everybody who is asked over HTTP, and the mail server: one after the other they refuse, hang, lie, send
/// garbage, and never end. Readers read on, and who needs them is told so.
#[tokio::test(flavor = "multi_thread")]
async fn whatever_the_world_outside_does_reading_goes_on() {
    let world = VerificationService::start().await;
    let origin = world.url.strip_suffix("/verify").unwrap().to_owned();
    let port = origin.rsplit(':').next().unwrap().to_owned();
    let database = TestDatabase::create().await;
    let settings = [
        ("FOLIA_AUTH__ISSUER", origin.as_str()),
        ("FOLIA_AUTH__CLIENT_ID", "folia"),
        ("FOLIA_AUTH__ADMINS", "owner@example.org"),
        ("FOLIA_SERVER__PUBLIC_URL", "http://localhost"),
        ("FOLIA_CHALLENGE__VERIFY_URL", world.url.as_str()),
        ("FOLIA_CHALLENGE__SECRET", "s"),
        ("FOLIA_CHALLENGE__SITE_KEY", "k"),
        ("FOLIA_CONTACT__MIN_SECONDS", "0"),
        ("FOLIA_CONTACT__PER_HOUR", "1000"),
        ("FOLIA_SMTP__HOST", "localhost"),
        ("FOLIA_SMTP__PORT", port.as_str()),
        ("FOLIA_SMTP__FROM", "site@example.org"),
        ("FOLIA_SMTP__TO", "owner@example.org"),
        ("FOLIA_SMTP__TIMEOUT", "2"),
        ("FOLIA_EMBEDDING__URL", origin.as_str()),
        ("FOLIA_LLM__URL", origin.as_str()),
        ("FOLIA_LLM__MODEL", "m"),
        ("FOLIA_TAILOR__DEADLINE_SECONDS", "2"),
    ];
    let site = RunningSite::start(BINARY, &database, &settings);
    let token = make_token(&database, "admin");
    let resume = json!({ "title": "Mine", "is_default": true, "document": { "basics": {
        "name": "Ada", "summary": "Builds mills." }, "work": [{ "name": "Mill", "position": "Engineer",
        "startDate": "2019-04", "highlights": ["Built a mill that ran for ten years."] }] } });
    site.request("POST", "/resumes", Some(&token), &resume.to_string()).expect(201);
    let before = site.resident();
    let lie = r#"{"issuer":"http://evil.example","success":"maybe","data":[],"choices":[]}"#;
    for verdict in [
        Verdict::Says(503, "no"),
        Verdict::Says(200, lie),
        Verdict::Says(200, "{\u{0}"),
        Verdict::Hangs,
        Verdict::Endless,
        Verdict::Gibberish,
        Verdict::Redirects,
    ] {
        world.decide(verdict.clone());
        let (done, asked) = (AtomicBool::new(false), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Ordering::SeqCst) {
                    read(site.address, 2, 5);
                    asked.fetch_add(1, Ordering::SeqCst);
                }
            });
            // Also when something does not hold.
            let _end = End(&done);
            ask_for_the_world(&site, &token, &verdict);
            // The reader has been there all the while.
            let deadline = Instant::now() + AT_ONCE;
            while asked.load(Ordering::SeqCst) == 0 && Instant::now() < deadline {
                std::thread::sleep(Duration::from_millis(10));
            }
        });
        assert!(asked.into_inner() > 0, "{verdict:?}");
        expect_well(&site, before);
    }
}

/// Ends the reading when it is dropped.
struct End<'a>(&'a AtomicBool);

impl Drop for End<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

/// What cannot be had without others is refused, never answered with 500; what can, is had.
fn ask_for_the_world(site: &RunningSite, token: &str, verdict: &Verdict) {
    let login = site.request("GET", "/auth/login", None, "");
    assert_eq!(login.status, 503, "{verdict:?}: sign-in");
    let form = site.request("GET", "/contact/form", None, "");
    let form = form.expect(200).json();
    let message = json!({ "name": "Ann", "email": "ann@example.net", "message": "hello",
        "challenge_token": "t", "rendered_at": form["rendered_at"] });
    let sent = site.request("POST", "/contact", None, &message.to_string());
    sent.expect_problem(400, "rejected");
    let chunk = CHUNK.replace("TEXT", "words of somebody");
    site.request("POST", "/content/chunks", Some(token), &chunk).expect(201);
    let query = json!({ "query": "words", "mode": "hybrid" }).to_string();
    site.request("POST", "/content/search-preview", Some(token), &query).expect(200);
    let job =
        json!({ "job_description": "An engineer who builds mills, and likes to." }).to_string();
    let tailored = site.request("POST", "/tailor", Some(token), &job);
    assert!(matches!(tailored.status.as_u16(), 200 | 201), "{verdict:?}: {tailored:?}");
}
