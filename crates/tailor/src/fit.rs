//! How much of a job the sources can answer, whoever tailors them.
//!
//! Coverage asks whether a resume shows what its facts can say, and is fair to a candidate of another
//! trade. This asks the other question, and is not: it counts what the job asks for and looks for it
//! in all facts together, by names and words, and by meaning where vectors are known. Nothing here
//! compares facts with each other, so the best fact of a wrong resume is still no answer.

use crate::analysis::{Analysis, Level};
use crate::facts::{Dossier, Fact};
use crate::relevance::{Claimed, Vocabulary};
use crate::words::Stems;

/// A cosine from which a fact has to do with a requirement, and one from which it answers it. As
/// measured with the embedded model over all pairs of the corpus.
const RELATED: f32 = 0.25;
const ANSWERING: f32 = 0.60;
/// What requirements count beside the terms of the whole post.
const REQUIREMENTS: f32 = 0.6;
/// A technology or another name says more about a trade than an ordinary word.
const NAME: f32 = 2.0;
/// Terms of the post that are looked for, the heaviest first.
const TERMS: usize = 24;

/// 0 to 100.
pub fn fit(analysis: &Analysis, dossier: &Dossier) -> f32 {
    let stems = Stems::new();
    // Of the resume alone. What the memory knows beside it may be of anything.
    let placed: Vec<&Fact> = dossier.facts.iter().filter(|fact| fact.place.is_some()).collect();
    let mut known = Vocabulary::default();
    // A vector does not know a thing from its contrary: where that is told, it does not speak.
    let mut telling: Vec<(&Fact, Vocabulary)> = Vec::new();
    for fact in &placed {
        let claimed = Claimed::of(&fact.text);
        known.stems.extend(Vocabulary::of(&claimed.said, &stems).stems);
        if !claimed.mostly_denies() {
            telling.push((fact, Vocabulary::of(&claimed.denied, &stems)));
        }
    }
    let (mut asked, mut answered) = (0.0, 0.0);
    for (number, requirement) in analysis.requirements.iter().enumerate() {
        let weight = if requirement.level == Level::Must { 1.0 } else { 0.5 };
        let terms = requirement.keywords.iter().map(|term| (term.as_str(), 1.0));
        // A requirement without terms, such as "a great attitude", fits everybody.
        let Some(by_words) = share(terms, &known, &stems) else { continue };
        let asked_for = Vocabulary::of(&requirement.keywords.join("; "), &stems);
        let by_meaning = nearest(number, &asked_for, &telling);
        asked += weight;
        answered += weight * by_meaning.map_or(by_words, |near| 0.5 * by_words + 0.5 * near);
    }
    let terms = analysis.keywords.iter().take(TERMS);
    let terms = terms.map(|keyword| (keyword.term.as_str(), keyword.weight));
    let by_terms = share(terms, &known, &stems);
    let by_requirements = (asked > 0.0).then(|| answered / asked);
    let found = match (by_requirements, by_terms) {
        (Some(one), Some(other)) => REQUIREMENTS * one + (1.0 - REQUIREMENTS) * other,
        (Some(one), None) | (None, Some(one)) => one,
        // A text that asks for nothing fits nobody better than anybody.
        (None, None) => 0.0,
    };
    (1000.0 * found).round() / 10.0
}

/// Weighted share of terms that the sources have; none when there are no terms.
fn share<'a>(
    terms: impl Iterator<Item = (&'a str, f32)>,
    known: &Vocabulary,
    stems: &Stems,
) -> Option<f32> {
    let (mut all, mut found) = (0.0, 0.0);
    for (term, weight) in terms {
        let words = Vocabulary::of(term, stems);
        if words.stems.is_empty() {
            continue;
        }
        let is_name = term.contains(|c: char| c.is_uppercase() || matches!(c, '+' | '#'));
        let weight = weight * if is_name { NAME } else { 1.0 };
        let held = words.stems.iter().filter(|stem| known.stems.contains(*stem)).count();
        all += weight;
        found += weight * held as f32 / words.stems.len() as f32;
    }
    (all > 0.0).then(|| found / all)
}

/// How near the nearest fact is to a requirement, 0 to 1; none while no vectors are known.
fn nearest(requirement: usize, asked: &Vocabulary, facts: &[(&Fact, Vocabulary)]) -> Option<f32> {
    let telling = facts.iter().filter(|(_, denied)| asked.stems.is_disjoint(&denied.stems));
    let cosines = telling.filter_map(|(fact, _)| fact.similarity.to_requirements.get(requirement));
    let best = cosines.copied().filter(|cosine| cosine.is_finite()).reduce(f32::max)?;
    Some(((best - RELATED) / (ANSWERING - RELATED)).clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compose::tests::{ada, dossier};
    use crate::job::analyse;

    #[test]
    fn the_right_candidate_fits_better() {
        let cook = dossier(serde_json::json!({
            "basics": {"name": "Bo", "label": "Cook"},
            "work": [{"name": "Inn", "position": "Cook", "highlights": ["Cooked for 80 guests a night."]}],
        }));
        let job = analyse(
            "Fitter\n\nRequirements\n- Repairs engines and gears\n- Led a night shift\n- Kotlin",
        );
        assert!(fit(&job, &ada()) > 2.0 * fit(&job, &cook), "{}", fit(&job, &cook));
    }

    #[test]
    fn it_stays_within_its_bounds() {
        for text in ["", "x", "Kotlin", "You know Kotlin, gears and steam."] {
            let found = fit(&analyse(text), &ada());
            assert!((0.0..=100.0).contains(&found), "{text}: {found}");
        }
    }
}
