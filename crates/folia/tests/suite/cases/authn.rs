//! How somebody comes to be somebody: the provider, its tokens, the owner's link, API tokens.

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ring::hmac;
use serde_json::{Value, json};
use testkit::{HostileProvider, SigningKey, eventually, run_folia};

use super::oracle::Case;
use super::sign_in::{SignedIn, Stage, cookie, now, refused};
use crate::service::binary::BINARY;
use crate::site::Site;

fn encode(text: &str) -> String {
    URL_SAFE_NO_PAD.encode(text)
}

fn claims(stage: &Stage) -> Value {
    json!({
        "iss": stage.provider.issuer, "aud": "folia-api", "sub": "1", "iat": now(), "nbf": now() - 5,
        "exp": now() + 600, "email": "owner@example.com", "email_verified": true,
    })
}

/// Tokens whose claims do not hold.
fn false_claims(stage: &Stage) -> Vec<(String, String)> {
    let mut tokens = Vec::new();
    for (name, value) in [
        ("iss", json!("https://evil.example")),
        ("aud", json!("folia")),
        ("aud", json!(["a", "b"])),
        ("aud", Value::Null),
        // Past any leeway there may be.
        ("exp", json!(now() - 61)),
        ("exp", json!("9999999999")),
        ("exp", Value::Null),
        ("exp", json!(9_999_999_999.5)),
        ("nbf", json!(now() + 600)),
        ("nbf", json!("0")),
    ] {
        let mut claims = claims(stage);
        claims[name] = value.clone();
        tokens.push((format!("{name} {value}"), stage.key.sign(&claims)));
    }
    for name in ["aud", "exp", "iss", "sub"] {
        let mut claims = claims(stage);
        claims.as_object_mut().expect("members").shift_remove(name);
        tokens.push((format!("no {name}"), stage.key.sign(&claims)));
    }
    let header = json!({ "alg": "ES256", "kid": "one" }).to_string();
    let plain = claims(stage).to_string();
    let exp = format!("\"exp\":{}", now() + 600);
    let endless =
        plain.split("\"exp\":").next().expect("a beginning").to_owned() + "\"exp\":1e400}";
    tokens.push(("exp 1e400".to_owned(), stage.key.sign_raw(&header, &endless)));
    for twice in [exp.as_str(), "\"email\":\"owner@example.com\"", "\"sub\":\"1\""] {
        let doubled = plain.replacen('{', &format!("{{{twice},"), 1);
        tokens.push((format!("twice {twice}"), stage.key.sign_raw(&header, &doubled)));
    }
    tokens
}

/// Tokens whose header or signature is a forger's.
fn false_signatures(stage: &Stage, attacker: &HostileProvider) -> Vec<(String, String)> {
    let claims = claims(stage).to_string();
    let mut tokens = Vec::new();
    for alg in ["none", "None", "nOnE"] {
        let header = encode(&json!({ "alg": alg, "kid": "one" }).to_string());
        tokens.push((alg.to_owned(), format!("{header}.{}.", encode(&claims))));
    }
    for header in [
        json!({ "alg": "ES256", "kid": "unknown" }),
        json!({ "alg": "ES256", "kid": "../../x" }),
        json!({ "alg": "ES256", "kid": "one' OR '1'='1" }),
        json!({ "alg": "ES256", "kid": "one", "crit": ["x"], "x": 1 }),
    ] {
        tokens.push((header.to_string(), stage.key.sign_raw(&header.to_string(), &claims)));
    }
    let other = SigningKey::generate("one");
    attacker.publish(&[&other]);
    let keys = format!("{}/keys", attacker.issuer);
    for (name, value) in [("jku", json!(keys)), ("x5u", json!(keys)), ("jwk", other.public())] {
        let mut header = json!({ "alg": "ES256", "kid": "one" });
        header[name] = value;
        tokens.push((name.to_owned(), other.sign_raw(&header.to_string(), &claims)));
    }
    let good = stage.key.sign(&self::claims(stage));
    let parts: Vec<_> = good.split('.').collect();
    tokens.push(("stripped".to_owned(), format!("{}.{}.", parts[0], parts[1])));
    tokens.push(("two parts".to_owned(), format!("{}.{}", parts[0], parts[1])));
    tokens
}

