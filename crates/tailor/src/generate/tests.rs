use kernel::{Clock, Id, Randomness};
use serde_json::json;

use super::{Applied, Changes, Prompt, Suggestion};
use crate::candidate::Case;
use crate::delivered::{Approvals, Decision, Delivered, Source};
use crate::facts::{Dossier, Fact, Place, Section, Similarity};
use crate::selection::{Brief, EntryChoice, Selection};
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
    let told = TEXTS.iter().zip(1..).map(|(text, number)| {
        let place = Place::highlight(Section::Work, 0, usize::try_from(number - 1).unwrap());
        facts.push(fact(number, text, Some(place)));
        Delivered::verbatim(Source::fact(facts.last().unwrap()).unwrap())
    });
    let highlights = told.collect();
    let selection = Selection {
        label: None,
        entries: vec![EntryChoice { entry, with_summary: true, sentences: None, highlights }],
        ..Selection::default()
    };
    let refused = VoiceSample {
        chunk_id: id_of(7),
        text: "Apprentices: three of them taught".to_owned(),
        score: 1.0,
    };
    let mut dossier = Dossier { document: json!({}), facts, ..Dossier::default() };
    let (source, wording) = (TEXTS[0].to_owned(), APPROVED.to_owned());
    let approved = Decision::Approved { source, wording, home: None };
    dossier.approvals = Approvals::new([approved], &dossier);
    let case = Case {
        job_description: "Miller".to_owned(),
        analysis: Default::default(),
        dossier,
        voice: Voice { examples: Vec::new(), anti_patterns: vec![refused] },
        threshold: 0.0,
    };
    (case, selection)
}

const APPROVED: &str = "Took 40 % off the noise.";

/// Highlights, summary and proposals after a model has said this, and how much of it was dropped.
fn after(said: impl Fn(&Prompt) -> serde_json::Value) -> After {
    let (case, selection) = case();
    let prompt = Prompt::new(&selection, &case, &Brief::default(), &Randomness::seeded(3));
    let changes = Changes::read(&said(&prompt).to_string()).unwrap();
    let Applied { selection, suggestions, dropped } = prompt.apply(changes, selection, &case);
    let texts = |told: &[Delivered]| told.iter().map(|it| it.text().to_owned()).collect();
    After {
        highlights: texts(&selection.entries[0].highlights),
        summary: texts(&selection.summary),
        suggestions,
        dropped,
    }
}

#[derive(Debug)]
struct After {
    highlights: Vec<String>,
    summary: Vec<String>,
    suggestions: Vec<Suggestion>,
    dropped: usize,
}

#[test]
fn an_order_is_followed_unless_it_names_what_is_not_there() {
    let followed = after(|_| json!({ "order": ["f3", "f1", "f2"] }));
    assert_eq!(followed.highlights, [TEXTS[2], TEXTS[0], TEXTS[1]]);
    assert_eq!(followed.dropped, 0);
    for broken in [json!(["f3", "x", "f1"]), json!(["f3", "f1", "f3"])] {
        let ignored = after(|_| json!({ "order": broken.clone() }));
        assert_eq!(ignored.highlights, TEXTS);
    }
}

#[test]
fn words_that_may_be_delivered_anyway_are_taken() {
    for text in [APPROVED, "Cut the noise by 40 %", TEXTS[0]] {
        let after = after(|_| json!({ "highlights": [{ "fact": "f1", "text": text }] }));
        assert_eq!((after.highlights[0].as_str(), after.dropped), (text, 0));
        assert_eq!(after.suggestions, []);
    }
}

