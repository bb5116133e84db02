//! Vectors in the database (pgvector) beside the scan in a node's own memory, at growing sizes: how long a search
//! takes and which share of the truly nearest it finds. By the code that the service searches with, but without the
//! service: writing a million chunks through it would take hours, and is measured elsewhere.

use std::collections::HashSet;
use std::pin::pin;
use std::time::{Duration, Instant};

use bytes::Bytes;
use clap::Args;
use futures_util::SinkExt;
use kernel::Id;
use recall::embed::{Embedding, ModelIdentity};
use recall::vector::{Change, Stamp, Stored, VectorIndex};
use recall::{Filter, Payload, Tag, TagSet};
use store::vectors::{LabelFilter, VectorSupport, VectorTable, Vectors, Way};
use store::{Location, Options, Store};
use tokio::runtime::Builder;
use tokio_postgres::Client;

use crate::figures::{Times, per_second, time};
use crate::postgres::{self, Schema};
use crate::search::service::vector;
use crate::table::Table;
use crate::{Outcome, Settings, say};

const DIMENSION: usize = 384;
const HITS: usize = 10;
/// How many searches are timed; of as many the nearest are also looked for one by one.
const SEARCHES: usize = 200;
const COMPARED: usize = 50;
/// Beyond so many, looking at each row of the database is not tried.
const MOST_EXACT: usize = 100_000;
const AT_A_TIME: usize = 1_000;

#[derive(Debug, Default, Args)]
pub(crate) struct Wish {
    /// How many vectors, instead of ten thousand, a hundred thousand and a million
    #[arg(long, value_name = "NUMBER")]
    rows: Vec<usize>,
}

pub(crate) fn run(settings: &Settings, wish: &Wish) -> Outcome<()> {
    let Some(server) = postgres::server() else {
        say(
            "vectors: not measured, TEST_POSTGRES_URL is not set (tools/with-postgres --pgvector)\n",
        );
        return Ok(());
    };
    let sizes = match (wish.rows.as_slice(), settings.quick) {
        ([], true) => &[1_000][..],
        ([], false) => &[10_000, 100_000, 1_000_000][..],
        (given, _) => given,
    };
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    for &rows in sizes {
        runtime.block_on(async {
            let schema = Schema::create(&server).await?;
            let measured = measure(&schema, rows).await;
            schema.clear().await?;
            measured
        })?;
    }
    Ok(())
}

async fn measure(schema: &Schema, rows: usize) -> Outcome<()> {
    let store = Store::open(&Location::Server(schema.url.clone()), Options::default()).await?;
    store.migrate(&[]).await?;
    let Vectors::Kept(support) = store.vectors().await? else {
        say("vectors: not measured, the server has no pgvector\n");
        return Ok(());
    };
    let vectors: Vec<Vec<f32>> = (0..rows).map(|row| vector(&format!("text {row}"))).collect();
    let questions: Vec<Vec<f32>> =
        (0..SEARCHES).map(|n| vector(&format!("question {n}"))).collect();
    let (table, grown) = load(&store, &schema.client, &support, &vectors).await?;
    let scan = scan(&vectors)?;
    let mut shown = Table::new(
        format!("vectors: {rows} of {DIMENSION} values, {HITS} hits, one search at a time"),
        &["", "p50", "p99", "recall@10"],
    );
    for (name, purpose) in SHARES {
        let nearest = nearest(&vectors, &questions, purpose);
        let filter = LabelFilter { purposes: purpose, ..LabelFilter::default() };
        let of = || (0..rows).filter(|row| accepts(purpose, *row));
        let few: Vec<Id> = if of().count() <= FEW { of().map(id).collect() } else { Vec::new() };
        for way in [Looking::Graph, Looking::Each, Looking::Few] {
            let tried = match way {
                Looking::Graph => true,
                Looking::Each => rows <= MOST_EXACT || purpose == Some(THOUSANDTH),
                Looking::Few => !few.is_empty(),
            };
            if !tried {
                continue;
            }
            let mut found = Vec::new();
            for question in &questions {
                let (support, question, few) = (support.clone(), question.clone(), few.clone());
                let started = Instant::now();
                let near = store.read(move |transaction| {
                    let way = match way {
                        Looking::Graph => Way::Graph { of: rows },
                        Looking::Each => Way::Each,
                        Looking::Few => Way::Among(&few),
                    };
                    support.nearest(transaction, &table, &question, &filter, HITS, way)
                });
                let near = near.await?;
                found.push((started.elapsed(), near.into_iter().map(|near| near.id).collect()));
            }
            add(&mut shown, &format!("{name}, database, {}", way.name()), found, &nearest);
        }
        let purposes = purpose.map(TagSet::from_bits);
        let filter = Filter { purposes, ..Filter::default() };
        let mut found = Vec::new();
        for question in &questions {
            let question = Embedding::new(question.clone(), DIMENSION)?;
            let started = Instant::now();
            let hits = scan.snapshot().search(&question, &filter, HITS).hits;
            found.push((started.elapsed(), hits.into_iter().map(|hit| hit.id).collect()));
        }
        add(&mut shown, &format!("{name}, scan in memory"), found, &nearest);
    }
    shown.note(format!(
        "Aim: a recall of 0.98. In the database {:.1} kB for each, with the graph, which was built at {}.",
        size(&schema.client).await? / rows as f64 / 1e3,
        per_second(rows as f64 / grown.as_secs_f64()),
    ));
    say(&shown.to_string());
    Ok(())
}

