use serde_json::json;

use super::evaluate;
use crate::compose::compose;
use crate::compose::tests::{ada, selection, told};
use crate::draft::Draft;
use crate::evaluation::Evaluation;
use crate::facts::Dossier;
use crate::fault::Fault;
use crate::job::analyse;
use crate::selection::Brief;
use crate::voice::{Voice, VoiceSample};

fn judged(draft: &Draft, dossier: &Dossier) -> Evaluation {
    let analysis = analyse("Fitter\n\nRequirements\n- Kotlin\n- led a night shift\n- gears");
    evaluate(draft, dossier, &analysis, &Voice::default(), &Brief::default(), 0.0)
}

fn unsupported(evaluation: &Evaluation) -> Vec<&str> {
    let paths = evaluation.faults.iter().filter_map(|fault| match fault {
        Fault::Unsupported { path, .. } => Some(path.as_str()),
        _ => None,
    });
    paths.collect()
}

#[test]
fn what_is_copied_and_said_again_passes() {
    let dossier = ada();
    let evaluation = judged(&compose(&selection(&dossier), &dossier), &dossier);
    assert!(evaluation.passed, "{:?}", evaluation.faults);
    assert_eq!(evaluation.criteria.support, 100.0);
    assert!(evaluation.score > 0.0 && evaluation.score <= 100.0);
}

#[test]
fn every_text_of_the_document_is_looked_at() {
    let dossier = ada();
    let whole = compose(&selection(&dossier), &dossier);
    for (pointer, value) in [
        ("/basics/email", json!("eve@example.org")),
        ("/basics/label", json!("Director")),
        ("/basics/profiles/0/url", json!("https://evil.example")),
        ("/basics/summary", json!("I built Google.")),
        ("/work/0/name", json!("Google")),
        ("/work/0/startDate", json!("2009-04")),
        ("/work/0/url", json!("https://evil.example")),
        ("/work/0/highlights/0", json!("Taught 30 apprentices.")),
        ("/skills/0/keywords/0", json!("Rust")),
        ("/education/0/area", json!(7)),
    ] {
        let mut draft = whole.clone();
        *draft.document.pointer_mut(pointer).unwrap() = value;
        let evaluation = judged(&draft, &dossier);
        assert!(!evaluation.passed, "{pointer}");
        assert_eq!(unsupported(&evaluation), [&pointer[1..]]);
    }
    let mut draft = whole;
    draft.document["x"] = json!({"note": ["hidden"]});
    assert_eq!(unsupported(&judged(&draft, &dossier)), ["x/note/0"]);
}

#[test]
fn a_statement_needs_a_source_that_the_dossier_has() {
    let dossier = ada();
    let mut draft = compose(&selection(&dossier), &dossier);
    draft.parts.iter_mut().for_each(Vec::clear);
    assert!(!judged(&draft, &dossier).passed);
    let draft = compose(&selection(&dossier), &dossier);
    let mut without = dossier.clone();
    without.facts.remove(0);
    assert!(!judged(&draft, &without).passed);
}

#[test]
fn what_was_done_elsewhere_is_not_told_below_another_employer() {
    let dossier = ada();
    let mut chosen = selection(&dossier);
    chosen.entries[0].highlights.push(told(&dossier, "work/1/highlights/1"));
    let evaluation = judged(&compose(&chosen, &dossier), &dossier);
    assert_eq!(unsupported(&evaluation), ["work/0/highlights/2"]);
}

#[test]
fn what_the_facts_could_answer_and_the_draft_does_not_is_named() {
    let dossier = ada();
    let evaluation = judged(&compose(&selection(&dossier), &dossier), &dossier);
    let missed = Fault::Uncovered { requirement: "led a night shift".into() };
    assert!(evaluation.faults.contains(&missed), "{:?}", evaluation.faults);
}

#[test]
fn length_and_manner_are_judged() {
    let dossier = ada();
    let draft = compose(&selection(&dossier), &dossier);
    let refused = VoiceSample {
        chunk_id: dossier.facts[0].chunk_id,
        text: "Taught three apprentices".into(),
        score: 1.0,
    };
    let voice = Voice { examples: Vec::new(), anti_patterns: vec![refused] };
    let brief = Brief { page_lines: 5, faults: Vec::new() };
    let evaluation = evaluate(&draft, &dossier, &analyse("Kotlin"), &voice, &brief, 101.0);
    assert!(!evaluation.passed);
    assert!(
        evaluation.faults.iter().any(|fault| matches!(fault, Fault::TooLong { budget: 5, .. }))
    );
    let imitated = Fault::AntiPattern { path: "work/0/highlights/0".into() };
    assert!(evaluation.faults.contains(&imitated));
}
