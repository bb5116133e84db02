//! Where a caller's words can go: every parameter of every row, as the description has them.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use testkit::{Answer, Form};

use super::caller::Caller;
use crate::media::picture;
use crate::service::furnished::Furnished;

/// Stands where the words go.
pub(super) const MARK: &str = "\u{1}mark";
const TAKEN: &str = "taken";
/// Stands where something that is not there yet goes.
const FRESH: &str = "\u{1}fresh";

/// One place of one row.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) method: String,
    /// As the description has it.
    pub(super) path: String,
    pub(super) spot: Spot,
    /// A body that would be taken, for the places that are not in it.
    least: Option<Value>,
}

#[derive(Clone, Debug)]
pub(super) enum Spot {
    Path(String),
    Query(String),
    Header(String),
    /// The whole body, with marks.
    Body(Value),
    /// The names of a form's texts, beside the name of its file.
    Form(Vec<String>),
}

/// A row of the description, with a body that would change something.
pub(super) struct Row {
    pub(super) method: String,
    /// As the description has it.
    pub(super) path: String,
    pub(super) access: String,
    body: Option<Value>,
    takes_file: bool,
}

impl Row {
    /// Asks for it at an address, by whatever spelling.
    #[track_caller]
    pub(super) fn send(&self, caller: &Caller<'_>, address: &str) -> Answer {
        if self.takes_file {
            let form = Form::default().file("x.gif", &picture("still.gif")).into_bytes();
            let caller = caller.with("content-type", Form::CONTENT_TYPE);
            return caller.send(&self.method, address, &form);
        }
        let body = self.body.as_ref().map(Value::to_string).unwrap_or_default();
        caller.send(&self.method, address, body.as_bytes())
    }
}

/// What may stand in a place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    Number,
}

/// What is sent.
pub(super) struct Request {
    pub(super) path: String,
    pub(super) header: Option<(String, String)>,
    pub(super) body: Option<Value>,
}

impl Place {
    /// Words that stand in a row of the API or a page, in the place of a parameter of its path or query.
    pub(super) fn read(path: &str, spot: Spot) -> Self {
        Self { method: "GET".to_owned(), path: path.to_owned(), spot, least: None }
    }

    /// With some of the words: the first of them, and the others in turn where there are more marks.
    pub(super) fn with(&self, made: &Furnished, words: &[String], fresh: usize) -> Request {
        let fill = |body: &Value| filled(body, &mut words.iter().cycle(), fresh);
        let plain = || made.concrete(&self.path);
        let least = self.least.as_ref().map(fill);
        let (path, header, body) = match &self.spot {
            Spot::Path(name) => {
                let word = in_path(&words[0]);
                let [open, rest] = [format!("{{{name}}}"), format!("{{*{name}}}")];
                let path = made.concrete(&self.path.replace(&open, MARK).replace(&rest, MARK));
                (path.replace(MARK, &word), None, least)
            }
            Spot::Query(name) => {
                (format!("{}?{name}={}", plain(), in_query(&words[0])), None, least)
            }
            Spot::Header(name) => (plain(), Some((name.clone(), in_header(&words[0]))), least),
            Spot::Body(body) => (plain(), None, Some(fill(body))),
            Spot::Form(_) => (plain(), None, None),
        };
        Request { path, header, body }
    }
}

/// What is written as it travels already, and would travel.
fn is_encoded(words: &str) -> bool {
    words.contains('%') && words.bytes().all(|byte| byte.is_ascii_graphic())
}

fn in_path(words: &str) -> String {
    match is_encoded(words) || words.starts_with("..") {
        true => words.to_owned(),
        false => super::encoded(words).replace('+', "%20"),
    }
}

fn in_query(words: &str) -> String {
    match is_encoded(words) {
        true => words.to_owned(),
        false => super::encoded(words),
    }
}

/// What no header can hold is encoded: S-HTTP-03 sends it as it is.
pub(super) fn in_header(words: &str) -> String {
    let sign = |c: char| match c.is_control() {
        true => super::encoded(&c.to_string()),
        false => c.to_string(),
    };
    words.chars().map(sign).collect()
}

