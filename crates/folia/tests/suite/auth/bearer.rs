//! Tokens of the identity provider, good and forged. All that do not hold get the same answer.

use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use ring::hmac;
use serde_json::{Value, json};
use testkit::{Answer, HostileProvider, SigningKey};

use crate::site::Site;

/// The tests' clock begins here: 2026-01-01.
const NOW: i64 = 1_767_225_600;

struct Forge {
    site: Site,
    provider: HostileProvider,
    key: SigningKey,
}

impl Forge {
    async fn start() -> Self {
        let (provider, key) = (HostileProvider::start().await, SigningKey::generate("one"));
        provider.publish(&[&key]);
        let settings = [
            ("auth.issuer", provider.issuer.as_str()),
            ("auth.client_id", "folia"),
            ("auth.audience", "folia-api"),
            ("auth.admins", "owner@example.com"),
            ("auth.members", "@example.com"),
        ];
        let site = Site::start_with(&settings).await;
        Self { site, provider, key }
    }

    fn claims(&self) -> Value {
        json!({
            "iss": self.provider.issuer, "aud": "folia-api", "sub": "1", "iat": NOW, "nbf": NOW,
            "exp": NOW + 600, "email": "owner@example.com", "email_verified": true, "name": "O",
        })
    }

    fn changed(&self, name: &str, value: Value) -> String {
        let mut claims = self.claims();
        claims[name] = value;
        self.key.sign(&claims)
    }

    fn without(&self, name: &str) -> String {
        let mut claims = self.claims();
        claims.as_object_mut().unwrap().shift_remove(name);
        self.key.sign(&claims)
    }

    async fn send(&self, token: &str) -> Answer {
        self.site.anonymous.with_token(token).get("/redirects").await
    }

    async fn refuse(&self, token: &str, what: &str) {
        let answer = self.send(token).await;
        assert_eq!(answer.status, 401, "{what}");
        assert_eq!(answer.header("www-authenticate"), Some("Bearer"), "{what}");
        let problem = answer.expect_problem(401, "unauthenticated");
        assert_eq!(problem["detail"], "Sign in or send a valid bearer token.", "{what}");
    }
}

#[tokio::test]
async fn a_token_of_the_provider_is_as_good_as_its_address_is() {
    let forge = Forge::start().await;
    let owner = forge.key.sign(&forge.claims());
    let session = forge.site.anonymous.with_token(&owner).get("/auth/session").await.json();
    assert_eq!(session["user"]["role"], "admin");
    assert_eq!(session["user"]["email"], "owner@example.com");
    assert_eq!(session["csrf_token"], Value::Null);
    let member = forge.changed("email", json!("mia@example.com"));
    forge.send(&member).await.expect_problem(403, "forbidden");
    forge.site.anonymous.with_token(&member).get("/navlinks").await.expect(200);
    for (name, value) in [
        ("email", json!("a@elsewhere.example")),
        ("email", json!("owner@example.com.evil.net")),
        ("email_verified", json!(false)),
        ("email_verified", json!("true")),
        ("email_verified", json!(1)),
        ("email_verified", Value::Null),
    ] {
        let token = forge.changed(name, value.clone());
        forge.send(&token).await.expect_problem(403, "forbidden");
        // Known, but nobody here: not even what everybody may read is read as somebody else.
        let reader = forge.site.anonymous.with_token(&token);
        reader.get("/navlinks").await.expect_problem(403, "forbidden");
    }
    // The user is issuer and subject, in a session as in a token.
    let identity = crate::site::person(&forge.provider.issuer, "1", "owner@example.com");
    assert_eq!(session["user"]["id"], identity.user_id());
}

