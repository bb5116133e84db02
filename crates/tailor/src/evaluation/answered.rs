//! What answers a requirement on the page, or that nothing does.

use std::collections::HashMap;

use kernel::Id;

use crate::analysis::{Analysis, Requirement};
use crate::draft::{Draft, Statement};
use crate::facts::{Dossier, Fact};
use crate::relevance::{Answers, Measure, Vocabulary, is_name};

use super::levels::{Kind, Levels, Told, Verdict};

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
    let asked: Vec<Levels> =
        analysis.requirements.iter().map(|asked| Levels::asked(&asked.text)).collect();
    let mut found: Vec<Vec<(f32, &str)>> = vec![Vec::new(); analysis.requirements.len()];
    for statement in &draft.statements {
        // The first receipt is that of the first part, and a highlight has one part.
        let fact = statement.receipts.first().and_then(|one| facts.get(&one.chunk_id));
        // The vectors are those of the whole fact, so they speak only for a statement of its length.
        let whole = fact.filter(|fact| statement.text.len() * 2 >= fact.text.len());
        let answers = measure.answers(&statement.text, None);
        let kind = Kind::of(&statement.path);
        let told = Levels::told(told_at(draft, statement, kind));
        for (number, by_words) in answers.to_requirements.iter().copied().enumerate() {
            let near = whole.and_then(|fact| fact.similarity.to_requirements.get(number).copied());
            let near = near.filter(|near| *near >= BY_MEANING).unwrap_or(0.0);
            let near = if answers.is_denied[number] { 0.0 } else { near };
            let is_enough = match asked[number].judge(&told, kind) {
                Verdict::Fine => true,
                Verdict::TooLittle => false,
                // It may have what else is asked for there.
                Verdict::Silent => {
                    let field = measure.vocabulary(asked[number].field());
                    names_other(&analysis.requirements[number], &field, &answers, &measure)
                }
            };
            if is_enough && (by_words >= BY_WORDS || near > 0.0) {
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

/// A statement with what stands beside it: a language with how well it is known, a field with its degree.
fn told_at<'a>(draft: &'a Draft, statement: &'a Statement, kind: Kind) -> Told<'a> {
    let mut steps = statement.path.split('/');
    let entry = Option::zip(steps.next(), steps.next())
        .and_then(|(section, entry)| draft.document.pointer(&format!("/{section}/{entry}")));
    let beside =
        |member: &str| entry.and_then(|entry| entry.get(member)?.as_str()).unwrap_or_default();
    let (text, study, level) = (statement.text.as_str(), beside("studyType"), beside("level"));
    match kind {
        Kind::Degree => Told { text, study, level: "" },
        Kind::Language => Told { text: beside("language"), study: "", level: beside("fluency") },
        Kind::Skill => Told { text, study: "", level },
        Kind::Other => Told { text, ..Told::default() },
    }
}

/// Whether a statement has a name that is asked for, beside degrees and languages.
fn names_other(
    asked: &Requirement,
    field: &Vocabulary,
    answers: &Answers,
    measure: &Measure,
) -> bool {
    let others = asked.keywords.iter().filter(|term| is_name(term) && !Levels::is_of_scale(term));
    let mut words = others.map(|term| measure.vocabulary(term));
    words.any(|name| {
        let is_other = !name.stems.is_empty() && !name.stems.is_subset(&field.stems);
        is_other && name.stems.is_subset(&answers.said.stems)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::analysis::Level;
    use crate::compose::tests::dossier;
    use crate::draft::Receipt;
    use crate::facts::Similarity;

    /// Whether one statement answers one requirement. As far as vectors go, it is the nearest there can be.
    fn is_answered(text: &str, keywords: &[&str], path: &str, document: Value) -> bool {
        let keywords = keywords.iter().map(|word| (*word).to_owned()).collect();
        let (level, answered_by) = (Level::Must, Vec::new());
        let requirement = Requirement { text: text.into(), level, keywords, answered_by };
        let analysis = Analysis { requirements: vec![requirement], ..Analysis::default() };
        let pointer = format!("/{path}");
        let told = document.pointer(&pointer).and_then(Value::as_str).unwrap().to_owned();
        let mut dossier = dossier(document.clone());
        let fact = dossier.facts.iter_mut().find(|fact| fact.text.contains(&told)).unwrap();
        fact.similarity = Similarity { to_job: Some(0.9), to_requirements: vec![0.9] };
        let receipts = vec![Receipt { chunk_id: fact.chunk_id, spans: Vec::new() }];
        let statement = Statement {
            path: path.into(),
            text: told,
            kind: None,
            source: None,
            edits: Vec::new(),
            receipts,
        };
        let draft = Draft { document, statements: vec![statement], ..Draft::default() };
        !super::answered_by(&draft, &dossier, &analysis)[0].is_empty()
    }

    fn work(highlight: &str) -> Value {
        json!({"work": [{"name": "Mill", "position": "Fitter", "highlights": [highlight]}]})
    }

    #[test]
    fn the_contrary_is_no_answer() {
        let asked = |highlight: &str| {
            is_answered("Kubernetes", &["Kubernetes"], "work/0/highlights/0", work(highlight))
        };
        assert!(asked("Ran Kubernetes for three mills."));
        assert!(asked("Moved three mills to Kubernetes without downtime."));
        assert!(!asked("Never worked with Kubernetes."));
        assert!(!asked("Wrote programs for three mills; Kubernetes was not used."));
    }

    #[test]
    fn less_is_no_answer() {
        let german = |fluency: &str| {
            let document = json!({"languages": [{"language": "German", "fluency": fluency}]});
            is_answered("German at level C1", &["German", "C1"], "languages/0/language", document)
        };
        for (fluency, expected) in
            [("C2", true), ("Native", true), ("A1", false), ("Beginner", false)]
        {
            assert_eq!(german(fluency), expected, "{fluency}");
        }
        let degree = |study: &str| {
            let document = json!({"education": [{"institution": "Academy", "studyType": study, "area": "Physics"}]});
            let asked = "PhD in physics";
            is_answered(asked, &["PhD", "physics"], "education/0/area", document)
        };
        for (study, expected) in
            [("PhD", true), ("Ph.D.", true), ("BSc", false), ("Master of Science", false)]
        {
            assert_eq!(degree(study), expected, "{study}");
        }
        let school = work("Taught Computer Science at a primary school.");
        let asked = "PhD in Computer Science";
        let keywords = &["PhD", "Computer Science"];
        assert!(!is_answered(asked, keywords, "work/0/highlights/0", school));
        let cars = work("Sold German cars.");
        assert!(!is_answered("Fluent German", &["German"], "work/0/highlights/0", cars));
    }
}
