//! Whether a document is a JSON Resume. Every fault is named by its place, such as
//! `document.work[0].startDate`.

use kernel::FieldErrors;
use serde_json::Value;
use serde_json::value::RawValue;
use url::Url;

use super::limits::check_limits;
use super::schema::{DOCUMENT, Form};
use tailor::facts::{Part, facts_of};

/// As much as one chunk holds.
const LONGEST_TEXT: usize = 8000;
/// Statements in one document; each becomes a chunk.
const MOST_FACTS: usize = 1000;
/// Beyond these, a client has other worries.
const MOST_ERRORS: usize = 50;

/// A document that holds, as it was given and as a tree.
#[derive(Clone, Debug)]
pub(super) struct Checked {
    pub(super) text: String,
    pub(super) tree: Value,
}

pub(super) fn check_document(raw: &RawValue, errors: &mut FieldErrors) -> Option<Checked> {
    let field = "document";
    let text = raw.get();
    errors.keep(field, check_limits(text))?;
    let Ok(tree) = serde_json::from_str::<Value>(text) else {
        errors.add(field, "holds a number or an escape that cannot be read");
        return None;
    };
    let mut faults = Faults::default();
    object(&tree, field, DOCUMENT, &mut faults);
    lengths(&tree, field, &mut faults);
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

fn object(value: &Value, place: &str, members: &[(&str, Form)], faults: &mut Faults) {
    let Some(object) = value.as_object() else {
        return faults.add(place, "must be an object");
    };
    for (name, form) in members {
        if let Some(value) = object.get(*name) {
            member(value, &format!("{place}.{name}"), *form, faults);
        }
    }
}

fn member(value: &Value, place: &str, form: Form, faults: &mut Faults) {
    match form {
        Form::Object(members) => object(value, place, members, faults),
        Form::List(members) => {
            list(value, place, faults, |value, place, faults| {
                object(value, place, members, faults)
            });
        }
        Form::Texts => list(value, place, faults, |value, place, faults| {
            member(value, place, Form::Text, faults);
        }),
        Form::Text | Form::Date | Form::Address | Form::Email => {
            let Some(text) = value.as_str() else {
                return faults.add(place, "must be a text");
            };
            // A form is what a value has to have; an empty address says that there is none.
            let wrong = match form {
                Form::Date if !is_date(text) => "must be a date: YYYY, YYYY-MM or YYYY-MM-DD",
                Form::Address if !text.is_empty() && !is_address(text) => {
                    "must be an http, https or mailto address"
                }
                Form::Email if !text.is_empty() && !is_email(text) => "must be an e-mail address",
                _ => return,
            };
            faults.add(place, wrong);
        }
    }
}

fn list(
    value: &Value,
    place: &str,
    faults: &mut Faults,
    check: impl Fn(&Value, &str, &mut Faults),
) {
    let Some(items) = value.as_array() else { return faults.add(place, "must be a list") };
    for (index, item) in items.iter().enumerate() {
        check(item, &format!("{place}[{index}]"), faults);
    }
}

/// No text is longer than a chunk, also in members that nobody knows.
fn lengths(value: &Value, place: &str, faults: &mut Faults) {
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
            for (name, member) in members {
                let name: String = name.chars().take(100).collect();
                lengths(member, &format!("{place}.{name}"), faults);
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

/// As the schema has it: a year of this or the last millennium, a month, a day.
fn is_date(text: &str) -> bool {
    let number = |part: &str, digits: usize| {
        let plain = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| part.parse::<u32>().ok()).flatten()
    };
    let mut parts = text.split('-');
    let year = parts.next().and_then(|part| number(part, 4));
    let month = parts.next().map(|part| number(part, 2));
    let day = parts.next().map(|part| number(part, 2));
    matches!(year, Some(1000..=2999))
        && matches!(month, None | Some(Some(1..=12)))
        && matches!(day, None | Some(Some(1..=31)))
        && parts.next().is_none()
}

fn is_address(text: &str) -> bool {
    let plain = !text.contains(|c: char| c.is_whitespace() || c.is_control());
    let known = |url: &Url| match url.scheme() {
        "http" | "https" => url.host().is_some(),
        scheme => scheme == "mailto",
    };
    plain && Url::parse(text).is_ok_and(|url| known(&url))
}

fn is_email(text: &str) -> bool {
    let plain = |part: &str| {
        !part.is_empty() && !part.contains(|c: char| c.is_whitespace() || c.is_control())
    };
    let split = text.rsplit_once('@');
    split.is_some_and(|(local, host)| plain(local) && plain(host) && !local.contains('@'))
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
    fn dates_are_as_precise_as_their_owner_wants() {
        for date in ["1999", "2026-01", "2026-12-31", "1815-12-10"] {
            assert!(is_date(date), "{date}");
        }
        for date in
            ["", "99", "2026-", "2026-13", "2026-1", "2026-01-32", "2026-01-01T00", "０2026"]
        {
            assert!(!is_date(date), "{date}");
        }
    }

    #[test]
    fn addresses_lead_to_the_web_or_to_a_mailbox() {
        for address in ["https://example.org/x?y", "http://a.b", "mailto:ada@example.org"] {
            assert!(is_address(address), "{address}");
        }
        for address in ["javascript:alert(1)", "data:text/html,x", "example.org", "https://", "h t"]
        {
            assert!(!is_address(address), "{address}");
        }
        assert!(is_email("ada@example.org") && !is_email("ada") && !is_email("a@b@c"));
    }

    #[test]
    fn unknown_members_are_nobodys_business_and_known_ones_name_their_place() {
        assert_eq!(faults(r#"{"x":{"y":[null,1e5]},"basics":{"z":7,"url":""}}"#), [""; 0]);
        for (text, said) in [
            (r#"[]"#, "document must be an object."),
            (r#"{"basics":[]}"#, "document.basics must be an object."),
            (r#"{"work":{}}"#, "document.work must be a list."),
            (r#"{"work":[{"name":null}]}"#, "document.work[0].name must be a text."),
            (
                r#"{"skills":[{},{"keywords":["a",1]}]}"#,
                "document.skills[1].keywords[1] must be a text.",
            ),
        ] {
            assert_eq!(faults(text), [said]);
        }
        let date = faults(r#"{"work":[{"startDate":"May 2020"}]}"#);
        assert!(date[0].starts_with("document.work[0].startDate must be a date"), "{date:?}");
        let long = format!(r#"{{"x":["{}"]}}"#, "é".repeat(8001));
        assert_eq!(faults(&long), ["document.x[0] may have up to 8000 characters."]);
    }
}
