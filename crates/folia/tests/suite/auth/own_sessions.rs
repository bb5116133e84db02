//! The list of one's own sessions: what it tells, and ending one or all others from it.

use std::time::Duration;

use auth::Identity;
use serde_json::{Value, json};

use crate::site::{HOST, Site, person};

const ISSUER: &str = "https://id.example";
const FIREFOX: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

/// Signs the owner in by a link, with the browser's own words for itself.
async fn sign_in(site: &Site, user_agent: &str) -> testkit::Client {
    let link = site.app.auth.links.renew().await.unwrap();
    let local = site.anonymous.with_header("host", "localhost:8080");
    let local = local.with_header("user-agent", user_agent);
    let opened = local.get(&format!("/auth/link?key={}", link.reveal())).await.expect(303);
    let cookie = opened.header("set-cookie").unwrap().split(';').next().unwrap().to_owned();
    let secret = cookie.strip_prefix("folia_session=").unwrap();
    site.browser(secret).await.client
}

async fn listed(client: &testkit::Client) -> Vec<Value> {
    let answer = client.get("/auth/sessions").await.expect(200);
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    answer.json()["items"].as_array().unwrap().clone()
}

#[tokio::test]
async fn a_session_is_listed_by_its_browser_and_when_it_was_used_and_without_a_secret() {
    let site = Site::start().await;
    let first = sign_in(&site, FIREFOX).await;
    site.clock.advance(Duration::from_secs(3600));
    let second = sign_in(&site, "odd <b>").await;
    let seen = listed(&second).await;
    let told: Vec<_> = seen.iter().map(|it| (&it["browser"], &it["current"])).collect();
    let unknown = json!("An unknown browser");
    assert_eq!(
        told,
        [(&unknown, &json!(true)), (&json!("Firefox on Linux"), &json!(false))],
        "the one used last comes first"
    );
    assert_eq!(seen[1]["created_at"], "2026-01-01T00:00:00Z");
    assert_eq!(seen[1]["last_used_at"], "2026-01-01T00:00:00Z");
    let members: Vec<_> = seen[0].as_object().unwrap().keys().collect();
    assert_eq!(members, ["id", "created_at", "last_used_at", "browser", "current"]);
    site.clock.advance(Duration::from_secs(120));
    let seen = listed(&first).await;
    assert_eq!(
        (&seen[0]["current"], &seen[0]["last_used_at"]),
        (&json!(true), &json!("2026-01-01T01:02:00Z"))
    );
    // An id opens nothing.
    let id = seen[0]["id"].as_str().unwrap();
    let client = site.anonymous.with_header("cookie", &format!("folia_session={id}"));
    client.get("/auth/sessions").await.expect_problem(401, "unauthenticated");
    // A token acts as its user and has no session itself.
    let by_token = listed(&site.admin).await;
    assert_eq!(by_token.len(), 2);
    assert!(by_token.iter().all(|session| session["current"] == false));
}

#[tokio::test]
async fn ending_one_session_or_all_others_acts_at_the_next_request() {
    let site = Site::start().await;
    let own = site.sign_in(Identity::Owner).await.client;
    let others = [site.sign_in(Identity::Owner).await, site.sign_in(Identity::Owner).await];
    let mine = listed(&others[0].client).await;
    let id =
        mine.iter().find(|it| it["current"] == true).unwrap()["id"].as_str().unwrap().to_owned();
    let path = format!("/auth/sessions/{id}");
    let ended = own.delete(&path).await.expect(204);
    assert_eq!(ended.header("set-cookie"), None);
    others[0].client.get("/auth/sessions").await.expect_problem(401, "unauthenticated");
    own.delete(&path).await.expect_problem(404, "not-found");
    own.delete("/auth/sessions").await.expect(204);
    others[1].client.get("/auth/sessions").await.expect_problem(401, "unauthenticated");
    let left = listed(&own).await;
    assert_eq!(left.len(), 1);
    site.admin.delete("/auth/sessions").await.expect_problem(409, "conflict");
    assert_eq!(listed(&own).await.len(), 1);
    // Ending the current one is signing out.
    let current = left[0]["id"].as_str().unwrap();
    let gone = own.delete(&format!("/auth/sessions/{current}")).await.expect(204);
    assert!(gone.header("set-cookie").unwrap().starts_with("folia_session=; "));
    own.get("/auth/sessions").await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn nobody_sees_or_ends_the_sessions_of_others() {
    let settings = [
        ("auth.issuer", ISSUER),
        ("auth.client_id", "folia"),
        ("auth.admins", "owner@example.com"),
        ("auth.members", "@example.com"),
    ];
    let site = Site::start_with(&settings).await;
    let owner = site.sign_in(person(ISSUER, "1", "owner@example.com")).await.client;
    let mia = site.sign_in(person(ISSUER, "2", "mia@example.com")).await.client;
    let (of_owner, of_mia) = (listed(&owner).await, listed(&mia).await);
    assert_eq!((of_owner.len(), of_mia.len()), (1, 1));
    for (client, other) in [(&mia, &of_owner), (&owner, &of_mia)] {
        let path = format!("/auth/sessions/{}", other[0]["id"].as_str().unwrap());
        client.delete(&path).await.expect_problem(404, "not-found");
        client.delete("/auth/sessions").await.expect(204);
    }
    assert_eq!((listed(&owner).await, listed(&mia).await), (of_owner, of_mia));
    let nobody = site.anonymous.with_header("host", HOST);
    nobody.get("/auth/sessions").await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn a_session_that_is_over_is_not_listed_and_one_from_before_has_no_browser() {
    use auth::sessions::Session;
    let site = Site::start().await;
    site.sign_in(Identity::Owner).await;
    site.clock.advance(Duration::from_secs(72 * 3600 - 60));
    let own = site.sign_in(Identity::Owner).await.client;
    assert_eq!(listed(&own).await.len(), 2);
    site.clock.advance(Duration::from_secs(61));
    let left = listed(&own).await;
    assert_eq!(left.len(), 1);
    assert_eq!(left[0]["browser"], "An unknown browser");
    let stored = json!({
        "id": left[0]["id"], "hash": "x", "user_id": "owner", "identity": { "kind": "owner" },
        "created_at": "2026-01-01T00:00:00Z", "seen_at": "2026-01-01T00:00:00Z",
        "expires_at": "2026-01-02T00:00:00Z",
    });
    assert_eq!(serde_json::from_value::<Session>(stored).unwrap().browser, None);
}
