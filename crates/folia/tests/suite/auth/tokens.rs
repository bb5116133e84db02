use std::time::Duration;

use auth::tokens::NewToken;
use kernel::Role;
use serde_json::json;

use crate::site::{Site, make_token};

#[tokio::test]
async fn a_revoked_token_is_refused_at_the_next_request() {
    let site = Site::start().await;
    let (token, secret) = make_token(&site.app, Role::Admin, "x").await;
    let client = site.anonymous.with_token(&secret);
    client.get("/metrics").await.expect(200);
    site.app.tokens.revoke(&token.id.to_string()).await.unwrap();
    client.get("/metrics").await.expect_problem(401, "unauthenticated");
    client.get("/navlinks").await.expect_problem(401, "unauthenticated");
    site.app.tokens.revoke(&token.id.to_string()).await.unwrap_err();
}

#[tokio::test]
async fn an_expired_token_is_refused() {
    let site = Site::start().await;
    let expires_at = Some("2026-01-01T01:00:00Z".parse().unwrap());
    let new = NewToken { name: "short".into(), role: Role::Admin, user_id: None, expires_at };
    let (_, secret) = site.app.tokens.create(new).await.unwrap();
    let client = site.anonymous.with_token(secret.reveal());
    site.clock.advance(Duration::from_secs(3599));
    client.get("/metrics").await.expect(200);
    site.clock.advance(Duration::from_secs(1));
    client.get("/metrics").await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn a_token_counts_only_in_its_header() {
    let site = Site::start().await;
    let (_, secret) = make_token(&site.app, Role::Admin, "x").await;
    let in_query = format!("/metrics?access_token={secret}");
    site.anonymous.get(&in_query).await.expect_problem(401, "unauthenticated");
    let cookie = format!("token={secret}");
    let in_cookie = site.anonymous.get_with("/metrics", &[("cookie", &cookie)]).await;
    in_cookie.expect_problem(401, "unauthenticated");
    let body = json!({ "title": "x", "url": "/", "access_token": secret });
    site.anonymous.post("/navlinks", body).await.expect_problem(401, "unauthenticated");
    let basic = format!("Basic {secret}");
    for wrong in [basic.as_str(), "Bearer", "Bearer ", "Bearer x y", secret.as_str()] {
        let answer = site.anonymous.get_with("/navlinks", &[("authorization", wrong)]).await;
        answer.expect_problem(401, "unauthenticated");
    }
    let bearer = format!("Bearer {secret}");
    let twice = [("authorization", bearer.as_str()), ("authorization", bearer.as_str())];
    site.anonymous.get_with("/metrics", &twice).await.expect_problem(401, "unauthenticated");
}

#[tokio::test]
async fn names_and_users_of_tokens_are_checked() {
    let site = Site::start().await;
    for (name, user) in [("", None), ("x", Some("a b")), ("x", Some("")), ("x", Some("a\nb"))] {
        let new = NewToken {
            name: name.into(),
            role: Role::Member,
            user_id: user.map(str::to_owned),
            expires_at: None,
        };
        site.app.tokens.create(new).await.unwrap_err();
    }
}