fn filled<'a>(body: &Value, words: &mut impl Iterator<Item = &'a String>, fresh: usize) -> Value {
    match body {
        Value::String(text) if text == MARK => words.next().map_or(Value::Null, |word| json!(word)),
        Value::String(text) if text == FRESH => json!(format!("fresh{fresh}")),
        Value::Array(items) => items.iter().map(|item| filled(item, words, fresh)).collect(),
        Value::Object(members) => {
            let mut filled_in = Map::new();
            for (name, value) in members {
                let name = if name == MARK { words.next().unwrap_or(name) } else { name };
                filled_in.insert(name.clone(), filled(value, words, fresh));
            }
            filled_in.into()
        }
        other => other.clone(),
    }
}

/// A body with its marks, and something that is not there yet where that is asked for.
pub(super) fn marked_with(body: &Value, fresh: usize) -> Value {
    filled(body, &mut [MARK.to_owned()].iter().cycle(), fresh)
}

/// The description, as a list of places.
pub(super) struct Description(pub(super) Value);

impl Description {
    pub(super) fn places(&self) -> Vec<Place> {
        let mut places = Vec::new();
        for (path, methods) in self.0["paths"].as_object().expect("paths") {
            for (method, operation) in methods.as_object().expect("methods") {
                let least = schema_of(operation, "application/json");
                let least = least.map(|schema| self.least("", schema));
                let mut add = |spot| {
                    let (method, path) = (method.to_ascii_uppercase(), path.clone());
                    places.push(Place { method, path, spot, least: least.clone() });
                };
                for parameter in operation["parameters"].as_array().into_iter().flatten() {
                    let name = parameter["name"].as_str().expect("a name").to_owned();
                    match parameter["in"].as_str() {
                        Some("path") => add(Spot::Path(name)),
                        Some("query") => add(Spot::Query(name)),
                        _ => add(Spot::Header(name)),
                    }
                }
                if let Some(schema) = schema_of(operation, "application/json") {
                    self.bodies(path, schema).into_iter().for_each(|body| add(Spot::Body(body)));
                }
                if let Some(schema) = schema_of(operation, "multipart/form-data") {
                    let fields = self.resolved(schema)["properties"].as_object().expect("fields");
                    let texts = fields.keys().filter(|name| *name != "file").cloned();
                    add(Spot::Form(texts.collect()));
                }
            }
        }
        places
    }

