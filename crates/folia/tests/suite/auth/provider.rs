//! The whole way with the real binary and a real provider: forms are filled in, redirects followed.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use testkit::{Browser, RealProvider, RunningSite, TestDatabase};

use crate::service::binary::BINARY;

fn start(provider: &RealProvider, database: &TestDatabase, client: &str) -> RunningSite {
    let secret = if client == "folia-EdDSA" { "" } else { "canary-client-secret" };
    let settings = [
        ("FOLIA_AUTH__ISSUER", provider.issuer.as_str()),
        ("FOLIA_AUTH__CLIENT_ID", client),
        ("FOLIA_AUTH__CLIENT_SECRET", secret),
        ("FOLIA_AUTH__AUDIENCE", "https://site.example/api"),
        ("FOLIA_AUTH__ADMINS", "owner@example.com"),
        ("FOLIA_AUTH__MEMBERS", "@example.com"),
        ("FOLIA_LOG__LEVEL", "trace"),
    ];
    RunningSite::start(BINARY, database, &settings)
}

fn session(browser: &mut Browser, site: &RunningSite) -> Value {
    browser.get(&format!("{}/auth/session", site.origin())).json()
}

/// RSA in both paddings, elliptic curves of both kinds; secrets in the header, in the body, none.
#[tokio::test]
async fn people_sign_in_with_every_kind_of_key_and_sign_out_again() {
    let provider = RealProvider::start();
    for client in ["folia-RS256", "folia-PS256", "folia-ES256", "folia-EdDSA"] {
        let database = TestDatabase::create().await;
        let site = start(&provider, &database, client);
        let mut browser = Browser::default();
        let login = format!("{}/auth/login?return_to=/auth%3Ffrom=here", site.origin());
        let back = provider.sign_in(&mut browser, &login, "owner@example.com");
        assert!(back.starts_with(&format!("{}/auth/callback?", site.origin())), "{client}: {back}");
        let answer = browser.get(&back).expect(303);
        assert_eq!(answer.header("location"), Some("/auth?from=here"));
        let known = session(&mut browser, &site);
        assert_eq!(known["user"]["role"], "admin", "{client}");
        assert_eq!(known["user"]["name"], "Somebody <owner@example.com>");
        let page = browser.get(&format!("{}/auth", site.origin())).expect(200);
        let html = String::from_utf8_lossy(&page.body).into_owned();
        assert!(html.contains("Somebody &#60;owner@example.com&#62;"), "{html}");
        browser.get(&back).expect(400);

        let (origin, token) = (site.origin(), known["csrf_token"].as_str().unwrap().to_owned());
        let headers = [("origin", origin.as_str()), ("x-csrf-token", token.as_str())];
        let logout = format!("{origin}/auth/logout");
        browser.send("POST", &logout, &[("origin", origin.as_str())], "").expect(403);
        browser.send("POST", &logout, &headers, "").expect(204);
        assert_eq!(session(&mut browser, &site)["authenticated"], false);

        let log = site.log();
        let code = back.split("code=").nth(1).unwrap().split('&').next().unwrap();
        let state = back.split("state=").nth(1).unwrap().split('&').next().unwrap();
        for canary in ["canary-client-secret", code, state, token.as_str()] {
            assert!(!log.contains(canary), "{canary} is in the log");
        }
    }
}

#[tokio::test]
async fn strangers_and_the_unverified_are_turned_away_with_a_page() {
    let provider = RealProvider::start();
    let database = TestDatabase::create().await;
    let site = start(&provider, &database, "folia-RS256");
    for (email, said) in [
        ("somebody@elsewhere.example", "You may not sign in here"),
        ("unverified@example.com", "Your e-mail address is not verified"),
    ] {
        let mut browser = Browser::default();
        let login = format!("{}/auth/login", site.origin());
        let back = provider.sign_in(&mut browser, &login, email);
        let page = browser.get(&back).expect(403);
        assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
        assert!(String::from_utf8_lossy(&page.body).contains(said));
        assert_eq!(browser.cookie(&site.origin(), "folia_session"), None);
        assert_eq!(session(&mut browser, &site)["authenticated"], false);
    }
}

#[tokio::test]
async fn a_code_of_another_session_or_browser_is_worth_nothing() {
    let provider = RealProvider::start();
    let database = TestDatabase::create().await;
    let site = start(&provider, &database, "folia-RS256");
    let login = format!("{}/auth/login", site.origin());
    let (mut victim, mut attacker) = (Browser::default(), Browser::default());
    let back = provider.sign_in(&mut attacker, &login, "owner@example.com");
    victim.get(&login).expect(303);
    victim.get(&back).expect(400);
    // The attacker's code under the victim's own state: the verifier does not fit.
    let own = victim.get(&login);
    let own_state = own.header("location").unwrap().split("state=").nth(1).unwrap();
    let own_state = own_state.split('&').next().unwrap();
    let code = back.split("code=").nth(1).unwrap().split('&').next().unwrap();
    let mixed = format!(
        "{}/auth/callback?code={code}&state={own_state}&iss={}",
        site.origin(),
        provider.issuer
    );
    victim.get(&mixed).expect(401);
    assert_eq!(session(&mut victim, &site)["authenticated"], false);
}

#[tokio::test]
async fn a_program_with_a_token_of_the_provider_is_let_in() {
    let provider = RealProvider::start();
    let database = TestDatabase::create().await;
    let site = start(&provider, &database, "folia-RS256");
    let basic = format!("Basic {}", STANDARD.encode("robot:canary-robot-secret"));
    let headers =
        [("authorization", basic.as_str()), ("content-type", "application/x-www-form-urlencoded")];
    let ask = |audience: &str| {
        let form = format!("grant_type=client_credentials&resource={audience}");
        let answer =
            Browser::default().send("POST", &format!("{}/token", provider.issuer), &headers, &form);
        answer.expect(200).json()["access_token"].as_str().unwrap().to_owned()
    };
    let token = ask("https%3A%2F%2Fsite.example%2Fapi");
    let known = site.request("GET", "/auth/session", Some(&token), "").expect(200).json();
    assert_eq!(known["user"]["role"], "member");
    assert_eq!(known["user"]["email"], "robot@example.com");
    assert_eq!(known["csrf_token"], json!(null));
    let elsewhere = ask("https%3A%2F%2Felsewhere.example%2Fapi");
    site.request("GET", "/auth/session", Some(&elsewhere), "").expect(401);
    assert!(!site.log().contains(&token));
}
