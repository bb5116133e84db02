use std::sync::atomic::{AtomicU32, Ordering};

use serde_json::{Value, json};
use testkit::{Answer, HostileProvider, SigningKey, request_at};

use super::caller::Caller;
use super::oracle::Case;

/// How visitors know a site with a provider.
const HOST: &str = "site.example:8080";
pub(super) const ORIGIN: &str = "http://site.example:8080";

/// A site whose people come from a provider that says whatever a case wants it to say. Everybody comes
/// through a trusted proxy, each from an address of their own: who comes too often is turned away.
pub(super) struct Stage {
    pub case: Case,
    pub provider: HostileProvider,
    pub key: SigningKey,
    /// How visitors know the site.
    origin: &'static str,
    visitors: AtomicU32,
}

/// A browser on its way: what it was sent to the provider with, and what it keeps.
pub(super) struct Underway {
    pub address: String,
    pub cookie: String,
    pub state: String,
    pub nonce: String,
    /// What sent it there.
    pub answer: Answer,
}

/// A browser that is signed in.
pub(super) struct SignedIn {
    pub cookie: String,
    pub csrf_token: String,
    host: String,
    origin: String,
}

pub(super) fn now() -> i64 {
    kernel::Clock::system().now().as_micros() / 1_000_000
}

impl Stage {
    pub(super) async fn begin(id: &'static str) -> Self {
        Self::begin_at(id, ORIGIN).await
    }

    /// At an origin of the same host.
    pub(super) async fn begin_at(id: &'static str, origin: &'static str) -> Self {
        let (provider, key) = (HostileProvider::start().await, SigningKey::generate("one"));
        provider.publish(&[&key]);
        let settings = [
            ("server.public_url", origin),
            ("server.trusted_proxies", "127.0.0.1"),
            ("auth.issuer", provider.issuer.as_str()),
            ("auth.client_id", "folia"),
            ("auth.client_secret", "canary-client-secret"),
            ("auth.audience", "folia-api"),
            ("auth.admins", "owner@example.com"),
            ("auth.members", "@example.com"),
        ];
        let case = Case::begin_with(id, &settings).await;
        Self { case, provider, key, origin, visitors: AtomicU32::new(0) }
    }

    /// What cookies of this site begin with.
    pub(super) fn prefix(&self) -> &'static str {
        if self.origin.starts_with("https:") { "__Host-" } else { "" }
    }

    pub(super) fn visitor(&self, address: &str) -> Caller<'_> {
        self.case.nobody().with("host", HOST).from(address)
    }

    #[track_caller]
    pub(super) fn depart(&self, query: &str) -> Underway {
        let number = self.visitors.fetch_add(1, Ordering::SeqCst);
        let address = format!("198.51.{}.{}", 100 + number / 250, 1 + number % 250);
        let answer = self.visitor(&address).get(&format!("/auth/login{query}")).expect(303);
        let location = answer.header("location").expect("to the provider").to_owned();
        assert!(
            location.starts_with(&format!("{}/authorize?", self.provider.issuer)),
            "{location}"
        );
        assert!(location.contains("code_challenge_method=S256"), "{location}");
        let name = format!("{}folia_login", self.prefix());
        let cookie = cookie(&answer, &name).expect("the browser is marked");
        let (state, nonce) = (parameter(&location, "state"), parameter(&location, "nonce"));
        for secret in [&cookie, &state, &nonce] {
            self.case.keep_unlogged(secret.split_once('=').map_or(secret, |pair| pair.1));
        }
        Underway { address, cookie, state, nonce, answer }
    }

    pub(super) fn claims(&self, underway: &Underway) -> Value {
        json!({
            "iss": self.provider.issuer, "aud": "folia", "sub": "1", "iat": now(), "exp": now() + 600,
            "nonce": underway.nonce, "email": "owner@example.com", "email_verified": true,
        })
    }

    #[track_caller]
    pub(super) fn come_back(&self, underway: &Underway, with: &str) -> Answer {
        let browser = self.visitor(&underway.address).with("cookie", &underway.cookie);
        browser.get(&format!("/auth/callback?state={}&{with}", underway.state))
    }

    /// Comes back with these claims under the provider's signature.
    #[track_caller]
    pub(super) fn arrive(&self, underway: &Underway, claims: &Value) -> Answer {
        self.provider.answer_codes_with(&self.key.sign(claims));
        self.come_back(underway, "code=canary-code")
    }

    #[track_caller]
    pub(super) fn sign_in(&self, subject: &str, email: &str) -> SignedIn {
        let underway = self.depart("");
        let mut claims = self.claims(&underway);
        claims["sub"] = json!(subject);
        claims["email"] = json!(email);
        let answer = self.arrive(&underway, &claims).expect(303);
        let cookie = cookie(&answer, "folia_session").expect("a session");
        SignedIn::known(&self.case, cookie, HOST, ORIGIN)
    }

    /// What a program of this person shows.
    pub(super) fn bearer(&self, email: &str) -> String {
        self.key.sign(&json!({
            "iss": self.provider.issuer, "aud": "folia-api", "sub": email, "exp": now() + 3600,
            "email": email, "email_verified": true,
        }))
    }
}

