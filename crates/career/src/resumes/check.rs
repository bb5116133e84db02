//! Whether a document can be taken: an object of bearable size without addresses that do harm. Every
//! fault is named by its place, such as `document.work[0].url`. What is only odd is taken, and told by
//! its [`super::reading`].

use kernel::FieldErrors;
use serde_json::Value;
use serde_json::value::RawValue;

use super::limits::check_limits;
use super::reading::{is_dangerous, read};
use super::written::{Written, place_below};
use tailor::facts::{Part, facts_of};

/// As much as one chunk holds.
const LONGEST_TEXT: usize = 8000;
/// Statements in one document; each becomes a chunk.
const MOST_FACTS: usize = 1000;
/// Beyond these, a client has other worries.
const MOST_ERRORS: usize = 50;

/// A document that holds, as it was given and as it is read.
#[derive(Clone, Debug)]
pub(crate) struct Checked {
    pub(crate) text: String,
    pub(crate) tree: Value,
}

/// Addresses in a document that do something instead of leading somewhere, by their places, with what
/// is wrong about each.
pub(crate) fn find_dangerous(document: &Value, place: &str) -> Vec<(String, String)> {
    let mut faults = Faults::default();
    addresses(document, place, &mut faults);
    faults.0
}

pub(crate) fn check_document(raw: &RawValue, errors: &mut FieldErrors) -> Option<Checked> {
    let field = "document";
    let text = raw.get();
    // By its text, before it becomes a tree.
    errors.keep(field, check_limits(text))?;
    let Ok(Written { tree, .. }) = Written::of(text) else {
        errors.add(field, "holds an escape that cannot be read");
        return None;
    };
    let mut faults = Faults::default();
    if !tree.is_object() {
        faults.add(field, "must be an object");
    }
    // On the document as it was given, not as it is read: a bad address is refused, while its
    // reading would only drop it.
    addresses(&tree, field, &mut faults);
    lengths(&tree, field, &mut faults);
    let tree = read(&tree).tree;
    // Facts are counted last: a document that is faulty anyway need not be taken apart.
    if faults.0.is_empty() {
        facts(&tree, field, &mut faults);
    }
    let holds = faults.0.is_empty();
    for (place, message) in faults.0 {
        errors.add(place, message);
    }
    holds.then(|| Checked { text: text.to_owned(), tree })
}

#[derive(Default)]
struct Faults(Vec<(String, String)>);

impl Faults {
    fn add(&mut self, place: &str, message: &str) {
        if self.0.len() < MOST_ERRORS {
            self.0.push((place.to_owned(), message.to_owned()));
        }
    }
}

/// Addresses that do something instead of leading somewhere have no place in a resume. Whatever else
/// is odd about one, it is read with care and told as a warning.
fn addresses(value: &Value, place: &str, faults: &mut Faults) {
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                addresses(item, &format!("{place}[{index}]"), faults);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                let place = place_below(place, name);
                match member {
                    Value::String(text) if ADDRESSES.contains(&name.as_str()) => {
                        if is_dangerous(text) {
                            faults.add(&place, "must be an http, https or mailto address");
                        }
                    }
                    _ => addresses(member, &place, faults),
                }
            }
        }
        _ => {}
    }
}

const ADDRESSES: [&str; 3] = ["url", "website", "canonical"];

const PICTURES: [&str; 3] = ["image", "picture", "photo"];

/// No text is longer than a chunk, also in members that nobody knows. A picture in letters is no text: it
/// is kept with the document, and read by nobody.
fn lengths(value: &Value, place: &str, faults: &mut Faults) {
    let is_picture = |name: &str, member: &Value| {
        let text = member.as_str().unwrap_or_default();
        PICTURES.contains(&name) && text.starts_with("data:image/")
    };
    match value {
        Value::String(text) if text.chars().count() > LONGEST_TEXT => {
            faults.add(place, &format!("may have up to {LONGEST_TEXT} characters"));
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                lengths(item, &format!("{place}[{index}]"), faults);
            }
        }
        Value::Object(members) => {
            for (name, member) in members.iter().filter(|(name, it)| !is_picture(name, it)) {
                // A name may be as long as the whole document.
                let name: String = name.chars().take(100).collect();
                lengths(member, &place_below(place, &name), faults);
            }
        }
        _ => {}
    }
}

/// Each statement has to fit into a chunk, and the chunks into the memory.
fn facts(tree: &Value, place: &str, faults: &mut Faults) {
    let facts = facts_of(tree);
    if facts.len() > MOST_FACTS {
        return faults.add(place, &format!("may state up to {MOST_FACTS} facts"));
    }
    for fact in facts.iter().filter(|fact| fact.text.chars().count() > LONGEST_TEXT) {
        let section = fact.place.section.name();
        let place = match fact.place.part {
            Part::Entry if section == "basics" => format!("{place}.{section}"),
            _ => format!("{place}.{section}[{}]", fact.place.entry),
        };
        faults.add(&place, &format!("may have up to {LONGEST_TEXT} characters without highlights"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(text: &str) -> Vec<String> {
        let raw = RawValue::from_string(text.to_owned()).unwrap();
        let mut errors = FieldErrors::default();
        check_document(&raw, &mut errors);
        match errors.finish() {
            Ok(()) => Vec::new(),
            Err(invalid) => {
                invalid.0.iter().map(|e| format!("{} {}.", e.field, e.message)).collect()
            }
        }
    }

    #[test]
    fn a_document_is_an_object_of_bearable_size_without_harm() {
        for odd in [
            r#"{"x":{"y":[null,1e5]},"basics":{"z":7,"url":""}}"#,
            r#"{"basics":[],"work":{},"skills":[{},{"keywords":["a",1]}]}"#,
            r#"{"work":[{"name":null,"startDate":"May 2020","url":"example.org"}]}"#,
            r#"{"basics":{"email":"x","url":"tel:1","image":"data:image/png;base64,AA"}}"#,
        ] {
            assert_eq!(faults(odd), [""; 0], "{odd}");
        }
        assert_eq!(faults("[]"), ["document must be an object."]);
        for (text, place) in [
            (r#"{"basics":{"url":"javascript:alert(1)"}}"#, "document.basics.url"),
            (r#"{"basics":{"website":" JAVA\tscript:alert(1)"}}"#, "document.basics.website"),
            (r#"{"work":[{"url":"data:text/html,x"}]}"#, "document.work[0].url"),
        ] {
            assert_eq!(
                faults(text),
                [format!("{place} must be an http, https or mailto address.")]
            );
        }
        let picture =
            format!(r#"{{"basics":{{"image":"data:image/png;base64,{}"}}}}"#, "A".repeat(20_000));
        assert_eq!(faults(&picture), [""; 0]);
        let long = format!(r#"{{"x":["{}"]}}"#, "é".repeat(8001));
        assert_eq!(faults(&long), ["document.x[0] may have up to 8000 characters."]);
    }
}
