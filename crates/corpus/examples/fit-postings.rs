//! Whether fit orders candidates as people would, for postings that nobody here wrote.
//!
//!     cargo build --workspace --example fit-postings && target/debug/examples/fit-postings DEV.jsonl
//!
//! Takes the development part of SkillSpan (58 postings, not in this repository) and the resumes under
//! `fixtures/career`. They were judged by the titles and first lines of the postings: whose trade it is.
//! For the postings of software jobs (`source` is `tech`) that is six people; three who might do are left
//! out; all others are of another trade. Of those six, one is nearest by the title where a title
//! tells. Of the other postings, those were judged that are of the trade of somebody in the corpus. By words
//! alone, without vectors.

use std::collections::HashMap;

use corpus::{Corpus, dossier_of};
use serde_json::Value;
use tailor::{fit, job};

const SOFTWARE: [&str; 6] = [
    "backend-engineer",
    "data-scientist",
    "frontend-engineer",
    "platform-engineer",
    "embedded-dotnet-engineer",
    "voice-engineer",
];
/// Between the trades, so on neither side.
const PERHAPS: [&str; 3] = ["chef-to-tester", "product-manager", "ux-designer"];

/// Numbers of the postings of software jobs whose title says which of the six is meant.
const NEAREST: [(&str, &[u64]); 4] = [
    ("platform-engineer", &[1, 2, 5, 13, 25]),
    ("backend-engineer", &[3, 6, 15, 16, 23, 24, 29]),
    ("frontend-engineer", &[7, 10, 18, 26]),
    ("embedded-dotnet-engineer", &[8, 14, 28]),
];
/// The same for other trades.
const TRADES: [(&str, &[u64]); 6] = [
    ("research-biologist", &[37, 38, 50]),
    ("controller", &[49, 57]),
    ("logistics-coordinator", &[42, 52]),
    ("chef-to-tester", &[48]),
    ("data-scientist", &[47]),
    ("voice-campaigner", &[44]),
];

#[expect(clippy::print_stdout, reason = "a program for the terminal")]
fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let path = std::env::args().nth(1).ok_or("which file?")?;
    let corpus = Corpus::open()?;
    let dossiers: HashMap<&str, _> =
        corpus.resumes.iter().map(|(name, resume)| (name.as_str(), dossier_of(resume))).collect();
    let (mut trade, mut nearest, mut others) =
        (Share::default(), Share::default(), Share::default());
    for line in std::fs::read_to_string(path)?.lines() {
        let posting: Value = serde_json::from_str(line)?;
        let analysis = job::analyse(&text_of(&posting));
        let fits: HashMap<&str, f32> =
            dossiers.iter().map(|(name, dossier)| (*name, fit(&analysis, dossier))).collect();
        let number = posting["id"].as_u64().unwrap_or_default();
        let meant = |table: &[(&'static str, &[u64])]| {
            table.iter().find(|(_, numbers)| numbers.contains(&number)).map(|(name, _)| *name)
        };
        if posting["source"] == "tech" {
            let wrong =
                || fits.keys().filter(|name| !SOFTWARE.contains(name) && !PERHAPS.contains(name));
            for right in SOFTWARE {
                wrong().for_each(|other| trade.compare(fits[right], fits[other]));
            }
            if let Some(right) = meant(&NEAREST) {
                let rest = SOFTWARE.iter().filter(|name| **name != right);
                rest.for_each(|other| nearest.compare(fits[right], fits[other]));
            }
        } else if let Some(right) = meant(&TRADES) {
            let rest = fits.keys().filter(|name| **name != right);
            rest.for_each(|other| others.compare(fits[right], fits[other]));
        }
    }
    println!("software jobs, software people above other trades: {trade}");
    println!("software jobs, the nearest of the six above the others: {nearest}");
    println!("jobs of other trades, whoever has that trade above all others: {others}");
    Ok(())
}

/// Of pairs of a right and a wrong one, how many are in the right order.
#[derive(Default)]
struct Share {
    right: f32,
    pairs: f32,
}

impl Share {
    fn compare(&mut self, right: f32, wrong: f32) {
        self.pairs += 1.0;
        self.right += match right.total_cmp(&wrong) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        };
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.1} % of {} pairs", 100.0 * self.right / self.pairs.max(1.0), self.pairs)
    }
}

/// Names were taken out of the data; a word stands for each.
fn text_of(posting: &Value) -> String {
    let sentences = posting["sentences"].as_array().map_or(&[][..], Vec::as_slice);
    let texts = sentences.iter().filter_map(|one| one["text"].as_str());
    let mut text = texts.collect::<Vec<_>>().join("\n");
    for place in ["ORGANIZATION", "LOCATION", "ADDRESS", "CONTACT", "NAME", "PROFESSION"] {
        text = text.replace(&format!("<{place}>"), "Acme");
    }
    text
}
