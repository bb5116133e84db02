use edge::{Access, Method};
use serde_json::json;

use crate::site::Site;

pub(crate) fn concrete(path: &str) -> String {
    path.replace("{id}", "01939b1e-7c00-7abc-8def-0123456789ab")
        .replace("{content_type}", "story")
        .replace("{slug}", "nothing")
        .replace("{*full_path}", "nothing/here")
}

/// Goes through the table itself, so a new route is covered the day it exists.
#[tokio::test]
async fn every_route_lets_in_exactly_those_its_rule_names() {
    let site = Site::start().await;
    let bad = site.anonymous.with_token("folia_nonsense");
    let lines: Vec<_> = folia::routes::table(&site.app).lines().collect();
    assert!(lines.len() >= 10);
    for (method, path, access) in lines {
        for prefix in ["", "/api"] {
            let path = format!("{prefix}{}", concrete(path));
            let body = matches!(method, Method::Post | Method::Put).then(|| b"{}".to_vec());
            let send = |client: &testkit::Client| {
                let (client, path, body) = (client.clone(), path.clone(), body.clone());
                async move { client.send(method.name(), &path, &[], body).await }
            };
            send(&bad).await.expect_problem(401, "unauthenticated");
            let anonymous = send(&site.anonymous).await;
            let member = send(&site.member).await;
            let admin = send(&site.admin).await.status.as_u16();
            assert!(![401, 403].contains(&admin), "{} {path}: {admin}", method.name());
            match access {
                Access::Anyone => {
                    assert_eq!(anonymous.status, admin, "{} {path}", method.name());
                }
                Access::Member => {
                    anonymous.expect_problem(401, "unauthenticated");
                    assert!(![401, 403].contains(&member.status.as_u16()));
                }
                Access::Admin => {
                    let challenge = anonymous.header("www-authenticate").map(str::to_owned);
                    assert_eq!(challenge.as_deref(), Some("Bearer"));
                    anonymous.expect_problem(401, "unauthenticated");
                    member.expect_problem(403, "forbidden");
                }
            }
        }
    }
    assert_eq!(site.anonymous.get("/navlinks").await.json()["total"], 0);
}

#[tokio::test]
async fn other_spellings_of_an_address_open_no_door() {
    let site = Site::start().await;
    let spellings = [
        "/navlinks/",
        "//navlinks",
        "/./navlinks",
        "/%2e/navlinks",
        "/Navlinks",
        "/navlinks%2F",
        "/navlinks;x=1",
        "/api/api/navlinks",
        "/API/navlinks",
        "/%6eavlinks",
    ];
    for spelling in spellings {
        for client in [&site.anonymous, &site.member] {
            let answer = client.post(spelling, json!({ "title": "x", "url": "/" })).await;
            assert!([401, 403, 404].contains(&answer.status.as_u16()), "{spelling}");
        }
    }
    assert_eq!(site.anonymous.get("/navlinks").await.json()["total"], 0);
}

#[tokio::test]
async fn nothing_of_the_owner_can_take_a_name_the_service_uses() {
    let site = Site::start().await;
    for (_, path, _) in folia::routes::table(&site.app).lines() {
        let first = path.trim_start_matches('/').split(['/', '.']).next().unwrap();
        assert!(content::RESERVED.contains(&first), "{first} is not reserved");
    }
}

#[tokio::test]
async fn a_refused_caller_is_turned_away_before_the_body_is_read() {
    let site = Site::start().await;
    let huge = Some(vec![b'x'; 5 * 1024 * 1024]);
    let answer = site.anonymous.send("POST", "/navlinks", &[], huge).await;
    answer.expect_problem(401, "unauthenticated");
}
