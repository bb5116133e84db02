//! NUL, which no request may bring, and which one of the databases cannot keep in a column.

const ESCAPE: &str = "\\u0000";

/// Whether a document, as its text, has one in any of its texts, also in members that are there twice. In JSON it can
/// only be written so; with a backslash before it that is one itself, it is something else.
pub(crate) fn is_in(json: &str) -> bool {
    json.match_indices(ESCAPE).any(|(at, _)| {
        let before = json.as_bytes()[..at].iter().rev();
        before.take_while(|byte| **byte == b'\\').count() % 2 == 0
    })
}

/// The same, where of a member that is there twice the last counts, as for most readers.
pub(crate) fn is_read_from(json: &str) -> bool {
    fn within(value: &serde_json::Value) -> bool {
        match value {
            serde_json::Value::String(text) => text.contains('\0'),
            serde_json::Value::Array(values) => values.iter().any(within),
            serde_json::Value::Object(members) => {
                members.iter().any(|(name, value)| name.contains('\0') || within(value))
            }
            _ => false,
        }
    }
    // Hardly any document has these letters, so hardly any is parsed a second time.
    json.contains(ESCAPE) && serde_json::from_str(json).is_ok_and(|value| within(&value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_nul_is_found_wherever_it_is_written() {
        for (json, is_there, is_read) in [
            (r#"{"a":"b"}"#, false, false),
            (r#"{"a":"\\u0000"}"#, false, false),
            (r#"{"a":"\\\u0000"}"#, true, true),
            (r#"{"a":"b\u0000"}"#, true, true),
            (r#"{"a\u0000":1}"#, true, true),
            (r#"[[{"a":["\u0000"]}]]"#, true, true),
            (r#"{"a":"\u0000","a":"b"}"#, true, false),
        ] {
            assert_eq!((is_in(json), is_read_from(json)), (is_there, is_read), "{json}");
        }
    }
}