impl SignedIn {
    /// The owner, by a link that was printed.
    #[track_caller]
    pub(super) fn by_link(case: &Case, link: &str) -> Self {
        let address = case.running().address.to_string();
        let path = link.split_once(&address).expect("a link of this site").1;
        let headers = [("host", address.as_str())];
        let answer = request_at(case.running().address, "GET", path, &headers, b"").expect(303);
        let cookie = cookie(&answer, "folia_session").expect("a session");
        Self::known(case, cookie, &address, &case.running().origin())
    }

    #[track_caller]
    fn known(case: &Case, cookie: String, host: &str, origin: &str) -> Self {
        case.keep_unlogged(cookie.split_once('=').expect("a cookie has a value").1);
        let browser = case.nobody().with("host", host).with("cookie", &cookie);
        let session = browser.get("/auth/session").expect(200).json();
        let csrf_token = session["csrf_token"].as_str().expect("a session has one").to_owned();
        case.keep_unlogged(&csrf_token);
        Self { cookie, csrf_token, host: host.to_owned(), origin: origin.to_owned() }
    }

    /// The browser with nothing but its cookie.
    pub(super) fn bare<'a>(&self, case: &'a Case) -> Caller<'a> {
        case.nobody().with("host", &self.host).with("cookie", &self.cookie)
    }

    /// As a script of the site's own would send it.
    pub(super) fn caller<'a>(&self, case: &'a Case) -> Caller<'a> {
        self.bare(case).with("origin", &self.origin).with("x-csrf-token", &self.csrf_token)
    }

    pub(super) fn origin(&self) -> &str {
        &self.origin
    }
}

/// A cookie an answer sets, as a browser sends it back; none where it is taken away.
pub(super) fn cookie(answer: &Answer, name: &str) -> Option<String> {
    let set = answer.headers.get_all("set-cookie").iter().filter_map(|value| value.to_str().ok());
    let pairs = set.filter_map(|cookie| cookie.split(';').next()).map(str::to_owned);
    pairs.filter(|pair| !pair.ends_with('=')).find(|pair| pair.starts_with(&format!("{name}=")))
}

pub(super) fn parameter(address: &str, name: &str) -> String {
    let after = address.split_once(&format!("{name}=")).expect("it is there").1;
    after.split('&').next().unwrap_or_default().to_owned()
}

/// Nobody was signed in.
#[track_caller]
pub(super) fn refused(answer: &Answer, statuses: &[u16]) {
    assert_eq!(cookie(answer, "folia_session"), None);
    assert!(statuses.contains(&answer.status.as_u16()), "{}", answer.status);
}
