use std::collections::HashMap;

use kernel::Id;

use crate::analysis::Analysis;
use crate::draft::Draft;
use crate::facts::{Dossier, Fact};
use crate::relevance::Measure;

/// By words and names alone, how far a statement must answer a requirement to be named as its answer.
const BY_WORDS: f32 = 0.5;
/// The same by the cosine of a fact that the statement tells whole.
const BY_MEANING: f32 = 0.5;
/// Statements named for one requirement.
const MOST: usize = 3;

/// For each requirement the paths of the statements that answer it, the best first; none for a gap.
pub fn answered_by(draft: &Draft, dossier: &Dossier, analysis: &Analysis) -> Vec<Vec<String>> {
    let facts: HashMap<Id, &Fact> =
        dossier.facts.iter().map(|fact| (fact.chunk_id, fact)).collect();
    let measure = Measure::new(analysis, &dossier.facts);
    let mut found: Vec<Vec<(f32, &str)>> = vec![Vec::new(); analysis.requirements.len()];
    for statement in &draft.statements {
        // The first receipt is that of the first part, and a highlight has one part.
        let fact = statement.receipts.first().and_then(|one| facts.get(&one.chunk_id));
        // The vectors are those of the whole fact, so they speak only for a statement of its length.
        let whole = fact.filter(|fact| statement.text.len() * 2 >= fact.text.len());
        let answers = measure.answers(&statement.text, None);
        for (number, by_words) in answers.to_requirements.into_iter().enumerate() {
            let near = whole.and_then(|fact| fact.similarity.to_requirements.get(number).copied());
            let near = near.filter(|near| *near >= BY_MEANING).unwrap_or(0.0);
            if by_words >= BY_WORDS || near > 0.0 {
                found[number].push((by_words.max(near), statement.path.as_str()));
            }
        }
    }
    let named = |mut paths: Vec<(f32, &str)>| {
        // In the order of the document among equals.
        paths.sort_by(|a, b| b.0.total_cmp(&a.0));
        paths.into_iter().take(MOST).map(|(_, path)| path.to_owned()).collect()
    };
    found.into_iter().map(named).collect()
}
