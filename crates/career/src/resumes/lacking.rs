//! What a page of a resume cannot do without, and a document does not tell.

use serde_json::Value;

use super::reading::Warning;

/// Tells of a reading that has no name, or nothing but one.
pub(super) fn lacking(tree: &Value) -> Vec<Warning> {
    let says = |value: &Value| match value {
        Value::Array(entries) => {
            entries.iter().any(|it| it.as_object().is_some_and(|it| !it.is_empty()))
        }
        Value::String(text) => !text.trim().is_empty(),
        _ => false,
    };
    let mut found = Vec::new();
    if !says(&tree["basics"]["name"]) {
        found.push(Warning::new("document.basics.name", "is not told: the page has no name on it"));
    }
    let known = [
        "work",
        "volunteer",
        "education",
        "projects",
        "skills",
        "publications",
        "awards",
        "certificates",
    ];
    let has_more =
        known.iter().any(|section| says(&tree[*section])) || says(&tree["basics"]["summary"]);
    if !has_more {
        found.push(Warning::new(
            "document",
            "was read for no more than a head: no section of it is known here",
        ));
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_page_without_a_name_or_with_nothing_else_is_told() {
        for (tree, told) in [
            (json!({"basics": {"name": "Ada"}, "work": [{"name": "Mill"}]}), vec![]),
            (json!({"work": [{"name": "Mill"}]}), vec!["document.basics.name"]),
            (json!({"basics": {"name": "Ada"}, "work": [{}]}), vec!["document"]),
            (json!({}), vec!["document.basics.name", "document"]),
        ] {
            let paths: Vec<String> = lacking(&tree).into_iter().map(|it| it.path).collect();
            assert_eq!(paths, told, "{tree}");
        }
    }
}