#[tokio::test]
async fn claims_that_are_missing_wrong_or_of_another_type_are_refused() {
    let forge = Forge::start().await;
    for (name, value) in [
        ("iss", json!("https://evil.example")),
        ("iss", json!(format!("{}/", forge.provider.issuer))),
        ("iss", json!([forge.provider.issuer])),
        ("aud", json!("folia")),
        ("aud", json!(["a", "b"])),
        ("aud", json!(["folia-api", 7])),
        ("aud", json!({ "folia-api": true })),
        ("aud", Value::Null),
        ("exp", json!(NOW - 60)),
        ("exp", json!("9999999999")),
        ("exp", Value::Null),
        ("exp", json!(9_999_999_999.5)),
        ("exp", json!([NOW + 600])),
        ("exp", json!(true)),
        ("nbf", json!(NOW + 61)),
        ("nbf", json!(NOW.to_string())),
        ("nbf", Value::Null),
        ("iat", json!(NOW + 61)),
        ("iat", json!("now")),
        ("sub", json!("")),
        ("sub", json!(7)),
        ("email", json!(["owner@example.com"])),
    ] {
        forge.refuse(&forge.changed(name, value.clone()), &format!("{name} {value}")).await;
    }
    for name in ["iss", "aud", "exp", "sub"] {
        forge.refuse(&forge.without(name), name).await;
    }
    let header = json!({ "alg": "ES256", "kid": "one" }).to_string();
    let claims = forge.claims().to_string();
    let huge = claims.replace(&format!("\"exp\":{}", NOW + 600), "\"exp\":1e400");
    assert_ne!(huge, claims);
    forge.refuse(&forge.key.sign_raw(&header, &huge), "exp 1e400").await;
    for twice in ["\"exp\":9999999999", "\"email\":\"owner@example.com\"", "\"x\":1,\"x\":2"] {
        let doubled = claims.replacen('{', &format!("{{{twice},"), 1);
        forge.refuse(&forge.key.sign_raw(&header, &doubled), twice).await;
    }
    forge.refuse(&forge.key.sign_raw(&header, "[]"), "a list").await;
    forge.send(&forge.changed("aud", json!(["other", "folia-api"]))).await.expect(200);
    forge.send(&forge.without("nbf")).await.expect(200);
    forge.site.clock.advance(Duration::from_secs(600 + 29));
    forge.send(&forge.key.sign(&forge.claims())).await.expect(200);
    forge.site.clock.advance(Duration::from_secs(1));
    forge.refuse(&forge.key.sign(&forge.claims()), "expired").await;
}

#[tokio::test]
async fn headers_and_signatures_of_forgers_are_refused() {
    let forge = Forge::start().await;
    let attacker = HostileProvider::start().await;
    let claims = forge.claims().to_string();
    let encode = |text: &str| URL_SAFE_NO_PAD.encode(text);
    for alg in ["none", "None", "nOnE", "NONE", ""] {
        let header = encode(&json!({ "alg": alg, "kid": "one" }).to_string());
        for signature in ["", "AA"] {
            let token = format!("{header}.{}.{signature}", encode(&claims));
            forge.refuse(&token, alg).await;
        }
    }
    for header in [
        json!({ "alg": "ES256", "kid": "unknown" }),
        json!({ "alg": "ES256", "kid": "../../x" }),
        json!({ "alg": "ES256", "kid": "one' OR '1'='1" }),
        json!({ "alg": "ES256", "kid": ["one"] }),
        json!({ "alg": "ES384", "kid": "one" }),
        json!({ "alg": "RS256", "kid": "one" }),
        json!({ "alg": "EdDSA", "kid": "one" }),
        json!({ "alg": "HS256", "kid": "one" }),
        json!({ "alg": "ES256", "kid": "one", "crit": ["x"], "x": 1 }),
        json!({ "alg": "ES256", "kid": "one", "crit": [] }),
        json!({ "alg": "ES256", "kid": "one", "typ": "logout+jwt" }),
        json!({ "kid": "one" }),
    ] {
        forge.refuse(&forge.key.sign_raw(&header.to_string(), &claims), &header.to_string()).await;
    }
    let other = SigningKey::generate("one");
    forge.refuse(&other.sign(&forge.claims()), "another key of the same name").await;
    let keys = format!("{}/keys", attacker.issuer);
    attacker.publish(&[&other]);
    for (name, value) in [
        ("jku", json!(keys)),
        ("x5u", json!(keys)),
        ("jwk", other.public()),
        ("x5c", json!(["AAAA"])),
    ] {
        for kid in ["one", "new"] {
            let mut header = json!({ "alg": "ES256", "kid": kid });
            header[name] = value.clone();
            forge.refuse(&other.sign_raw(&header.to_string(), &claims), name).await;
        }
    }
    assert_eq!(attacker.keys_read() + attacker.descriptions_read(), 0);
    let good = forge.key.sign(&forge.claims());
    let parts: Vec<_> = good.split('.').collect();
    for (token, what) in [
        (format!("{}.{}.", parts[0], parts[1]), "stripped"),
        (format!("{}.{}", parts[0], parts[1]), "two parts"),
        (format!("{good}.x"), "four parts"),
        (format!("{}.{}.{}", parts[0], parts[1], &parts[2][1..]), "cut"),
        (format!("{}.{}.{}=", parts[0], parts[1], parts[2]), "padded"),
        (format!("{good}{}", "x".repeat(20_000)), "long"),
    ] {
        forge.refuse(&token, what).await;
    }
    forge.send(&good).await.expect(200);
}

