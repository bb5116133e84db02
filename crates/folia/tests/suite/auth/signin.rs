//! Signing in with a provider that cannot be trusted further than its signature.

use std::time::{Duration, Instant};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest;
use serde_json::{Value, json};
use testkit::{AT_ONCE, Answer, Client, HostileProvider, SigningKey};

use crate::site::{HOST, Site};

const NOW: i64 = 1_767_225_600;

struct Stage {
    site: Site,
    provider: HostileProvider,
    key: SigningKey,
}

/// A browser on its way: what it was sent to the provider with, and what it keeps.
struct Underway {
    client: Client,
    cookie: String,
    state: String,
    nonce: String,
}

impl Stage {
    async fn start() -> Self {
        let (provider, key) = (HostileProvider::start().await, SigningKey::generate("one"));
        provider.publish(&[&key]);
        let settings = [
            ("auth.issuer", provider.issuer.as_str()),
            ("auth.client_id", "folia"),
            ("auth.client_secret", "canary"),
            ("auth.admins", "owner@example.com"),
            ("auth.members", "@example.com"),
        ];
        let site = Site::start_with(&settings).await;
        Self { site, provider, key }
    }

    async fn depart(&self, return_to: &str) -> Underway {
        let client = self.site.anonymous.with_header("host", HOST);
        let answer = client.get(&format!("/auth/login{return_to}")).await.expect(303);
        let location = answer.header("location").unwrap().to_owned();
        let set = answer.header("set-cookie").unwrap();
        assert!(set.ends_with("; Path=/; HttpOnly; SameSite=Lax; Max-Age=600"), "{set}");
        let cookie = set.split(';').next().unwrap().to_owned();
        assert!(cookie.starts_with("folia_login="));
        assert!(location.starts_with(&format!("{}/authorize?", self.provider.issuer)));
        for pair in [
            "response_type=code",
            "client_id=folia",
            "redirect_uri=http%3A%2F%2Fsite.example%3A8080%2Fauth%2Fcallback",
            "scope=openid+email+profile",
            "code_challenge_method=S256",
        ] {
            assert!(location.contains(pair), "{location}");
        }
        let state = parameter(&location, "state");
        let nonce = parameter(&location, "nonce");
        Underway { client: client.with_header("cookie", &cookie), cookie, state, nonce }
    }

    fn claims(&self, underway: &Underway) -> Value {
        json!({
            "iss": self.provider.issuer, "aud": "folia", "sub": "1", "iat": NOW, "exp": NOW + 600,
            "nonce": underway.nonce, "email": "owner@example.com", "email_verified": true,
        })
    }

    /// Comes back with these claims under the provider's signature.
    async fn arrive(&self, underway: &Underway, claims: &Value) -> Answer {
        self.provider.answer_codes_with(&self.key.sign(claims));
        underway.come_back("code=canary-code").await
    }
}

impl Underway {
    async fn come_back(&self, with: &str) -> Answer {
        self.client.get(&format!("/auth/callback?state={}&{with}", self.state)).await
    }
}

fn parameter(address: &str, name: &str) -> String {
    let start = address.find(&format!("{name}=")).expect("it is there") + name.len() + 1;
    address[start..].split('&').next().unwrap().to_owned()
}

fn session_cookie(answer: &Answer) -> Option<String> {
    let cookies = answer.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap());
    cookies.map(str::to_owned).find(|cookie| cookie.starts_with("folia_session="))
}

#[track_caller]
fn refused(answer: Answer, statuses: &[u16]) {
    assert_eq!(session_cookie(&answer), None);
    assert!(statuses.contains(&answer.status.as_u16()), "{}", answer.status);
    assert_eq!(answer.header("content-type"), Some("application/problem+json"));
}

#[tokio::test]
async fn somebody_on_the_list_signs_in_and_lands_where_they_wanted() {
    let stage = Stage::start().await;
    let underway = stage.depart("?return_to=/admin%3Fx%3D1").await;
    let answer = stage.arrive(&underway, &stage.claims(&underway)).await.expect(303);
    assert_eq!(answer.header("location"), Some("/admin?x=1"));
    let cookie = session_cookie(&answer).unwrap();
    let secret = cookie.trim_start_matches("folia_session=").split(';').next().unwrap();
    assert!(secret.len() >= 32, "at least 128 bits");
    let session = stage.site.browser(secret).await.client.get("/auth/session").await.json();
    assert_eq!(session["user"]["role"], "admin");
    assert_eq!(session["user"]["email"], "owner@example.com");
    let redeemed = stage.provider.codes_redeemed();
    assert_eq!(redeemed.len(), 1);
    assert!(redeemed[0].contains("code_verifier=") && redeemed[0].contains("code=canary-code"));
}