/// The bits of purposes that every tenth and every thousandth has.
const TENTH: u64 = 2;
const THOUSANDTH: u64 = 4;
/// The most that the service names one by one.
const FEW: usize = 2_000;
const SHARES: [(&str, Option<u64>); 3] = [
    ("all", None),
    ("a tenth by filter", Some(TENTH)),
    ("a thousandth by filter", Some(THOUSANDTH)),
];

/// How the database is asked.
#[derive(Clone, Copy)]
enum Looking {
    Graph,
    Each,
    Few,
}

impl Looking {
    fn name(self) -> &'static str {
        match self {
            Self::Graph => "through the graph",
            Self::Each => "looking at every row",
            Self::Few => "looking at those it is told",
        }
    }
}

fn accepts(purpose: Option<u64>, row: usize) -> bool {
    purpose.is_none_or(|purpose| purposes(row) == purpose)
}

fn purposes(row: usize) -> u64 {
    match row {
        row if row % 10 == 3 => TENTH,
        row if row % 1_000 == 7 => THOUSANDTH,
        _ => 1,
    }
}

fn id(row: usize) -> Id {
    format!("0198d5b5-0000-7000-8000-{row:012x}").parse().expect("digits in the right places")
}

fn add(shown: &mut Table, name: &str, found: Vec<(Duration, Vec<Id>)>, nearest: &[HashSet<Id>]) {
    let hits = |(found, nearest): (&(_, Vec<Id>), &HashSet<Id>)| {
        found.1.iter().filter(|id| nearest.contains(id)).count()
    };
    let recalled: usize = found.iter().zip(nearest).map(hits).sum();
    let wanted: usize = nearest.iter().map(HashSet::len).sum();
    let times = Times::new(found.into_iter().map(|(taken, _)| taken).collect());
    shown.row([
        name.to_owned(),
        time(times.median()),
        time(times.within(0.99)),
        format!("{:.3}", recalled as f64 / wanted as f64),
    ]);
}

/// What every search should find, by comparing with every vector.
fn nearest(vectors: &[Vec<f32>], questions: &[Vec<f32>], purpose: Option<u64>) -> Vec<HashSet<Id>> {
    let of_question = |question: &Vec<f32>| {
        let near = |(row, vector): (usize, &Vec<f32>)| -> (f32, usize) {
            (vector.iter().zip(question).map(|(a, b)| a * b).sum(), row)
        };
        let accepted = vectors.iter().enumerate();
        let accepted = accepted.filter(|(row, _)| accepts(purpose, *row));
        let mut near: Vec<_> = accepted.map(near).collect();
        near.sort_unstable_by(|left, right| right.0.total_cmp(&left.0));
        near.into_iter().take(HITS).map(|(_, row)| id(row)).collect()
    };
    questions[..COMPARED].iter().map(of_question).collect()
}

