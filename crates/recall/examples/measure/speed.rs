//! Search, load and memory over synthetic chunks: vectors in clusters, words by Zipf's law.

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use recall::embed::{Embedding, ModelIdentity};
use recall::fusion::{DEPTH, fuse};
use recall::keyword::{self, KeywordIndex};
use recall::vector::{self, DurableIndex, Snapshot, Stamp, Stored};
use recall::{Filter, Payload, Tag, TagSet};

use crate::machine::{cpu_time, resident};
use crate::quality::id;

const DIMENSION: usize = 384;
const QUERIES: usize = 400;
const WORDS: usize = 150;
const VOCABULARY: f64 = 30_000.0;
/// The most frequent words, as in English prose.
const FREQUENT: &str = "the of and to a in is it you that he was for on are with as i his they be \
                        at one have this from or had by but some what there we can out other were \
                        all your when up use how said an each she";

pub(crate) fn run(count: usize) -> Result<(), Box<dyn Error>> {
    println!("{count} chunks");
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let mut vectors = Vectors::new(&mut random, count);
    let folder = std::env::temp_dir().join(format!("recall-measure-{}", std::process::id()));
    let measured = measure(count, &folder, &mut random, &mut vectors);
    std::fs::remove_dir_all(&folder)?;
    measured
}

fn measure(
    count: usize,
    folder: &Path,
    random: &mut Random,
    vectors: &mut Vectors,
) -> Result<(), Box<dyn Error>> {
    let model = model();
    let index = DurableIndex::open(folder, &model)?;
    let start = Instant::now();
    for first in (0..count).step_by(1000) {
        let batch: Vec<vector::Change> = (first..count.min(first + 1000))
            .map(|number| {
                let embedding = vectors.next(random);
                let (id, payload) = (id(number), payload(number));
                vector::Change::Put(Stored { id, stamp: Stamp::default(), payload, embedding })
            })
            .collect();
        index.apply(&batch)?;
    }
    println!(
        "  stored, journalled: {:.0} per second",
        count as f64 / start.elapsed().as_secs_f64()
    );
    let queries: Vec<Embedding> = (0..QUERIES).map(|_| vectors.next(random)).collect();
    let one = vector::Change::Put(Stored {
        id: id(count / 2),
        stamp: Stamp::default(),
        payload: payload(count / 2),
        embedding: queries[0].clone(),
    });
    report("one change, journalled", 50, |_| drop(index.apply(std::slice::from_ref(&one))));
    let start = Instant::now();
    index.fold()?;
    println!("  file written in {:.0} ms", millis(start.elapsed()));
    drop(index);

    // In a process of its own, so that memory freed here is not counted as unused there.
    let status =
        std::process::Command::new(std::env::current_exe()?).arg("load").arg(folder).status()?;
    if !status.success() {
        return Err("loading failed".into());
    }
    let index = DurableIndex::open(folder, &model)?;
    let snapshot = index.snapshot();
    let tenth = Filter { sources: Some(TagSet::EMPTY.with(tag(3))), ..Filter::default() };
    for (name, filter) in [("vector, no filter", Filter::default()), ("vector, 10 % filter", tenth)]
    {
        report(name, QUERIES, |n| drop(snapshot.search(&queries[n], &filter, 10)));
    }
    println!("  vector recall@10 against exact: {:.4}", recall(&snapshot, &queries[..50]));

    let texts = Texts::new();
    let keywords = keyword_index(count, random, &texts);
    let spoken: Vec<String> = (0..QUERIES).map(|_| texts.next(random, 10)).collect();
    let keywords = keywords.snapshot();
    for (name, filter) in
        [("keyword, no filter", Filter::default()), ("keyword, 10 % filter", tenth)]
    {
        report(name, QUERIES, |n| drop(keywords.search(&spoken[n], &filter, 10)));
    }
    for (name, filter) in [("hybrid, no filter", Filter::default()), ("hybrid, 10 % filter", tenth)]
    {
        report(name, QUERIES, |n| {
            let by_vector = snapshot.search(&queries[n], &filter, DEPTH);
            let by_keyword = keywords.search(&spoken[n], &filter, DEPTH);
            drop(fuse(&by_vector, &by_keyword));
        });
    }
    Ok(())
}

/// Opens an index and says what that took.
pub(crate) fn load(folder: &Path) -> Result<(), Box<dyn Error>> {
    let (before, start) = (resident(), Instant::now());
    let index = DurableIndex::open(folder, &model())?;
    let (took, memory) = (millis(start.elapsed()), resident() - before);
    println!("  {} vectors loaded in {took:.0} ms, {memory} MB resident", index.snapshot().len());
    Ok(())
}

