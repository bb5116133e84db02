use std::collections::HashSet;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use serde_json::{Value, json};

use super::service::{EmbeddingService, vector};
use super::words::text;
use crate::caller::Caller;
use crate::figures::{Times, megabytes, per_second, ratio, time};
use crate::postgres::{self, Schema};
use crate::process::Server;
use crate::site::Site;
use crate::table::{Table, judge};
use crate::{Outcome, Settings, say};

const WRITERS: usize = 32;
const WORDS: usize = 150;
const QUERY_WORDS: usize = 6;
/// How many searches are compared with an exact scan.
const COMPARED: usize = 50;
const LONGEST_WORK: Duration = Duration::from_secs(60 * 60);

pub(super) async fn run(settings: &Settings, chunks: usize, postgres: bool) -> Outcome<()> {
    if !postgres {
        return measure_all(settings, chunks, Vec::new()).await;
    }
    let server = postgres::server().ok_or("TEST_POSTGRES_URL is not set")?;
    let schema = Schema::create(&server).await?;
    let environment = vec![("FOLIA_DATABASE__URL".to_owned(), schema.url.clone())];
    let measured = measure_all(settings, chunks, environment).await;
    schema.clear().await?;
    measured
}

async fn measure_all(
    settings: &Settings,
    chunks: usize,
    environment: Vec<(String, String)>,
) -> Outcome<()> {
    let searches = if settings.quick { 50 } else { 1_000 };
    let service = EmbeddingService::start().await?;
    let place = if environment.is_empty() { "SQLite" } else { "PostgreSQL" };
    let mut site = Site::create_with(settings, environment)?;
    site.set("FOLIA_EMBEDDING__URL", &service.url);
    let server = site.serve()?;
    let started = Instant::now();
    write(server.address, &site.token, chunks).await?;
    let written = started.elapsed();
    let mut caller = Caller::connect(server.address, &site.token).await?;
    wait(&mut caller, chunks).await?;
    let indexed = started.elapsed();
    // What the writing has left to be done afterwards, and the words, which are written down in a
    // quiet moment.
    let drained = come_to_rest(&server).await?;
    tokio::time::sleep(Duration::from_secs(12)).await;
    server.stop()?;

    let started = Instant::now();
    let server = site.serve()?;
    let serving = started.elapsed();
    let mut caller = Caller::connect(server.address, &site.token).await?;
    search(&mut caller, 0, &json!({})).await?;
    let first = started.elapsed();

    let title =
        format!("search: {chunks} chunks of {WORDS} words on {place}, one search at a time");
    let columns = ["10 hits", "p50", "p99", "beside embedding: p50", "p99", "CPU"];
    let mut table = Table::new(title, &columns);
    let mut rows = Vec::new();
    for (name, with) in [
        ("by word", json!({ "mode": "keyword" })),
        ("by word, a tenth by filter", json!({ "mode": "keyword", "purpose": "strategy" })),
        ("by vector", json!({ "mode": "vector" })),
        ("by vector, a tenth by filter", json!({ "mode": "vector", "purpose": "strategy" })),
        ("hybrid", json!({})),
        ("hybrid, a tenth by filter", json!({ "purpose": "strategy" })),
    ] {
        let row = measure(&server, &service, &mut caller, searches, &with).await?;
        let [whole, own] = [&row.whole, &row.own].map(|times| [times.median(), times.within(0.99)]);
        let cells = whole.into_iter().chain(own).chain([row.cpu]).map(time);
        table.row(std::iter::once(name.to_owned()).chain(cells));
        rows.push(row);
    }
    let rate = |taken: Duration| per_second(chunks as f64 / taken.as_secs_f64());
    table.note(format!(
        "Restarted: listening after {}, first search answered after {}. Resident: {}. Written at \
         {} by {WRITERS} writers, written and indexed at {}; at rest {} later.",
        time(serving),
        time(first),
        megabytes(server.memory()?.resident),
        rate(written),
        rate(indexed),
        time(drained),
    ));
    say(&table.to_string());
    let recalled = recall(server.address, &site.token, chunks).await?;
    say(&claims(&rows, recalled, first).to_string());
    Ok(())
}

/// What is claimed, beside what was measured; of several rows the worst.
fn claims(rows: &[Row], recall: [f64; 2], first: Duration) -> Table {
    let columns = ["claim, worst row", "measured", "aim", ""];
    let mut table = Table::new("search: the claims at this size".to_owned(), &columns);
    let mut claim = |name: &str, measured: String, aim: &str, holds: bool| {
        table.row([name, &measured, aim, judge(holds)].map(str::to_owned));
    };
    let slowest = rows.iter().map(|row| row.own.within(0.99)).max().unwrap_or_default();
    let aim = Duration::from_millis(5);
    claim("p99 beside embedding", time(slowest), "under 5 ms", slowest < aim);
    let middle = |row: &Row| row.own.median().as_secs_f64();
    let (pairs, _) = rows.as_chunks::<2>();
    let filtered = pairs.iter().map(|[all, tenth]| middle(tenth) / middle(all)).fold(0.0, f64::max);
    claim("a tenth by filter ÷ no filter, p50", ratio(filtered), "at most 2×", filtered <= 2.0);
    for (name, recall) in
        ["recall@10 by vector", "the same, a tenth by filter"].into_iter().zip(recall)
    {
        claim(name, format!("{recall:.3}"), "at least 0.98", recall >= 0.98);
    }
    let aim = Duration::from_secs(1);
    claim("first search after a restart", time(first), "within 1 s", first <= aim);
    table
}