/// The oldest trick: take the provider's public key for a shared secret.
#[tokio::test]
async fn a_public_key_is_no_shared_secret() {
    let forge = Forge::start().await;
    let modulus = {
        let mut bytes = vec![0xc5; 256];
        bytes[255] = 0x01;
        bytes
    };
    let n = URL_SAFE_NO_PAD.encode(&modulus);
    forge.provider.publish_also(json!({ "kty": "RSA", "kid": "rsa", "n": n, "e": "AQAB" }));
    // SubjectPublicKeyInfo of that key.
    let mut der = hex("30820122300d06092a864886f70d01010105000382010f003082010a0282010100");
    der.extend_from_slice(&modulus);
    der.extend(hex("0203010001"));
    let body = STANDARD.encode(&der);
    let lines: Vec<_> = body.as_bytes().chunks(64).map(String::from_utf8_lossy).collect();
    let pem =
        format!("-----BEGIN PUBLIC KEY-----\n{}\n-----END PUBLIC KEY-----\n", lines.join("\n"));
    let claims = forge.claims().to_string();
    for secret in [pem.as_bytes(), pem.trim_end().as_bytes(), &der, n.as_bytes(), &modulus] {
        for alg in ["HS256", "RS256"] {
            let header = json!({ "alg": alg, "kid": "rsa" }).to_string();
            let encode = |text: &str| URL_SAFE_NO_PAD.encode(text);
            let message = format!("{}.{}", encode(&header), encode(&claims));
            let key = hmac::Key::new(hmac::HMAC_SHA256, secret);
            let tag = hmac::sign(&key, message.as_bytes());
            let token = format!("{message}.{}", URL_SAFE_NO_PAD.encode(tag.as_ref()));
            forge.refuse(&token, alg).await;
        }
    }
}

#[tokio::test]
async fn new_keys_are_found_old_ones_forgotten_and_the_provider_is_not_flooded() {
    let forge = Forge::start().await;
    forge.send(&forge.key.sign(&forge.claims())).await.expect(200);
    assert_eq!(forge.provider.keys_read(), 1);
    let next = SigningKey::generate("two");
    forge.provider.publish(&[&next]);
    forge.site.clock.advance(Duration::from_secs(31));
    forge.send(&next.sign(&forge.claims())).await.expect(200);
    assert_eq!(forge.provider.keys_read(), 2);
    forge.refuse(&forge.key.sign(&forge.claims()), "rotated out").await;
    for number in 0..50 {
        let made_up = SigningKey::generate(&format!("made-up-{number}"));
        forge.refuse(&made_up.sign(&forge.claims()), "made up").await;
    }
    assert_eq!(forge.provider.keys_read(), 2);
    forge.site.clock.advance(Duration::from_secs(31));
    let made_up = SigningKey::generate("made-up");
    forge.refuse(&made_up.sign(&forge.claims()), "made up").await;
    assert_eq!(forge.provider.keys_read(), 3);
}

#[tokio::test]
async fn while_the_provider_is_down_known_keys_serve_and_unknown_ones_are_not_judged() {
    let forge = Forge::start().await;
    forge.provider.set_down(true);
    let token = forge.key.sign(&forge.claims());
    forge.send(&token).await.expect_problem(503, "unavailable");
    forge.send(&token).await.expect_problem(503, "unavailable");
    assert_eq!(forge.provider.descriptions_read(), 1, "asked in vain a moment ago");
    // Nothing else depends on it.
    forge.site.anonymous.get("/navlinks").await.expect(200);
    forge.site.admin.get("/redirects").await.expect(200);
    forge.provider.set_down(false);
    forge.site.clock.advance(Duration::from_secs(5));
    forge.send(&token).await.expect(200);
    forge.provider.set_down(true);
    forge.site.clock.advance(Duration::from_secs(2 * 60 * 60));
    let mut claims = forge.claims();
    claims["exp"] = json!(NOW + 3 * 60 * 60);
    forge.send(&forge.key.sign(&claims)).await.expect(200);
    forge.site.clock.advance(Duration::from_secs(24 * 60 * 60));
    claims["exp"] = json!(NOW + 30 * 60 * 60);
    forge.send(&forge.key.sign(&claims)).await.expect_problem(503, "unavailable");
}

