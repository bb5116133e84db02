//! The owner's sign-in link: once, soon, and on this machine.

use std::net::IpAddr;
use std::time::Duration;

use testkit::{Answer, Browser, Client, RunningSite, TestDatabase, run_folia};

use crate::service::binary::BINARY;
use crate::site::Site;

async fn link(site: &Site) -> String {
    let secret = site.app.auth.links.renew().await.unwrap();
    format!("/auth/link?key={}", secret.reveal())
}

fn local(site: &Site) -> Client {
    site.anonymous.with_header("host", "127.0.0.1:8080")
}

#[track_caller]
fn refused(answer: Answer) {
    assert_eq!(answer.header("set-cookie"), None);
    answer.expect_problem(403, "forbidden");
}

#[tokio::test]
async fn a_link_signs_the_owner_in_once() {
    let site = Site::start().await;
    let (client, link) = (local(&site), link(&site).await);
    let answer = client.get(&link).await.expect(303);
    assert_eq!(answer.header("location"), Some("/auth"));
    let cookie = answer.header("set-cookie").unwrap();
    assert!(cookie.ends_with("; Path=/; HttpOnly; SameSite=Lax; Max-Age=1209600"), "{cookie}");
    let cookie = cookie.split(';').next().unwrap();
    let session = client.get_with("/auth/session", &[("cookie", cookie)]).await.expect(200).json();
    assert_eq!(session["user"]["id"], "owner");
    assert_eq!(session["user"]["role"], "admin");
    refused(client.get(&link).await);
}

#[tokio::test]
async fn of_many_who_use_a_link_at_once_one_gets_in() {
    let site = Site::start().await;
    let (client, link) = (local(&site), link(&site).await);
    let uses = (0..20).map(|_| {
        let (client, link) = (client.clone(), link.clone());
        tokio::spawn(async move { client.get(&link).await.status.as_u16() })
    });
    let mut statuses = Vec::new();
    for used in uses.collect::<Vec<_>>() {
        statuses.push(used.await.unwrap());
    }
    assert_eq!(statuses.iter().filter(|status| **status == 303).count(), 1);
    assert_eq!(statuses.iter().filter(|status| **status == 403).count(), 19);
}

#[tokio::test]
async fn a_link_works_on_this_machine_only_and_looking_does_not_use_it_up() {
    let site = Site::start().await;
    let (client, link) = (local(&site), link(&site).await);
    let elsewhere: IpAddr = "192.0.2.7".parse().unwrap();
    refused(client.calling_from(elsewhere).get(&link).await);
    for host in ["example.org", "127.0.0.1.example.org", "192.0.2.7"] {
        refused(client.get_with(&link, &[("host", host)]).await);
    }
    refused(site.anonymous.get(&link).await);
    for header in ["x-forwarded-for", "forwarded", "x-real-ip", "x-forwarded-host", "via"] {
        refused(client.get_with(&link, &[(header, "127.0.0.1")]).await);
    }
    refused(client.get_with(&link, &[("sec-purpose", "prefetch")]).await);
    refused(client.get_with(&link, &[("sec-fetch-dest", "image")]).await);
    assert_eq!(client.send("HEAD", &link, &[], None).await.header("set-cookie"), None);
    client.get_with(&link, &[("sec-fetch-dest", "document")]).await.expect(303);
}

/// Another site can name the address, but not open it: whoever is signed in that way is not who meant to be.
#[tokio::test]
async fn a_page_of_another_site_cannot_open_the_link_nor_use_it_up() {
    let site = Site::start().await;
    let (client, link) = (local(&site), link(&site).await);
    for foreign in [
        ("origin", "https://evil.example"),
        ("origin", "null"),
        ("origin", ""),
        ("origin", "http://127.0.0.1:8080.evil.example"),
        ("origin", "http://127.0.0.1:8081"),
        ("sec-fetch-site", "cross-site"),
    ] {
        refused(client.get_with(&link, &[foreign]).await);
        // A mark of our own beside it changes nothing.
        let both = [foreign, ("sec-fetch-dest", "document"), ("sec-fetch-mode", "navigate")];
        refused(client.get_with(&link, &both).await);
    }
    let own = [("origin", "http://127.0.0.1:8080"), ("sec-fetch-site", "cross-site")];
    refused(client.get_with(&link, &own).await);
    // Typed or clicked in a terminal, a browser says that it comes from nowhere.
    client.get_with(&link, &[("sec-fetch-site", "none")]).await.expect(303);
}