#[tokio::test]
async fn an_answer_counts_once_in_its_own_browser_and_in_time() {
    let stage = Stage::start().await;
    let (one, other) = (stage.depart("").await, stage.depart("").await);
    stage.provider.answer_codes_with(&stage.key.sign(&stage.claims(&one)));
    let path = |state: &str| format!("/auth/callback?code=c&state={state}");
    refused(one.client.get("/auth/callback").await, &[400]);
    refused(one.client.get("/auth/callback?code=c").await, &[400]);
    refused(one.client.get(&path("wrong")).await, &[400]);
    refused(one.client.get(&path(&other.state)).await, &[400]);
    refused(other.client.get(&path(&one.state)).await, &[400]);
    let bare = stage.site.anonymous.with_header("host", HOST);
    refused(bare.get(&path(&one.state)).await, &[400]);
    refused(one.come_back("error=&code=").await, &[400, 401]);
    assert_eq!(stage.provider.codes_redeemed().len(), 0);

    let third = stage.depart("").await;
    let looked = format!("/auth/callback?state={}&code=c", third.state);
    assert_eq!(session_cookie(&third.client.send("HEAD", &looked, &[], None).await), None);
    stage.arrive(&third, &stage.claims(&third)).await.expect(303);
    refused(third.come_back("code=canary-code").await, &[400]);
    assert_eq!(stage.provider.codes_redeemed().len(), 1);

    let late = stage.depart("").await;
    stage.site.clock.advance(Duration::from_secs(600));
    refused(late.come_back("code=c").await, &[400]);
}

#[tokio::test]
async fn of_many_who_bring_the_same_answer_one_is_signed_in() {
    let stage = Stage::start().await;
    let underway = stage.depart("").await;
    stage.provider.answer_codes_with(&stage.key.sign(&stage.claims(&underway)));
    let path = format!("/auth/callback?code=c&state={}", underway.state);
    let back = (0..12).map(|_| {
        let (client, path) = (underway.client.clone(), path.clone());
        tokio::spawn(async move { client.get(&path).await.status.as_u16() })
    });
    let mut statuses = Vec::new();
    for back in back.collect::<Vec<_>>() {
        statuses.push(back.await.unwrap());
    }
    assert_eq!(statuses.iter().filter(|status| **status == 303).count(), 1, "{statuses:?}");
    assert_eq!(stage.provider.codes_redeemed().len(), 1);
}

#[tokio::test]
async fn what_the_provider_says_has_to_hold() {
    let stage = Stage::start().await;
    for (name, value) in [
        ("nonce", json!("another")),
        ("nonce", Value::Null),
        ("aud", json!("other")),
        ("aud", json!(["folia", "other"])),
        ("azp", json!("other")),
        ("iss", json!("https://evil.example")),
        ("exp", json!(NOW - 60)),
        ("exp", json!("9999999999")),
        ("iat", json!(NOW + 3600)),
        ("sub", Value::Null),
    ] {
        let underway = stage.depart("").await;
        let mut claims = stage.claims(&underway);
        claims[name] = value;
        refused(stage.arrive(&underway, &claims).await, &[401]);
    }
    let underway = stage.depart("").await;
    let forged = SigningKey::generate("one").sign(&stage.claims(&underway));
    stage.provider.answer_codes_with(&forged);
    refused(underway.come_back("code=c").await, &[401]);

    let underway = stage.depart("").await;
    stage.provider.answer_codes_with(&stage.key.sign(&stage.claims(&underway)));
    refused(underway.come_back("code=c&iss=https://evil.example").await, &[400]);
}

/// The provider is not asked about what it cannot have written.
#[tokio::test]
async fn a_code_has_a_length_or_is_none() {
    let stage = Stage::start().await;
    for code in [String::new(), "c".repeat(4097)] {
        let underway = stage.depart("").await;
        stage.provider.answer_codes_with(&stage.key.sign(&stage.claims(&underway)));
        refused(underway.come_back(&format!("code={code}")).await, &[400]);
    }
    assert!(stage.provider.codes_redeemed().is_empty());
    let underway = stage.depart("").await;
    stage.provider.answer_codes_with(&stage.key.sign(&stage.claims(&underway)));
    underway.come_back(&format!("code={}", "c".repeat(4096))).await.expect(303);
}

#[tokio::test]
async fn a_provider_that_names_itself_has_to() {
    let stage = Stage::start().await;
    stage.provider.describe_as("authorization_response_iss_parameter_supported", json!(true));
    let underway = stage.depart("").await;
    stage.provider.answer_codes_with(&stage.key.sign(&stage.claims(&underway)));
    refused(underway.come_back("code=c").await, &[400]);
    let underway = stage.depart("").await;
    stage.provider.answer_codes_with(&stage.key.sign(&stage.claims(&underway)));
    let named = format!("code=c&iss={}", stage.provider.issuer);
    underway.come_back(&named).await.expect(303);
}

