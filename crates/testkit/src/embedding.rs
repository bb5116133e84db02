use std::collections::hash_map::DefaultHasher;
use std::convert::Infallible;
use std::hash::{Hash, Hasher};
use std::io::Write;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use flate2::Compression;
use flate2::write::GzEncoder;
use http::{HeaderMap, StatusCode};
use serde_json::{Value, json};
use tokio::net::TcpListener;

/// An embedding service that answers as a test wants it to, and remembers what it was asked. Well
/// behaved, it gives texts that share words vectors that are near each other.
#[derive(Clone, Debug)]
pub struct EmbeddingService {
    pub url: String,
    state: Arc<Mutex<Asked>>,
}

#[derive(Debug)]
struct Asked {
    manner: Manner,
    dimension: usize,
    /// Whoever asks about nothing but texts with this word is answered well.
    spared: Option<String>,
    texts: Vec<String>,
    requests: usize,
    keys: Vec<String>,
    models: Vec<String>,
}

/// How the service answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Manner {
    Well,
    /// Well, but not before this time has passed.
    Late(Duration),
    /// Well, but not before the service is told to answer in another manner. The number tells one
    /// holding from the next.
    Held(u32),
    /// Well, but each question waits this much less than the one before it.
    Overtaking(Duration),
    Never,
    Status(u16),
    /// With the status 200 and this instead of vectors.
    Text(String),
    /// In vectors of this length.
    Dimension(usize),
    NotANumber,
    Infinite,
    Zeros,
    Fewer,
    Shuffled,
    /// So many bytes of nothing.
    Huge(usize),
    /// What claims to be packed.
    Packed,
    /// Packed for real, and unpacked half a gigabyte.
    Bomb,
    /// Well, unless a text holds this word; then 500.
    Failing(String),
    /// Well, unless a text holds this word; then 400.
    Refusing(String),
}

/// Bytes sent at a time.
const PIECE: usize = 1024 * 1024;

impl EmbeddingService {
    pub async fn start(dimension: usize) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let address = listener.local_addr().expect("it is bound");
        let asked = Asked {
            manner: Manner::Well,
            dimension,
            spared: None,
            texts: Vec::new(),
            requests: 0,
            keys: Vec::new(),
            models: Vec::new(),
        };
        let state = Arc::new(Mutex::new(asked));
        let router = Router::new().route("/v1/embeddings", post(answer)).with_state(state.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Self { url: format!("http://{address}/v1"), state }
    }

    pub fn answer(&self, manner: Manner) {
        self.asked().manner = manner;
    }

    /// From now on texts with this word are answered well, in whatever manner all others are.
    pub fn spare(&self, word: &str) {
        self.asked().spared = Some(word.to_owned());
    }

    /// Every text it was asked about, in order.
    pub fn texts(&self) -> Vec<String> {
        self.asked().texts.clone()
    }

    pub fn requests(&self) -> usize {
        self.asked().requests
    }

    /// The models it was asked for, one for each question.
    pub fn models(&self) -> Vec<String> {
        self.asked().models.clone()
    }

    /// The keys it was shown.
    pub fn keys(&self) -> Vec<String> {
        self.asked().keys.clone()
    }

    fn asked(&self) -> MutexGuard<'_, Asked> {
        self.state.lock().expect("nobody panics with it")
    }
}

