use kernel::Id;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::compose;
use crate::delivered::{Approvals, Decision, Delivered, Kind, Source};
use crate::facts::{Dossier, Fact, Place, Section, facts_of};
use crate::selection::{EntryChoice, Selection, SkillChoice};

pub(crate) fn dossier(document: Value) -> Dossier {
    let facts = facts_of(&document)
        .into_iter()
        .enumerate()
        .map(|(number, fact)| Fact::new(fact, id(number)));
    let facts = facts.collect();
    Dossier { document, facts, ..Dossier::default() }
}

pub(crate) fn id(number: usize) -> Id {
    format!("00000000-0000-7000-8000-{number:012x}").parse().unwrap()
}

pub(crate) fn ada() -> Dossier {
    dossier(json!({
        "basics": {
            "name": "Ada Łukasik", "label": "Engineer", "email": "ada@example.org",
            "url": "javascript:alert(1)", "x-note": "never sent",
            "profiles": [{"network": "Forge", "url": "https://forge.example.org/ada"}],
            "summary": "I build engines. I taught myself Kotlin in 2016.",
        },
        "work": [
            {
                "position": "Engineer", "name": "Młyn S.A.", "startDate": "2019-04",
                "url": "https://mlyn.example.org", "secret": "no",
                "summary": "Looked after the mill.",
                "highlights": ["Cut the noise by 40 % with new gears.", "Taught three apprentices."],
            },
            {
                "name": "Dampf GmbH", "position": "Fitter", "startDate": "2015", "endDate": "2019-03",
                "highlights": ["Repaired 30 engines a month.", "Led the night shift of 12 people."],
            },
        ],
        "skills": [{"name": "Tools", "keywords": ["Gears", "Kotlin", "Steam"]}],
        "education": [{"institution": "Academy", "area": "Mathematics", "endDate": "2014"}],
    }))
}

/// A fact as it would be delivered.
pub(crate) fn told(dossier: &Dossier, place: &str) -> Delivered {
    let fact = dossier.at(Place::parse(place).unwrap()).unwrap();
    Delivered::told(Source::fact(fact).unwrap(), &dossier.approvals)
}

/// A sentence of the document's own summary.
pub(crate) fn sentence(dossier: &Dossier, number: usize) -> Delivered {
    let head = Place::entry(Section::Basics, 0);
    let summary = Source::member(dossier, head, "summary", None).unwrap();
    Delivered::verbatim(summary.passages()[number])
}

pub(crate) fn selection(dossier: &Dossier) -> Selection {
    Selection {
        label: None,
        summary: vec![sentence(dossier, 1)],
        entries: vec![EntryChoice {
            entry: Place::entry(Section::Work, 0),
            with_summary: true,
            sentences: None,
            highlights: vec![
                told(dossier, "work/0/highlights/1"),
                told(dossier, "work/0/highlights/0"),
            ],
        }],
        skills: vec![SkillChoice { entry: 0, keywords: vec![1, 0, 99] }],
        kept: vec![Place::entry(Section::Education, 0), Place::entry(Section::Awards, 7)],
    }
}

#[test]
fn members_are_copied_in_their_order_and_statements_have_receipts() {
    let mut dossier = ada();
    let approved = Decision::Approved {
        source: "Cut the noise by 40 % with new gears.".to_owned(),
        wording: "Cut noise by 40 percent.".to_owned(),
        home: None,
    };
    dossier.approvals = Approvals::new([approved], &dossier);
    let draft = compose(&selection(&dossier), &dossier);
    assert_eq!(
        draft.document,
        json!({
            "basics": {
                "name": "Ada Łukasik", "label": "Engineer", "email": "ada@example.org",
                "profiles": [{"network": "Forge", "url": "https://forge.example.org/ada"}],
                "summary": "I taught myself Kotlin in 2016.",
            },
            "work": [{
                "position": "Engineer", "name": "Młyn S.A.", "startDate": "2019-04",
                "url": "https://mlyn.example.org", "summary": "Looked after the mill.",
                "highlights": ["Taught three apprentices.", "Cut noise by 40 percent."],
            }],
            "education": [{"institution": "Academy", "area": "Mathematics", "endDate": "2014"}],
            "skills": [{"name": "Tools", "keywords": ["Kotlin", "Gears"]}],
        })
    );
    let members: Vec<&String> = draft.document["work"][0].as_object().unwrap().keys().collect();
    assert_eq!(members, ["position", "name", "startDate", "url", "summary", "highlights"]);
    for statement in &draft.statements {
        assert!(!statement.receipts.is_empty(), "{}", statement.path);
        let found = draft.document.pointer(&format!("/{}", statement.path)).unwrap();
        assert_eq!(found.as_str(), Some(statement.text.as_str()));
        let approved = statement.text == "Cut noise by 40 percent.";
        let kind = if approved { Kind::Approved } else { Kind::Verbatim };
        assert_eq!(statement.kind, Some(kind), "{}", statement.path);
    }
}

