//! The named shapes of a description. The same type can look different on its way in and on its way
//! out: what has a default may be left out when it is sent and is always there when it is received.
//! So each direction has a generator, and where the two disagree about a name, the sent shape gets
//! another one.

use std::collections::BTreeSet;

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

pub(super) struct Shapes {
    pub(super) sent: SchemaGenerator,
    pub(super) received: SchemaGenerator,
    /// Shapes of bodies that make something new, by name.
    complete_bodies: Map<String, Value>,
}

const RECEIVED: &str = "#/components/schemas/";
/// Where references of sent shapes point until both directions are known.
const SENT: &str = "#/components/sent/";
/// Text may hold everything but NUL.
const TEXT: &str = r"^[^\u0000]*$";

impl Default for Shapes {
    fn default() -> Self {
        let settings = |path: &'static str| {
            SchemaSettings::draft2020_12().with(|settings| settings.definitions_path = path.into())
        };
        Self {
            sent: settings("/components/sent").for_deserialize().into_generator(),
            received: settings("/components/schemas").for_serialize().into_generator(),
            complete_bodies: Map::new(),
        }
    }
}

impl Shapes {
    /// The same body as a shape of its own, in which these members have to be there.
    pub(super) fn complete_body(
        &mut self,
        schema: &Value,
        name: &'static str,
        required: &[&'static str],
    ) -> Value {
        let mut complete = self.resolved(schema).clone();
        for member in required {
            complete["properties"][member] = without_null(&complete["properties"][member]);
        }
        complete["required"] = json!(required);
        self.complete_bodies.insert(name.to_owned(), complete);
        json!({ "$ref": format!("{SENT}{name}") })
    }

    /// The members of a query's shape, each as a parameter of its own. A query has no null.
    pub(super) fn query_parameters(&self, schema: &Value) -> Vec<Value> {
        let resolved = self.resolved(schema);
        let required = |name: &str| {
            let names = resolved["required"].as_array().into_iter().flatten();
            names.into_iter().any(|known| known == name)
        };
        let properties = resolved["properties"].as_object().into_iter().flatten();
        properties
            .map(|(name, schema)| {
                let mut schema = without_null(schema);
                let mut parameter = json!({ "name": name, "in": "query" });
                if let Some(words) = schema.as_object_mut().and_then(|it| it.remove("description"))
                {
                    parameter["description"] = words;
                }
                if required(name) {
                    parameter["required"] = true.into();
                }
                refuse_nul(&mut schema);
                parameter["schema"] = schema;
                parameter
            })
            .collect()
    }

    fn resolved<'a>(&'a self, schema: &'a Value) -> &'a Value {
        let referred = schema["$ref"].as_str().and_then(|reference| reference.strip_prefix(SENT));
        referred.and_then(|name| self.sent.definitions().get(name)).unwrap_or(schema)
    }

    /// Adds all shapes to a document and lets its references point at them. Shapes of queries are
    /// left out, as their members are parameters.
    pub(super) fn complete(mut self, mut document: Value) -> Value {
        let mut shapes = self.received.take_definitions(true);
        let mut sent = self.sent.take_definitions(true);
        sent.extend(self.complete_bodies);
        // Before names are compared: a shape that nobody needs must not rename one that somebody
        // does.
        keep_referred(&mut sent, &document);
        sent.values_mut().for_each(refuse_nul);
        sent.values_mut().for_each(forget_empty_defaults);
        let renamed = differing(&shapes, &sent);
        let rename = |name: &str| match renamed.contains(name) {
            true => format!("{name}Input"),
            false => name.to_owned(),
        };
        for (name, mut schema) in sent {
            redirect(&mut schema, &rename);
            shapes.insert(rename(&name), schema);
        }
        redirect(&mut document, &rename);
        document["components"]["schemas"] = shapes.into();
        document
    }
}

/// The names that stand for different shapes on the way in and on the way out, also because of what
/// they hold.
fn differing(received: &Map<String, Value>, sent: &Map<String, Value>) -> BTreeSet<String> {
    let plain = |name: &str| name.to_owned();
    let mut differing = BTreeSet::new();
    // Until nothing is added: a shape that holds a renamed one is another shape, too, and so on
    // upwards.
    loop {
        let before = differing.len();
        for (name, schema) in sent {
            let Some(other) = received.get(name) else { continue };
            let mut same_place = schema.clone();
            redirect(&mut same_place, &plain);
            let mut other = other.clone();
            // What is refused on the way in does not come out, so the pattern is no difference.
            refuse_nul(&mut other);
            forget_empty_defaults(&mut other);
            let holds_differing = referred_names(schema).iter().any(|it| differing.contains(it));
            if same_place != other || holds_differing {
                differing.insert(name.clone());
            }
        }
        if differing.len() == before {
            return differing;
        }
    }
}

/// Keeps the shapes that the document needs, and what those need.
fn keep_referred(shapes: &mut Map<String, Value>, document: &Value) {
    let mut needed = referred_names(document);
    let mut open: Vec<_> = needed.iter().cloned().collect();
    while let Some(name) = open.pop() {
        for inner in shapes.get(&name).map(referred_names).into_iter().flatten() {
            if needed.insert(inner.clone()) {
                open.push(inner);
            }
        }
    }
    shapes.retain(|name, _| needed.contains(name));
}

fn referred_names(schema: &Value) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    // A copy, because there is one walk, and it changes what it visits.
    let mut clone = schema.clone();
    walk(&mut clone, &mut |value| {
        let reference = value["$ref"].as_str();
        let name = reference.and_then(|it| it.strip_prefix(SENT).or(it.strip_prefix(RECEIVED)));
        names.extend(name.map(str::to_owned));
    });
    names
}

