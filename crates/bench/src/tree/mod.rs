//! The content tree at the size of a busy life and at ten times that: what everybody reads, beside
//! a bare handler that answers the same bytes; what the owner writes, alone on one connection.

pub(crate) mod plant;

use std::time::{Duration, Instant};

use clap::Args;
use serde_json::json;
use tempfile::NamedTempFile;
use tokio::runtime::{Builder, Runtime};

use crate::caller::Caller;
use crate::figures::{Times, megabytes, per_second, ratio, time};
use crate::http::{PATH, split, start_bare};
use crate::load::{Get, Load};
use crate::process::Server;
use crate::rounds::{Plan, Rounds};
use crate::site::Site;
use crate::table::Table;
use crate::{Outcome, Settings, say};
use plant::{Tree, plant};

const CONNECTIONS: usize = 64;
/// Enough different questions that no answer is asked for twice in a row.
const QUESTIONS: usize = 5_000;
const CREATES: usize = 100;
const MOVES: usize = 6;
/// The first of the rows that are pages.
const FIRST_PAGE: &str = "page of a story";

#[derive(Debug, Default, Args)]
pub(crate) struct Wish {
    /// How many items, instead of a thousand, ten thousand and a hundred thousand
    #[arg(long, value_name = "NUMBER")]
    items: Vec<usize>,
}

pub(crate) fn run(settings: &Settings, wish: &Wish) -> Outcome<()> {
    let (sizes, plan) = match settings.quick {
        true => (&[1_000][..], Plan { rounds: 3, length: Duration::from_millis(200) }),
        false => {
            (&[1_000, 10_000, 100_000][..], Plan { rounds: 21, length: Duration::from_millis(300) })
        }
    };
    let sizes = if wish.items.is_empty() { sizes } else { &wish.items };
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let (mut rates, mut resident, mut creates) = (Vec::new(), Vec::new(), Vec::new());
    for &items in sizes {
        let site = Site::create(settings)?;
        let server = site.serve()?;
        let started = Instant::now();
        let tree = runtime.block_on(plant(server.address, &site.token, items))?;
        let growing = items as f64 / started.elapsed().as_secs_f64();
        runtime.block_on(rest(&server, &site.token))?;
        server.stop()?;
        let started = Instant::now();
        let server = site.serve()?;
        let start = started.elapsed();
        resident.push((items, server.memory()?.resident));
        rates.push(reads(&runtime, plan, &server, &tree, items)?);
        let (mut table, create) = runtime.block_on(writes(&server, &site.token, &tree, items))?;
        creates.push(create.as_secs_f64());
        let memory = server.memory()?;
        // Writing brings the embedding model into memory, which leaves again when nobody writes.
        table.note(format!(
            "Start with all of it: {} (aim: 1.5 s at 100,000). Resident after writing, with the model: {}. \
             Grown at {} by 32 writers.",
            time(start),
            megabytes(memory.resident),
            per_second(growing),
        ));
        say(&table.to_string());
    }
    if let [small, .., large] = rates.as_slice() {
        let kept = small.iter().zip(large).map(|(small, large)| ratio(large / small));
        let kept: Vec<_> = kept.collect();
        say(&format!(
            "Throughput beside the bare handler's at the largest size ÷ the smallest, by row (aim: 0.8×): {}\n",
            kept.join(", ")
        ));
    }
    if let [small, .., large] = creates.as_slice() {
        let grown = ratio(large / small);
        say(&format!("A durable create at the largest size ÷ the smallest (aim: flat): {grown}\n"));
    }
    if let [(few, small), .., (many, large)] = resident.as_slice() {
        let each = large.saturating_sub(*small) as f64 / (many - few) as f64 / 1e3;
        say(&format!(
            "Resident after the start, for each further item (aim: 2.5 kB): {each:.2} kB\n"
        ));
    }
    Ok(())
}

/// Waits until what was published is remembered, too: that happens in the background, and would be
/// measured along with the reads.
pub(crate) async fn rest(server: &Server, token: &str) -> Outcome<()> {
    let mut owner = Caller::connect(server.address, token).await?;
    let mut before = None;
    loop {
        let stats = owner.send("GET", "/content/stats", &json!(null)).await?;
        if before.replace(stats["total"].clone()) == Some(stats["total"].clone()) {
            return Ok(());
        }
        tokio::time::sleep(Duration::from_secs(2)).await;
    }
}