/// Sentences of the owner's summary, chosen or not, and no highlight: what was done for one employer is
/// not told of the person.
#[test]
fn a_summary_is_made_of_the_owners_own_sentences() {
    let told = |sentences: &[(&str, &str)]| {
        let sentences = sentences.iter();
        let said: Vec<_> =
            sentences.map(|(label, text)| json!({ "facts": [label], "text": text })).collect();
        let (mut case, mut selection) = case();
        let summary = "I build mills for water. My work is quiet. I teach.";
        case.dossier.document = json!({ "basics": { "summary": summary } });
        let head = Place::entry(Section::Basics, 0);
        case.dossier.facts.push(fact(5, summary, Some(head)));
        let first = Source::summary(&case.dossier).unwrap().passages()[0];
        selection.summary = vec![Delivered::verbatim(first)];
        let prompt = Prompt::new(&selection, &case, &Brief::default(), &Randomness::seeded(3));
        let changes = Changes::read(&json!({ "summary": said }).to_string()).unwrap();
        let applied = prompt.apply(changes, selection, &case);
        let texts = applied.selection.summary.iter().map(|it| it.text().to_owned());
        (texts.collect::<Vec<_>>(), applied.suggestions.len(), applied.dropped)
    };
    let (first, second) = ("I build mills for water.", "My work is quiet.");
    let own = |texts: &[&str]| texts.iter().map(|it| (*it).to_owned()).collect::<Vec<_>>();
    assert_eq!(told(&[("f2", second), ("f3", "I teach.")]), (own(&[second, "I teach."]), 0, 0));
    assert_eq!(told(&[("f4", TEXTS[0])]), (own(&[first]), 0, 1), "a highlight");
    assert_eq!(told(&[("f3", "I teach."), ("f1", first)]), (own(&[first]), 0, 0), "turned round");
    assert_eq!(told(&[("f1", "I build quiet mills.")]), (own(&[first]), 1, 0), "other words");
}

#[test]
fn other_words_are_proposed_and_the_owners_stay() {
    for text in [
        "Cut noise by 40 percent.",
        "Cut the noise by 400 %.",
        "Cut the noise by 40 % at Globomax.",
        "The noise was cut by 40 %.",
    ] {
        let after = after(|_| json!({ "highlights": [{ "fact": "f1", "text": text }] }));
        assert_eq!((after.highlights, after.dropped), (TEXTS.map(str::to_owned).to_vec(), 0));
        let [proposed] = &after.suggestions[..] else { panic!("{text}") };
        assert_eq!((proposed.text.as_str(), proposed.source.as_str()), (text, TEXTS[0]));
        assert_eq!(proposed.doubts.is_empty(), text == "Cut noise by 40 percent.", "{proposed:?}");
    }
}

#[test]
fn what_is_no_plain_text_or_of_no_fact_is_dropped() {
    let rewrite = |fact: &str, text: &str| json!({ "fact": fact, "text": text });
    for (label, bad) in [
        ("f1", "Cut the noise by 40 %. See evil.example/x"),
        ("f1", "Cut the noise by 40 %.\u{200b}"),
        ("f1", ""),
        ("f9", TEXTS[0]),
    ] {
        let after = after(|_| json!({ "highlights": [rewrite(label, bad)] }));
        assert_eq!((after.highlights, after.dropped), (TEXTS.map(str::to_owned).to_vec(), 1));
        assert_eq!(after.suggestions, [], "{bad}");
    }
    let after = after(|prompt| {
        let instructions: String = prompt.question().system.chars().take(90).collect();
        json!({ "summary": [
            { "text": prompt.fence.mark(), "facts": ["f1"] },
            { "text": instructions, "facts": ["f1"] },
            { "text": "Cut noise and taught.", "facts": ["f1", "f2"] },
            { "text": TEXTS[0], "facts": ["f1"] },
        ] })
    });
    assert_eq!((after.summary.len(), after.dropped), (0, 4), "three are looked at: {after:?}");
}

#[test]
fn what_the_caller_has_refused_is_not_said_again() {
    let text = "Three apprentices taught.";
    let after = after(|_| json!({ "highlights": [{ "fact": "f2", "text": text }] }));
    assert_eq!((after.highlights[1].as_str(), after.dropped), (TEXTS[1], 1));
}
