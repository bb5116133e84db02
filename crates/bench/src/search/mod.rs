//! The memory at ten and a hundred thousand chunks: what a search takes beside embedding its query,
//! how fast chunks get in, how soon a restarted service answers.
//!
//! Vectors come from a service of the bench's own, which answers at once with vectors in clusters:
//! the room measures the search, not the model. What the model costs is in `docs/recall.md`.

mod service;

use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use serde_json::{Value, json};
use tokio::runtime::Builder;

use crate::caller::Caller;
use crate::figures::{Times, megabytes, per_second, time};
use crate::site::Site;
use crate::table::Table;
use crate::{Outcome, Settings, say};
use service::EmbeddingService;

const WRITERS: usize = 32;
const WORDS: usize = 150;
const SOURCES: [&str; 4] = ["resume", "blog", "opinion", "conversation"];

pub(crate) fn run(settings: &Settings) -> Outcome<()> {
    let (sizes, searches) = match settings.quick {
        true => (&[1_000][..], 50),
        false => (&[10_000, 100_000][..], 1_000),
    };
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    for &chunks in sizes {
        let service = runtime.block_on(EmbeddingService::start())?;
        let mut site = Site::create(settings)?;
        site.set("FOLIA_EMBEDDING__URL", &service.url);
        let server = site.serve()?;
        let started = Instant::now();
        runtime.block_on(write(server.address, &site.token, chunks))?;
        let written = started.elapsed();
        let mut caller = runtime.block_on(Caller::connect(server.address, &site.token))?;
        runtime.block_on(wait(&mut caller, chunks))?;
        let indexed = started.elapsed();
        server.stop()?;

        let server = site.serve()?;
        let started = Instant::now();
        let mut caller = runtime.block_on(Caller::connect(server.address, &site.token))?;
        runtime.block_on(search(&mut caller, 0, &json!({})))?;
        let first = started.elapsed();

        let title = format!("search: {chunks} chunks of {WORDS} words, one at a time");
        let mut table = Table::new(title, &["10 hits", "p50", "p99"]);
        for (name, with) in [
            ("by word", json!({ "mode": "keyword" })),
            ("hybrid, with a round trip to the service", json!({})),
            ("hybrid, a quarter by filter", json!({ "source": "blog" })),
        ] {
            let mut times = Vec::with_capacity(searches);
            for number in 0..searches {
                times.push(runtime.block_on(search(&mut caller, number, &with))?);
            }
            let times = Times::new(times);
            table.row([name.to_owned(), time(times.median()), time(times.within(0.99))]);
        }
        let rate = |taken: Duration| per_second(chunks as f64 / taken.as_secs_f64());
        table.note(format!(
            "First search after a restart: {}. Resident: {}. Written at {} by {WRITERS} writers, \
             written and indexed at {}.",
            time(first),
            megabytes(server.memory()?.resident),
            rate(written),
            rate(indexed),
        ));
        table.note("Aims: p99 under 5 ms beside embedding the query; filtered at most 2×.");
        say(&table.to_string());
    }
    Ok(())
}

async fn write(address: std::net::SocketAddr, token: &str, chunks: usize) -> Outcome<()> {
    let writers = (0..WRITERS).map(|writer| async move {
        let mut caller = Caller::connect(address, token).await?;
        for number in (writer..chunks).step_by(WRITERS) {
            let chunk = json!({
                "text": text(number, WORDS),
                "source": SOURCES[number % SOURCES.len()],
                "chunk_type": "meta",
                "purpose": "facts",
            });
            caller.send("POST", "/content/chunks", &chunk).await?;
        }
        Outcome::Ok(())
    });
    try_join_all(writers).await.map(drop)
}

async fn wait(caller: &mut Caller, chunks: usize) -> Outcome<()> {
    loop {
        let status: Value = caller.send("GET", "/content/index", &json!({})).await?;
        if status["indexed"].as_u64() == Some(chunks as u64) {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

async fn search(caller: &mut Caller, number: usize, with: &Value) -> Outcome<Duration> {
    let mut wish = json!({ "query": text(number * 7 + 3, 6) });
    if let (Some(wish), Some(with)) = (wish.as_object_mut(), with.as_object()) {
        wish.extend(with.clone());
    }
    let started = Instant::now();
    caller.send("POST", "/content/search-preview", &wish).await?;
    Ok(started.elapsed())
}

/// Words by something like Zipf's law, the same in every run.
fn text(number: usize, words: usize) -> String {
    let mut state = number as u64 + 1;
    let mut next = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f64 / f64::from(1 << 24)
    };
    let word = |share: f64| format!("word{}", (20_000_f64.powf(share)) as u32);
    (0..words).map(|_| word(next())).collect::<Vec<_>>().join(" ")
}
