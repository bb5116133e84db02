use kernel::{Clock, Id, Randomness};
use serde_json::json;

use super::{Changes, Prompt};
use crate::candidate::Case;
use crate::facts::{Dossier, Fact, Place, Section, Similarity};
use crate::selection::{Brief, EntryChoice, Selection, Wording};
use crate::voice::{Voice, VoiceSample};

const TEXTS: [&str; 3] =
    ["Cut the noise by 40 %.", "Taught three apprentices.", "Moved the mill from steam to water."];

fn id(number: u64) -> Id {
    Id::generate(&Clock::system(), &Randomness::seeded(number))
}

fn fact(number: u64, text: &str, place: Option<Place>) -> Fact {
    Fact {
        chunk_id: id_of(number),
        text: text.to_owned(),
        place,
        company: Some("Mill & Co".to_owned()),
        position: None,
        similarity: Similarity::default(),
    }
}

/// The same id for the same number.
fn id_of(number: u64) -> Id {
    static IDS: std::sync::OnceLock<Vec<Id>> = std::sync::OnceLock::new();
    IDS.get_or_init(|| (0..8).map(id).collect())[usize::try_from(number).unwrap()]
}

fn case() -> (Case, Selection) {
    let entry = Place::entry(Section::Work, 0);
    let mut facts = vec![fact(0, "Engineer · Mill & Co · since 2019", Some(entry))];
    let wordings = TEXTS.iter().zip(1..).map(|(text, number)| {
        let place = Place::highlight(Section::Work, 0, usize::try_from(number - 1).unwrap());
        facts.push(fact(number, text, Some(place)));
        Wording { text: (*text).to_owned(), rests_on: vec![id_of(number)] }
    });
    let highlights = wordings.collect();
    let selection = Selection {
        entries: vec![EntryChoice { entry, with_summary: true, highlights }],
        ..Selection::default()
    };
    let refused = VoiceSample {
        chunk_id: id_of(7),
        text: "Apprentices: three of them taught".to_owned(),
        score: 1.0,
    };
    let case = Case {
        job_description: "Miller".to_owned(),
        analysis: Default::default(),
        dossier: Dossier { document: json!({}), facts },
        voice: Voice { examples: Vec::new(), anti_patterns: vec![refused] },
        threshold: 0.0,
    };
    (case, selection)
}

/// The highlights after a model has said this, and how much of it was dropped.
fn after(said: impl Fn(&Prompt) -> serde_json::Value) -> (Vec<String>, Vec<String>, usize) {
    let (case, selection) = case();
    let prompt = Prompt::new(&selection, &case, &Brief::default(), &Randomness::seeded(3));
    let changes = Changes::read(&said(&prompt).to_string()).unwrap();
    let (selection, dropped) = prompt.apply(changes, selection, &case);
    let texts = |wordings: &[Wording]| wordings.iter().map(|it| it.text.clone()).collect();
    (texts(&selection.entries[0].highlights), texts(&selection.summary), dropped)
}

#[test]
fn an_order_is_followed_as_far_as_it_names_anything() {
    let (highlights, _, dropped) = after(|_| json!({ "order": ["f3", "x", "f1", "f3"] }));
    assert_eq!(highlights, [TEXTS[2], TEXTS[0], TEXTS[1]]);
    assert_eq!(dropped, 0);
}

#[test]
fn words_that_the_facts_carry_are_taken() {
    let (highlights, summary, dropped) = after(|_| {
        json!({
            "highlights": [{ "fact": "f1", "text": "Cut noise by 40 percent." }],
            "summary": [{ "text": "Moved the mill to water.", "facts": ["f3"] }],
        })
    });
    assert_eq!((highlights[0].as_str(), dropped), ("Cut noise by 40 percent.", 0));
    assert_eq!(summary, ["Moved the mill to water."]);
}

#[test]
fn all_others_are_dropped_and_the_owners_stay() {
    let rewrite = |fact: &str, text: &str| json!({ "fact": fact, "text": text });
    for bad in [
        "Cut the noise by 400 %.",
        "Cut the noise by 40 % at Globomax.",
        "Taught three apprentices.",
        "Cut the noise by 40 %. See evil.example/x",
        "Cut the noise by 40 %.\u{200b}",
        "",
    ] {
        let (highlights, _, dropped) = after(|_| json!({ "highlights": [rewrite("f1", bad)] }));
        assert_eq!((highlights, dropped), (TEXTS.map(str::to_owned).to_vec(), 1), "{bad}");
    }
    for (label, text) in [("f9", TEXTS[0]), ("f3", "Moved the mill from water to steam.")] {
        let (highlights, _, dropped) = after(|_| json!({ "highlights": [rewrite(label, text)] }));
        assert_eq!((highlights, dropped), (TEXTS.map(str::to_owned).to_vec(), 1), "{text}");
    }
    let (_, summary, dropped) = after(|prompt| {
        let instructions: String = prompt.question().system.chars().take(90).collect();
        json!({ "summary": [
            { "text": prompt.fence.mark(), "facts": ["f1"] },
            { "text": instructions, "facts": ["f1"] },
            { "text": TEXTS[0], "facts": [] },
            { "text": TEXTS[0], "facts": ["f1"] },
        ] })
    });
    assert_eq!((summary.len(), dropped), (0, 4), "three sentences are looked at: {summary:?}");
}

#[test]
fn what_the_caller_has_refused_is_not_said_again() {
    let text = "Three apprentices taught.";
    let (highlights, _, dropped) =
        after(|_| json!({ "highlights": [{ "fact": "f2", "text": text }] }));
    assert_eq!((highlights[1].as_str(), dropped), (TEXTS[1], 1));
}