#[tokio::test]
async fn altered_old_and_replaced_links_are_refused() {
    let site = Site::start().await;
    let client = local(&site);
    let replaced = link(&site).await;
    let current = link(&site).await;
    refused(client.get(&replaced).await);
    let last = if current.ends_with('0') { "1" } else { "0" };
    refused(client.get(&format!("{}{last}", &current[..current.len() - 1])).await);
    for nonsense in ["/auth/link?key=", "/auth/link?key=x", "/auth/link?key=../x"] {
        refused(client.get(nonsense).await);
    }
    site.clock.advance(Duration::from_secs(15 * 60 - 1));
    let fresh = link(&site).await;
    site.clock.advance(Duration::from_secs(15 * 60));
    refused(client.get(&fresh).await);
}

#[tokio::test]
async fn a_browser_that_is_signed_in_gets_another_session_in_place_of_its_own() {
    let site = Site::start().await;
    let before = site.sign_in(auth::Identity::Owner).await;
    let link = link(&site).await;
    let headers = [("cookie", before.cookie.as_str())];
    let answer = local(&site).get_with(&link, &headers).await.expect(303);
    let after = answer.header("set-cookie").unwrap().split(';').next().unwrap();
    assert_ne!(after, before.cookie);
    before.client.get("/navlinks").await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn a_cookie_that_was_planted_never_becomes_a_session() {
    let site = Site::start().await;
    let planted = format!("folia_session={}", "ab".repeat(32));
    let link = link(&site).await;
    let answer = local(&site).get_with(&link, &[("cookie", &planted)]).await.expect(303);
    assert!(!answer.header("set-cookie").unwrap().starts_with(&planted));
    let replayed = site.anonymous.get_with("/navlinks", &[("cookie", &planted)]).await;
    replayed.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn with_a_provider_there_are_no_links() {
    let settings = [("auth.issuer", "https://id.example"), ("auth.client_id", "x")];
    let site = Site::start_with(&settings).await;
    refused(local(&site).get(&link(&site).await).await);
    let owner = site
        .app
        .auth
        .sessions
        .begin(auth::Identity::Owner, auth::sessions::Arrival::default())
        .await
        .unwrap()
        .1;
    let cookie = format!("folia_session={}", owner.reveal());
    let answer = site.anonymous.get_with("/navlinks", &[("cookie", &cookie)]).await;
    answer.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn the_printed_link_works_in_a_browser_and_leaves_no_trace() {
    let database = TestDatabase::create().await;
    let settings = [("FOLIA_LOG__LEVEL", "trace")];
    let mut site = RunningSite::start(BINARY, &database, &settings);
    let first = site.link();
    let mut browser = Browser::default();
    let (_, page) = browser.follow(&first, |_| false);
    let html = String::from_utf8_lossy(&page.expect(200).body).into_owned();
    assert!(html.contains("You are signed in"), "{html}");
    assert!(String::from_utf8_lossy(&browser.get(&first).expect(403).body).contains("any more"));

    let renewed = run_folia(BINARY, &database, &["login-link"]);
    let renewed = String::from_utf8(renewed.stdout).unwrap().trim().to_owned();
    assert!(renewed.starts_with(&site.origin()), "{renewed}");
    let cookie = browser.cookie(&first, "folia_session").unwrap().to_owned();
    let mut traces = vec![cookie];
    traces.extend([&first, &renewed].map(|link| link.split("key=").nth(1).unwrap().to_owned()));
    site.stop();
    let stopped = run_folia(BINARY, &database, &["login-link"]);
    assert!(String::from_utf8(stopped.stderr).unwrap().contains("no site is running"));

    let site = RunningSite::start(BINARY, &database, &settings);
    let mut again = Browser::default();
    again.set_cookie(&site.origin(), "folia_session", &traces[0]);
    let session = again.get(&format!("{}/auth/session", site.origin())).expect(200).json();
    assert_eq!(session["authenticated"], true, "sessions outlive a restart");
    let stale = format!("{}/auth/link?key={}", site.origin(), traces[2]);
    Browser::default().get(&stale).expect(403);
    Browser::default().get(&site.link()).expect(303);
    for trace in &traces {
        assert!(database.files_with(trace).is_empty());
    }
}
