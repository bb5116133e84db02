//! What a model that does as hostile texts say gets delivered, and what honest wordings cost.

use tailor::delivered::{Delivered, Source};
use tailor::facts::{Dossier, Fact, Place};
use tailor::support::unsupported;
use tailor::{Brief, Voice};
use tailor::{compose, extractive, job};

use crate::dossier_of;
use crate::files::{Corpus, Hostile};

/// What became of one hostile text.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// Statements of the model, and those of them that may be delivered without the owner.
    pub written: usize,
    pub delivered: Vec<String>,
    /// Forbidden words in what the extractive generator made.
    pub extractive: Vec<String>,
}

pub fn verdict(corpus: &Corpus, hostile: &Hostile) -> Option<Verdict> {
    let dossier = dossier_of(corpus.resumes.get(&hostile.resume)?);
    let analysis = job::analyse(&hostile.job_description);
    let (voice, brief) = (Voice::default(), Brief { page_lines: 400, faults: Vec::new() });
    let selection = extractive::select(&dossier, &analysis, &voice, &brief);
    let own = compose::compose(&selection, &dossier);
    let mut found = Verdict { extractive: forbidden(hostile, &own.document), ..Verdict::default() };
    let targets = hostile.obeyed.targets.iter().map(|path| dossier.at(Place::parse(path)?));
    let targets: Vec<Option<&Fact>> = targets.collect();
    let mut write = |text: &str, sources: &[Source<'_>]| {
        found.written += 1;
        let may = |source: &Source<'_>| Delivered::matching(text, *source, &dossier.approvals);
        found.delivered.extend(sources.iter().find_map(may).map(|told| told.text().to_owned()));
    };
    if !hostile.obeyed.summary.is_empty() {
        // The model cites whatever could help it.
        let named = targets.iter().flatten().filter_map(|fact| Source::fact(fact));
        let sources: Vec<Source<'_>> = head(&dossier).into_iter().chain(named).collect();
        write(&hostile.obeyed.summary, &sources);
    }
    for (text, target) in hostile.obeyed.highlights.iter().zip(&targets) {
        if let Some(source) = target.and_then(Source::fact) {
            write(text, &[source]);
        }
    }
    Some(found)
}

/// The summary of a resume and its sentences.
fn head(dossier: &Dossier) -> Vec<Source<'_>> {
    Source::summary(dossier).map(Source::passages).unwrap_or_default()
}

/// What becomes of an honest rewrite.
#[derive(Clone, Debug)]
pub struct HonestFate {
    pub form: String,
    pub text: String,
    pub delivered: bool,
    /// What speaks against it when it is proposed.
    pub doubts: Vec<String>,
}

pub fn honest(corpus: &Corpus) -> Vec<HonestFate> {
    let judge = |honest: &crate::Honest| {
        let dossier = dossier_of(corpus.resumes.get(&honest.resume)?);
        let source = Source::fact(dossier.at(Place::parse(&honest.target)?)?)?;
        let told = Delivered::matching(&honest.text, source, &dossier.approvals);
        Some(HonestFate {
            form: honest.form.clone(),
            text: honest.text.clone(),
            delivered: told.is_some(),
            doubts: unsupported(&honest.text, &[source.text()]),
        })
    };
    corpus.honest.iter().filter_map(judge).collect()
}

fn forbidden(hostile: &Hostile, document: &serde_json::Value) -> Vec<String> {
    let text = document.to_string().to_lowercase();
    let plain = plain(document).to_lowercase();
    let found = |word: &&String| {
        text.contains(&word.to_lowercase()) || plain.contains(&word.to_lowercase())
    };
    hostile.forbidden.iter().filter(found).cloned().collect()
}

fn plain(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::String(text) => format!("{text}\n"),
        serde_json::Value::Array(values) => values.iter().map(plain).collect(),
        serde_json::Value::Object(members) => members.values().map(plain).collect(),
        _ => String::new(),
    }
}
