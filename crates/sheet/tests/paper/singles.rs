//! Words of one letter, read with the blanks between them.

use proptest::prelude::*;
use serde_json::json;
use sheet::{Document, Language, Order};

use super::reading::forms;
use super::{press, told_by};

/// Wherever a text may stand: alone in a line, behind a bullet, before dates, beside what is told of it.
fn document(text: &str) -> Document {
    let tree = json!({
        "basics": {"name": text, "label": text, "summary": text, "email": "a@example.org"},
        "work": [
            {"name": text, "position": text, "startDate": "2019", "summary": text, "highlights": [text, text]},
            {"position": text},
        ],
        "education": [{"institution": "School", "area": text}],
        "skills": [{"name": text, "keywords": [text]}, {"name": text}],
        "awards": [{"title": text}],
        "interests": [{"name": text}],
    });
    Document::of_json_resume(&tree, Language::English)
}

fn is_read(text: &str) -> Result<(), TestCaseError> {
    let document = document(text);
    for (look, paper) in forms() {
        let order = Order { look, paper, accent: None };
        let print = press().print(&document, &order).unwrap();
        let Some((_, told)) = told_by("pdftotext", &[], &print.pdf, &["-"]) else { return Ok(()) };
        let found = told.matches(text).count();
        // The name, the label and the summary; two entries, a place, a text and two points; a school, three
        // skills, a prize and an interest.
        prop_assert_eq!(found, 15, "{:?} in {} on {}:\n{}", text, look.name(), paper.name(), told);
    }
    Ok(())
}

#[test]
fn words_of_one_letter_are_read_with_their_blanks() {
    for text in
        ["林 誠", "R & D", "C / C++", "C / C", "A B", "Q & A", "I T", "高 橋 あ", "5 S", "É À"]
    {
        if press().undrawn(std::iter::once(text)).is_empty() {
            is_read(text).unwrap();
        }
    }
}

/// Such a line may be one of several, and so long that there is no room for wider blanks.
#[test]
fn lines_of_single_letters_are_read_wherever_they_break() {
    // Every letter beside every other: some pairs stand nearer than others.
    let beside = |step: usize| (0..27).map(move |it| char::from(b'A' + (it * step % 26) as u8));
    let letters: Vec<String> = (1..26).flat_map(beside).map(String::from).collect();
    let text = letters.join(" ");
    let document = Document { summary: text.clone(), ..Document::default() };
    for (look, paper) in forms() {
        let print = press().print(&document, &Order { look, paper, accent: None }).unwrap();
        let Some((_, told)) = told_by("pdftotext", &[], &print.pdf, &["-"]) else { return };
        let told = told.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(told.contains(&text), "{} {}: {told}", look.name(), paper.name());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 6, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_words_of_one_letter_are_read_with_their_blanks(text in "[A-Z&0-9]( [A-Z&/+0-9]){1,6}") {
        is_read(&text)?;
    }
}
