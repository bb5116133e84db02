use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::routing::post;
use serde::Deserialize;
use serde_json::json;
use tokio::net::TcpListener;

use crate::Outcome;

const DIMENSION: usize = 384;
const CLUSTERS: u64 = 200;

/// An embedding service that answers at once.
#[derive(Debug)]
pub(crate) struct EmbeddingService {
    pub(crate) url: String,
    busy: Arc<AtomicU64>,
}

#[derive(Deserialize)]
struct Question {
    input: Vec<String>,
}

impl EmbeddingService {
    pub(crate) async fn start() -> Outcome<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let url = format!("http://{}", listener.local_addr()?);
        let busy = Arc::<AtomicU64>::default();
        let router = Router::new().route("/embeddings", post(answer)).with_state(busy.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        Ok(Self { url, busy })
    }

    /// How long it has been at work so far, all questions together.
    pub(crate) fn busy(&self) -> Duration {
        Duration::from_nanos(self.busy.load(Ordering::Relaxed))
    }
}

async fn answer(State(busy): State<Arc<AtomicU64>>, body: Bytes) -> String {
    let started = Instant::now();
    let Ok(Question { input }) = serde_json::from_slice(&body) else { return String::new() };
    let entry =
        |(index, text): (usize, &String)| json!({ "index": index, "embedding": vector(text) });
    let answer =
        json!({ "data": input.iter().enumerate().map(entry).collect::<Vec<_>>() }).to_string();
    let taken = u64::try_from(started.elapsed().as_nanos()).unwrap_or(u64::MAX);
    busy.fetch_add(taken, Ordering::Relaxed);
    answer
}

/// Near the middle of one of a few hundred clusters, as real texts are.
pub(crate) fn vector(text: &str) -> Vec<f32> {
    let seed = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3)
    });
    let (mut cluster, mut own) = (seed % CLUSTERS + 1, seed);
    let mut values: Vec<f32> =
        (0..DIMENSION).map(|_| next(&mut cluster) + 0.6 * next(&mut own)).collect();
    let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
    values.iter_mut().for_each(|value| *value /= length);
    values
}

fn next(state: &mut u64) -> f32 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 40) as f32 / (1 << 23) as f32 - 1.0
}
