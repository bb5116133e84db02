use serde_json::Value;

use super::names::{member, quoted};
use crate::description::{DescriptionError, referred};

/// Declares a type by a name.
pub(super) fn declare(
    text: &mut String,
    name: &str,
    schema: &Value,
) -> Result<(), DescriptionError> {
    comment(text, "", schema["description"].as_str());
    // An interface where possible: it may hold itself, and messages of the compiler name it.
    if schema["properties"].is_object() && schema.get("oneOf").is_none() {
        text.push_str(&format!("export interface {name} {}\n", members(name, schema, "")?));
    } else {
        text.push_str(&format!("export type {name} = {};\n", expression(name, schema, "")?));
    }
    Ok(())
}

/// A schema as a type. `place` is for complaints, `indent` for what takes several lines.
pub(super) fn expression(
    place: &str,
    schema: &Value,
    indent: &str,
) -> Result<String, DescriptionError> {
    if schema.as_bool() == Some(true) {
        return Ok("unknown".to_owned());
    }
    if let Some(reference) = schema["$ref"].as_str() {
        return referred(schema).map(str::to_owned).ok_or_else(|| DescriptionError::Dangling {
            place: place.to_owned(),
            reference: reference.to_owned(),
        });
    }
    if let Some(value) = schema.get("const") {
        return Ok(value.to_string());
    }
    if let Some(values) = schema["enum"].as_array() {
        return Ok(union(values.iter().map(Value::to_string)));
    }
    for (keyword, sign) in [("oneOf", " | "), ("anyOf", " | "), ("allOf", " & ")] {
        if let Some(parts) = schema[keyword].as_array() {
            let parts: Result<Vec<_>, _> =
                parts.iter().map(|part| expression(place, part, indent)).collect();
            return Ok(parts?.join(sign));
        }
    }
    match &schema["type"] {
        Value::String(kind) => of_type(place, kind, schema, indent),
        Value::Array(kinds) => {
            let kinds = kinds.iter().filter_map(Value::as_str);
            let parts: Result<Vec<_>, _> =
                kinds.map(|kind| of_type(place, kind, schema, indent)).collect();
            Ok(union(parts?))
        }
        // A schema without a type says nothing: anything goes.
        Value::Null => Ok("unknown".to_owned()),
        other => Err(DescriptionError::Unknown {
            place: place.to_owned(),
            what: format!("the type {other}"),
        }),
    }
}

fn of_type(
    place: &str,
    kind: &str,
    schema: &Value,
    indent: &str,
) -> Result<String, DescriptionError> {
    Ok(match kind {
        "string" if schema["format"] == "binary" => "Blob".to_owned(),
        "string" => "string".to_owned(),
        "integer" | "number" => "number".to_owned(),
        "boolean" => "boolean".to_owned(),
        "null" => "null".to_owned(),
        "array" => {
            let items = expression(place, &schema["items"], indent)?;
            match items.contains([' ', '{']) {
                true => format!("Array<{items}>"),
                false => format!("{items}[]"),
            }
        }
        "object" if schema["properties"].is_object() => members(place, schema, indent)?,
        "object" => match &schema["additionalProperties"] {
            values @ Value::Object(_) => {
                // Not `Record`: a type may hold itself this way, and an alias of it may not.
                format!("{{ [name: string]: {} }}", expression(place, values, indent)?)
            }
            _ => "{ [name: string]: unknown }".to_owned(),
        },
        other => {
            return Err(DescriptionError::Unknown {
                place: place.to_owned(),
                what: format!("the type {}", quoted(other)),
            });
        }
    })
}

/// The members of an object, between braces.
fn members(place: &str, schema: &Value, indent: &str) -> Result<String, DescriptionError> {
    let deeper = format!("{indent}  ");
    let required: Vec<_> = schema["required"].as_array().into_iter().flatten().collect();
    let mut text = String::from("{\n");
    for (name, described) in schema["properties"].as_object().into_iter().flatten() {
        comment(&mut text, &deeper, described["description"].as_str());
        let mark = if required.iter().any(|known| *known == name) { "" } else { "?" };
        let kind = expression(&format!("{place}.{name}"), described, &deeper)?;
        text.push_str(&format!("{deeper}{}{mark}: {kind};\n", member(name)));
    }
    text.push_str(indent);
    text.push('}');
    Ok(text)
}

/// Each alternative once.
fn union(parts: impl IntoIterator<Item = String>) -> String {
    let mut kept: Vec<String> = Vec::new();
    for part in parts {
        if !kept.contains(&part) {
            kept.push(part);
        }
    }
    kept.join(" | ")
}

pub(super) fn comment(text: &mut String, indent: &str, description: Option<&str>) {
    let Some(description) = description else { return };
    // A description must not end the comment it stands in.
    let description = description.replace("*/", "*\u{200b}/");
    let lines: Vec<_> = description.lines().collect();
    match lines.as_slice() {
        [] => {}
        [line] => text.push_str(&format!("{indent}/** {line} */\n")),
        lines => {
            text.push_str(&format!("{indent}/**\n"));
            for line in lines {
                text.push_str(format!("{indent} * {line}").trim_end());
                text.push('\n');
            }
            text.push_str(&format!("{indent} */\n"));
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn written(schema: Value) -> String {
        expression("it", &schema, "").unwrap()
    }

    #[test]
    fn schemas_become_types() {
        for (schema, kind) in [
            (json!({ "type": "string", "format": "uuid" }), "string"),
            (json!({ "type": "string", "format": "binary" }), "Blob"),
            (json!({ "type": ["integer", "null"] }), "number | null"),
            (json!({ "type": ["integer", "number"] }), "number"),
            (json!({ "enum": ["a", "b\"c"] }), r#""a" | "b\"c""#),
            (json!({ "const": 3 }), "3"),
            (json!({ "$ref": "#/components/schemas/Section" }), "Section"),
            (json!({ "type": "array", "items": { "type": "string" } }), "string[]"),
            (
                json!({ "type": "array", "items": { "type": ["string", "null"] } }),
                "Array<string | null>",
            ),
            (
                json!({ "type": "object", "additionalProperties": { "type": "number" } }),
                "{ [name: string]: number }",
            ),
            (json!({ "type": "object" }), "{ [name: string]: unknown }"),
            (
                json!({ "anyOf": [{ "$ref": "#/components/schemas/A" }, { "type": "null" }] }),
                "A | null",
            ),
            (json!(true), "unknown"),
            (json!({}), "unknown"),
        ] {
            assert_eq!(written(schema), kind);
        }
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        for schema in [json!({ "type": "tuple" }), json!({ "$ref": "other.json#/x" })] {
            assert!(expression("it", &schema, "").is_err());
        }
    }

    #[test]
    fn a_description_cannot_leave_its_comment() {
        let mut text = String::new();
        comment(&mut text, "", Some("a */ alert(1) /*\nb"));
        assert_eq!(text.matches("*/").count(), 1, "{text}");
    }
}
