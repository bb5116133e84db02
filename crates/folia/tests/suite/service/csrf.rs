//! Every change with a cookie, from everywhere it may come: only the site's own pages get through.

use auth::Identity;
use edge::Method;
use testkit::Client;

use crate::service::access::concrete;
use crate::site::{HOST, ORIGIN, Site};

const TYPES: [&str; 4] = [
    "application/json",
    "application/x-www-form-urlencoded",
    "text/plain",
    "multipart/form-data; boundary=x",
];

/// Goes through the table itself, so a new route is covered the day it exists.
#[tokio::test]
async fn only_a_page_of_the_site_itself_can_change_something_with_a_cookie() {
    let site = Site::start().await;
    let own = site.sign_in(Identity::Owner).await;
    let other = site.sign_in(Identity::Owner).await;
    let bare = site.anonymous.with_header("host", HOST).with_header("cookie", &own.cookie);
    let origins = [
        Some(ORIGIN),
        None,
        Some("null"),
        Some("http://evil.example"),
        Some("https://site.evil"),
        Some("http://site.example:8081"),
        Some("http://site.example"),
        Some("https://site.example:8080"),
        Some("http://site.example:8080.evil.example"),
    ];
    let tokens =
        [None, Some("wrong"), Some(other.csrf_token.as_str()), Some(own.csrf_token.as_str())];
    let mut tried = 0;
    for (method, path, _) in folia::routes::table(&site.app).lines() {
        // Signing out with the right token works, and ends the session we need.
        if method == Method::Get || path == "/auth/logout" {
            continue;
        }
        let path = concrete(path);
        for (origin, token) in origins.iter().flat_map(|o| tokens.iter().map(move |t| (*o, *t))) {
            let client = dress(&bare, origin, token);
            let right = origin == Some(ORIGIN) && token == Some(own.csrf_token.as_str());
            for media in TYPES {
                let body = Some(b"{}".to_vec());
                let headers = [("content-type", media)];
                let answer = client.send(method.name(), &path, &headers, body).await;
                tried += 1;
                let what = format!("{} {path} {origin:?} {token:?} {media}", method.name());
                match right {
                    true => assert!(!is_cross_site(&answer), "{what}"),
                    false => assert!(is_cross_site(&answer), "{what}: {}", answer.status),
                }
            }
        }
        let in_query = format!("{path}?csrf_token={0}&X-CSRF-Token={0}", own.csrf_token);
        let from_here = bare.with_header("origin", ORIGIN);
        let answer = from_here.send(method.name(), &in_query, &[], Some(b"{}".to_vec())).await;
        assert!(is_cross_site(&answer), "{in_query}");
        // A bearer token is nothing a browser sends by itself.
        let bearer = site.admin.send(method.name(), &path, &[("origin", "null")], None).await;
        assert!(!is_cross_site(&bearer));
    }
    assert!(tried > 1000);
    assert_eq!(site.anonymous.get("/navlinks").await.json()["total"], 0);
    assert_eq!(site.anonymous.get("/sections").await.json()["total"], 0);
}

#[tokio::test]
async fn two_tokens_or_two_origins_are_none() {
    let site = Site::start().await;
    let own = site.sign_in(Identity::Owner).await;
    let bare = site.anonymous.with_header("host", HOST).with_header("cookie", &own.cookie);
    let (token, body) = (own.csrf_token.as_str(), Some(b"{}".to_vec()));
    for headers in [
        vec![("origin", ORIGIN), ("x-csrf-token", token), ("x-csrf-token", token)],
        vec![("origin", ORIGIN), ("origin", ORIGIN), ("x-csrf-token", token)],
    ] {
        let answer = bare.send("POST", "/navlinks", &headers, body.clone()).await;
        answer.expect_problem(403, "cross-site");
    }
    // Whoever names two hosts is not even asked who they are.
    let two = [("origin", ORIGIN), ("x-csrf-token", token), ("host", HOST), ("host", HOST)];
    bare.send("POST", "/navlinks", &two, body).await.expect_problem(400, "malformed");
}

fn dress(client: &Client, origin: Option<&str>, token: Option<&str>) -> Client {
    let client = origin.map_or(client.clone(), |origin| client.with_header("origin", origin));
    token.map_or(client.clone(), |token| client.with_header("x-csrf-token", token))
}

fn is_cross_site(answer: &testkit::Answer) -> bool {
    answer.status == 403 && answer.json()["code"] == "cross-site"
}
