use serde_json::{Map, Value};

/// Why no client can be written from a description.
#[derive(Debug, thiserror::Error)]
pub enum DescriptionError {
    #[error("{place} has no {member}")]
    Missing { place: String, member: &'static str },
    #[error("{place} refers to {reference}, which is not in the description")]
    Dangling { place: String, reference: String },
    #[error("{place} is described in a way that is not understood: {what}")]
    Unknown { place: String, what: String },
    #[error("the name {name} is needed for something else")]
    Reserved { name: String },
}

const SCHEMAS: &str = "#/components/schemas/";

/// One method of one path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operation<'a> {
    pub(crate) method: &'a str,
    pub(crate) path: &'a str,
    pub(crate) described: &'a Value,
}

impl<'a> Operation<'a> {
    /// As people name it: `GET /sections`.
    pub(crate) fn place(self) -> String {
        format!("{} {}", self.method.to_ascii_uppercase(), self.path)
    }

    pub(crate) fn parameters(self, from: &str) -> impl Iterator<Item = &'a Value> {
        let all = self.described["parameters"].as_array().into_iter().flatten();
        all.filter(move |parameter| parameter["in"] == from)
    }

    /// Status and description of every answer that is no failure.
    pub(crate) fn answers(self) -> impl Iterator<Item = (&'a str, &'a Value)> {
        let all = self.described["responses"].as_object().into_iter().flatten();
        all.map(|(status, answer)| (status.as_str(), answer))
            .filter(|(status, _)| status.starts_with('2'))
    }

    pub(crate) fn body(self) -> Option<&'a Map<String, Value>> {
        self.described.pointer("/requestBody/content")?.as_object()
    }
}

pub(crate) fn operations(document: &Value) -> impl Iterator<Item = Operation<'_>> {
    let paths = document["paths"].as_object().into_iter().flatten();
    paths.flat_map(|(path, methods)| {
        let methods = methods.as_object().into_iter().flatten();
        methods.map(move |(method, described)| Operation { method, path, described })
    })
}

pub(crate) fn schemas(document: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let schemas = document["components"]["schemas"].as_object().into_iter().flatten();
    schemas.map(|(name, schema)| (name.as_str(), schema))
}

/// The name of the schema that this one refers to.
pub(crate) fn referred(schema: &Value) -> Option<&str> {
    schema["$ref"].as_str()?.strip_prefix(SCHEMAS)
}
