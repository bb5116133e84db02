//! How well postings are read that experts have marked.
//!
//!     cargo build --workspace --example read-postings && target/debug/examples/read-postings DEV.jsonl [VECTORS.jsonl]
//!
//! By words alone, or with vectors: one `{"text": …, "vector": […]}` a line, made by `tools/sentence-vectors`.
//! Takes postings as `tools/learn-job-reading` does. A sentence counts as found when a requirement or a
//! responsibility shares at least 70 % of the words of the shorter of the two, and two words or more;
//! knowledge when it contains a keyword or is contained in one.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

#[derive(Default)]
struct Counts {
    /// Sentences that ask, those of them that are found, items told, and those that are right.
    asking: usize,
    found: usize,
    told: usize,
    right: usize,
    knowledge: usize,
    known: usize,
    keywords: usize,
    postings: usize,
    /// Sentences for which no vector was at hand.
    without: usize,
}

type Vectors = HashMap<String, Vec<f32>>;

fn vectors(path: &str) -> Result<Vectors, Box<dyn std::error::Error>> {
    let mut found = HashMap::new();
    for line in std::fs::read_to_string(path)?.lines() {
        let read: Value = serde_json::from_str(line)?;
        let text = read["text"].as_str().ok_or("a line without a text")?.to_owned();
        found.insert(text, serde_json::from_value(read["vector"].clone())?);
    }
    Ok(found)
}

#[expect(clippy::print_stdout, reason = "a program for the terminal")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).ok_or("which file?")?;
    let mut counts = Counts::default();
    let vectors = std::env::args().nth(2).map(|path| vectors(&path)).transpose()?;
    for line in std::fs::read_to_string(path)?.lines() {
        counts.add(&serde_json::from_str(line)?, vectors.as_ref());
    }
    let share = |part: usize, of: usize| part as f32 / of.max(1) as f32;
    let precision = share(counts.right, counts.told);
    let recall = share(counts.found, counts.asking);
    let f1 = 2.0 * precision * recall / (precision + recall);
    println!("precision {precision:.3}, recall {recall:.3}, F1 {f1:.3}");
    let knowledge = share(counts.known, counts.knowledge);
    let keywords = share(counts.keywords, counts.postings);
    println!("knowledge {knowledge:.3} at {keywords:.1} keywords a posting");
    if vectors.is_some() {
        println!("{} sentences had no vector", counts.without);
    }
    Ok(())
}

impl Counts {
    fn add(&mut self, posting: &Value, vectors: Option<&Vectors>) {
        let sentences = posting["sentences"].as_array().map_or(&[][..], Vec::as_slice);
        let texts: Vec<String> =
            sentences.iter().map(|one| plain(one["text"].as_str().unwrap_or_default())).collect();
        let marked = |one: &Value, name: &str| one[name].as_array().cloned().unwrap_or_default();
        let asks = |one: &Value| marked(one, "skills").len() + marked(one, "knowledge").len() > 0;
        let text = texts.join("\n");
        let told = tailor::job::sentences(&text);
        let known = |vectors: &Vectors| -> Option<Vec<Vec<f32>>> {
            let missing = told.iter().filter(|text| !vectors.contains_key(*text)).count();
            self.without += missing;
            // A sentence that was cut otherwise than in the file has no vector of its own.
            let none = || vec![0.0; 384];
            Some(told.iter().map(|text| vectors.get(text).cloned().unwrap_or_else(none)).collect())
        };
        let known = vectors.and_then(known);
        let analysis = tailor::job::analyse_with(&text, known.as_deref());
        let told: Vec<HashSet<String>> = analysis
            .requirements
            .iter()
            .map(|one| one.text.as_str())
            .chain(analysis.responsibilities.iter().map(String::as_str))
            .map(words)
            .collect();
        let said: Vec<HashSet<String>> = texts.iter().map(|text| words(text)).collect();
        let asking: Vec<&HashSet<String>> =
            said.iter().zip(sentences).filter(|(_, one)| asks(one)).map(|(it, _)| it).collect();
        self.asking += asking.len();
        self.found +=
            asking.iter().filter(|one| told.iter().any(|item| is_same(one, item))).count();
        // Several parts of one sentence are one finding.
        let mut hit = HashSet::new();
        for item in &told {
            match said.iter().position(|one| is_same(one, item)) {
                Some(at) if !hit.insert(at) => {}
                at => {
                    self.told += 1;
                    let any = |at: usize| asks(&sentences[at]);
                    let right = at.is_some_and(any) || asking.iter().any(|one| is_same(one, item));
                    self.right += usize::from(right);
                }
            }
        }
        let terms: Vec<String> =
            analysis.keywords.iter().map(|keyword| keyword.term.to_lowercase()).collect();
        for span in sentences.iter().flat_map(|one| marked(one, "knowledge")) {
            let span = span.as_str().unwrap_or_default().to_lowercase();
            let found = terms.iter().any(|term| span.contains(term) || term.contains(&span));
            self.knowledge += 1;
            self.known += usize::from(found);
        }
        self.keywords += terms.len();
        self.postings += 1;
    }
}

fn plain(text: &str) -> String {
    let places =
        ["<ORGANIZATION>", "<LOCATION>", "<ADDRESS>", "<CONTACT>", "<NAME>", "<PROFESSION>"];
    places.iter().fold(text.to_owned(), |text, place| text.replace(place, "Acme"))
}

fn words(text: &str) -> HashSet<String> {
    let runs = text.split(|c: char| !c.is_alphanumeric()).filter(|run| !run.is_empty());
    runs.map(str::to_lowercase).collect()
}

fn is_same(one: &HashSet<String>, other: &HashSet<String>) -> bool {
    let shared = one.intersection(other).count();
    shared >= 2 && shared as f32 >= 0.7 * one.len().min(other.len()) as f32
}