#[tokio::test]
async fn only_a_verified_address_on_the_lists_gets_in() {
    let stage = Stage::start().await;
    for (email, verified, role) in [
        ("owner@example.com", json!(true), Some("admin")),
        ("OWNER@Example.com", json!(true), Some("admin")),
        ("a@example.com", json!(true), Some("member")),
        ("ówner@example.com", json!(true), Some("member")),
        ("owner@example.com", json!(false), None),
        ("owner@example.com", json!("true"), None),
        ("owner@example.com", Value::Null, None),
        ("owner@example.com.evil.net", json!(true), None),
        ("a@notexample.com", json!(true), None),
        ("\"owner@example.com\"@evil.net", json!(true), None),
        ("owner@example.com.", json!(true), None),
        ("owner@example.com ", json!(true), None),
        ("", json!(true), None),
    ] {
        let underway = stage.depart("").await;
        let mut claims = stage.claims(&underway);
        claims["email"] = json!(email);
        claims["email_verified"] = verified.clone();
        let answer = stage.arrive(&underway, &claims).await;
        let Some(role) = role else {
            refused(answer, &[403]);
            continue;
        };
        let cookie = session_cookie(&answer).expect(email);
        let secret = cookie.trim_start_matches("folia_session=").split(';').next().unwrap();
        let session = stage.site.browser(secret).await.client.get("/auth/session").await.json();
        assert_eq!(session["user"]["role"], role, "{email}");
    }
    let absent = stage.depart("").await;
    let mut claims = stage.claims(&absent);
    claims.as_object_mut().unwrap().shift_remove("email_verified");
    refused(stage.arrive(&absent, &claims).await, &[403]);
}

#[tokio::test]
async fn an_address_told_only_on_request_counts_if_it_is_of_the_same_user() {
    let stage = Stage::start().await;
    let address = format!("{}/user-info", stage.provider.issuer);
    stage.provider.describe_as("userinfo_endpoint", json!(address));
    for (subject, status) in [("1", 303), ("2", 401)] {
        let underway = stage.depart("").await;
        let mut claims = stage.claims(&underway);
        claims.as_object_mut().unwrap().shift_remove("email");
        let told = json!({ "sub": subject, "email": "a@example.com", "email_verified": true });
        stage.provider.tell_about_users(told);
        stage.arrive(&underway, &claims).await.expect(status);
    }
}

#[tokio::test]
async fn nobody_is_sent_elsewhere_afterwards() {
    let stage = Stage::start().await;
    let long = format!("/{}", "a".repeat(5000));
    for target in [
        "https://evil",
        "//evil",
        "/%5Cevil",
        "/%252f%252fevil",
        "/%2509/evil",
        "https:evil",
        "javascript:alert(1)",
        &long,
        "/auth/logout",
    ] {
        let underway = stage.depart(&format!("?return_to={target}")).await;
        let answer = stage.arrive(&underway, &stage.claims(&underway)).await.expect(303);
        assert_eq!(answer.header("location"), Some("/"), "{target}");
    }
    for name in ["next", "redirect", "redirect_uri", "RelayState", "returnTo"] {
        let underway = stage.depart(&format!("?{name}=https://evil")).await;
        let with = format!("code=c&{name}=https://evil&return_to=https://evil");
        stage.provider.answer_codes_with(&stage.key.sign(&stage.claims(&underway)));
        let answer = underway.come_back(&with).await.expect(303);
        assert_eq!(answer.header("location"), Some("/"), "{name}");
    }
    // Altered on the way: the cookie no longer fits its state.
    let underway = stage.depart("?return_to=/a").await;
    let altered = underway.cookie.rsplit_once('.').unwrap().0.to_owned() + ".aHR0cHM6Ly9ldmls";
    let client = underway.client.with_header("cookie", &altered);
    refused(client.get(&format!("/auth/callback?code=c&state={}", underway.state)).await, &[400]);
}

#[tokio::test]
async fn people_get_pages_and_nothing_a_stranger_wrote_is_markup() {
    let stage = Stage::start().await;
    let underway = stage.depart("").await;
    let client = underway.client.with_header("accept", "text/html,application/xhtml+xml,*/*;q=0.8");
    let script = "%3Cscript%3Ealert(1)%3C/script%3E";
    let path = format!(
        "/auth/callback?state={}&error=access_denied&error_description={script}",
        underway.state
    );
    let page = client.get(&path).await.expect(401);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
    assert_eq!(page.header("cross-origin-opener-policy"), Some("same-origin"));
    let html = String::from_utf8_lossy(&page.body).into_owned();
    assert!(html.contains("You were not signed in") && !html.contains("alert(1)"), "{html}");
    let again = client.get("/auth").await.expect(200);
    assert!(String::from_utf8_lossy(&again.body).contains("/auth/login?return_to=/auth"));
}

