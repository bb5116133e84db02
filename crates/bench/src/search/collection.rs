use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;

use serde::Deserialize;

use crate::Outcome;

/// Texts, questions, and which texts answer which question.
#[derive(Debug)]
pub(super) struct Collection {
    pub(super) corpus: Vec<Entry>,
    pub(super) queries: Vec<Entry>,
    pub(super) relevant: HashMap<String, HashSet<String>>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Entry {
    #[serde(rename = "_id")]
    pub(super) id: String,
    #[serde(default)]
    title: String,
    text: String,
}

impl Entry {
    /// Title and text, cut where the service would refuse it.
    pub(super) fn words(&self, longest: usize) -> String {
        format!("{}\n{}", self.title, self.text).trim().chars().take(longest).collect()
    }
}

impl Collection {
    pub(super) fn read(folder: &Path) -> Outcome<Self> {
        let mut relevant: HashMap<String, HashSet<String>> = HashMap::new();
        for line in fs::read_to_string(folder.join("qrels.tsv"))?.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            // A header, or a judgement of no relevance, is passed over.
            if let [query, document, grade] = fields[..]
                && grade.trim().parse::<f32>().is_ok_and(|grade| grade > 0.0)
            {
                relevant.entry(query.into()).or_default().insert(document.into());
            }
        }
        let mut queries = entries(&folder.join("queries.jsonl"))?;
        queries.retain(|query| relevant.contains_key(&query.id));
        Ok(Self { corpus: entries(&folder.join("corpus.jsonl"))?, queries, relevant })
    }
}

fn entries(path: &Path) -> Outcome<Vec<Entry>> {
    let text = fs::read_to_string(path)?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    Ok(lines.map(serde_json::from_str).collect::<Result<_, _>>()?)
}
