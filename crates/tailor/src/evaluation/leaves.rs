use serde_json::Value;

/// A value of a document that holds no others, with its path.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Leaf<'a> {
    pub path: String,
    pub value: &'a Value,
}

/// All leaves of a document in its order. Goes no deeper than a resume does: what lies deeper is
/// handed over as it is, and carried by nothing.
pub(super) fn leaves(document: &Value) -> Vec<Leaf<'_>> {
    let mut found = Vec::new();
    walk(String::new(), document, 0, &mut found);
    found
}

const DEEPEST: usize = 6;

fn walk<'a>(path: String, value: &'a Value, depth: usize, found: &mut Vec<Leaf<'a>>) {
    let below = |name: &str| match path.is_empty() {
        true => name.to_owned(),
        false => format!("{path}/{name}"),
    };
    match value {
        Value::Object(members) if depth < DEEPEST => {
            for (name, value) in members {
                walk(below(name), value, depth + 1, found);
            }
        }
        Value::Array(values) if depth < DEEPEST => {
            for (number, value) in values.iter().enumerate() {
                walk(below(&number.to_string()), value, depth + 1, found);
            }
        }
        _ => found.push(Leaf { path, value }),
    }
}

/// A path without its numbers: where in any document a value stands.
pub(super) fn kind_of(path: &str) -> String {
    let named = path.split('/').filter(|step| step.parse::<usize>().is_err());
    named.collect::<Vec<_>>().join("/")
}
