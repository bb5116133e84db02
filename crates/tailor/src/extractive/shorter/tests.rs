use serde_json::{Value, json};

use super::{Leaving, Leavings, leavings};
use crate::compose::compose;
use crate::compose::tests::dossier;
use crate::extractive::select;
use crate::facts::{Dossier, Place};
use crate::job::analyse;
use crate::selection::{Brief, Selection};
use crate::voice::Voice;

const JOB: &str = "Shift Leader\n\nRequirements\n- Led a night shift\n- Repairs engines\n- Kotlin";

fn life() -> Value {
    let old = |number: usize| {
        json!({
            "name": format!("Yard {number}"), "position": "Hand",
            "startDate": format!("{}", 2012 - number), "endDate": format!("{}", 2013 - number),
            "highlights": ["Swept the floor."],
        })
    };
    let mut work = vec![
        json!({"name": "Mill", "position": "Engineer", "startDate": "2019",
               "highlights": ["Repaired 30 engines a month.", "Ordered the flowers for the hall."]}),
        json!({"name": "Dam", "position": "Fitter", "startDate": "2014", "endDate": "2018",
               "highlights": ["Led the night shift of 12 people.", "Painted the fence."]}),
    ];
    work.extend((0..6).map(old));
    json!({
        "basics": {"name": "Ada", "summary": "I lead shifts. I like long walks."},
        "work": work,
        "projects": [{"name": "Engine club", "highlights": ["Repaired engines with Kotlin."]}],
        "skills": [{"name": "Tools", "keywords": ["Kotlin", "Gears", "Steam", "Chess", "Go", "Cards"]}],
        "education": [{"institution": "Academy", "endDate": "2013"}],
        "languages": [{"language": "English"}, {"language": "Polish"}],
    })
}

/// The whole life as a choice, so that there is much to leave out.
fn chosen(dossier: &Dossier) -> (Selection, Vec<Vec<Leaving>>) {
    let (voice, brief) = (Voice::default(), Brief { page_lines: 400, faults: Vec::new() });
    let analysis = analyse(JOB);
    let selection = select(dossier, &analysis, &voice, &brief);
    let Leavings { steps, .. } = leavings(&selection, dossier, &analysis, &voice, &brief);
    (selection, steps)
}

fn text(selection: &Selection, dossier: &Dossier) -> String {
    compose(selection, dossier).document.to_string()
}

/// With how many steps a text has left.
fn left_at(words: &str, dossier: &Dossier) -> usize {
    let (selection, steps) = chosen(dossier);
    let is_gone =
        |count: &usize| !text(&selection.without(&steps[..*count]), dossier).contains(words);
    (0..=steps.len()).find(is_gone).unwrap_or(usize::MAX)
}

#[test]
fn what_answers_least_leaves_first() {
    let dossier = dossier(life());
    let (selection, steps) = chosen(&dossier);
    assert!(text(&selection, &dossier).contains("Ordered the flowers"));
    assert_eq!(selection.without(&[]), selection);
    for (first, then) in [
        ("Ordered the flowers", "Led the night shift"),
        ("long walks", "Led the night shift"),
        ("long walks", "I lead shifts."),
        ("Cards", "Kotlin\""),
        // The line of old work, then that of what came after it.
        ("Yard 5", "Yard 4"),
        // A line of recent work stands to the end, what is told below it leaves before.
        ("Led the night shift", "Dam"),
        ("Academy", "Yard 1"),
        ("Dam", "Repaired 30 engines"),
    ] {
        let (one, other) = (left_at(first, &dossier), left_at(then, &dossier));
        assert!(one < other, "{first} at {one}, {then} at {other} of {}", steps.len());
    }
}

#[test]
fn the_sentence_that_says_who_this_is_leaves_after_better_answers() {
    let mut life = life();
    life["basics"]["summary"] = json!("I like long walks. I led a night shift and repair engines.");
    let dossier = dossier(life);
    let (first, better) = (left_at("long walks", &dossier), left_at("I led a night", &dossier));
    assert!(better < first, "{better} {first}");
}

#[test]
fn every_step_makes_it_shorter_and_something_is_left() {
    let dossier = dossier(life());
    let (selection, steps) = chosen(&dossier);
    let lengths: Vec<usize> = (0..=steps.len())
        .map(|count| text(&selection.without(&steps[..count]), &dossier).len())
        .collect();
    assert!(lengths.windows(2).all(|pair| pair[0] > pair[1]), "{lengths:?}");
    let rest = text(&selection.without(&steps), &dossier);
    assert!(rest.contains("Mill") && rest.contains("Engineer") && rest.contains("Ada"), "{rest}");
    assert!(!rest.contains("Dam") && !rest.contains("Kotlin"), "{rest}");
}

#[test]
fn work_leaves_from_its_old_end_alone() {
    let dossier = dossier(life());
    let (selection, steps) = chosen(&dossier);
    let shown = |count: usize| -> Vec<usize> {
        selection
            .without(&steps[..count])
            .entries
            .iter()
            .map(|it| it.entry)
            .filter(|it| it.section.name() == "work")
            .map(|it| it.entry)
            .collect()
    };
    for count in 0..=steps.len() {
        let work = shown(count);
        assert_eq!(work, (0..work.len()).collect::<Vec<_>>(), "{count}");
    }
}

#[test]
fn what_is_pinned_stays() {
    let mut dossier = dossier(life());
    let pinned = ["work/7", "work/1/highlights/1", "skills/0", "languages/1"];
    dossier.arrangement.pinned = pinned.iter().map(|it| Place::parse(it).unwrap()).collect();
    let (selection, steps) = chosen(&dossier);
    let rest = text(&selection.without(&steps), &dossier);
    for words in ["Yard 5", "Painted the fence.", "Kotlin", "Polish"] {
        assert!(rest.contains(words), "{words}: {rest}");
    }
    assert!(!rest.contains("English") && !rest.contains("Engine club"), "{rest}");
}

#[test]
fn without_work_the_best_is_left() {
    let dossier = dossier(json!({
        "basics": {"name": "Ada"},
        "projects": [{"name": "Engine club", "highlights": ["Led the night shift at the club."]}],
        "education": [{"institution": "Academy", "endDate": "2013"}],
    }));
    let (selection, steps) = chosen(&dossier);
    let rest = selection.without(&steps);
    assert!(!steps.is_empty() && (!rest.entries.is_empty() || !rest.kept.is_empty()));
}