/// Requests per second beside the bare handler's, row by row.
fn reads(
    runtime: &Runtime,
    plan: Plan,
    server: &Server,
    tree: &Tree,
    items: usize,
) -> Outcome<Vec<f64>> {
    let resolve = |paths: &[String]| {
        let paths = shuffled(paths).into_iter();
        paths.map(|path| Get::ok(&format!("/sections/resolve-path/{path}"))).collect::<Vec<_>>()
    };
    let children = |query: &str| {
        let sections = shuffled(&tree.shelves).into_iter();
        let path = |id| format!("/sections/{id}/children?{query}limit=20");
        sections.map(|id| Get::ok(&path(id))).collect::<Vec<_>>()
    };
    let pages = |count: usize, headers: &[(&str, &str)]| {
        let paths = shuffled(&tree.item_paths).into_iter().take(count);
        let get = |path| Get::new(&format!("/{path}"), headers, b"HTTP/1.1 200");
        paths.map(get).collect::<Vec<_>>()
    };
    let browser = [("accept", "text/html"), ("accept-encoding", "gzip, deflate, br")];
    let rows = [
        ("resolve a section", resolve(&tree.section_paths)),
        ("resolve an item", resolve(&tree.item_paths)),
        ("children, page of 20", children("")),
        ("children of a subtree, page of 20", children("subtree=true&")),
        ("list of 100 sections", vec![Get::ok("/sections?limit=100")]),
        ("navigation", vec![Get::ok("/sections/navigation")]),
        (FIRST_PAGE, pages(1, &browser[..1])),
        ("page of a story, br", pages(1, &browser)),
        ("pages of 1,000 stories", pages(1_000, &browser[..1])),
        ("pages of 1,000 stories, br", pages(1_000, &browser)),
    ];
    let columns =
        ["folia ÷ bare", "throughput", "CPU", "requests", "p50", "p99", "bare p99", "bytes"];
    let title = format!("tree: {items} items, {CONNECTIONS} connections");
    let mut table = Table::new(title, &columns);
    let mut rates = Vec::new();
    let mut resident = vec![format!("{} at first", megabytes(server.memory()?.resident))];
    for (name, gets) in rows {
        if name == FIRST_PAGE {
            resident.push(format!("{} after the API", megabytes(server.memory()?.resident)));
        }
        let (rounds, bytes) = runtime.block_on(compare(plan, server, gets))?;
        let (folia, bare) = (rounds.folia(), rounds.bare());
        rates.push(folia.rate / bare.rate);
        table.row([
            name.to_owned(),
            ratio(1.0 / rounds.duration().middle),
            ratio(rounds.cost().middle),
            per_second(folia.rate),
            time(folia.median),
            time(folia.slowest),
            time(bare.slowest),
            bytes.to_string(),
        ]);
    }
    table.note(
        "Aims: 0.75× of the bare handler's throughput or more, 0.5× for pages; p99 under 5 ms.",
    );
    resident.push(format!("{} after pages", megabytes(server.memory()?.resident)));
    table.note(format!("Resident: {}.", resident.join(", ")));
    say(&table.to_string());
    Ok(rates)
}

async fn compare(plan: Plan, server: &Server, gets: Vec<Get>) -> Outcome<(Rounds, usize)> {
    let mut to_folia = Load::connect(server.address, gets, CONNECTIONS).await?;
    let (_, body) = split(to_folia.sample())?;
    let (file, bytes) = (NamedTempFile::new()?, body.len());
    std::fs::write(file.path(), body)?;
    let bare = start_bare(file.path())?;
    let mut to_bare = Load::connect(bare.address, vec![Get::ok(PATH)], CONNECTIONS).await?;
    let rounds = Rounds::take(plan, (&[server], &mut to_folia), (&[&bare], &mut to_bare)).await?;
    Ok((rounds, bytes))
}

/// What was measured, and the median of a create.
async fn writes(
    server: &Server,
    token: &str,
    tree: &Tree,
    items: usize,
) -> Outcome<(Table, Duration)> {
    let mut owner = Caller::connect(server.address, token).await?;
    let mut creates = Vec::new();
    for number in 0..CREATES {
        let section = &tree.shelves[number % tree.shelves.len()];
        let story = json!({ "title": format!("New {number}"), "section_id": section });
        let started = Instant::now();
        owner.send("POST", "/content/story", &story).await?;
        creates.push(started.elapsed());
    }
    let (mut moves, mut moved) = (Vec::new(), 0);
    for number in 0..MOVES {
        // Below the other half and back to the root, in turns.
        let parent = (number % 2 == 0).then(|| &tree.halves[1]);
        let path = format!("/sections/{}/move", tree.halves[0]);
        let started = Instant::now();
        let answer = owner.send("PUT", &path, &json!({ "parent_id": parent })).await?;
        moves.push(started.elapsed());
        moved = answer["redirects"].as_u64().unwrap_or_default().max(moved);
    }
    let mut table = Table::new(
        format!("tree: writes with {items} items"),
        &["one at a time", "p50", "longest"],
    );
    let [creates, moves] = [creates, moves].map(Times::new);
    let moving = format!("move a section with {moved} paths in it");
    for (name, times) in [("create an item, durable", &creates), (&moving, &moves)] {
        table.row([name.to_owned(), time(times.median()), time(times.within(1.0))]);
    }
    table.note("Aim: a move of 5,000 descendants takes less than a second.");
    Ok((table, creates.median()))
}

/// Some of them in an order that is the same in every run and follows nothing.
pub(crate) fn shuffled(all: &[String]) -> Vec<String> {
    let count = all.len().min(QUESTIONS);
    // A step that shares no factor with the length visits everything once.
    let step = [7_919, 7_907, 7_901]
        .into_iter()
        .find(|step| !all.len().is_multiple_of(*step))
        .unwrap_or(1);
    (0..count).map(|number| all[number * step % all.len()].clone()).collect()
}
