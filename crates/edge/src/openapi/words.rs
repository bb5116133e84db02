//! Schemas in a few words, linked to the shapes they name.

use askama::Template;
use serde_json::Value;

use crate::page::Html;

#[derive(Template)]
#[template(path = "words.html")]
struct Words<'a> {
    words: Vec<Word<'a>>,
}

enum Word<'a> {
    Text(&'a str),
    Code(&'a str),
    /// The name of a shape that is described further down.
    Shape(&'a str),
}

pub(super) fn name(name: &str) -> Html {
    Html::of(&Words { words: vec![Word::Code(name)] })
}

pub(super) fn shape(schema: &Value) -> Html {
    Html::of(&Words { words: words_of(schema) })
}

/// What a body or an answer may come as.
pub(super) fn media(content: &Value) -> Html {
    // Every failure is a page to those who ask for one; saying so each time would drown the rest.
    let is_failure = content.get("application/problem+json").is_some();
    let forms = content.as_object().into_iter().flatten();
    let forms = forms.filter(|(media, _)| !(is_failure && *media == "text/html"));
    let described = forms.map(|(media, value)| match words_of(&value["schema"]) {
        words if words.is_empty() => vec![Word::Code(media)],
        words => words,
    });
    Html::of(&Words { words: joined(described, ", ") })
}

fn words_of(schema: &Value) -> Vec<Word<'_>> {
    if let Some(name) = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next()) {
        return vec![Word::Shape(name)];
    }
    for alternatives in ["anyOf", "oneOf"] {
        if let Some(options) = schema[alternatives].as_array() {
            return joined(options.iter().map(words_of), " or ");
        }
    }
    if let Some(values) = schema["enum"].as_array() {
        let values = values.iter().map(|value| vec![Word::Code(value.as_str().unwrap_or("null"))]);
        return joined(values, " | ");
    }
    let kinds: Vec<_> = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        kind => kind.as_str().into_iter().collect(),
    };
    let mut words = joined(kinds.into_iter().map(|kind| vec![Word::Text(kind)]), " or ");
    if schema["items"].is_object() {
        words.push(Word::Text(" of "));
        words.extend(words_of(&schema["items"]));
    }
    if let Some(format @ ("date-time" | "uuid" | "uri")) = schema["format"].as_str() {
        words.extend([Word::Text(" ("), Word::Text(format), Word::Text(")")]);
    }
    words
}

fn joined<'a>(parts: impl Iterator<Item = Vec<Word<'a>>>, between: &'static str) -> Vec<Word<'a>> {
    let mut words = Vec::new();
    for (position, part) in parts.enumerate() {
        if position > 0 {
            words.push(Word::Text(between));
        }
        words.extend(part);
    }
    words
}