/// The provider's public key taken for a shared secret.
fn shared_secrets(stage: &Stage) -> Vec<(String, String)> {
    let mut modulus = vec![0xc5; 256];
    modulus[255] = 1;
    let n = URL_SAFE_NO_PAD.encode(&modulus);
    stage.provider.publish_also(json!({ "kty": "RSA", "kid": "rsa", "n": n, "e": "AQAB" }));
    // SubjectPublicKeyInfo of that key.
    let mut der = vec![0x30, 0x82, 0x01, 0x22, 0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86];
    der.extend([0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00, 0x03, 0x82, 0x01, 0x0f, 0x00]);
    der.extend([0x30, 0x82, 0x01, 0x0a, 0x02, 0x82, 0x01, 0x01, 0x00]);
    der.extend(&modulus);
    der.extend([0x02, 0x03, 0x01, 0x00, 0x01]);
    let body = STANDARD.encode(&der);
    let lines: Vec<_> = body.as_bytes().chunks(64).map(String::from_utf8_lossy).collect();
    let pem =
        format!("-----BEGIN PUBLIC KEY-----\n{}\n-----END PUBLIC KEY-----\n", lines.join("\n"));
    let header = json!({ "alg": "HS256", "kid": "rsa" }).to_string();
    let message = format!("{}.{}", encode(&header), encode(&claims(stage).to_string()));
    [("PEM", pem.as_bytes()), ("DER", &der)]
        .map(|(name, secret)| {
            let tag = hmac::sign(&hmac::Key::new(hmac::HMAC_SHA256, secret), message.as_bytes());
            (name.to_owned(), format!("{message}.{}", URL_SAFE_NO_PAD.encode(tag.as_ref())))
        })
        .to_vec()
}

/// More forgeries, with a clock that is moved to the second: `auth::bearer`.
#[tokio::test(flavor = "multi_thread")]
async fn s_authn_01_forged_tokens_all_get_the_same_answer() {
    let stage = Stage::begin("S-AUTHN-01").await;
    let attacker = HostileProvider::start().await;
    let before = stage.case.state();
    let program = stage.visitor("198.51.100.9");
    let send = |token: &str| program.bearer(token).get("/redirects");
    let mut tokens = shared_secrets(&stage);
    send(&stage.key.sign(&claims(&stage))).expect(200);
    tokens.extend(false_claims(&stage));
    tokens.extend(false_signatures(&stage, &attacker));
    let mut bodies = Vec::new();
    for (what, token) in &tokens {
        let answer = send(token);
        assert_eq!(answer.status, 401, "{what}");
        assert_eq!(answer.header("www-authenticate"), Some("Bearer"), "{what}");
        bodies.push(answer.body);
    }
    assert!(bodies.iter().all(|body| *body == bodies[0]));
    // More than the head of a request may have.
    send(&"x".repeat(1_000_000)).expect(431);
    send(&"x".repeat(20_000)).expect(401);
    assert_eq!(attacker.keys_read() + attacker.descriptions_read(), 0);
    stage.case.expect_unchanged(&before);
    stage.case.end();
}

