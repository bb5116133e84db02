//! The document store as the wings use it, on each engine: the same work over the same documents.
//!
//! What the drivers below it can do by themselves is measured elsewhere; this is what is left of
//! it above transactions, typed documents and, on SQLite, commits in groups.

mod article;
mod engine;
mod work;

use std::time::Duration;

use crate::figures::{Times, per_second, ratio, time};
use crate::table::Table;
use crate::{Outcome, Settings, postgres, say};
use article::Writer;
use engine::Engine;

struct Plan {
    documents: usize,
    reads: usize,
    pages: usize,
    single: usize,
    concurrent: usize,
    batch: usize,
}

const FULL: Plan = Plan {
    documents: 10_000,
    reads: 10_000,
    pages: 2_000,
    single: 500,
    concurrent: 12_800,
    batch: 5_000,
};
const QUICK: Plan =
    Plan { documents: 2_000, reads: 500, pages: 100, single: 50, concurrent: 1_280, batch: 500 };

/// What one engine did. The rows of both stand beside each other.
struct Results {
    engine: &'static str,
    rows: Vec<Row>,
    /// Durable writes for each time the log was forced to disk.
    grouped: Option<f64>,
    /// The bare write and sync that was made in turns with the durable writes.
    bare_sync: Duration,
}

struct Row {
    name: &'static str,
    rate: f64,
    times: Option<(Duration, Duration)>,
}

pub(crate) fn run(settings: &Settings) -> Outcome<()> {
    let plan = if settings.quick { QUICK } else { FULL };
    let runtime = tokio::runtime::Runtime::new()?;
    let results = runtime.block_on(async {
        let mut results = vec![measure(Engine::sqlite()?, &plan).await?];
        match postgres::server() {
            Some(url) => results.push(measure(Engine::postgres(&url).await?, &plan).await?),
            None => say("TEST_POSTGRES_URL is not set: only SQLite is measured.\n"),
        }
        Outcome::Ok(results)
    })?;
    say(&ratios(&results).to_string());
    for result in &results {
        say(&details(result, &plan).to_string());
    }
    Ok(())
}

async fn measure(engine: Engine, plan: &Plan) -> Outcome<Results> {
    let mut writer = Writer::new();
    let store = engine.open().await?;
    let ids = work::fill(&store, &mut writer, plan.documents).await?;
    // Once unmeasured, so that pages are in memory and statements are prepared.
    work::point_reads(&store, &writer, &ids, plan.reads / 10).await?;
    work::pages(&store, &writer, plan.pages / 10).await?;
    let mut rows = vec![
        alone("point read", &work::point_reads(&store, &writer, &ids, plan.reads).await?),
        alone("filtered page of 20", &work::pages(&store, &writer, plan.pages).await?),
    ];
    let (times, bare) = work::single_writes(&store, &mut writer, plan.single).await?;
    rows.push(alone("durable write, alone", &times));
    let bare_sync = bare.median();
    store.close().await;

    let store = engine.open().await?;
    work::single_writes(&store, &mut writer, 10).await?;
    let syncs = engine.syncs().await?;
    let (times, elapsed) = work::concurrent_writes(&store, &mut writer, plan.concurrent).await?;
    let written = times.len();
    rows.push(many("durable writes, 64 at a time", written, elapsed, Some(&times)));
    let forced = syncs.since_then(store).await?;

    let store = engine.open().await?;
    let (inserting, replacing) = work::batches(&store, &mut writer, plan.batch).await?;
    rows.push(many("inserts in one transaction", plan.batch, inserting, None));
    rows.push(many("replaces in one transaction", plan.batch, replacing, None));
    store.close().await;
    let name = engine.name();
    engine.clear().await?;
    let grouped = (forced > 0).then(|| share(written, forced));
    Ok(Results { engine: name, rows, grouped, bare_sync })
}

fn share(written: usize, forced: u64) -> f64 {
    written as f64 / forced as f64
}

/// One at a time: how many there are in a second follows from how long they take.
fn alone(name: &'static str, times: &Times) -> Row {
    many(name, times.len(), times.total(), Some(times))
}

fn many(name: &'static str, count: usize, elapsed: Duration, times: Option<&Times>) -> Row {
    let times = times.map(|times| (times.median(), times.within(0.99)));
    Row { name, rate: count as f64 / elapsed.as_secs_f64(), times }
}

fn ratios(results: &[Results]) -> Table {
    let mut table = Table::new("store: what can be compared", &["what", "ratio"]);
    let row = |result: &Results, name: &str| {
        let found = result.rows.iter().find(|row| row.name == name);
        found.map_or((f64::NAN, Duration::ZERO), |row| (row.rate, row.times.unwrap_or_default().0))
    };
    for result in results {
        let engine = result.engine;
        let (alone, took) = row(result, "durable write, alone");
        let (together, _) = row(result, "durable writes, 64 at a time");
        let mut add =
            |name: &str, value: f64| table.row([format!("{engine}: {name}"), ratio(value)]);
        add("64 writers / 1 writer, writes per second", together / alone);
        if let Some(grouped) = result.grouped {
            add("64 writers: writes per sync of the log", grouped);
        }
        let bare = result.bare_sync.as_secs_f64();
        add("durable write / bare write and sync", took.as_secs_f64() / bare);
    }
    if let [sqlite, postgres] = results {
        for (ours, theirs) in sqlite.rows.iter().zip(&postgres.rows) {
            let name = format!("SQLite / PostgreSQL: {}, per second", ours.name);
            table.row([name, ratio(ours.rate / theirs.rate)]);
        }
    }
    table
}

fn details(result: &Results, plan: &Plan) -> Table {
    let title = format!("store: {}, over {} documents of 3 KB", result.engine, plan.documents);
    let mut table = Table::new(title, &["what", "rate", "p50", "p99"]);
    for row in &result.rows {
        let (median, slowest) = match row.times {
            Some((median, slowest)) => (time(median), time(slowest)),
            None => Default::default(),
        };
        table.row([row.name.to_owned(), per_second(row.rate), median, slowest]);
    }
    let bare = time(result.bare_sync);
    table.note(format!(
        "A bare write of 12 KB with a sync, in turns with the durable ones: {bare}."
    ));
    table
}
