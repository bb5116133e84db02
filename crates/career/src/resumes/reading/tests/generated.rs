//! Whatever stands in a document is read or told.

use std::collections::HashSet;

use proptest::prelude::*;
use proptest::test_runner::RngSeed;

use super::*;

const NAMES: [&str; 48] = [
    "basics",
    "work",
    "skills",
    "projects",
    "languages",
    "education",
    "profiles",
    "location",
    "name",
    "label",
    "summary",
    "highlights",
    "keywords",
    "position",
    "company",
    "startDate",
    "endDate",
    "date",
    "url",
    "email",
    "firstName",
    "lastName",
    "title",
    "roles",
    "level",
    "network",
    "username",
    "city",
    "address",
    "text",
    "value",
    "year",
    "month",
    "employment",
    "technologies",
    "tasks",
    "jobTitle",
    "resume",
    "courses",
    "score",
    "institution",
    "studyType",
    "volunteer",
    "awards",
    "references",
    "reference",
    "certificates",
    "x",
];

fn value() -> impl Strategy<Value = Value> {
    // Words that are told apart, so that each can be found again.
    let word = (0u32..1_000_000).prop_map(|number| json!(format!("Told{number}times")));
    let leaf = prop_oneof![8 => word, 1 => Just(json!(null)), 1 => Just(json!(""))];
    leaf.prop_recursive(4, 40, 6, |inner| {
        let named = (prop::sample::select(&NAMES[..]), inner.clone());
        prop_oneof![
            prop::collection::vec(inner, 0..4).prop_map(Value::Array),
            prop::collection::vec(named, 0..6).prop_map(|members| {
                let named = members.into_iter().map(|(name, value)| (name.to_owned(), value));
                Value::Object(named.collect())
            }),
        ]
    })
}

fn leaves(value: &Value, path: &str, found: &mut Vec<(String, String)>) {
    match value {
        Value::String(text) if !text.is_empty() => found.push((path.to_owned(), text.clone())),
        Value::Array(items) => {
            for (number, item) in items.iter().enumerate() {
                leaves(item, &format!("{path}[{number}]"), found);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                leaves(member, &format!("{path}.{name}"), found);
            }
        }
        _ => {}
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400, failure_persistence: None, rng_seed: RngSeed::Fixed(16), ..ProptestConfig::default()
    })]

    #[test]
    fn every_text_of_a_document_is_read_or_told_not_to_be(
        members in prop::collection::vec((prop::sample::select(&NAMES[..]), value()), 1..6),
    ) {
        let named = members.into_iter().map(|(name, value)| (name.to_owned(), value));
        let document = Value::Object(named.collect());
        let Reading { tree, warnings, .. } = read(&document);
        let tree = crate::resumes::known_members(&tree).to_string();
        let warned: HashSet<&str> = warnings.iter().map(|it| it.path.as_str()).collect();
        let mut all = Vec::new();
        leaves(&document, "document", &mut all);
        for (path, text) in all {
            let is_told = warned.iter().any(|warned| {
                let rest = path.strip_prefix(warned);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
            });
            prop_assert!(is_told || tree.contains(&text), "{path} of {document} in {tree}");
        }
    }
}