#[tokio::test]
async fn a_change_of_the_lists_acts_on_tokens_too() {
    let forge = Forge::start().await;
    let token = forge.key.sign(&forge.claims());
    forge.send(&token).await.expect(200);
    let issuer = forge.provider.issuer.clone();
    let common =
        [("auth.issuer", issuer.as_str()), ("auth.client_id", "x"), ("auth.audience", "folia-api")];
    let downgraded = [&common[..], &[("auth.members", "owner@example.com")]].concat();
    let downgraded = forge.site.reconfigured(&downgraded).await.with_token(&token);
    downgraded.get("/redirects").await.expect_problem(403, "forbidden");
    downgraded.get("/navlinks").await.expect(200);
    let closed = forge.site.reconfigured(&common).await.with_token(&token);
    closed.get("/navlinks").await.expect_problem(403, "forbidden");
}

#[tokio::test]
async fn without_a_provider_no_such_token_counts() {
    let site = Site::start().await;
    let token = SigningKey::generate("one").sign(&json!({ "iss": "x", "exp": NOW + 600 }));
    let answer = site.anonymous.with_token(&token).get("/navlinks").await;
    answer.expect_problem(401, "unauthenticated");
}

fn hex(digits: &str) -> Vec<u8> {
    let pairs = (0..digits.len()).step_by(2).map(|at| &digits[at..at + 2]);
    pairs.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect()
}

/// Where no audience of their own is configured, tokens have to say what they are.
#[tokio::test]
async fn a_token_of_a_sign_in_or_of_another_client_is_no_access_token() {
    let forge = Forge::start().await;
    let settings = [
        ("auth.issuer", forge.provider.issuer.as_str()),
        ("auth.client_id", "folia"),
        ("auth.admins", "owner@example.com"),
    ];
    let client = forge.site.reconfigured(&settings).await;
    let send = async |changes: Value| {
        let mut claims = forge.claims();
        claims["aud"] = json!("folia");
        for (name, value) in changes.as_object().unwrap() {
            claims[name] = value.clone();
        }
        client.with_token(&forge.key.sign(&claims)).get("/redirects").await.status.as_u16()
    };
    assert_eq!(send(json!({ "scope": "openid" })).await, 200);
    assert_eq!(send(json!({ "client_id": "folia", "azp": "folia" })).await, 200);
    assert_eq!(send(json!({})).await, 401);
    assert_eq!(send(json!({ "scope": "openid", "nonce": "n" })).await, 401);
    assert_eq!(send(json!({ "scope": "openid", "at_hash": "h" })).await, 401);
    for party in ["azp", "client_id", "cid", "appid"] {
        assert_eq!(send(json!({ "scope": "openid", party: "folia" })).await, 200, "{party}");
        assert_eq!(send(json!({ "scope": "openid", party: "other" })).await, 401, "{party}");
        assert_eq!(send(json!({ "scope": "openid", party: 7 })).await, 401, "{party}");
    }
    assert_eq!(send(json!({ "client_id": "other" })).await, 401, "given to another (RFC 9068)");
    assert_eq!(send(json!({ "client_id": "other", "azp": "folia" })).await, 401);
}

#[tokio::test]
async fn a_provider_that_forgets_its_keys_or_hangs_locks_nobody_out() {
    let forge = Forge::start().await;
    let token = forge.key.sign(&forge.claims());
    forge.send(&token).await.expect(200);
    let stranger = SigningKey::generate("two").sign(&forge.claims());
    forge.provider.publish(&[]);
    forge.site.clock.advance(Duration::from_secs(60));
    forge.refuse(&stranger, "unknown key").await;
    forge.send(&token).await.expect(200);
    forge.provider.set_hanging(true);
    // Who waited for it would wait three seconds each time; a busy machine is not that slow each time.
    let mut took = Vec::new();
    for _ in 0..5 {
        forge.site.clock.advance(Duration::from_secs(60));
        let started = std::time::Instant::now();
        forge.refuse(&stranger, "unknown key").await;
        took.push(started.elapsed());
    }
    assert!(took.iter().any(|took| *took < Duration::from_secs(2)), "{took:?}");
    forge.send(&token).await.expect(200);
}
