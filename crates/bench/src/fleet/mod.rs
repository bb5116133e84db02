//! The same tree on one node with SQLite, on one node with PostgreSQL and a bucket, and on three such nodes
//! behind a balancer. All run at once and are asked in turns, so what is compared is of one run.
//!
//! On two processors three nodes cannot answer more than one. What can be seen is whether a request costs
//! a node more because there are others.

mod balancer;
mod nodes;

use std::time::{Duration, Instant};

use clap::Args;
use serde_json::json;
use testkit::Bucket;
use tokio::runtime::Builder;

use crate::caller::Caller;
use crate::figures::{Times, megabytes, ratio, time};
use crate::load::{Get, Load};
use crate::postgres::{Schema, server};
use crate::process::Server;
use crate::rounds::{Plan, Rounds};
use crate::site::Site;
use crate::table::Table;
use crate::tree::plant::{Tree, plant};
use crate::tree::{rest, shuffled};
use crate::{Outcome, Settings, say};

const CONNECTIONS: usize = 64;
const NODES: usize = 3;
const CREATES: usize = 100;

#[derive(Debug, Default, Args)]
pub(crate) struct Wish {
    /// How many items, instead of a thousand, ten thousand and a hundred thousand
    #[arg(long, value_name = "NUMBER")]
    items: Vec<usize>,
}

pub(crate) fn run(settings: &Settings, wish: &Wish) -> Outcome<()> {
    let Some(server) = server() else {
        say("fleet: not measured, TEST_POSTGRES_URL is not set (tools/with-postgres sets it).\n");
        return Ok(());
    };
    let (sizes, plan) = match settings.quick {
        true => (&[1_000][..], Plan { rounds: 3, length: Duration::from_millis(300) }),
        false => {
            (&[1_000, 10_000, 100_000][..], Plan { rounds: 21, length: Duration::from_millis(500) })
        }
    };
    let sizes = if wish.items.is_empty() { sizes } else { &wish.items };
    // What the nodes are told, the bucket among it, is served beside the load.
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    runtime.block_on(async {
        for &items in sizes {
            let schema = Schema::create(&server).await?;
            let measured = measure(settings, plan, items, &schema).await;
            schema.clear().await?;
            measured?;
        }
        Ok(())
    })
}

async fn measure(settings: &Settings, plan: Plan, items: usize, schema: &Schema) -> Outcome<()> {
    let folder = tempfile::tempdir()?;
    let bucket = Bucket::start(folder.path());
    let alone = Grown::grow(Site::create(settings)?, items).await?;
    let mut environment = bucket.environment();
    environment.push(("FOLIA_DATABASE__URL".to_owned(), schema.url.clone()));
    let first = Grown::grow(Site::create_with(settings, environment)?, items).await?;
    let mut nodes = vec![&first.server];
    let further: Vec<_> = (1..NODES).map(|_| first.site.further_node()).collect::<Outcome<_>>()?;
    let further: Vec<_> = further.iter().map(Site::serve).collect::<Outcome<_>>()?;
    nodes.extend(&further);

    say(&engines(plan, &alone, &first, items).await?.to_string());
    say(&nodes::compare(plan, &nodes, first.questions(), items).await?.to_string());
    say(&writes(&alone, &first, &nodes, items).await?.to_string());
    Ok(())
}

