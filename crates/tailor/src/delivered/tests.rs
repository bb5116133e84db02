use proptest::prelude::*;

use super::*;
use crate::compose::tests::{ada, dossier};
use crate::facts::Place;

fn source<'a>(dossier: &'a Dossier, place: &str) -> Source<'a> {
    Source::fact(dossier.at(Place::parse(place).unwrap()).unwrap()).unwrap()
}

/// A dossier whose one highlight is this text.
fn saying(text: &str) -> Dossier {
    dossier(serde_json::json!({ "work": [{ "name": "A", "highlights": [text] }] }))
}

fn matching(source_text: &str, words: &str) -> Option<(Kind, Vec<Edit>)> {
    let dossier = saying(source_text);
    let told =
        Delivered::matching(words, source(&dossier, "work/0/highlights/0"), &dossier.approvals)?;
    assert_eq!(told.text(), words);
    assert!(told.holds(&dossier));
    Some((told.kind(), told.edits().to_vec()))
}

#[test]
fn each_kind_says_what_it_is() {
    let text = "I cut the noise by 40 percent.";
    for (words, kind, edits) in [
        (text, Kind::Verbatim, vec![]),
        ("I cut the noise by 40 %.", Kind::Derived, vec![Edit::PercentSign]),
        ("I cut the noise by 40 percent", Kind::Derived, vec![Edit::EndMark]),
        ("I cut the noise by 40 %", Kind::Derived, Edit::ALL.to_vec()),
    ] {
        assert_eq!(matching(text, words), Some((kind, edits)), "{words}");
    }
}

/// Tried by somebody who has read the checker, and delivered by it once.
#[test]
fn what_once_was_let_through_is_refused() {
    for (source, lie) in [
        ("Reported to the CTO of Acme.", "Was the CTO of Acme."),
        ("Aimed to cut costs by 40 %.", "Cut costs by 40 %."),
        ("Java was not used.", "Used Java."),
        ("My manager led 30 people.", "Led 30 people."),
        ("Working towards a PhD.", "PhD."),
        ("Was managed by 3 directors.", "Managed 3 directors."),
        ("Led one of five teams.", "Led five teams."),
        ("Sold software to NASA.", "Worked at NASA on software."),
        ("Handled 106 events.", "Handled 10\u{2076} events."),
        ("Moved 100 Mb a second.", "Moved 100 MB a second."),
        ("Changed margins by -8 %.", "Changed margins by 8 %."),
        ("Reacted to incidents.", "React, incidents."),
        ("I never led a team.", "Never led a team."),
        ("I hired Ada twice and promoted her.", "Hired Ada twice and promoted her."),
        ("I led it all, wrote the chairman.", "Led it all, wrote the chairman."),
        (
            "I led 30 people was the boast of the chairman.",
            "Led 30 people was the boast of the chairman.",
        ),
        ("I managed by walking around.", "Managed by walking around."),
        ("I and my manager led a team.", "And my manager led a team."),
        ("I led it all, says the chairman.", "Led it all, says the chairman."),
        ("I led a \u{201c}team\u{201d} of none.", "Led a \u{201c}team\u{201d} of none."),
        ("In the 40 percentile.", "In the 40 %ile."),
        ("Grew 40 percent-points.", "Grew 40 %-points."),
        ("Worked in the U.S.", "Worked in the U.S"),
        ("And so on...", "And so on.."),
    ] {
        assert_eq!(matching(source, lie), None, "{lie}");
    }
}

#[test]
fn a_sentence_stands_where_it_is_one() {
    for (text, at) in [
        ("I ship.", Some(0)),
        ("I mill. I ship.", Some(8)),
        ("I deny it when Eve says that I ship. I ship.", Some(37)),
        ("I deny it when Eve says that I ship.", None),
        ("Eve said: Nobody did it. I ship.", None),
        ("I ship. My mill turns. I ship.", None),
    ] {
        assert_eq!(place_of("I ship.", text), at, "{text}");
    }
}