async fn answer(
    State(state): State<Arc<Mutex<Asked>>>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let question: Value = serde_json::from_slice(&body).unwrap_or_default();
    let texts: Vec<String> = serde_json::from_value(question["input"].clone()).unwrap_or_default();
    let (manner, dimension, number) = {
        let mut asked = state.lock().expect("nobody panics with it");
        asked.requests += 1;
        asked.texts.extend(texts.iter().cloned());
        asked.models.push(question["model"].as_str().unwrap_or_default().to_owned());
        let key = headers.get("authorization").and_then(|value| value.to_str().ok());
        asked.keys.push(key.unwrap_or_default().to_owned());
        let is_spared =
            asked.spared.as_ref().is_some_and(|word| texts.iter().all(|text| text.contains(word)));
        let manner = if is_spared { Manner::Well } else { asked.manner.clone() };
        (manner, asked.dimension, asked.requests)
    };
    match &manner {
        Manner::Never => std::future::pending::<()>().await,
        Manner::Late(pause) => tokio::time::sleep(*pause).await,
        Manner::Held(_) => {
            let is_held = || state.lock().expect("nobody panics with it").manner == manner;
            while is_held() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
        Manner::Overtaking(pause) => {
            let left = 10_u32.saturating_sub(u32::try_from(number).unwrap_or(10));
            tokio::time::sleep(*pause * left / 10).await;
        }
        _ => {}
    }
    respond(&manner, &texts, dimension)
}

fn respond(manner: &Manner, texts: &[String], dimension: usize) -> Response {
    let vectors = |dimension| texts.iter().map(|text| vector(text, dimension)).collect::<Vec<_>>();
    match manner {
        Manner::Status(status) => {
            let status = StatusCode::from_u16(*status).expect("a status");
            let problem = json!({ "error": { "message": "the key canary-key is wrong" } });
            (status, problem.to_string()).into_response()
        }
        Manner::Text(text) => text.clone().into_response(),
        Manner::Dimension(other) => entries(vectors(*other)),
        Manner::Infinite => entries(vec![vec![1e39; dimension]; texts.len()]),
        Manner::NotANumber => r#"{"data":[{"index":0,"embedding":[NaN]}]}"#.into_response(),
        Manner::Zeros => entries(vec![vec![0.0; dimension]; texts.len()]),
        Manner::Fewer => entries(vectors(dimension).into_iter().skip(1).collect()),
        Manner::Shuffled => {
            let mut data = list(vectors(dimension));
            data.reverse();
            json!({ "data": data }).to_string().into_response()
        }
        Manner::Huge(bytes) => {
            let piece = Bytes::from(vec![b' '; PIECE]);
            let pieces =
                (0..bytes.div_ceil(PIECE)).map(move |_| Ok::<_, Infallible>(piece.clone()));
            Body::from_stream(futures_util::stream::iter(pieces)).into_response()
        }
        Manner::Bomb => ([("content-encoding", "gzip")], bomb()).into_response(),
        Manner::Failing(word) if texts.iter().any(|text| text.contains(word)) => {
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
        Manner::Packed => ([("content-encoding", "gzip")], vec![0x1f, 0x8b, 8, 0]).into_response(),
        Manner::Refusing(word) if texts.iter().any(|text| text.contains(word)) => {
            StatusCode::BAD_REQUEST.into_response()
        }
        _ => entries(vectors(dimension)),
    }
}

/// Members of an archive may follow each other; each of these holds eight megabytes of blanks.
fn bomb() -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(&vec![b' '; 8 * PIECE]).expect("memory takes all");
    packer.finish().expect("memory takes all").repeat(64)
}

fn list(vectors: Vec<Vec<f64>>) -> Vec<Value> {
    let entry = |(index, embedding)| json!({ "index": index, "embedding": embedding });
    vectors.into_iter().enumerate().map(entry).collect()
}

fn entries(vectors: Vec<Vec<f64>>) -> Response {
    json!({ "object": "list", "data": list(vectors) }).to_string().into_response()
}

/// Every word points in a direction of its own.
fn vector(text: &str, dimension: usize) -> Vec<f64> {
    let mut values = vec![0.01; dimension];
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let mut hasher = DefaultHasher::new();
        word.to_lowercase().hash(&mut hasher);
        let mut state = hasher.finish();
        for value in &mut values {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            *value += (state >> 40) as f64 / f64::from(1 << 23) - 1.0;
        }
    }
    values
}
