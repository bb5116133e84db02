use serde::Deserialize;

/// What a model wants changed, in labels of the question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Changes {
    pub(super) summary: Vec<Sentence>,
    pub(super) highlights: Vec<Rewrite>,
    pub(super) order: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Sentence {
    pub(super) text: String,
    pub(super) facts: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct Rewrite {
    pub(super) fact: String,
    pub(super) text: String,
}

/// Far more than a page of changes.
const MOST_BYTES: usize = 64 * 1024;

/// The answer is not the JSON that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the answer is not what was asked for")]
pub struct Unreadable;

impl Changes {
    /// Reads JSON, also between the marks that models like to put around it. Anything else is no
    /// answer.
    pub fn read(said: &str) -> Result<Self, Unreadable> {
        let text = unwrapped(said.trim());
        // Prose around the JSON is no answer: whoever adds a word may also have changed one.
        if text.len() > MOST_BYTES || !text.starts_with('{') {
            return Err(Unreadable);
        }
        serde_json::from_str(text).map_err(|_| Unreadable)
    }

    /// What was said to its end by a model that was cut off: whole items of whole or begun lists. Nothing
    /// a model says is believed, so half of it does no harm.
    pub fn read_begun(said: &str) -> Result<Self, Unreadable> {
        let text = said.trim().trim_start_matches("```").trim_start();
        let text = text.strip_prefix("json").unwrap_or(text).trim_start();
        match text.len() <= MOST_BYTES && text.starts_with('{') {
            true => Self::read(&closed(text).ok_or(Unreadable)?),
            false => Err(Unreadable),
        }
    }
}

/// The beginning of an object of lists up to its last whole item, with the brackets that were left open
/// closed. None when there is none.
fn closed(text: &str) -> Option<String> {
    let mut open: Vec<char> = Vec::new();
    let (mut quoted, mut escaped) = (false, false);
    let mut found = None;
    for (at, c) in text.char_indices() {
        let mut ends_value = false;
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => {
                quoted = !quoted;
                ends_value = !quoted;
            }
            _ if quoted => {}
            '{' => open.push('}'),
            '[' => open.push(']'),
            '}' | ']' => {
                if open.pop() != Some(c) {
                    return None;
                }
                ends_value = true;
            }
            _ => {}
        }
        let close = match open.as_slice() {
            // A string at this depth is a name.
            ['}'] if c == ']' => "}",
            ['}', ']'] => "]}",
            [] => "",
            _ => continue,
        };
        if ends_value {
            found = Some(format!("{}{close}", &text[..=at]));
        }
    }
    found
}

fn unwrapped(text: &str) -> &str {
    let Some(inner) = text.strip_prefix("```").and_then(|text| text.strip_suffix("```")) else {
        return text;
    };
    let inner = inner.strip_prefix("json").or_else(|| inner.strip_prefix("JSON")).unwrap_or(inner);
    inner.trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_read_with_and_without_marks_around_them() {
        let plain = r#"{"highlights":[{"fact":"f1","text":"x"}],"order":["f1"],"more":1}"#;
        let read = Changes::read(plain).unwrap();
        assert_eq!(read.highlights, [Rewrite { fact: "f1".into(), text: "x".into() }]);
        for marked in [format!("```json\n{plain}\n```"), format!("\n```\n{plain}```\n")] {
            assert_eq!(Changes::read(&marked).as_ref(), Ok(&read));
        }
        assert_eq!(Changes::read("{}"), Ok(Changes::default()));
    }

    #[test]
    fn of_an_answer_that_was_cut_off_whole_items_count() {
        let whole = r#"{"order":["f2","f1"],"highlights":[{"fact":"f1","text":"a \"b\" ]}"},{"fact":"f2","text":"c"}]}"#;
        for (end, order, highlights) in [
            ("\"f2\"", 1, 0),
            ("\"f1\"", 2, 0),
            ("\"f1\"]", 2, 0),
            ("\"highlights\":[{\"fact\":\"f1\"", 2, 0),
            ("]}\"}", 2, 1),
            ("\"text\":\"c", 2, 1),
            ("\"c\"}", 2, 2),
            ("\"c\"}]}", 2, 2),
        ] {
            let begun = &whole[..whole.find(end).unwrap() + end.len()];
            let read = Changes::read_begun(begun).unwrap();
            assert_eq!((read.order.len(), read.highlights.len()), (order, highlights), "{begun}");
        }
        let marked = format!("```json\n{}", &whole[..30]);
        assert_eq!(Changes::read_begun(&marked).unwrap().order, ["f2", "f1"]);
        for begun in ["", "{", "{\"order\"", "{\"order\":[", "{\"order\":[\"f1", "Sure! {", "{]"] {
            assert_eq!(Changes::read_begun(begun), Err(Unreadable), "{begun}");
        }
    }

    #[test]
    fn anything_else_is_no_answer() {
        let deep = format!("{{\"summary\":{}{}}}", "[".repeat(10_000), "]".repeat(10_000));
        let large = format!("{{\"x\":\"{}\"}}", "y".repeat(MOST_BYTES));
        for said in [
            "",
            "null",
            "[]",
            "\"{}\"",
            "Sure! Here it is: {}",
            "{\"highlights\":[{\"fact\":\"f1\"",
            "{\"highlights\":{}}",
            "{\"highlights\":[{\"fact\":1,\"text\":\"x\"}]}",
            "{} {}",
            &deep,
            &large,
        ] {
            assert_eq!(Changes::read(said), Err(Unreadable), "{said:.40}");
        }
    }
}