/// The index that each node has for itself where the database keeps no vectors.
fn scan(vectors: &[Vec<f32>]) -> Outcome<VectorIndex> {
    let index = VectorIndex::new(ModelIdentity { name: "bench".into(), dimension: DIMENSION });
    let tag = Tag::new(0).ok_or("there is a first tag")?;
    for (part, vectors) in vectors.chunks(AT_A_TIME).enumerate() {
        let put = |(number, values): (usize, &Vec<f32>)| {
            let row = part * AT_A_TIME + number;
            let purposes = TagSet::from_bits(purposes(row));
            let payload = Payload { source: tag, chunk_type: tag, purposes, user: None };
            let embedding = Embedding::new(values.clone(), DIMENSION)?;
            Outcome::Ok(Change::Put(Stored {
                id: id(row),
                stamp: Stamp::default(),
                payload,
                embedding,
            }))
        };
        let changes: Vec<Change> = vectors.iter().enumerate().map(put).collect::<Outcome<_>>()?;
        index.apply(&changes)?;
    }
    Ok(index)
}

/// A table as the service makes it, but filled first and given its graph afterwards, which is much quicker.
async fn load(
    store: &Store,
    client: &Client,
    support: &VectorSupport,
    vectors: &[Vec<f32>],
) -> Outcome<(VectorTable, Duration)> {
    let table = VectorTable { id: id(0), dimension: DIMENSION };
    let made = {
        let support = support.clone();
        store.write(move |transaction| support.create(transaction, &table)).await
    };
    made?;
    client.batch_execute(&format!("SET search_path = {}", postgres::SCHEMA)).await?;
    let graph = "SELECT tablename, indexname, indexdef FROM pg_indexes \
                 WHERE schemaname = $1 AND indexname LIKE 'vectors%\\_near'";
    let graph = client.query_one(graph, &[&postgres::SCHEMA]).await?;
    let [name, index, definition]: [String; 3] = [graph.get(0), graph.get(1), graph.get(2)];
    client.batch_execute(&format!("DROP INDEX {index}")).await?;
    let copy = format!(
        "COPY {name} (id, version, fingerprint, source, chunk_type, purposes, owner, revision, embedding) FROM STDIN"
    );
    let mut sink = pin!(client.copy_in::<_, Bytes>(&copy).await?);
    for (part, vectors) in vectors.chunks(AT_A_TIME).enumerate() {
        let mut text = String::new();
        for (number, values) in vectors.iter().enumerate() {
            let row = part * AT_A_TIME + number;
            let values = values.iter().map(f32::to_string).collect::<Vec<_>>().join(",");
            let (id, purposes) = (id(row), purposes(row));
            text.push_str(&format!("{id}\t1\t{row:032x}\t0\t0\t{purposes}\t\\N\t1\t[{values}]\n"));
        }
        sink.send(Bytes::from(text)).await?;
    }
    sink.finish().await?;
    let started = Instant::now();
    let build = "SET maintenance_work_mem = '4GB'; SET max_parallel_maintenance_workers = 2";
    client.batch_execute(&format!("{build}; {definition}; ANALYZE {name}")).await?;
    Ok((table, started.elapsed()))
}

/// What the table takes in the database, in bytes.
async fn size(client: &Client) -> Outcome<f64> {
    let size = "SELECT sum(pg_total_relation_size(format('%I.%I', schemaname, tablename)::regclass))::float8 \
                FROM pg_tables WHERE schemaname = $1 AND tablename LIKE 'vectors\\_%'";
    Ok(client.query_one(size, &[&postgres::SCHEMA]).await?.get(0))
}
