//! The judgement of a draft, made by code.
//!
//! | criterion | share of the score | what it asks |
//! |---|---|---|
//! | support | 30 | is every text of the document verbatim, approved or derived ([`support`]) |
//! | coverage | 35 | are the requirements answered that the facts can answer ([`coverage`]) |
//! | relevance | 20 | do the highlights have to do with the job |
//! | length | 10 | does it fill its page and no more |
//! | voice | 5 | is it written as the caller writes; left out while no examples are known |
//!
//! A draft passes when its score reaches the threshold and its support is complete: no score makes
//! up for a claim that no source carries.

mod answered;
mod coverage;
mod leaves;
mod length;
mod levels;
mod manner;
mod model;
mod support;

use std::collections::HashMap;

use kernel::Id;

use crate::analysis::Analysis;
use crate::draft::Draft;
use crate::facts::{Dossier, Fact};
use crate::relevance::Measure;
use crate::selection::Brief;
use crate::voice::Voice;

pub use answered::answered_by;
pub use model::{Counts, Criteria, Evaluation};

const SUPPORT: f32 = 30.0;
const COVERAGE: f32 = 35.0;
const RELEVANCE: f32 = 20.0;
const LENGTH: f32 = 10.0;
const VOICE: f32 = 5.0;

pub fn evaluate(
    draft: &Draft,
    dossier: &Dossier,
    analysis: &Analysis,
    voice: &Voice,
    brief: &Brief,
    threshold: f32,
) -> Evaluation {
    let facts: HashMap<Id, &Fact> =
        dossier.facts.iter().map(|fact| (fact.chunk_id, fact)).collect();
    let measure = Measure::new(analysis, &dossier.facts);
    let mut faults = Vec::new();
    let support = support::judge(draft, dossier, &facts, &mut faults);
    let answered = coverage::judge(draft, dossier, &facts, analysis, &measure, &mut faults);
    let length = length::judge(draft, dossier, brief, &mut faults);
    let voice = manner::judge(draft, voice, &mut faults);
    let criteria = Criteria {
        support: support.share,
        coverage: answered.coverage,
        relevance: answered.relevance,
        length,
        voice,
    };
    let score = score(&criteria);
    let passed = support.complete && score >= threshold;
    let delivered = Counts::of(&draft.statements);
    Evaluation { score, threshold, passed, criteria, delivered, proposed: 0, faults }
}

/// The criteria by their weights, 0 to 100.
fn score(criteria: &Criteria) -> f32 {
    let parts = [
        (SUPPORT, Some(criteria.support)),
        (COVERAGE, Some(criteria.coverage)),
        (RELEVANCE, Some(criteria.relevance)),
        (LENGTH, Some(criteria.length)),
        (VOICE, criteria.voice),
    ];
    // What is not known takes no part, and the others share its weight.
    let known = parts.into_iter().filter_map(|(weight, value)| Some((weight, value?)));
    let (sum, weights) =
        known.fold((0.0, 0.0), |(sum, all), (weight, value)| (sum + weight * value, all + weight));
    (sum / weights * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests;
