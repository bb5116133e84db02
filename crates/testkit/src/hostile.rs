use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use http::StatusCode;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// An OpenID provider that says whatever a test wants it to say, and counts who asks.
#[derive(Clone, Debug)]
pub struct HostileProvider {
    pub issuer: String,
    state: Arc<Mutex<Said>>,
}

#[derive(Debug, Default)]
struct Said {
    issuer: String,
    keys: Vec<Value>,
    /// Laid over the provider's description of itself.
    description: BTreeMap<String, Value>,
    token_answer: Value,
    user_info: Value,
    down: bool,
    hanging: bool,
    /// The one good code, and how long it takes to refuse another.
    good_code: Option<(String, Duration)>,
    descriptions_read: usize,
    keys_read: usize,
    codes_redeemed: Vec<String>,
}

impl HostileProvider {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let address = listener.local_addr().expect("it is bound");
        let issuer = format!("http://{address}");
        let said = Said { issuer: issuer.clone(), ..Said::default() };
        let state = Arc::new(Mutex::new(said));
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(describe))
            .route("/keys", get(keys))
            .route("/token", post(token))
            .route("/user-info", get(user_info))
            .with_state(state.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { issuer, state }
    }

    pub fn publish(&self, keys: &[&SigningKey]) {
        self.said().keys = keys.iter().map(|key| key.public()).collect();
    }

    /// Also things that are no keys of ours.
    pub fn publish_also(&self, key: Value) {
        self.said().keys.push(key);
    }

    pub fn describe_as(&self, member: &str, value: Value) {
        self.said().description.insert(member.to_owned(), value);
    }

    /// What the next codes are worth.
    pub fn answer_codes_with(&self, id_token: &str) {
        self.said().token_answer = json!({
            "access_token": "canary-access-token", "token_type": "Bearer", "id_token": id_token,
        });
    }

    pub fn tell_about_users(&self, claims: Value) {
        self.said().user_info = claims;
    }

    pub fn set_down(&self, down: bool) {
        self.said().down = down;
    }

    /// Takes every request and answers none.
    pub fn set_hanging(&self, hanging: bool) {
        self.said().hanging = hanging;
    }

    /// From now on one code is good, and any other is refused after a while.
    pub fn refuse_codes_but(&self, good: &str, after: Duration) {
        self.said().good_code = Some((good.to_owned(), after));
    }

    pub fn keys_read(&self) -> usize {
        self.said().keys_read
    }

    pub fn descriptions_read(&self) -> usize {
        self.said().descriptions_read
    }

    /// The bodies of the requests that redeemed a code.
    pub fn codes_redeemed(&self) -> Vec<String> {
        self.said().codes_redeemed.clone()
    }

    fn said(&self) -> MutexGuard<'_, Said> {
        self.state.lock().expect("nobody panics with it")
    }
}

type Shared = State<Arc<Mutex<Said>>>;

async fn hang(said: &Mutex<Said>) {
    let hanging = said.lock().expect("nobody panics with it").hanging;
    if hanging {
        std::future::pending::<()>().await;
    }
}

async fn describe(State(said): Shared) -> Response {
    hang(&said).await;
    let mut said = said.lock().expect("nobody panics with it");
    said.descriptions_read += 1;
    if said.down {
        return StatusCode::BAD_GATEWAY.into_response();
    }
    let issuer = &said.issuer;
    let mut description = json!({
        "issuer": issuer,
        "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"),
        "jwks_uri": format!("{issuer}/keys"),
    });
    for (member, value) in &said.description {
        description[member] = value.clone();
    }
    description.to_string().into_response()
}

async fn keys(State(said): Shared) -> Response {
    let mut said = said.lock().expect("nobody panics with it");
    said.keys_read += 1;
    json!({ "keys": said.keys }).to_string().into_response()
}

async fn token(State(said): Shared, body: String) -> Response {
    hang(&said).await;
    let refusal = {
        let mut said = said.lock().expect("nobody panics with it");
        let good = said.good_code.clone();
        let refusal = good.filter(|(code, _)| !body.contains(&format!("code={code}&")));
        said.codes_redeemed.push(body);
        refusal
    };
    if let Some((_, after)) = refusal {
        tokio::time::sleep(after).await;
        return (StatusCode::BAD_REQUEST, r#"{"error":"invalid_grant"}"#).into_response();
    }
    said.lock().expect("nobody panics with it").token_answer.to_string().into_response()
}

async fn user_info(State(said): Shared) -> Response {
    said.lock().expect("nobody panics with it").user_info.to_string().into_response()
}

/// A key to sign tokens with (ES256).
#[derive(Debug)]
pub struct SigningKey {
    pub id: String,
    pair: EcdsaKeyPair,
}

impl SigningKey {
    pub fn generate(id: &str) -> Self {
        let (random, by) = (SystemRandom::new(), &ECDSA_P256_SHA256_FIXED_SIGNING);
        let document = EcdsaKeyPair::generate_pkcs8(by, &random).expect("keys can be made");
        let pair = EcdsaKeyPair::from_pkcs8(by, document.as_ref(), &random);
        Self { id: id.to_owned(), pair: pair.expect("it was made just now") }
    }

    pub fn public(&self) -> Value {
        let point = self.pair.public_key().as_ref();
        let encode = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        let (x, y) = (encode(&point[1..33]), encode(&point[33..]));
        json!({ "kty": "EC", "crv": "P-256", "use": "sig", "kid": self.id, "x": x, "y": y })
    }

    pub fn sign(&self, claims: &Value) -> String {
        let header = json!({ "alg": "ES256", "typ": "JWT", "kid": self.id });
        self.sign_raw(&header.to_string(), &claims.to_string())
    }

    /// With any header and any claims, well-formed or not.
    pub fn sign_raw(&self, header: &str, claims: &str) -> String {
        let encode = |text: &str| URL_SAFE_NO_PAD.encode(text);
        let message = format!("{}.{}", encode(header), encode(claims));
        let signature = self.pair.sign(&SystemRandom::new(), message.as_bytes());
        let signature = URL_SAFE_NO_PAD.encode(signature.expect("messages can be signed"));
        format!("{message}.{signature}")
    }
}
