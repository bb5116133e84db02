//! Texts that are told in several languages: `{"en": "Beekeeper", "de": "Imkerin"}`. One of them is read, the same in the whole
//! document, so that no page speaks two.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::Notes;
use super::names::{folded, section_of};
use crate::resumes::written::place_below;

const CODES: &str = "en de fr es it pt nl da zh ja sv nb nn fi pl cs sk hu ro bg el tr ru uk ko ar he fa hi th vi id ca eu hr sl et lv lt";
const NAMES: &str = "english german deutsch french français francais spanish español espanol italian italiano portuguese português \
    dutch nederlands danish dansk chinese japanese swedish svenska norwegian norsk finnish suomi polish polski russian korean";
/// Members by which a document says its language.
const TOLD: [&str; 5] = ["language", "defaultlanguage", "lang", "locale", "defaultlocale"];
/// Objects in objects: nobody writes more of them.
const DEEPEST: usize = 12;

/// The document in one language, where texts of it are told in several.
pub(super) fn in_one<'d>(document: &'d Value, notes: &mut Notes) -> Cow<'d, Value> {
    let mut found = Vec::new();
    find(document, "document", "", DEEPEST, &mut found);
    let Some((_, first)) = found.first() else { return Cow::Borrowed(document) };
    let language = told(document).or_else(|| first.keys().next().map(|key| language_of(key)));
    let Some(language) = language else { return Cow::Borrowed(document) };
    let message = format!("is told in several languages, and was read in one of them ({language})");
    let path = found[0].0.clone();
    let mut document = document.clone();
    choose(&mut document, "document", "", &language, DEEPEST, notes);
    notes.add(&path, &message);
    Cow::Owned(document)
}

fn told(document: &Value) -> Option<String> {
    let within = [document, &document["meta"], &document["settings"]];
    let mut members = within.into_iter().filter_map(Value::as_object).flatten();
    let told =
        members.find(|(name, value)| TOLD.contains(&folded(name).as_str()) && value.is_string());
    told.and_then(|(_, value)| value.as_str()).map(language_of)
}

/// `en-US` is `en`.
fn language_of(tag: &str) -> String {
    tag.trim().split(['-', '_']).next().unwrap_or_default().to_lowercase()
}

fn is_language(name: &str) -> bool {
    let language = language_of(name);
    let is_region = name.len() == language.len() || name.trim().len() == 5;
    let is_one_of = |words: &str| words.split_whitespace().any(|it| it == language);
    is_one_of(NAMES) || (is_region && is_one_of(CODES))
}

/// Whether an object below this name is one text, or one list of texts, in several languages. A section may list languages by
/// these names.
fn is_told_in_several(members: &Map<String, Value>, name: &str) -> bool {
    let is_text = |value: &Value| match value {
        Value::String(_) | Value::Null => true,
        Value::Array(items) => items.iter().all(Value::is_string),
        _ => false,
    };
    members.len() > 1
        && !name.is_empty()
        && !matches!(
            folded(name).as_str(),
            "fluency" | "level" | "proficiency" | "items" | "keywords"
        )
        && section_of(name).is_none()
        && members.iter().all(|(name, value)| is_language(name) && is_text(value))
}

fn find<'d>(
    value: &'d Value,
    path: &str,
    name: &str,
    deep: usize,
    found: &mut Vec<(String, &'d Map<String, Value>)>,
) {
    match value {
        _ if deep == 0 || !found.is_empty() => {}
        Value::Object(members) if is_told_in_several(members, name) => {
            found.push((path.to_owned(), members));
        }
        Value::Object(members) => {
            for (name, value) in members {
                find(value, &place_below(path, name), name, deep - 1, found);
            }
        }
        Value::Array(items) => {
            for (number, item) in items.iter().enumerate() {
                find(item, &format!("{path}[{number}]"), "", deep - 1, found);
            }
        }
        _ => {}
    }
}

fn choose(
    value: &mut Value,
    path: &str,
    name: &str,
    language: &str,
    deep: usize,
    notes: &mut Notes,
) {
    if deep == 0 {
        return;
    }
    if let Some(members) = value.as_object().filter(|members| is_told_in_several(members, name)) {
        let told = || members.iter().filter(|(_, value)| !value.is_null());
        let asked = told().find(|(name, _)| language_of(name) == language);
        let one = asked.or_else(|| told().next()).map(|(_, value)| value.clone());
        notes.read(path);
        *value = one.unwrap_or_default();
        return;
    }
    match value {
        Value::Object(members) => {
            for (name, value) in members.iter_mut() {
                choose(value, &place_below(path, name), name, language, deep - 1, notes);
            }
        }
        Value::Array(items) => {
            for (number, item) in items.iter_mut().enumerate() {
                choose(item, &format!("{path}[{number}]"), "", language, deep - 1, notes);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::read;

    #[test]
    fn one_of_several_languages_is_read_throughout() {
        let work = json!([{
            "name": "Imkerei", "position": {"en": "Beekeeper", "de": "Imkerin"}, "startDate": "2019",
            "highlights": {"de-CH": ["Völker verdoppelt"], "en": ["Doubled the hives"]},
        }]);
        for (document, position, highlight) in [
            (json!({"work": work}), "Beekeeper", "Doubled the hives"),
            (json!({"meta": {"language": "de-CH"}, "work": work}), "Imkerin", "Völker verdoppelt"),
        ] {
            let reading = read(&document);
            assert_eq!(reading.tree["work"][0]["position"], position);
            assert_eq!(reading.tree["work"][0]["highlights"], json!([highlight]));
            let told: Vec<_> = reading.warnings.iter().map(|it| it.path.as_str()).collect();
            assert_eq!(told, ["document.work[0].position"], "{document}");
        }
        // Languages by name, and what no language is.
        for document in [
            json!({"languages": {"English": "native", "German": "good"}}),
            json!({"languages": {"en": "native", "de": "good"}}),
            json!({"skills": [{"name": "Code", "keywords": ["en", "de"]}]}),
        ] {
            assert_eq!(read(&document).warnings, [], "{document}");
        }
    }
}
