//! Browser sessions: their cookies, how they end, and what a change of the lists does to them.

use std::time::Duration;

use auth::Identity;
use auth::sessions::{Arrival, MOST_PER_USER, Session};
use store::Query;

use crate::site::{HOST, ORIGIN, Site, person};

const ISSUER: &str = "https://id.example";
const HOUR: Duration = Duration::from_secs(60 * 60);

const PROVIDER: [(&str, &str); 4] = [
    ("auth.issuer", ISSUER),
    ("auth.client_id", "folia"),
    ("auth.admins", "owner@example.com"),
    ("auth.members", "@example.com"),
];

fn with(changes: &[(&'static str, &'static str)]) -> Vec<(&'static str, &'static str)> {
    let kept = PROVIDER.iter().filter(|(key, _)| !changes.iter().any(|(name, _)| name == key));
    kept.chain(changes).copied().collect()
}

/// A cookie that stands for no session counts as none where people ask who they are, and goes.
async fn expect_nobody(client: &testkit::Client) {
    let session = client.get("/auth/session").await.expect(200);
    assert_eq!(session.json()["authenticated"], false);
    assert!(session.header("set-cookie").unwrap().contains("Max-Age=0"));
    assert_eq!(session.header("cache-control"), Some("no-store"));
}

#[tokio::test]
async fn somebody_who_is_not_signed_in_is_told_so() {
    let site = Site::start().await;
    let session = site.anonymous.get("/auth/session").await.expect(200);
    assert_eq!(session.header("cache-control"), Some("no-store"));
    let expected = serde_json::json!({ "authenticated": false, "user": null, "csrf_token": null });
    assert_eq!(session.json(), expected);
    let session = site.member.get("/auth/session").await.expect(200).json();
    assert_eq!(session["user"]["id"], "mia");
    assert_eq!(session["csrf_token"], serde_json::Value::Null);
}

#[tokio::test]
async fn a_session_that_was_ended_is_refused_at_the_next_request_and_others_live_on() {
    let site = Site::start().await;
    let one = site.sign_in(Identity::Owner).await;
    let other = site.sign_in(Identity::Owner).await;
    one.client.get("/auth/logout").await.expect_problem(405, "method-not-allowed");
    let plain = site.anonymous.with_header("cookie", &one.cookie);
    plain.send("POST", "/auth/logout", &[], None).await.expect_problem(403, "cross-site");
    let gone = one.client.send("POST", "/auth/logout", &[], None).await.expect(204);
    assert!(gone.header("set-cookie").unwrap().starts_with("folia_session=; "));
    expect_nobody(&one.client).await;
    for path in ["/auth/tokens", "/navlinks", "/health/live"] {
        let answer = one.client.get(path).await;
        let cleared = answer.header("set-cookie").map(str::to_owned);
        assert!(cleared.unwrap().contains("Max-Age=0"));
        answer.expect_problem(401, "unauthenticated");
    }
    other.client.get("/auth/tokens").await.expect(200);
}

#[tokio::test]
async fn signing_out_everywhere_ends_all_sessions_of_that_user_and_of_nobody_else() {
    let site = Site::start_with(&PROVIDER).await;
    let mia = person(ISSUER, "mia", "mia@example.com");
    let one = site.sign_in(mia.clone()).await;
    let two = site.sign_in(mia).await;
    let other = site.sign_in(person(ISSUER, "max", "max@example.com")).await;
    one.client.send("POST", "/auth/logout?everywhere=true", &[], None).await.expect(204);
    expect_nobody(&two.client).await;
    other.client.get("/auth/session").await.expect(200);
}

