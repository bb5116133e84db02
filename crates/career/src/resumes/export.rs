use serde_json::Value;

/// A reading as a document that leaves the house: without the empty places that it keeps for the sake of
/// paths.
pub fn without_gaps(tree: Value) -> Value {
    pruned(tree).unwrap_or_else(|| Value::Object(Default::default()))
}

/// None for what says nothing.
fn pruned(value: Value) -> Option<Value> {
    match value {
        Value::Null => None,
        Value::String(text) if text.trim().is_empty() => None,
        Value::Array(items) => {
            let items: Vec<Value> = items.into_iter().filter_map(pruned).collect();
            (!items.is_empty()).then_some(Value::Array(items))
        }
        Value::Object(members) => {
            let told = members.into_iter().filter_map(|(name, value)| Some((name, pruned(value)?)));
            let members: serde_json::Map<String, Value> = told.collect();
            (!members.is_empty()).then_some(Value::Object(members))
        }
        value => Some(value),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_says_nothing_stays_at_home() {
        let tree = json!({
            "basics": {"name": "Ada", "label": " ", "location": {}, "profiles": []},
            "work": [{}, {"name": "Mill", "highlights": ["", "Ran it.", null], "x": false, "n": 0}],
            "skills": [{}], "meta": null,
        });
        let expected = json!({
            "basics": {"name": "Ada"},
            "work": [{"name": "Mill", "highlights": ["Ran it."], "x": false, "n": 0}],
        });
        assert_eq!(without_gaps(tree), expected);
        assert_eq!(without_gaps(json!({})), json!({}));
    }
}