#[test]
fn an_approval_is_for_one_source_and_to_the_letter() {
    let mut dossier = ada();
    let text = "Taught three apprentices.";
    let approved = "Three apprentices learned their trade from me.";
    let decision =
        Decision::Approved { source: text.to_owned(), wording: approved.to_owned(), home: None };
    dossier.approvals = Approvals::new([decision], &dossier);
    let of = |place: &str, words: &str| {
        Delivered::matching(words, source(&dossier, place), &dossier.approvals).map(|it| it.kind())
    };
    assert_eq!(of("work/0/highlights/1", approved), Some(Kind::Approved));
    assert_eq!(of("work/0/highlights/0", approved), None);
    assert_eq!(of("work/0/highlights/1", "Three apprentices learned their trade from me"), None);
    // When the fact is changed, the wording is nobody's any more.
    let told = Delivered::told(source(&dossier, "work/0/highlights/1"), &dossier.approvals);
    assert!(told.holds(&dossier));
    let mut changed = dossier.clone();
    let fact = changed.facts.iter_mut().find(|fact| fact.text == text).unwrap();
    fact.text = "Taught two apprentices.".to_owned();
    assert!(!told.holds(&changed));
    let again = Delivered::told(source(&changed, "work/0/highlights/1"), &changed.approvals);
    assert_eq!((again.kind(), again.text()), (Kind::Verbatim, "Taught two apprentices."));
}

#[test]
fn what_we_put_together_of_an_entry_is_no_source() {
    let dossier = ada();
    let entry = dossier.at(Place::parse("work/0").unwrap()).unwrap();
    assert_eq!(Source::fact(entry), None);
}

/// Sentences of all kinds, with what the edits look for at any place.
fn sentence() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        "[a-zA-Z]{1,9}",
        Just("I".to_owned()),
        Just("led".to_owned()),
        Just("never".to_owned()),
        Just("not".to_owned()),
        Just("percent".to_owned()),
        Just("per cent".to_owned()),
        Just("percentile".to_owned()),
        Just("%".to_owned()),
        "[0-9]{1,3}",
        "\\PC{1,4}",
    ];
    let end =
        prop_oneof![Just(""), Just("."), Just("..."), Just("!"), Just(" percent."), Just("?")];
    (any::<bool>(), prop::collection::vec(word, 0..9), end).prop_map(|(first, words, end)| {
        let begin = if first { "I led " } else { "" };
        format!("{begin}{}{end}", words.join(" "))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// The sign stands where the words stood and nowhere else.
    #[test]
    fn a_percent_sign_is_the_same_word_in_the_same_place(text in sentence()) {
        if let Some(made) = Edit::PercentSign.apply(&text) {
            let units = |text: &str| -> Vec<String> {
                let text = text.replace("per cent", "percent");
                text.split(' ').map(|word| word.replacen("percent", "%", 1)).collect()
            };
            prop_assert_eq!(units(&made), units(&text));
            prop_assert!(made.chars().count() < text.chars().count());
            let figures = |text: &str| text.matches(|c: char| c.is_ascii_digit()).collect::<String>();
            prop_assert_eq!(figures(&made), figures(&text));
        }
    }

    #[test]
    fn an_end_mark_can_be_put_back(text in sentence()) {
        if let Some(made) = Edit::EndMark.apply(&text) {
            prop_assert_eq!(format!("{made}."), text);
        }
    }

    /// Whatever somebody says for a source, what is kept is what was made from the source.
    #[test]
    fn no_words_but_those_of_the_list_are_taken(text in sentence(), words in sentence()) {
        let dossier = saying(&text);
        let Some(source) = dossier.facts.iter().find_map(Source::fact) else { return Ok(()) };
        if let Some(told) = Delivered::matching(&words, source, &dossier.approvals) {
            let listed = derivations(&text).into_iter().any(|(made, _)| made == words);
            prop_assert!(words == text || listed);
            prop_assert!(told.holds(&dossier));
        }
    }
}
