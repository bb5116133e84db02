//! Entries of any length, read by programs.

use proptest::prelude::*;
use serde_json::{Value, json};
use sheet::{Document, Language};

use super::reading::{fault, forms};

fn is_read(tree: &Value) -> Result<(), TestCaseError> {
    let document = Document::of_json_resume(tree, Language::English);
    for (look, paper) in forms() {
        let Some(read) = fault(&document, look, paper) else { return Ok(()) };
        prop_assert!(read.is_ok(), "{}", read.unwrap_err());
    }
    Ok(())
}

/// With short lines below them, dates at the right are a column of their own to programs that go by places.
#[test]
fn dates_of_short_entries_are_read_with_their_entries() {
    let nurse = json!({
        "basics": {"name": "S", "label": "Nurse"},
        "work": [
            {"company": "St. Brigid Hospital", "position": "Charge Nurse", "startDate": "2019-11",
             "summary": "12-bed ICU, 1:2 ratio",
             "highlights": ["Cut CLABSI rate from 2.1 to 0.4 per 1,000 line days", "Precepted 14"]},
            {"company": "St. Brigid Hospital", "position": "Staff Nurse", "startDate": "2015-09",
             "endDate": "2019-10", "highlights": ["Ran ECMO", "Ran CRRT", "Ran IABP"]},
            {"company": "Mercy Clinic", "position": "LVN", "startDate": "2013", "endDate": "2015-08"}],
        "projects": [{"name": "Bell", "startDate": "2020"}],
        "skills": [{"name": "Care", "keywords": ["wounds", "airways"]},
                   {"name": "Very long names of skills", "keywords": ["one", "two"]},
                   {"name": "Tools", "keywords": ["pumps"]},
                   {"name": "Charts"}, {"name": "Triage"}, {"name": "Night shifts"}],
        "references": [{"name": "Ann", "reference": "Good."}],
    });
    is_read(&nurse).unwrap();
    let smith = json!({
        "basics": {"name": "Ida Smith"},
        "work": [{"name": "Forge", "position": "Smith", "startDate": "2020",
                  "highlights": ["Made bells"]}],
        "references": [{"name": "Ann", "reference": "Good."}],
    });
    is_read(&smith).unwrap();
}

/// A hyphen at the end of a line belongs to its word.
#[test]
fn hyphens_of_words_and_names_are_read() {
    let line = "Did end-to-end co-founder CI/CD-pipeline on-call third-party on-call 24/7-support \
                B2B-SaaS cross-functional pre- and post-sale work ";
    let lines: Vec<String> =
        (0..30).map(|number| format!("{}{line}{number}", "x".repeat(number))).collect();
    for name in
        ["Anna-Katharina von Bülow-Schwarzenberg-Hohenlohe", "Marcus Okonkwo-Featherstonehaugh"]
    {
        let document = json!({
            "basics": {"name": name, "email": "a.featherstonehaugh@example.org", "phone": "+44 20 5550 1234",
                       "location": {"city": "Rolle-sur-Lac", "countryCode": "CH"},
                       "url": "https://anna-katharina.example.org/very-long-address"},
            "work": [{"name": "Rolls-Royce", "position": "Lead", "startDate": "2019", "highlights": lines}],
        });
        is_read(&document).unwrap();
    }
}

/// With little below it, the page number is a column of its own, too.
#[test]
fn the_head_of_a_page_is_read_before_the_page() {
    for count in (18..=42).step_by(3) {
        let points: Vec<String> =
            (0..count).map(|it| format!("Did end-to-end work {it}")).collect();
        is_read(&json!({
            "basics": {"name": "Ida Smith", "email": "ida@example.org"},
            "work": [{"name": "Forge", "position": "Smith", "startDate": "2020", "highlights": points}],
            "languages": [{"language": "Welsh", "fluency": "native"}],
            "interests": [{"name": "Bells"}],
            "references": [{"name": "Ann", "reference": "Good."}],
        }))
        .unwrap();
    }
}

fn words() -> impl Strategy<Value = String> {
    let word = "[A-Z]?[a-z]{1,9}(-[a-z]{2,8}){0,2}";
    prop::collection::vec(word, 1..14).prop_map(|words| words.join(" "))
}

prop_compose! {
    fn entry()(
        title in words(),
        place in words(),
        years in (1980u16..2000, prop::option::of(2000u16..2020)),
        summary in prop::option::of(words()),
        points in prop::collection::vec(words(), 0..5),
    ) -> Value {
        let points: Vec<String> = points.iter().map(|point| format!("Did {point}")).collect();
        let end = years.1.map(|year| year.to_string());
        json!({"name": place, "position": title, "startDate": years.0.to_string(), "endDate": end,
               "summary": summary, "highlights": points})
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn entries_of_any_length_are_read_one_after_the_other(
        work in prop::collection::vec(entry(), 1..7),
        skills in prop::collection::vec((words(), words()), 0..5),
    ) {
        let skills: Vec<Value> =
            skills.iter().map(|(name, told)| json!({"name": name, "keywords": [told]})).collect();
        is_read(&json!({"basics": {"name": "Ida Smith"}, "work": work, "skills": skills}))?;
    }
}