/// How long the service still works by itself.
async fn come_to_rest(server: &Server) -> Outcome<Duration> {
    let started = Instant::now();
    while started.elapsed() < LONGEST_WORK {
        let before = server.usage()?;
        tokio::time::sleep(Duration::from_secs(2)).await;
        if server.usage()?.since(before) < Duration::from_millis(100) {
            break;
        }
    }
    Ok(started.elapsed())
}

/// What one kind of search took.
struct Row {
    whole: Times,
    /// Without the time that the embedding service kept the query.
    own: Times,
    cpu: Duration,
}

async fn measure(
    server: &Server,
    service: &EmbeddingService,
    caller: &mut Caller,
    searches: usize,
    with: &Value,
) -> Outcome<Row> {
    let (mut whole, mut own) = (Vec::with_capacity(searches), Vec::with_capacity(searches));
    search(caller, 0, with).await?;
    let before = server.usage()?;
    for number in 0..searches {
        let (embedding, started) = (service.busy(), Instant::now());
        search(caller, number, with).await?;
        let taken = started.elapsed();
        whole.push(taken);
        own.push(taken.saturating_sub(service.busy().saturating_sub(embedding)));
    }
    let cpu = server.usage()?.since(before) / u32::try_from(searches)?;
    Ok(Row { whole: Times::new(whole), own: Times::new(own), cpu })
}

/// Whether the filter that is measured accepts a chunk.
fn is_tenth(number: usize) -> bool {
    number % 10 == 3
}

/// Chunks of a life that has been written about a lot.
pub(crate) async fn write(address: SocketAddr, token: &str, chunks: usize) -> Outcome<()> {
    let writers = (0..WRITERS).map(|writer| async move {
        let mut caller = Caller::connect(address, token).await?;
        for number in (writer..chunks).step_by(WRITERS) {
            let purpose = if is_tenth(number) { "strategy" } else { "facts" };
            let chunk = json!({
                "text": text(number, WORDS), "source": "blog", "chunk_type": "meta",
                "purpose": purpose,
            });
            caller.send("POST", "/content/chunks", &chunk).await?;
        }
        Outcome::Ok(())
    });
    try_join_all(writers).await.map(drop)
}

pub(crate) async fn wait(caller: &mut Caller, chunks: usize) -> Outcome<()> {
    loop {
        let status = caller.send("GET", "/content/index", &json!({})).await?;
        if status["indexed"].as_u64() == Some(chunks as u64) {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

fn query(number: usize) -> String {
    text(1_000_000 + number * 7, QUERY_WORDS)
}

async fn search(caller: &mut Caller, number: usize, with: &Value) -> Outcome<Value> {
    let mut wish = json!({ "query": query(number) });
    if let (Some(wish), Some(with)) = (wish.as_object_mut(), with.as_object()) {
        wish.extend(with.clone());
    }
    caller.send("POST", "/content/search-preview", &wish).await
}

/// The share of the truly nearest ten that searches find, among all chunks and among those of the filter.
async fn recall(address: SocketAddr, token: &str, chunks: usize) -> Outcome<[f64; 2]> {
    let vectors: Vec<Vec<f32>> = (0..chunks).map(|number| vector(&text(number, WORDS))).collect();
    // Only now: a million take so long that a connection would have been closed meanwhile.
    let mut caller = Caller::connect(address, token).await?;
    let mut found = [0; 2];
    for number in 0..COMPARED {
        let asked = vector(&query(number));
        let near = |(chunk, vector): (usize, &Vec<f32>)| -> (f32, usize) {
            (vector.iter().zip(&asked).map(|(a, b)| a * b).sum(), chunk)
        };
        let mut nearest: Vec<_> = vectors.iter().enumerate().map(near).collect();
        nearest.sort_unstable_by(|left, right| right.0.total_cmp(&left.0));
        let ways =
            [json!({ "mode": "vector" }), json!({ "mode": "vector", "purpose": "strategy" })];
        for (way, (found, with)) in found.iter_mut().zip(&ways).enumerate() {
            let accepted = nearest.iter().map(|(_, chunk)| *chunk);
            let accepted = accepted.filter(|chunk| way == 0 || is_tenth(*chunk));
            let wanted: HashSet<String> =
                accepted.take(10).map(|chunk| text(chunk, WORDS)).collect();
            let answer = search(&mut caller, number, with).await?;
            let hits = answer["items"].as_array().ok_or("no items")?;
            let texts = hits.iter().filter_map(|hit| hit["chunk"]["text"].as_str());
            *found += texts.filter(|text| wanted.contains(*text)).count();
        }
    }
    Ok(found.map(|found| found as f64 / (COMPARED * 10) as f64))
}
