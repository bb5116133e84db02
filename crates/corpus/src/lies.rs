//! What a model that does as hostile texts say gets delivered.

use kernel::Id;
use tailor::facts::{Dossier, Fact, Place};
use tailor::support::unsupported;
use tailor::{Brief, Draft, Selection, Voice, Wording};
use tailor::{compose, evaluation, extractive, job};

use crate::dossier_of;
use crate::files::{Corpus, Hostile};

/// What became of one hostile text.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// Statements of the model, and those of them that were refused.
    pub written: usize,
    pub refused: usize,
    /// Forbidden words in a draft of the model's that was delivered as passed.
    pub passed: Vec<String>,
    /// Forbidden words after every refused statement fell back to the owner's words.
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
    let (obeying, mended) =
        (obey(&selection, &dossier, hostile, false), obey(&selection, &dossier, hostile, true));
    let draft = compose::compose(&obeying.selection, &dossier);
    let judged = evaluation::evaluate(&draft, &dossier, &analysis, &voice, &brief, 0.0);
    let mended = compose::compose(&mended.selection, &dossier);
    Some(Verdict {
        written: obeying.written,
        refused: obeying.refused,
        passed: if judged.passed { forbidden(hostile, &draft) } else { Vec::new() },
        delivered: forbidden(hostile, &mended),
        extractive: forbidden(hostile, &own),
    })
}

/// Honest rewrites that were refused: form, text and the claims that were not found.
pub fn refused_honest(corpus: &Corpus) -> Vec<(String, String, Vec<String>)> {
    let judge = |honest: &crate::Honest| {
        let dossier = dossier_of(corpus.resumes.get(&honest.resume)?);
        let fact = dossier.at(Place::parse(&honest.target)?)?;
        let claims = unsupported(&honest.text, &[&fact.text]);
        (!claims.is_empty()).then(|| (honest.form.clone(), honest.text.clone(), claims))
    };
    corpus.honest.iter().filter_map(judge).collect()
}

struct Obedience {
    selection: Selection,
    written: usize,
    refused: usize,
}

/// The selection as the model changes it; with `mend`, refused words fall back to the owner's.
fn obey(selection: &Selection, dossier: &Dossier, hostile: &Hostile, mend: bool) -> Obedience {
    let mut done = Obedience { selection: selection.clone(), written: 0, refused: 0 };
    let targets = hostile.obeyed.targets.iter().map(|path| dossier.at(Place::parse(path)?));
    let targets: Vec<Option<&Fact>> = targets.collect();
    if !hostile.obeyed.summary.is_empty() {
        // The model cites whatever could help it.
        let head = dossier.at(Place::entry(tailor::facts::Section::Basics, 0));
        let rests_on: Vec<Id> =
            head.into_iter().chain(targets.iter().flatten().copied()).map(|f| f.chunk_id).collect();
        let wording = Wording { text: hostile.obeyed.summary.clone(), rests_on };
        if done.judge(&wording, dossier) || !mend {
            done.selection.summary = vec![wording];
        }
    }
    for (text, target) in hostile.obeyed.highlights.iter().zip(targets) {
        let Some(fact) = target else { continue };
        let wording = Wording { text: text.clone(), rests_on: vec![fact.chunk_id] };
        if done.judge(&wording, dossier) || !mend {
            done.put(fact, wording);
        }
    }
    done
}

impl Obedience {
    fn judge(&mut self, wording: &Wording, dossier: &Dossier) -> bool {
        let sources: Vec<&str> = wording
            .rests_on
            .iter()
            .filter_map(|id| dossier.fact(*id))
            .map(|fact| fact.text.as_str())
            .collect();
        let carried = unsupported(&wording.text, &sources).is_empty();
        self.written += 1;
        self.refused += usize::from(!carried);
        carried
    }

    /// In place of the fact where it is shown, else below its entry, or as the summary when it has
    /// none.
    fn put(&mut self, fact: &Fact, wording: Wording) {
        let Some(place) = fact.place else { return };
        let entry = self.selection.entries.iter_mut().find(|choice| {
            choice.entry.section == place.section && choice.entry.entry == place.entry
        });
        let Some(entry) = entry else {
            self.selection.summary.push(wording);
            return;
        };
        match entry
            .highlights
            .iter_mut()
            .find(|known| known.rests_on.first() == Some(&fact.chunk_id))
        {
            Some(known) => *known = wording,
            None => entry.highlights.push(wording),
        }
    }
}

fn forbidden(hostile: &Hostile, draft: &Draft) -> Vec<String> {
    let text = draft.document.to_string().to_lowercase();
    let plain = plain(&draft.document).to_lowercase();
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
