use std::collections::HashMap;

use kernel::Id;

use crate::analysis::Analysis;
use crate::draft::Draft;
use crate::facts::{Dossier, Fact};
use crate::fault::Fault;
use crate::relevance::Measure;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Answered {
    pub coverage: f32,
    pub relevance: f32,
}

/// From where on the facts answer a requirement, and how much of their best answer a draft must
/// give to have given it.
const ANSWERABLE: f32 = 0.35;
const GIVEN: f32 = 0.6;
/// Coverage is judged by what the facts can answer; a part is judged by all that the job asks, so
/// that a resume for another trade is not called a fitting one.
const FAIR: f32 = 0.8;
/// What a good highlight answers at least.
const GOOD: f32 = 0.5;

pub(super) fn judge(
    draft: &Draft,
    dossier: &Dossier,
    facts: &HashMap<Id, &Fact>,
    analysis: &Analysis,
    measure: &Measure,
    faults: &mut Vec<Fault>,
) -> Answered {
    let count = analysis.requirements.len();
    let (mut possible, mut given) = (vec![0.0_f32; count], vec![0.0_f32; count]);
    // Facts with a place only: what comes from elsewhere in the memory need not be told, and must
    // not be asked for.
    for fact in dossier.facts.iter().filter(|fact| fact.place.is_some()) {
        raise(&mut possible, &measure.answers(&fact.text, Some(fact)).to_requirements);
    }
    let mut highlights = Vec::new();
    for statement in &draft.statements {
        let fact =
            statement.receipts.first().and_then(|receipt| facts.get(&receipt.chunk_id)).copied();
        // The vectors are those of the whole fact, so they speak only for a statement of its length.
        let whole = fact.filter(|fact| statement.text.len() * 2 >= fact.text.len());
        let answers = measure.answers(&statement.text, whole);
        raise(&mut given, &answers.to_requirements);
        if statement.path.contains("/highlights/") {
            let best = answers.to_requirements.iter().copied().fold(answers.to_job, f32::max);
            highlights.push((best / GOOD).min(1.0));
        }
    }
    let weights: Vec<f32> = measure.weights().collect();
    for (number, requirement) in analysis.requirements.iter().enumerate() {
        // A fault only where the facts could answer. A gap of the owner's is no fault of the draft.
        if possible[number] >= ANSWERABLE && given[number] < GIVEN * possible[number] {
            faults.push(Fault::Uncovered { requirement: requirement.text.clone() });
        }
    }
    let relevance = match highlights.len() {
        0 => 0.0,
        shown => 100.0 * highlights.iter().sum::<f32>() / shown as f32,
    };
    Answered { coverage: 100.0 * coverage(&possible, &given, &weights), relevance }
}

fn raise(best: &mut [f32], answers: &[f32]) {
    for (best, answer) in best.iter_mut().zip(answers) {
        *best = best.max(*answer);
    }
}

fn coverage(possible: &[f32], given: &[f32], weights: &[f32]) -> f32 {
    let all: f32 = weights.iter().sum();
    if all == 0.0 {
        // A text that asks for nothing is answered by anything.
        return 1.0;
    }
    // By the same bar as in `GIVEN`, so that a full answer in the owner's words counts in full.
    let share = |number: usize| (given[number] / (GIVEN.max(ANSWERABLE))).min(1.0);
    let absolute: f32 =
        (0..weights.len()).map(|number| weights[number] * share(number)).sum::<f32>() / all;
    let open = (0..weights.len()).filter(|number| possible[*number] >= ANSWERABLE);
    let (mut sum, mut most) = (0.0, 0.0);
    for number in open {
        sum += weights[number] * (given[number] / possible[number]).min(1.0);
        most += weights[number];
    }
    let fair = if most == 0.0 { absolute } else { sum / most };
    FAIR * fair + (1.0 - FAIR) * absolute
}