#[tokio::test]
async fn while_the_provider_is_down_nobody_signs_in_and_everything_else_works() {
    let stage = Stage::start().await;
    stage.provider.set_down(true);
    let client = stage.site.anonymous.with_header("host", HOST);
    client.get("/auth/login").await.expect_problem(503, "unavailable");
    client.get("/navlinks").await.expect(200);
    stage.provider.set_down(false);
    stage.site.clock.advance(Duration::from_secs(5));
    client.get("/auth/login").await.expect(303);
}

#[tokio::test]
async fn a_provider_that_hangs_is_given_up_on() {
    let stage = Stage::start().await;
    let underway = stage.depart("").await;
    stage.provider.set_hanging(true);
    let started = Instant::now();
    refused(underway.come_back("code=c").await, &[503]);
    assert!(started.elapsed() < AT_ONCE);

    let fresh = Stage::start().await;
    fresh.provider.set_hanging(true);
    let client = fresh.site.anonymous.with_header("host", HOST);
    let started = Instant::now();
    let many = (0..5).map(|_| {
        let client = client.clone();
        tokio::spawn(async move { client.get("/auth/login").await.status.as_u16() })
    });
    for answer in many.collect::<Vec<_>>() {
        assert_eq!(answer.await.unwrap(), 503);
    }
    assert!(started.elapsed() < AT_ONCE);
}

#[tokio::test]
async fn a_description_that_speaks_for_another_is_not_believed() {
    let stage = Stage::start().await;
    stage.provider.describe_as("issuer", json!("https://evil.example"));
    let client = stage.site.anonymous.with_header("host", HOST);
    client.get("/auth/login").await.expect_problem(503, "unavailable");
}

#[tokio::test]
async fn an_answer_to_what_was_never_asked_costs_the_provider_nothing() {
    let stage = Stage::start().await;
    let honest = stage.depart("").await;
    // As somebody would write it who knows all but the key: how the state follows from a cookie is no secret.
    let state_of = |cookie: &str| {
        let words = ["folia state\0", cookie].concat();
        URL_SAFE_NO_PAD.encode(digest::digest(&digest::SHA256, words.as_bytes()))
    };
    let (_, sealed) = honest.cookie.split_once('=').expect("it has a name");
    assert_eq!(state_of(sealed), honest.state, "the test would forge something else");
    let forged = format!("{NOW}000000.{}.Lw.{}", "a".repeat(64), "b".repeat(64));
    let forger = stage.site.anonymous.with_header("host", HOST);
    let forger = forger.with_header("cookie", &format!("folia_login={forged}"));
    for state in ["x", &state_of(&forged)] {
        for _ in 0..10 {
            let answer = forger.get(&format!("/auth/callback?code=c&state={state}")).await;
            refused(answer, &[400]);
        }
    }
    assert_eq!(stage.provider.codes_redeemed().len(), 0);
    stage.arrive(&honest, &stage.claims(&honest)).await.expect(303);
}

#[tokio::test]
async fn whoever_comes_too_often_is_turned_away_and_others_are_not() {
    let stage = Stage::start().await;
    let crowd = stage.site.anonymous.with_header("host", HOST);
    let mut turned_away = 0;
    for _ in 0..200 {
        let answer = crowd.get("/auth/login").await;
        match answer.status.as_u16() {
            429 => {
                assert!(answer.header("retry-after").is_some());
                turned_away += 1;
            }
            status => assert_eq!(status, 303),
        }
    }
    assert!(turned_away > 0, "nobody was turned away");
    let elsewhere = crowd.calling_from([198, 51, 100, 7].into());
    elsewhere.get("/auth/login").await.expect(303);
}

#[tokio::test]
async fn signing_in_as_somebody_who_may_not_come_in_ends_the_session_before() {
    let stage = Stage::start().await;
    for (email, verified) in [("stranger@elsewhere.example", true), ("owner@example.com", false)] {
        let before = stage.depart("").await;
        let answer = stage.arrive(&before, &stage.claims(&before)).await.expect(303);
        let session = session_cookie(&answer).unwrap().split(';').next().unwrap().to_owned();
        let signed_in = stage.site.anonymous.with_header("cookie", &session);
        signed_in.get("/redirects").await.expect(200);
        let again = stage.depart("").await;
        let both = format!("{}; {session}", again.cookie);
        let client = again.client.with_header("cookie", &both);
        let mut claims = stage.claims(&again);
        claims["email"] = json!(email);
        claims["email_verified"] = json!(verified);
        stage.provider.answer_codes_with(&stage.key.sign(&claims));
        let path = format!("/auth/callback?code=c&state={}", again.state);
        refused(client.get(&path).await, &[403]);
        signed_in.get("/redirects").await.expect_problem(401, "unauthenticated");
    }
}