#[tokio::test]
async fn a_session_ends_when_it_is_idle() {
    let site = Site::start().await;
    let session = site.sign_in(Identity::Owner).await;
    site.clock.advance(HOUR * 72 - Duration::from_secs(1));
    session.client.get("/auth/session").await.expect(200);
    site.clock.advance(HOUR * 72 - Duration::from_secs(1));
    session.client.get("/auth/session").await.expect(200);
    site.clock.advance(HOUR * 72);
    expect_nobody(&session.client).await;
    session.client.get("/navlinks").await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn however_busy_a_session_ends_and_is_removed() {
    let site = Site::start().await;
    let session = site.sign_in(Identity::Owner).await;
    for _ in 0..14 * 24 - 1 {
        site.clock.advance(HOUR);
        session.client.get("/auth/session").await.expect(200);
    }
    site.clock.advance(HOUR);
    expect_nobody(&session.client).await;
    let swept = site.app.store.write(|transaction| {
        transaction.delete_expired(&auth::sessions::SESSIONS).map_err(edge::Problem::from)
    });
    assert_eq!(swept.await.unwrap(), 1);
}

#[tokio::test]
async fn a_user_has_so_many_sessions_and_the_oldest_goes_first() {
    let site = Site::start().await;
    let first = site.sign_in(Identity::Owner).await;
    for _ in 0..MOST_PER_USER - 1 {
        site.clock.advance(Duration::from_secs(1));
        site.app.auth.sessions.begin(Identity::Owner, Arrival::default()).await.unwrap();
    }
    first.client.get("/auth/session").await.expect(200);
    site.clock.advance(Duration::from_secs(1));
    site.app.auth.sessions.begin(Identity::Owner, Arrival::default()).await.unwrap();
    expect_nobody(&first.client).await;
    let kept = site.app.store.list::<Session>(Query::all()).await.unwrap().len();
    assert_eq!(kept, MOST_PER_USER);
}

#[tokio::test]
async fn many_sign_ins_at_once_keep_the_limit() {
    let site = Site::start().await;
    let begun = (0..120).map(|_| {
        let sessions = site.app.auth.sessions.clone();
        tokio::spawn(
            async move { sessions.begin(Identity::Owner, Arrival::default()).await.unwrap() },
        )
    });
    for begun in begun.collect::<Vec<_>>() {
        begun.await.unwrap();
    }
    let kept = site.app.store.list::<Session>(Query::all()).await.unwrap().len();
    assert_eq!(kept, MOST_PER_USER);
}

#[tokio::test]
async fn a_change_of_the_lists_acts_on_the_next_request() {
    let site = Site::start_with(&PROVIDER).await;
    let owner = site.sign_in(person(ISSUER, "1", "owner@example.com")).await;
    let member = site.sign_in(person(ISSUER, "2", "mia@example.com")).await;
    owner.client.get("/auth/tokens").await.expect(200);
    member.client.get("/auth/tokens").await.expect_problem(403, "forbidden");

    let downgraded = site.reconfigured(&with(&[("auth.admins", "other@example.com")])).await;
    let as_owner = downgraded.with_header("cookie", &owner.cookie);
    as_owner.get("/auth/tokens").await.expect_problem(403, "forbidden");
    assert_eq!(as_owner.get("/auth/session").await.json()["user"]["role"], "member");

    let closed = site.reconfigured(&with(&[("auth.members", "[]")])).await;
    let as_member = closed.with_header("cookie", &member.cookie);
    expect_nobody(&as_member).await;
    as_member.get("/navlinks").await.expect_problem(401, "unauthenticated");
    // Where the list still has them: an old session does not come back to life.
    member.client.get("/navlinks").await.expect_problem(401, "unauthenticated");

    let moved = site.reconfigured(&with(&[("auth.issuer", "https://other.example")])).await;
    let as_owner = moved.with_header("cookie", &owner.cookie);
    expect_nobody(&as_owner).await;
}

#[tokio::test]
async fn on_https_the_cookie_is_bound_to_host_and_tls() {
    let settings = [("server.public_url", "https://site.example")];
    let site = Site::start_with(&settings).await;
    let secret = site.app.auth.links.renew().await.unwrap();
    let client = site.anonymous.with_header("host", "localhost");
    let answer = client.get(&format!("/auth/link?key={}", secret.reveal())).await.expect(303);
    let set = answer.header("set-cookie").unwrap();
    assert!(set.starts_with("__Host-folia_session="), "{set}");
    assert!(set.ends_with("; Path=/; HttpOnly; SameSite=Lax; Max-Age=1209600; Secure"), "{set}");
    assert!(!set.contains("Domain") && set.len() < 4096);
    let pair = set.split(';').next().unwrap();
    let browser = site.anonymous.with_header("host", "site.example").with_header("cookie", pair);
    let token = browser.get("/auth/session").await.json()["csrf_token"].clone();
    let token = token.as_str().unwrap();
    let body = || serde_json::json!({ "title": "x", "url": "/" });
    for (origin, status) in [
        ("https://site.example", 201),
        ("http://site.example", 403),
        ("https://site.example:8443", 403),
        ("https://site.example.evil", 403),
    ] {
        let from = browser.with_header("origin", origin).with_header("x-csrf-token", token);
        from.post("/navlinks", body()).await.expect(status);
    }
    // A cookie under the plain name is none of ours, as anybody on the network could plant it.
    let plain = pair.trim_start_matches("__Host-");
    let answer = site.anonymous.get_with("/auth/session", &[("cookie", plain)]).await;
    assert_eq!(answer.json()["authenticated"], false);
}

#[tokio::test]
async fn cookies_that_are_none_are_refused_by_the_api_and_ignored_by_pages() {
    let site = Site::start().await;
    let session = site.sign_in(Identity::Owner).await;
    let twice = format!("{0}; {0}", session.cookie);
    let bearer = format!("{}x", session.cookie);
    for cookie in ["folia_session=", "folia_session=x", &twice, &bearer] {
        let client = site.anonymous.with_header("cookie", cookie).with_header("host", HOST);
        client.get("/navlinks").await.expect_problem(401, "unauthenticated");
        let page = client.get("/auth").await.expect(200);
        assert!(page.header("set-cookie").unwrap().contains("Max-Age=0"));
        // Also beside a token that is good.
        let both = site.admin.with_header("cookie", cookie);
        both.get("/navlinks").await.expect_problem(401, "unauthenticated");
    }
    let other = site.anonymous.with_header("cookie", "theme=dark");
    other.get("/navlinks").await.expect(200);
}

#[tokio::test]
async fn a_browser_whose_session_has_ended_is_told_so_by_a_page_and_goes_on_without() {
    let site = Site::start().await;
    let client = site.anonymous.with_header("cookie", "folia_session=x");
    let accept = [("accept", "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8")];
    let page = client.get_with("/navlinks", &accept).await.expect(401);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    assert_eq!(page.header("www-authenticate"), Some("Bearer"));
    assert!(page.header("set-cookie").unwrap().starts_with("folia_session=; "));
    assert!(String::from_utf8_lossy(&page.body).contains("Your session has ended"));
    let change = client.send("POST", "/navlinks", &accept, Some(b"{}".to_vec())).await.expect(401);
    assert_eq!(change.header("content-type"), Some("text/html; charset=utf-8"));
    client.get("/navlinks").await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn answers_to_a_session_stay_out_of_shared_caches_unless_all_get_the_same() {
    let site = Site::start().await;
    let session = site.sign_in(Identity::Owner).await;
    for (path, expected) in [
        ("/sections/navigation", "public, max-age=300, stale-while-revalidate=600"),
        ("/sections", "private, no-cache"),
        ("/navlinks", "private, no-cache"),
        ("/contact/messages", "private, no-cache"),
        ("/auth/session", "no-store"),
    ] {
        let own = session.client.get(path).await.expect(200);
        assert_eq!(own.header("cache-control"), Some(expected), "{path}");
    }
}

#[tokio::test]
async fn a_session_administers_the_site_and_its_tokens() {
    let site = Site::start().await;
    let owner = site.sign_in(Identity::Owner).await.client;
    let input = serde_json::json!({ "name": "laptop", "role": "member", "user_id": "mia" });
    let made = owner.post("/auth/tokens", input).await.expect(201);
    let location = made.header("location").unwrap().to_owned();
    let secret = made.json()["token"].as_str().unwrap().to_owned();
    let holder = site.anonymous.with_token(&secret);
    assert_eq!(holder.get("/auth/session").await.json()["user"]["id"], "mia");
    let listed = owner.get("/auth/tokens").await.expect(200);
    assert!(!String::from_utf8_lossy(&listed.body).contains(&secret));
    assert!(!String::from_utf8_lossy(&listed.body).contains("hash"));
    owner.get(&location).await.expect(200);
    owner.delete(&location).await.expect(204);
    holder.get("/navlinks").await.expect_problem(401, "unauthenticated");
    owner.get(&location).await.expect_problem(404, "not-found");
    for (input, field) in [
        (serde_json::json!({ "name": "", "role": "member" }), "name"),
        (serde_json::json!({ "name": "x", "role": "king" }), "role"),
        (serde_json::json!({ "name": "x", "role": "member", "user_id": "a b" }), "user_id"),
        (
            serde_json::json!({ "name": "x", "role": "member", "expires_at": "2020-01-01T00:00:00Z" }),
            "expires_at",
        ),
    ] {
        assert_eq!(owner.post("/auth/tokens", input).await.expect_invalid(), [field]);
    }
    assert_eq!(ORIGIN, format!("http://{HOST}"));
}
