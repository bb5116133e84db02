use super::{Analysis, Brief, Draft, Evaluation, Fault, Selection, Voice, Wording};
use crate::compose::compose;
use crate::evaluation::evaluate;
use crate::facts::Dossier;
use crate::support::unsupported;

/// Everything that stays the same from one attempt to the next.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    pub(crate) job_description: String,
    pub(crate) analysis: Analysis,
    pub(crate) dossier: Dossier,
    pub(crate) voice: Voice,
    pub(crate) threshold: f32,
}

/// A draft with its judgement.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) draft: Draft,
    pub(crate) evaluation: Evaluation,
    /// Statements that were taken out because no source carries them.
    pub(crate) removed: usize,
}

/// Taking something out changes what is above and below it, so the rest is judged again; but what
/// cannot be put right in this many rounds will not be.
const ROUNDS: usize = 4;

impl Candidate {
    /// Composes and judges. What is unsupported is taken out and not merely marked.
    pub(crate) fn of(mut selection: Selection, case: &Case, brief: &Brief) -> Self {
        let Case { analysis, dossier, voice, threshold, .. } = case;
        let mut removed = 0;
        for round in 1.. {
            let draft = compose(&selection, dossier);
            let evaluation = evaluate(&draft, dossier, analysis, voice, brief, *threshold);
            let candidate = Self { draft, evaluation, removed };
            let texts = candidate.unsupported();
            if texts.is_empty() || round == ROUNDS {
                return candidate;
            }
            match take_out(&mut selection, &texts, dossier) {
                0 => return candidate,
                count => removed += count,
            }
        }
        unreachable!("the last round returns")
    }

    /// Whether every statement is supported. Nothing else is ever delivered.
    pub(crate) fn is_supported(&self) -> bool {
        self.unsupported().is_empty()
    }

    /// Whether it is to be preferred to another one.
    pub(crate) fn is_better_than(&self, other: &Self) -> bool {
        let rank = |candidate: &Self| (candidate.is_supported(), candidate.evaluation.passed);
        match rank(self).cmp(&rank(other)) {
            std::cmp::Ordering::Equal => self.evaluation.score > other.evaluation.score,
            ordering => ordering.is_gt(),
        }
    }

    /// The texts of statements that claim what no source carries.
    fn unsupported(&self) -> Vec<String> {
        let faults = self.evaluation.faults.iter().filter_map(|fault| match fault {
            Fault::Unsupported { path, .. } => Some(path),
            _ => None,
        });
        faults
            .map(|path| {
                let statement = self.draft.statements.iter().find(|known| known.path == *path);
                statement.map(|statement| statement.text.clone()).unwrap_or_default()
            })
            .collect()
    }
}

/// Removes the wordings of statements that their own sources do not carry; tells how many.
fn take_out(selection: &mut Selection, texts: &[String], dossier: &Dossier) -> usize {
    let mut removed = 0;
    let mut keep = |wording: &Wording| {
        let facts = wording.rests_on.iter().filter_map(|id| dossier.fact(*id));
        let sources: Vec<&str> = facts.map(|fact| &*fact.text).collect();
        let is_named = texts.iter().any(|text| text.contains(&wording.text));
        let goes = is_named && !unsupported(&wording.text, &sources).is_empty();
        removed += usize::from(goes);
        !goes
    };
    selection.summary.retain(&mut keep);
    for entry in &mut selection.entries {
        entry.highlights.retain(&mut keep);
    }
    removed
}