    pub(super) fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        for (path, methods) in self.0["paths"].as_object().expect("paths") {
            for (method, operation) in methods.as_object().expect("methods") {
                let schema = schema_of(operation, "application/json");
                // A text that is somebody's own says more than the least, which may be nothing.
                let body = schema.map(|schema| {
                    let texts = self.marked(Kind::Text, "", schema);
                    let least = self.least("", schema);
                    filled(texts.first().unwrap_or(&least), &mut [TAKEN.to_owned()].iter(), 0)
                });
                rows.push(Row {
                    method: method.to_ascii_uppercase(),
                    path: path.clone(),
                    access: operation["x-access"].as_str().expect("who may").to_owned(),
                    body,
                    takes_file: schema_of(operation, "multipart/form-data").is_some(),
                });
            }
        }
        rows
    }

    /// Every body in JSON that a row takes, with a mark where something of this kind may stand.
    pub(super) fn marked_bodies(&self, kind: Kind) -> Vec<(String, String, Vec<Value>)> {
        let mut rows = Vec::new();
        for (path, methods) in self.0["paths"].as_object().expect("paths") {
            for (method, operation) in methods.as_object().expect("methods") {
                let Some(schema) = schema_of(operation, "application/json") else { continue };
                let bodies = match kind {
                    Kind::Text => self.bodies(path, schema),
                    Kind::Number => self.marked(kind, "", schema),
                };
                rows.push((method.to_ascii_uppercase(), path.clone(), bodies));
            }
        }
        rows
    }

    /// Bodies with a mark in one place each. Where each costs seconds, all texts that are free share one.
    fn bodies(&self, path: &str, schema: &Value) -> Vec<Value> {
        let marked = self.marked(Kind::Text, "", schema);
        if path != "/tailor" {
            return marked;
        }
        let (free, others): (Vec<_>, Vec<_>) = marked
            .into_iter()
            .partition(|body| body["job_description"] == MARK || body["arrangement"].is_object());
        let mut shared = BTreeMap::<String, Value>::new();
        for body in free {
            for (name, value) in body.as_object().expect("members") {
                let known = shared.entry(name.clone()).or_insert_with(|| value.clone());
                match (known, value) {
                    (Value::Object(known), Value::Object(more)) => known.extend(more.clone()),
                    (known, _) if *known != MARK => *known = value.clone(),
                    _ => {}
                }
            }
        }
        others.into_iter().chain([shared.into_iter().collect()]).collect()
    }

    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        let Some(reference) = schema["$ref"].as_str() else { return schema };
        let pointer = reference.strip_prefix('#').expect("all is in one document");
        self.resolved(self.0.pointer(pointer).expect("what is referred to is there"))
    }

    /// A value of a schema for each text or number it may hold, with a mark there and little else.
    fn marked(&self, kind: Kind, name: &str, schema: &Value) -> Vec<Value> {
        let schema = self.resolved(schema);
        let mut marked: Vec<_> =
            choices(schema).flat_map(|choice| self.marked(kind, name, choice)).collect();
        // Of one of several words, one place.
        marked.dedup();
        if is(schema, "object") {
            let least = self.least(name, schema);
            for (member, inner) in schema["properties"].as_object().into_iter().flatten() {
                for value in self.marked(kind, member, inner) {
                    let mut body = least.clone();
                    body[member] = value;
                    marked.push(body);
                }
            }
            if kind == Kind::Text && schema["additionalProperties"].is_object() {
                marked.extend([json!({ "member": MARK }), json!({ MARK: "words" })]);
            }
        }
        if is(schema, "array") {
            let items = self.marked(kind, name, &schema["items"]);
            marked.extend(items.into_iter().map(|item| json!([item])));
        }
        if kind == Kind::Number {
            if is(schema, "integer") || is(schema, "number") {
                marked.push(json!(MARK));
            }
            return marked;
        }
        let has_words =
            schema["enum"].as_array().is_some_and(|all| all.iter().any(Value::is_string));
        if is(schema, "string") || has_words {
            marked.push(json!(MARK));
        }
        marked
    }

    /// A value with what it needs, and nothing more.
    fn least(&self, name: &str, schema: &Value) -> Value {
        let schema = self.resolved(schema);
        if let Some(choice) = choices(schema).next() {
            return self.least(name, choice);
        }
        if let Some(one) = schema.get("const").or_else(|| schema["enum"].get(0)) {
            return one.clone();
        }
        match name {
            "url" => return json!("/"),
            "parent_id" | "section_id" => return Value::Null,
            "document" => return json!({ "basics": { "name": "Ada" } }),
            _ => {}
        }
        if is(schema, "object") {
            let required = schema["required"].as_array().into_iter().flatten();
            let required = required.map(|name| name.as_str().expect("a name"));
            let member =
                |name: &str| (name.to_owned(), self.least(name, &schema["properties"][name]));
            return Value::Object(required.map(member).collect());
        }
        if is(schema, "array") {
            return json!([]);
        }
        if is(schema, "string") { json!(FRESH) } else { json!(1) }
    }
}

fn schema_of<'a>(operation: &'a Value, media: &str) -> Option<&'a Value> {
    Some(&operation["requestBody"]["content"].get(media)?["schema"])
}

fn choices(schema: &Value) -> impl Iterator<Item = &Value> {
    let of = move |name: &str| schema[name].as_array().into_iter().flatten();
    of("anyOf").chain(of("oneOf"))
}

fn is(schema: &Value, wanted: &str) -> bool {
    let named = &schema["type"];
    *named == wanted || named.as_array().is_some_and(|all| all.iter().any(|one| one == wanted))
}
