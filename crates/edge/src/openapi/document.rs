use std::collections::BTreeSet;

use kernel::Code;
use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use crate::problem::ProblemBody;
use crate::route::{Answer, Operation, Row};
use crate::{Access, Method, Table};

/// What the description says about the service as a whole.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    pub title: &'static str,
    pub version: &'static str,
    pub description: &'static str,
}

/// The OpenAPI 3.1 document of a table.
pub fn document(table: &Table, info: Info) -> Value {
    let settings = SchemaSettings::draft2020_12()
        .with(|settings| settings.definitions_path = "/components/schemas".into());
    let mut generator = settings.into_generator();
    generator.subschema_for::<ProblemBody<'static>>();

    let mut paths = Map::new();
    for (row, operation) in table.described() {
        let described = describe(row, operation, &mut generator);
        let path = paths.entry(row.path).or_insert_with(|| json!({}));
        path[row.method.name().to_ascii_lowercase()] = described;
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": info.title,
            "version": info.version,
            "description": info.description,
            "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
        },
        "servers": [
            { "url": "/" },
            { "url": "/api", "description": "The same, for web clients" },
        ],
        "paths": paths,
        "components": {
            "schemas": generator.take_definitions(true),
            "securitySchemes": {
                "bearer": { "type": "http", "scheme": "bearer" },
                "session": {
                    "type": "apiKey", "in": "cookie", "name": "folia_session",
                    "description": "Set by signing in; `__Host-folia_session` on https. A change \
                                    also needs `X-CSRF-Token` and the site's own `Origin`.",
                },
            },
        },
    })
}

fn describe(row: &Row, operation: &Operation, generator: &mut SchemaGenerator) -> Value {
    let mut described = json!({
        "operationId": operation_id(row),
        "tags": [row.group],
        "summary": operation.summary,
        "x-access": row.access.name(),
        "parameters": parameters(row, operation, generator),
        "responses": responses(row, operation, generator),
    });
    if !operation.details.is_empty() {
        described["description"] = operation.details.into();
    }
    // A bad credential is refused everywhere, so even open endpoints name the scheme.
    described["security"] = match row.access {
        Access::Anyone => json!([{}, { "bearer": [] }, { "session": [] }]),
        Access::Member | Access::Admin => json!([{ "bearer": [] }, { "session": [] }]),
    };
    if let Some((media_type, schema)) = operation.body {
        described["requestBody"] = json!({
            "required": true,
            "content": { media_type: { "schema": schema(generator) } },
        });
    }
    if let Some(schema) = operation.form {
        let schema = schema(generator);
        described["requestBody"] = json!({
            "required": true,
            "content": {
                "application/json": { "schema": schema },
                "application/x-www-form-urlencoded": { "schema": schema },
            },
        });
    }
    described
}

/// `GET /navlinks/{id}` → `get_navlinks_by_id`.
fn operation_id(row: &Row) -> String {
    let words = row.path.split('/').filter(|part| !part.is_empty()).map(|part| {
        match part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
            Some(name) => format!("by_{}", name.trim_start_matches('*')),
            None => part.replace(['-', '.'], "_"),
        }
    });
    let method = row.method.name().to_ascii_lowercase();
    std::iter::once(method).chain(words).collect::<Vec<_>>().join("_")
}

fn path_parameters(path: &str) -> impl Iterator<Item = &str> {
    path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'))
}

fn parameters(row: &Row, operation: &Operation, generator: &mut SchemaGenerator) -> Value {
    let mut parameters: Vec<_> = path_parameters(row.path)
        .map(|name| {
            let name = name.trim_start_matches('*');
            json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } })
        })
        .collect();
    if let Some(schema) = operation.query {
        parameters.extend(query_parameters(schema(generator).to_value(), generator));
    }
    if operation.conditional {
        let name = if row.method == Method::Get { "If-None-Match" } else { "If-Match" };
        parameters.push(json!({ "name": name, "in": "header", "schema": { "type": "string" } }));
    }
    parameters.into()
}