/// What is asked for in turn, and its name.
type Question = (&'static str, Vec<Get>);

/// A site with a tree, started again after it was grown.
struct Grown {
    site: Site,
    server: Server,
    tree: Tree,
    start: Duration,
    resident: u64,
}

impl Grown {
    async fn grow(site: Site, items: usize) -> Outcome<Self> {
        let server = site.serve()?;
        let tree = plant(server.address, &site.token, items).await?;
        rest(&server, &site.token).await?;
        server.stop()?;
        let started = Instant::now();
        let server = site.serve()?;
        let start = started.elapsed();
        let resident = server.memory()?.resident;
        Ok(Self { site, server, tree, start, resident })
    }

    fn questions(&self) -> [Question; 4] {
        let browser = [("accept", "text/html"), ("accept-encoding", "gzip, deflate, br")];
        let paths = |paths: &[String], to: &dyn Fn(String) -> Get| -> Vec<Get> {
            shuffled(paths).into_iter().map(to).collect()
        };
        let resolve = |path| Get::ok(&format!("/sections/resolve-path/{path}"));
        let page = |path| Get::new(&format!("/{path}"), &browser, b"HTTP/1.1 200");
        let children = |id| Get::ok(&format!("/sections/{id}/children?limit=20"));
        [
            ("resolve an item", paths(&self.tree.item_paths, &resolve)),
            ("children, page of 20", paths(&self.tree.shelves, &children)),
            ("navigation", vec![Get::ok("/sections/navigation")]),
            ("pages of 1,000 stories, br", {
                let some = self.tree.item_paths.len().min(1_000);
                paths(&self.tree.item_paths[..some], &page)
            }),
        ]
    }
}

/// One node on PostgreSQL and a bucket beside one on SQLite, asked directly.
async fn engines(plan: Plan, alone: &Grown, first: &Grown, items: usize) -> Outcome<Table> {
    let title = format!("fleet: PostgreSQL ÷ SQLite, {items} items, {CONNECTIONS} connections");
    let mut table = Table::new(title, &["", "rate", "CPU per request"]);
    for ((name, of_sqlite), (_, of_postgres)) in
        alone.questions().into_iter().zip(first.questions())
    {
        let mut sqlite = Load::connect(alone.server.address, of_sqlite, CONNECTIONS).await?;
        let mut postgres = Load::connect(first.server.address, of_postgres, CONNECTIONS).await?;
        let (sqlite, postgres) =
            ((&[&alone.server][..], &mut sqlite), (&[&first.server][..], &mut postgres));
        let rounds = Rounds::take(plan, postgres, sqlite).await?;
        let figures = [1.0 / rounds.duration().middle, rounds.cost().middle];
        table.row([name.to_owned(), ratio(figures[0]), ratio(figures[1])]);
    }
    table.note(format!(
        "SQLite: started in {}, {} resident before it was asked. PostgreSQL: {}, {}.",
        time(alone.start),
        megabytes(alone.resident),
        time(first.start),
        megabytes(first.resident),
    ));
    Ok(table)
}

async fn writes(alone: &Grown, first: &Grown, nodes: &[&Server], items: usize) -> Outcome<Table> {
    let title = format!("fleet: writes with {items} items, one at a time");
    let mut table = Table::new(title, &["", "p50", "p99", "longest"]);
    let mut row = |name: &str, times: Vec<Duration>| {
        let times = Times::new(times);
        table.row([
            name.to_owned(),
            time(times.median()),
            time(times.within(0.99)),
            time(times.within(1.0)),
        ]);
    };
    for (name, grown) in
        [("create an item, durable, SQLite", alone), ("create an item, durable, PostgreSQL", first)]
    {
        let mut owner = Caller::connect(grown.server.address, &grown.site.token).await?;
        let mut times = Vec::new();
        for number in 0..CREATES {
            let started = Instant::now();
            create(&mut owner, &grown.tree, number).await?;
            times.push(started.elapsed());
        }
        row(name, times);
    }
    let mut owner = Caller::connect(first.server.address, &first.site.token).await?;
    let mut others = Vec::new();
    for node in &nodes[1..] {
        others.push(Caller::connect(node.address, &first.site.token).await?);
    }
    let mut times = Vec::new();
    for number in 0..CREATES {
        let path = create(&mut owner, &first.tree, CREATES + number).await?;
        let started = Instant::now();
        for other in &mut others {
            let path = format!("/sections/resolve-path/{path}");
            while !other.finds(&path).await? {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        }
        times.push(started.elapsed());
    }
    row("until all other nodes show it", times);
    Ok(table)
}

/// The path of a new story.
async fn create(owner: &mut Caller, tree: &Tree, number: usize) -> Outcome<String> {
    let section = &tree.shelves[number % tree.shelves.len()];
    let story =
        json!({ "title": format!("New {number}"), "section_id": section, "is_published": true });
    let made = owner.send("POST", "/content/story", &story).await?;
    Ok(made["path"].as_str().ok_or("a story without a path")?.to_owned())
}