fn model() -> ModelIdentity {
    ModelIdentity { name: "measure".into(), dimension: DIMENSION }
}

fn keyword_index(count: usize, random: &mut Random, texts: &Texts) -> KeywordIndex {
    let documents: Vec<keyword::Change> = (0..count)
        .map(|number| {
            let (id, payload) = (id(number), payload(number));
            let (stamp, text) = (Stamp::default(), texts.next(random, WORDS));
            keyword::Change::Put(keyword::Document { id, stamp, payload, text })
        })
        .collect();
    let index = KeywordIndex::new();
    let (before, start) = (resident(), Instant::now());
    for batch in documents.chunks(5000) {
        index.apply(batch);
    }
    let rate = count as f64 / start.elapsed().as_secs_f64();
    let memory = resident().saturating_sub(before);
    println!("  texts of {WORDS} words indexed: {rate:.0} per second, {memory} MB resident");
    index
}

fn report(name: &str, rounds: usize, mut work: impl FnMut(usize)) {
    work(0);
    let cpu = cpu_time();
    let mut times: Vec<Duration> = (0..rounds)
        .map(|round| {
            let start = Instant::now();
            work(round);
            start.elapsed()
        })
        .collect();
    let cpu = millis(cpu_time() - cpu) / rounds as f64;
    times.sort();
    let (middle, late) = (millis(times[rounds / 2]), millis(times[rounds * 99 / 100]));
    println!("  {name:24} p50 {middle:.2} ms, p99 {late:.2} ms, {cpu:.2} CPU ms each");
}

/// The share of the true ten nearest that the index finds.
fn recall(snapshot: &Snapshot, queries: &[Embedding]) -> f64 {
    let all: Vec<Stored> = snapshot.all().collect();
    let mut found = 0;
    for query in queries {
        let mut exact: Vec<_> =
            all.iter().map(|stored| (query.cosine(&stored.embedding), stored.id)).collect();
        exact.sort_by(|left, right| right.0.total_cmp(&left.0));
        let hits = snapshot.search(query, &Filter::default(), 10).hits;
        found += hits.iter().filter(|hit| exact[..10].iter().any(|(_, id)| *id == hit.id)).count();
    }
    found as f64 / (queries.len() * 10) as f64
}

fn tag(number: u8) -> Tag {
    Tag::new(number).expect("only numbers below ten are used")
}

fn payload(number: usize) -> Payload {
    // Scattered, so that a filter cannot profit from neighbours.
    let source = tag((number.wrapping_mul(7919) / 13 % 10) as u8);
    Payload { source, chunk_type: tag(0), purposes: TagSet::EMPTY, user: None }
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}

/// A small generator of its own keeps runs comparable.
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn normal(&mut self) -> f32 {
        (0..4).map(|_| self.unit() as f32 - 0.5).sum()
    }
}

struct Vectors {
    centres: Vec<Vec<f32>>,
}

impl Vectors {
    fn new(random: &mut Random, count: usize) -> Self {
        let centre = |_| (0..DIMENSION).map(|_| random.normal()).collect();
        Self { centres: (0..count.div_ceil(100)).map(centre).collect() }
    }

    fn next(&mut self, random: &mut Random) -> Embedding {
        let centre = &self.centres[(random.unit() * self.centres.len() as f64) as usize];
        let values = centre.iter().map(|value| value + random.normal() * 0.8).collect();
        Embedding::new(values, DIMENSION).expect("random values have a direction")
    }
}

struct Texts {
    words: Vec<String>,
}

impl Texts {
    fn new() -> Self {
        let syllables = ["ka", "lo", "mi", "ren", "tos", "ul", "ver", "san", "pi", "dor"];
        let word = |number: usize| {
            number.to_string().bytes().map(|digit| syllables[usize::from(digit - b'0')]).collect()
        };
        let frequent = FREQUENT.split_whitespace().map(str::to_owned);
        Self { words: frequent.chain((100..).map(word)).take(VOCABULARY as usize).collect() }
    }

    fn next(&self, random: &mut Random, count: usize) -> String {
        // Rank by the inverse of Zipf's distribution function.
        let word = |_| self.words[VOCABULARY.powf(random.unit()) as usize - 1].as_str();
        (0..count).map(word).collect::<Vec<_>>().join(" ")
    }
}
