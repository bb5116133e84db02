//! A clock that jumps, in both directions: nobody is locked out, nothing is put off, and nothing is good for
//! longer than it should be.

use std::time::Duration;

use auth::Identity;
use auth::sessions::Session;
use serde_json::{Value, json};
use store::Query;
use testkit::{EmbeddingService, Faults, RunningSite, TestDatabase, eventually, run_folia};

use crate::memory::process::{CHUNK, index};
use crate::service::binary::{BINARY, make_token};
use crate::site::Site;

const HOUR: Duration = Duration::from_secs(60 * 60);
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

#[tokio::test]
async fn a_session_of_a_clock_that_was_ahead_is_good_and_ends_as_if_it_began_now() {
    let site =
        Site::start_with(&[("auth.session_idle_hours", "2"), ("auth.session_days", "1")]).await;
    site.clock.advance(DAY * 365);
    let owner = site.sign_in(Identity::Owner).await;
    site.clock.set_back(DAY * 365);
    owner.client.get("/auth/tokens").await.expect(200);
    let sessions = site.app.store.list::<Session>(Query::all()).await.unwrap();
    let now = site.app.store.clock().now();
    let session = &sessions.first().unwrap().document;
    assert_eq!((session.created_at, session.expires_at), (now, now.plus(2 * HOUR)));
    for _ in 0..23 {
        site.clock.advance(HOUR);
        owner.client.get("/auth/tokens").await.expect(200);
    }
    site.clock.advance(HOUR);
    owner.client.get("/auth/tokens").await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn a_link_of_a_clock_that_was_ahead_is_not_good_for_longer() {
    let site = Site::start().await;
    let client = site.anonymous.with_header("host", "127.0.0.1:8080");
    for (ahead, status) in [(DAY, 403), (Duration::from_secs(60), 303)] {
        site.clock.advance(ahead);
        let secret = site.app.auth.links.renew().await.unwrap();
        site.clock.set_back(ahead);
        client.get(&format!("/auth/link?key={}", secret.reveal())).await.expect(status);
    }
}

#[tokio::test]
async fn a_backup_of_a_clock_that_was_ahead_neither_stays_for_ever_nor_puts_off_the_next() {
    let site = Site::start_with(&[("backup.every", "1h"), ("backup.keep", "1")]).await;
    site.clock.advance(DAY * 365);
    assert!(site.app.backups.run_due().await.unwrap());
    site.clock.set_back(DAY * 365);
    assert!(site.app.backups.run_due().await.unwrap(), "the next is due now");
    assert!(!site.app.backups.run_due().await.unwrap());
    let kept = std::fs::read_dir(site.database.folder.path().join("data/backups"));
    if let Ok(kept) = kept {
        let names = kept.flatten().map(|file| file.file_name().into_string().unwrap());
        let names: Vec<String> = names.filter(|name| name.ends_with(".tar")).collect();
        let is_of_now = |name: &String| name.starts_with("folia-20260101T000000Z-");
        assert!(names.len() <= 1 && names.iter().all(is_of_now), "{names:?}");
    }
}

/// Back and forth under the real program: whatever it does by the clock, it answers, writes and works.
#[tokio::test(flavor = "multi_thread")]
async fn the_program_goes_on_whatever_the_clock_says() {
    let embedding = EmbeddingService::start(16).await;
    let database = TestDatabase::create().await;
    let faults = Faults::prepare(&database);
    let mut settings = faults.settings();
    settings.push(("FOLIA_EMBEDDING__URL", &embedding.url));
    let mut site = RunningSite::start(BINARY, &database, &settings);
    let token = make_token(&database, "admin");
    let mut chunks = 0;
    let mut paths = Vec::new();
    let years = 365 * 24 * 60 * 60;
    for (turn, seconds) in
        [0, 7200, 0, -7200, 0, 20 * years, 0, -20 * years, 3600, -30, 0].into_iter().enumerate()
    {
        faults.shift_clock(seconds);
        let link = json!({ "title": format!("link {turn}"), "url": "/" }).to_string();
        let made = site.request("POST", "/navlinks", Some(&token), &link).expect(201).json();
        let year = made["created_at"].as_str().unwrap()[..4].parse::<i64>().unwrap();
        assert_eq!((year - 2020).clamp(-1, 30).signum(), if seconds < -years { -1 } else { 1 });
        paths.push(format!("/navlinks/{}", made["id"].as_str().unwrap()));
        let story = json!({ "title": format!("story {turn}"), "is_published": true,
                            "body": "<p>words" });
        let story = site.request("POST", "/content/story", Some(&token), &story.to_string());
        let story = story.expect(201).json();
        paths.push(format!("/content/story/{}", story["id"].as_str().unwrap()));
        let chunk = CHUNK.replace("TEXT", &format!("turn {turn}"));
        site.request("POST", "/content/chunks", Some(&token), &chunk).expect(201);
        chunks += 1;
        for path in ["/", "/navlinks", "/feed.xml", "/health/ready", "/contact", "/sitemap.xml"] {
            site.request("GET", path, None, "").expect(200);
        }
        for path in &paths {
            site.request("GET", path, Some(&token), "").expect(200);
        }
    }
    // Jobs that were noted while the clock was ahead are looked for once a minute.
    let is_indexed = || {
        let status = index(&site, &token);
        status["pending"] == 0 && status["indexed"].as_u64() >= Some(chunks)
    };
    eventually("all is indexed", is_indexed).await;
    assert_eq!(index(&site, &token)["last_error"], Value::Null);
    assert!(!site.log().contains("panicked"), "{}", site.log());
    assert_eq!(site.stop(), Some(0));
    let check = run_folia(BINARY, &database, &["check"]);
    assert!(check.status.success(), "{}", String::from_utf8_lossy(&check.stdout));
}