#[test]
fn spans_are_the_characters_that_carry_a_statement() {
    let dossier = ada();
    let draft = compose(&selection(&dossier), &dossier);
    let cut = |path: &str| {
        let statement = draft.statements.iter().find(|one| one.path == path).unwrap();
        let receipt = &statement.receipts[0];
        let text = &dossier.fact(receipt.chunk_id).unwrap().text;
        let span = receipt.spans[0];
        text.chars().skip(span.start).take(span.end - span.start).collect::<String>()
    };
    assert_eq!(cut("work/0/name"), "Młyn S.A.");
    assert_eq!(cut("work/0/startDate"), "2019-04");
    assert_eq!(cut("basics/summary"), "I taught myself Kotlin in 2016.");
    assert_eq!(cut("work/0/highlights/1"), "Cut the noise by 40 % with new gears.");
}

#[test]
fn addresses_lead_to_the_web_or_to_a_mail_box() {
    for safe in ["https://a.example", "HTTP://a.example", "mailto:a@b.example", "a.example/x"] {
        assert!(super::is_safe_address(safe), "{safe}");
    }
    for unsafe_one in
        ["javascript:alert(1)", " data:text/html,x", "java\nscript:x", "//a.example", "vbscript:x"]
    {
        assert!(!super::is_safe_address(unsafe_one), "{unsafe_one}");
    }
}

#[test]
fn what_is_open_does_not_run_into_another_sentence() {
    let mut dossier = dossier(json!({
        "basics": { "name": "Ada", "summary": "I build engines. I teach. I mill" },
    }));
    let approved = Decision::Approved {
        source: "I teach.".to_owned(),
        wording: "I teach people".to_owned(),
        home: None,
    };
    dossier.approvals = Approvals::new([approved], &dossier);
    let head = Place::entry(Section::Basics, 0);
    let summary = Source::member(&dossier, head, "summary", None).unwrap();
    let told = |number: usize| Delivered::told(summary.passages()[number], &dossier.approvals);
    let said = |numbers: &[usize]| {
        let summary = numbers.iter().map(|number| told(*number)).collect();
        let selection = Selection { summary, ..Selection::default() };
        compose(&selection, &dossier).document["basics"].get("summary").cloned()
    };
    assert_eq!(said(&[0, 1]), Some("I build engines. I teach people".into()));
    assert_eq!(said(&[1, 2]), None);
}

/// Side by side, sentences of two facts can claim what neither does, and so can one fact's in another
/// order.
#[test]
fn a_text_is_of_one_fact_and_in_its_order() {
    let dossier = ada();
    let said = |summary: Vec<Delivered>| {
        let selection = Selection { summary, ..Selection::default() };
        compose(&selection, &dossier).document["basics"].get("summary").cloned()
    };
    let (first, second) = (sentence(&dossier, 0), sentence(&dossier, 1));
    let led = told(&dossier, "work/1/highlights/1");
    assert!(said(vec![first.clone(), second.clone()]).is_some());
    assert!(said(vec![led.clone()]).is_some());
    for summary in [
        vec![second.clone(), first.clone()],
        vec![first.clone(), first.clone()],
        vec![first.clone(), led.clone()],
        vec![led, told(&dossier, "work/0/highlights/1")],
    ] {
        assert_eq!(said(summary.clone()), None, "{summary:?}");
    }
}

proptest! {
    #[test]
    fn any_choice_becomes_a_document(entries in prop::collection::vec((0_usize..4, 0_usize..9), 0..5)) {
        let dossier = ada();
        let entries = entries.into_iter().map(|(entry, fact)| EntryChoice {
            entry: Place::entry(Section::Work, entry),
            with_summary: fact % 2 == 0,
            sentences: (fact % 3 == 0).then_some(fact % 4),
            highlights: dossier.fact(id(fact)).and_then(Source::fact).map(Delivered::verbatim).into_iter().collect(),
        });
        let selection = Selection { entries: entries.collect(), ..Selection::default() };
        let draft = compose(&selection, &dossier);
        for statement in &draft.statements {
            for receipt in &statement.receipts {
                let length = dossier.fact(receipt.chunk_id).map_or(0, |fact| fact.text.chars().count());
                prop_assert!(receipt.spans.iter().all(|span| span.start < span.end && span.end <= length));
            }
        }
    }
}

/// `What others did:` goes along with what it announces, and nothing else comes behind it.
#[test]
fn what_is_announced_stands_behind_what_announces_it() {
    let texts = [
        "Ran the mill.",
        "What others did:",
        "Led 30 people.",
        "Hired ten.",
        "My own:",
        "Sold it.",
    ];
    let dossier = dossier(json!({ "work": [{ "name": "Mill", "highlights": texts }] }));
    let shown = |numbers: &[usize]| -> Vec<String> {
        let told = numbers.iter().map(|at| told(&dossier, &format!("work/0/highlights/{at}")));
        let entry = Place::entry(Section::Work, 0);
        let highlights = told.collect();
        let choice = EntryChoice { entry, with_summary: false, sentences: None, highlights };
        let selection = Selection { entries: vec![choice], ..Selection::default() };
        let draft = compose(&selection, &dossier);
        let lines = draft.document["work"][0]["highlights"].as_array().cloned();
        lines.unwrap_or_default().iter().map(|it| it.as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(shown(&[0]), [texts[0]]);
    assert_eq!(shown(&[2]), [texts[1], texts[2]]);
    assert_eq!(shown(&[5, 3, 0, 2]), [texts[0], texts[4], texts[5], texts[1], texts[3], texts[2]]);
    assert_eq!(shown(&[1, 5]), [texts[4], texts[5]]);
    assert_eq!(shown(&[1]), [""; 0]);
}