/// Points the references of sent shapes at their final names.
fn redirect(value: &mut Value, rename: &impl Fn(&str) -> String) {
    walk(value, &mut |value| {
        let Some(Value::String(reference)) = value.get_mut("$ref") else { return };
        if let Some(name) = reference.strip_prefix(SENT) {
            *reference = format!("{RECEIVED}{}", rename(name));
        }
    });
}

/// Whatever is sent, its texts must not hold NUL; where a shape says nothing stricter, it says that.
fn refuse_nul(schema: &mut Value) {
    walk(schema, &mut |value| {
        let is_text = match &value["type"] {
            Value::String(kind) => kind == "string",
            Value::Array(kinds) => kinds.iter().any(|kind| kind == "string"),
            _ => false,
        };
        let says_more =
            ["pattern", "format", "enum", "const"].iter().any(|word| value.get(word).is_some());
        if is_text && !says_more {
            value["pattern"] = TEXT.into();
        }
    });
}

/// That what is left out counts as null or empty needs no word, and generators of clients take a member
/// with a default for one that is always there.
fn forget_empty_defaults(schema: &mut Value) {
    walk(schema, &mut |value| {
        let Some(members) = value.as_object_mut() else { return };
        if members.get("default").is_some_and(|value| value.is_null() || value == "") {
            members.remove("default");
        }
    });
}

/// Visits every object of a tree.
fn walk(value: &mut Value, visit: &mut impl FnMut(&mut Value)) {
    if value.is_object() {
        visit(value);
    }
    match value {
        Value::Object(members) => members.values_mut().for_each(|member| walk(member, visit)),
        Value::Array(items) => items.iter_mut().for_each(|item| walk(item, visit)),
        _ => {}
    }
}

/// A schema that no longer allows null, nor has it as its default.
fn without_null(schema: &Value) -> Value {
    let mut schema = schema.clone();
    let Some(members) = schema.as_object_mut() else { return schema };
    if members.get("default").is_some_and(Value::is_null) {
        members.remove("default");
    }
    if let Some(Value::Array(kinds)) = members.get_mut("type") {
        kinds.retain(|kind| kind != "null");
        if let [only] = kinds.as_slice() {
            let only = only.clone();
            members.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(parts)) = members.get_mut("anyOf") {
        parts.retain(|part| part["type"] != "null");
        if let [only] = parts.as_slice() {
            let only = only.clone();
            members.remove("anyOf");
            members.extend(only.as_object().cloned().unwrap_or_default());
        }
    }
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_knows_no_null() {
        for (given, kept) in [
            (json!({ "type": ["string", "null"], "default": null }), json!({ "type": "string" })),
            (
                json!({ "anyOf": [{ "$ref": "#/x" }, { "type": "null" }], "description": "d" }),
                json!({ "description": "d", "$ref": "#/x" }),
            ),
            (
                json!({ "type": "integer", "default": 0 }),
                json!({ "type": "integer", "default": 0 }),
            ),
        ] {
            assert_eq!(without_null(&given), kept);
        }
    }
}