/// A real provider, whose codes are bound to their verifier: `auth::provider`.
#[tokio::test(flavor = "multi_thread")]
async fn s_authn_02_an_answer_of_the_provider_counts_once_where_it_was_asked_for() {
    let stage = Stage::begin("S-AUTHN-02").await;
    let (one, other) = (stage.depart(""), stage.depart(""));
    stage.provider.answer_codes_with(&stage.key.sign(&stage.claims(&one)));
    let browser = stage.visitor(&one.address).with("cookie", &one.cookie);
    for query in ["", "?code=c", "?code=c&state=wrong", &format!("?code=c&state={}", other.state)] {
        refused(&browser.get(&format!("/auth/callback{query}")), &[400]);
    }
    let elsewhere = stage.visitor(&other.address).with("cookie", &other.cookie);
    refused(&elsewhere.get(&format!("/auth/callback?code=c&state={}", one.state)), &[400]);
    assert!(stage.provider.codes_redeemed().is_empty());
    stage.arrive(&one, &stage.claims(&one)).expect(303);
    refused(&stage.come_back(&one, "code=canary-code"), &[400]);
    assert_eq!(stage.provider.codes_redeemed().len(), 1);

    // The code of another session: its token is for another nonce.
    let (mine, theirs) = (stage.depart(""), stage.depart(""));
    refused(&stage.arrive(&mine, &stage.claims(&theirs)), &[401]);
    for (name, value) in [
        ("aud", json!("other")),
        ("iss", json!("https://evil.example")),
        ("exp", json!(now() - 61)),
        ("nonce", json!("another")),
    ] {
        let underway = stage.depart("");
        let mut claims = stage.claims(&underway);
        claims[name] = value;
        refused(&stage.arrive(&underway, &claims), &[401]);
    }
    let underway = stage.depart("");
    refused(&stage.come_back(&underway, "code=c&iss=https://evil.example"), &[400]);

    let denied = stage.depart("");
    let script = "%3Cscript%3Ealert(1)%3C/script%3E";
    let browser = stage.visitor(&denied.address).with("cookie", &denied.cookie);
    let page = browser.with("accept", "text/html").get(&format!(
        "/auth/callback?state={}&error=access_denied&error_description={script}",
        denied.state
    ));
    refused(&page, &[401]);
    assert!(!String::from_utf8_lossy(&page.body).contains("<script>alert"));
    let redeemed = stage.provider.codes_redeemed();
    assert!(redeemed.iter().all(|body| body.contains("code_verifier=")), "{redeemed:?}");
    stage.case.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_authn_03_only_a_verified_address_on_the_lists_gets_in() {
    let stage = Stage::begin("S-AUTHN-03").await;
    let before = stage.case.state();
    let owner = "owner@example.com";
    for (email, verified) in [
        (owner, json!(false)),
        (owner, json!("true")),
        (owner, Value::Null),
        ("owner@example.com.evil.net", json!(true)),
        ("a@notexample.com", json!(true)),
        ("\"owner@example.com\"@evil.net", json!(true)),
        ("ówner@example.com.evil.net", json!(true)),
        ("owner@example.com.", json!(true)),
        ("owner@example.com ", json!(true)),
        ("owner@\u{212a}example.com", json!(true)),
    ] {
        let underway = stage.depart("");
        let mut claims = stage.claims(&underway);
        claims["email"] = json!(email);
        claims["email_verified"] = verified;
        if claims["email_verified"].is_null() {
            claims.as_object_mut().expect("members").shift_remove("email_verified");
        }
        refused(&stage.arrive(&underway, &claims), &[403]);
    }
    stage.case.expect_unchanged(&before);
    // A letter that only looks like another is another: of the domain, but not the owner.
    for (email, role) in
        [(owner, "admin"), ("OWNER@Example.com", "admin"), ("ówner@example.com", "member")]
    {
        let person = stage.sign_in("1", email);
        let session = person.bare(&stage.case).get("/auth/session").expect(200).json();
        assert_eq!(session["user"]["role"], role, "{email}");
    }
    stage.case.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_authn_04_nobody_is_sent_elsewhere_after_signing_in() {
    let stage = Stage::begin("S-AUTHN-04").await;
    let long = format!("/{}", "a".repeat(7000));
    let targets = [
        "https://evil",
        "//evil",
        "/%5Cevil",
        "/%252f%252fevil",
        "/%2509/evil",
        "/%09/evil",
        "https:evil",
        "javascript:alert(1)",
        &long,
    ];
    for target in targets {
        let underway = stage.depart(&format!("?return_to={target}"));
        let answer = stage.arrive(&underway, &stage.claims(&underway)).expect(303);
        assert_eq!(answer.header("location"), Some("/"), "{target}");
    }
    for name in ["next", "redirect", "returnTo", "RelayState", "redirect_uri"] {
        let underway = stage.depart(&format!("?{name}=https://evil"));
        stage.provider.answer_codes_with(&stage.key.sign(&stage.claims(&underway)));
        let with = format!("code=c&{name}=https://evil&return_to=https://evil");
        let answer = stage.come_back(&underway, &with).expect(303);
        assert_eq!(answer.header("location"), Some("/"), "{name}");
        // Where nobody is signed in, nobody is sent anywhere.
        let underway = stage.depart(&format!("?{name}=https://evil"));
        let answer = stage.come_back(&underway, &format!("error=x&{name}=https://evil"));
        assert_eq!(answer.header("location"), None, "{name}");
    }
    // Altered between login and callback.
    let underway = stage.depart("?return_to=/a");
    let altered = underway.cookie.rsplit_once('.').expect("it has parts").0.to_owned();
    let browser = stage.visitor(&underway.address);
    let browser = browser.with("cookie", &format!("{altered}.{}", encode("https://evil")));
    let answer = browser.get(&format!("/auth/callback?code=c&state={}", underway.state));
    refused(&answer, &[400]);
    stage.case.end();
}

#[tokio::test(flavor = "multi_thread")]
async fn s_authn_05_the_owners_link_is_one_session() {
    let mut case = Case::begin_with("S-AUTHN-05", &[("server.trusted_proxies", "127.0.0.1")]).await;
    let link = case.running().link();
    let address = case.running().address.to_string();
    let path = link.split_once(&address).expect("a link of this site").1.to_owned();
    let key = path.split_once("key=").expect("it has a key").1.to_owned();
    case.keep_secret(&key);
    let last = if path.ends_with('0') { "1" } else { "0" };
    let altered = format!("{}{last}", &path[..path.len() - 1]);
    refused(&case.nobody().get(&altered), &[401, 403]);
    for elsewhere in ["192.0.2.7", "127.0.0.1", "::1"] {
        refused(&case.nobody().from(elsewhere).get(&path), &[401, 403]);
    }
    let mut admitted = 0;
    std::thread::scope(|scope| {
        let uses: Vec<_> = (0..20)
            .map(|_| scope.spawn(|| cookie(&case.nobody().patient().get(&path), "folia_session")))
            .collect();
        admitted += uses.into_iter().filter_map(|used| used.join().expect("it answers")).count();
    });
    assert_eq!(admitted, 1);
    refused(&case.nobody().get(&path), &[401, 403]);
    assert_eq!(case.running().printed().matches(&key).count(), 1);
    case.restart(&[]);
    refused(&case.nobody().get(&path), &[401, 403]);
    // One that nobody has used ends with the start that printed it.
    let unused = case.running().link();
    case.restart(&[]);
    let unused = unused.split_once("/auth/link").expect("a link").1;
    case.keep_secret(unused.split_once("key=").expect("it has a key").1);
    refused(&case.nobody().get(&format!("/auth/link{unused}")), &[401, 403]);
    let next = case.running().link();
    SignedIn::by_link(&case, &next);
    assert!(case.database.files_with(&key).is_empty());
    let stored = case.state();
    let found = stored.iter().find(|(_, bytes)| String::from_utf8_lossy(bytes).contains(&key));
    assert_eq!(found.map(|(name, _)| name), None);
    case.end();

    // After a quarter of an hour, on a clock that can be moved.
    let site = Site::start().await;
    let local = site.anonymous.with_header("host", "127.0.0.1:8080");
    let secret = site.app.auth.links.renew().await.unwrap();
    site.clock.advance(std::time::Duration::from_secs(15 * 60));
    let late = local.get(&format!("/auth/link?key={}", secret.reveal())).await;
    refused(&late, &[401, 403]);
}

#[tokio::test(flavor = "multi_thread")]
async fn s_authn_06_a_token_is_a_hash_and_counts_in_its_header_alone() {
    let case = Case::begin("S-AUTHN-06").await;
    let token = case.token("admin", "robot");
    let holder = case.nobody().bearer(&token);
    holder.get("/metrics").expect(200);
    assert!(case.database.files_with(&token).is_empty());
    let stored = case.state();
    assert!(!stored.values().any(|bytes| String::from_utf8_lossy(bytes).contains(&token)));

    let nobody = case.nobody();
    nobody.get(&format!("/metrics?access_token={token}")).expect(401);
    nobody.with("cookie", &format!("token={token}")).get("/metrics").expect(401);
    nobody.with("cookie", &format!("folia_session={token}")).get("/metrics").expect(401);
    let body = json!({ "title": "x", "url": "/", "access_token": token });
    nobody.post("/navlinks", &body).expect(401);
    let basic = format!("Basic {}", STANDARD.encode(format!("x:{token}")));
    for wrong in [basic.as_str(), &format!("Basic {token}"), "Bearer", &token, "Bearer x y"] {
        nobody.with("authorization", wrong).get("/metrics").expect(401);
    }
    // The scheme is a word like any other in a header (RFC 9110): its letter case does not count.
    for spelling in [format!("bearer {token}"), format!("Bearer  {token}")] {
        let status = nobody.with("authorization", &spelling).get("/metrics").status.as_u16();
        assert!([200, 401].contains(&status), "{status}");
    }
    case.member().get("/metrics").expect(403);
    case.member().get("/auth/tokens").expect(403);

    // The lists do not tell it; revoked beside the running service, it is refused at once.
    let listed = case.admin().get("/auth/tokens").expect(200).json();
    let is_it = |entry: &&Value| entry["name"] == "robot";
    let found =
        listed["items"].as_array().expect("items").iter().find(is_it).expect("it is listed");
    let id = found["id"].as_str().expect("an id");
    let printed = run_folia(BINARY, &case.database, &["token", "list"]);
    assert!(!String::from_utf8_lossy(&printed.stdout).contains(&token));
    assert!(run_folia(BINARY, &case.database, &["token", "revoke", id]).status.success());
    holder.get("/metrics").expect(401);

    let soon = kernel::Clock::system().now().plus(std::time::Duration::from_secs(2));
    let short = json!({ "name": "short", "role": "admin", "expires_at": soon });
    let made = case.admin().post("/auth/tokens", &short).expect(201).json();
    let short = made["token"].as_str().expect("a new token is told").to_owned();
    case.keep_secret(&short);
    let is_refused = || case.nobody().bearer(&short).get("/metrics").status == 401;
    eventually("it expires", is_refused).await;
    case.end();
}
