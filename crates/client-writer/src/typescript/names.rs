use crate::description::DescriptionError;

/// What the runtime and TypeScript itself declare.
const RESERVED: &[&str] = &[
    "Answer",
    "AnswerKind",
    "CallOptions",
    "ChangeOptions",
    "ClientOptions",
    "FoliaClient",
    "ProblemError",
    "QueryValue",
    "RawRequest",
    "Transport",
    "Array",
    "Blob",
    "Error",
    "FormData",
    "Headers",
    "Promise",
    "Record",
    "Request",
    "Response",
];

pub(super) fn check_type_name(name: &str) -> Result<(), DescriptionError> {
    // Checked here, or the clash would be found by whoever compiles the client.
    if RESERVED.contains(&name) {
        return Err(DescriptionError::Reserved { name: name.to_owned() });
    }
    match is_identifier(name) {
        true => Ok(()),
        false => Err(DescriptionError::Unknown {
            place: name.to_owned(),
            what: "a schema whose name is no identifier".to_owned(),
        }),
    }
}

/// A member's name, in quotes where it needs them.
pub(super) fn member(name: &str) -> String {
    if is_identifier(name) { name.to_owned() } else { quoted(name) }
}

/// A string literal.
pub(super) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// `get_sections_by_id` → `getSectionsById`.
pub(super) fn camel_case(name: &str) -> String {
    let mut parts = name.split('_').filter(|part| !part.is_empty());
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (first, rest) = part.split_at(part.chars().next().map_or(0, char::len_utf8));
        text.push_str(&first.to_uppercase());
        text.push_str(rest);
    }
    text
}

fn is_identifier(name: &str) -> bool {
    let mut letters = name.chars();
    letters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && letters.all(|letter| letter.is_ascii_alphanumeric() || letter == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_what_typescript_expects() {
        assert_eq!(camel_case("get_sections_by_id"), "getSectionsById");
        assert_eq!(member("If-Match"), "\"If-Match\"");
        assert_eq!(member("sort_order"), "sort_order");
        assert!(check_type_name("Response").is_err());
        assert!(check_type_name("Section").is_ok());
    }
}
