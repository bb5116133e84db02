//! Retrieval quality over a collection with relevance judgements.

use std::collections::HashMap;
use std::error::Error;
use std::fs;
use std::path::Path;

use kernel::Id;
use recall::embed::{Checksums, Embedder, LocalEmbedder};
use recall::fusion::{DEPTH, fuse};
use recall::keyword::{self, KeywordIndex};
use recall::vector::{self, Stamp, Stored, VectorIndex};
use recall::{Filter, Hits, Payload, Tag, TagSet};
use serde::Deserialize;

const TOP: usize = 10;

#[derive(Deserialize)]
struct Entry {
    #[serde(rename = "_id")]
    id: String,
    #[serde(default)]
    title: String,
    text: String,
}

/// The judged documents of each query.
type Judgements = HashMap<String, Vec<String>>;

#[derive(Default)]
struct Sum {
    gain: f64,
    recall: f64,
}

pub(crate) fn run(model: &Path, collection: &Path) -> Result<(), Box<dyn Error>> {
    let embedder = LocalEmbedder::open(model, Checksums::measure(model)?)?;
    let corpus = read_entries(&collection.join("corpus.jsonl"))?;
    let queries = read_entries(&collection.join("queries.jsonl"))?;
    let judgements = read_judgements(&collection.join("qrels.tsv"))?;
    let (vectors, keywords) = index(&embedder, &corpus)?;
    let (vectors, keywords) = (vectors.snapshot(), keywords.snapshot());

    let names: HashMap<Id, &str> =
        corpus.iter().enumerate().map(|(index, entry)| (id(index), entry.id.as_str())).collect();
    let mut sums: [Sum; 3] = Default::default();
    let mut count = 0.0;
    for query in &queries {
        let Some(relevant) = judgements.get(&query.id) else { continue };
        count += 1.0;
        let embedding = embedder.embed(&[&query.text])?.remove(0);
        let by_vector = vectors.search(&embedding, &Filter::default(), DEPTH);
        let by_keyword = keywords.search(&query.text, &Filter::default(), DEPTH);
        let fused: Vec<Id> = fuse(&by_vector, &by_keyword).iter().map(|hit| hit.id).collect();
        let ids = |hits: &Hits| hits.hits.iter().map(|hit| hit.id).collect::<Vec<Id>>();
        for (sum, ranking) in sums.iter_mut().zip([ids(&by_keyword), ids(&by_vector), fused]) {
            let found: Vec<bool> = ranking
                .iter()
                .take(TOP)
                .map(|id| relevant.iter().any(|name| name == names[id]))
                .collect();
            sum.gain += gain(&found) / gain(&vec![true; relevant.len().min(TOP)]);
            let hits = found.iter().filter(|found| **found).count() as f64;
            sum.recall += hits / relevant.len().min(TOP) as f64;
        }
    }
    println!("{} ({} documents, {count} queries)", collection.display(), corpus.len());
    for (name, sum) in ["keyword", "vector", "hybrid"].iter().zip(&sums) {
        println!("  {name:8} nDCG@10 {:.4}  recall@10 {:.4}", sum.gain / count, sum.recall / count);
    }
    Ok(())
}

/// Discounted cumulative gain with binary relevance.
fn gain(found: &[bool]) -> f64 {
    let discounted =
        |(rank, found): (usize, &bool)| f64::from(u8::from(*found)) / (rank as f64 + 2.0).log2();
    found.iter().enumerate().map(discounted).sum()
}

fn index(
    embedder: &LocalEmbedder,
    corpus: &[Entry],
) -> Result<(VectorIndex, KeywordIndex), Box<dyn Error>> {
    let vectors = VectorIndex::new(embedder.model().clone());
    let keywords = KeywordIndex::new();
    let texts: Vec<String> =
        corpus.iter().map(|entry| format!("{}\n{}", entry.title, entry.text)).collect();
    let texts: Vec<&str> = texts.iter().map(|text| text.trim()).collect();
    let first = Tag::new(0).expect("zero is below the limit");
    let payload = Payload { source: first, chunk_type: first, purposes: TagSet::EMPTY, user: None };
    let (mut stored, mut documents) = (Vec::new(), Vec::new());
    for (index, (text, embedding)) in texts.iter().zip(embedder.embed(&texts)?).enumerate() {
        let (id, stamp) = (id(index), Stamp::default());
        stored.push(vector::Change::Put(Stored { id, stamp, payload, embedding }));
        let text = (*text).to_owned();
        documents.push(keyword::Change::Put(keyword::Document { id, stamp, payload, text }));
    }
    vectors.apply(&stored)?;
    keywords.apply(&documents);
    Ok((vectors, keywords))
}

pub(crate) fn id(number: usize) -> Id {
    format!("00000000-0000-7000-8000-{number:012x}").parse().expect("the digits of a UUID")
}

fn read_entries(path: &Path) -> Result<Vec<Entry>, Box<dyn Error>> {
    let text = fs::read_to_string(path)?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    Ok(lines.map(serde_json::from_str).collect::<Result<_, _>>()?)
}

fn read_judgements(path: &Path) -> Result<Judgements, Box<dyn Error>> {
    let mut judgements = Judgements::new();
    for line in fs::read_to_string(path)?.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        // A header, or a judgement of no relevance, is passed over.
        if let [query, document, grade] = fields[..]
            && grade.trim().parse::<f32>().is_ok_and(|grade| grade > 0.0)
        {
            judgements.entry(query.into()).or_default().push(document.into());
        }
    }
    Ok(judgements)
}