/// The members of a query's schema, each as a parameter of its own.
fn query_parameters(schema: Value, generator: &SchemaGenerator) -> Vec<Value> {
    let definitions = generator.definitions();
    let referenced = schema.get("$ref").and_then(Value::as_str);
    let resolved = referenced
        .and_then(|reference| definitions.get(reference.rsplit('/').next()?))
        .unwrap_or(&schema);
    let Some(properties) = resolved.get("properties").and_then(Value::as_object) else {
        return Vec::new();
    };
    properties
        .iter()
        .map(|(name, schema)| json!({ "name": name, "in": "query", "schema": schema }))
        .collect()
}

fn responses(row: &Row, operation: &Operation, generator: &mut SchemaGenerator) -> Value {
    let mut responses = Map::new();
    for answer in &operation.answers {
        add(&mut responses, answer.status, success(answer, generator));
    }
    if operation.conditional && row.method == Method::Get {
        responses.insert("304".to_owned(), json!({ "description": "Unchanged" }));
    }
    for (status, codes) in failures(row, operation) {
        let names: Vec<_> = codes.iter().map(|code| format!("`{}`", code.name())).collect();
        let titles: Vec<_> = codes.iter().map(|code| code.title()).collect();
        let description = format!("{} ({})", titles.join(" or "), names.join(", "));
        // Whoever asks for HTML, as browsers do, gets the same as a page.
        let content = json!({
            "application/problem+json": { "schema": { "$ref": "#/components/schemas/Problem" } },
            "text/html": {},
        });
        let problem = json!({ "description": description, "content": content });
        add(&mut responses, status, problem);
    }
    responses.into()
}

/// An answer that comes in several forms is described once, with all of them.
fn add(responses: &mut Map<String, Value>, status: u16, response: Value) {
    let Some(known) = responses.get_mut(&status.to_string()) else {
        responses.insert(status.to_string(), response);
        return;
    };
    let texts = [&*known, &response].map(|part| part["description"].as_str().unwrap_or_default());
    known["description"] = texts.join(". ").into();
    for (media, content) in response["content"].as_object().into_iter().flatten() {
        known["content"][media] = content.clone();
    }
}

fn success(answer: &Answer, generator: &mut SchemaGenerator) -> Value {
    let mut response = json!({ "description": answer.description });
    if !answer.media_types.is_empty() && answer.status != 204 {
        let media = match answer.schema {
            Some(schema) => json!({ "schema": schema(generator) }),
            None => json!({}),
        };
        for media_type in answer.media_types {
            response["content"][media_type] = media.clone();
        }
    }
    for (name, description) in answer.headers {
        response["headers"][name] =
            json!({ "description": description, "schema": { "type": "string" } });
    }
    response
}

/// How an endpoint can fail: what it says itself, and what follows from its access rule, body,
/// query and path.
fn failures(row: &Row, operation: &Operation) -> Vec<(u16, Vec<Code>)> {
    let mut codes = operation.fails.clone();
    // Also a read can fail to look up the credential it came with, or find its holder on no list.
    codes.extend([Code::Unauthenticated, Code::Forbidden, Code::Internal, Code::Unavailable]);
    codes.extend((row.method != Method::Get).then_some(Code::CrossSite));
    if path_parameters(row.path).next().is_some() {
        codes.extend([Code::Malformed, Code::NotFound]);
    }
    codes.extend(operation.query.map(|_| Code::Invalid));
    if operation.body.is_some() {
        let from_body =
            [Code::Malformed, Code::Timeout, Code::TooLarge, Code::UnsupportedMedia, Code::Invalid];
        codes.extend(from_body);
    }
    if operation.conditional && row.method != Method::Get {
        codes.push(Code::Stale);
    }
    let statuses: BTreeSet<_> = codes.iter().map(|code| code.status()).collect();
    statuses
        .into_iter()
        .map(|status| {
            let mut same: Vec<_> =
                codes.iter().copied().filter(|code| code.status() == status).collect();
            same.sort_by_key(|code| code.name());
            same.dedup();
            (status, same)
        })
        .collect()
}
