use std::collections::BTreeSet;

use kernel::Code;
use serde_json::{Map, Value, json};

use super::shapes::Shapes;
use crate::problem::ProblemBody;
use crate::route::{Answer, Body, Operation, Row};
use crate::{Access, Method, Table};

/// What the description says about the service as a whole.
#[derive(Clone, Copy, Debug)]
pub struct Info {
    pub title: &'static str,
    pub version: &'static str,
    pub description: &'static str,
}

/// What a header of an endpoint may hold, as [`crate::repeat`] reads it.
const HEADER_PATTERN: &str = "^[!-~]{1,200}$";

/// The OpenAPI 3.1 document of a table.
pub fn document(table: &Table, info: Info) -> Value {
    let mut shapes = Shapes::default();
    // Named first, so that every failure can refer to it.
    shapes.received.subschema_for::<ProblemBody<'static>>();

    let mut paths = Map::new();
    for (row, operation) in table.described() {
        let described = describe(row, operation, &mut shapes);
        let path = paths.entry(template(row.path)).or_insert_with(|| json!({}));
        path[row.method.name().to_ascii_lowercase()] = described;
    }
    let document = json!({
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
            "securitySchemes": {
                "bearer": { "type": "http", "scheme": "bearer" },
                "session": {
                    "type": "apiKey", "in": "cookie", "name": "folia_session",
                    "description": "Set by signing in; `__Host-folia_session` on https. A change \
                                    also needs `X-CSRF-Token` and the site's own `Origin`.",
                },
            },
        },
    });
    shapes.complete(document)
}

/// A path as OpenAPI writes it, which has no sign for the rest of a path.
fn template(path: &str) -> String {
    path.replace("{*", "{")
}

fn describe(row: &Row, operation: &Operation, shapes: &mut Shapes) -> Value {
    let mut described = json!({
        "operationId": operation_id(row),
        "tags": [row.group],
        "summary": operation.summary,
        "x-access": row.access.name(),
        "parameters": parameters(row, operation, shapes),
        "responses": responses(row, operation, shapes),
    });
    if !operation.details.is_empty() {
        described["description"] = operation.details.into();
    }
    // A bad credential is refused everywhere, so even open endpoints name the scheme.
    described["security"] = match row.access {
        Access::Anyone => json!([{}, { "bearer": [] }, { "session": [] }]),
        Access::Member | Access::Admin => json!([{ "bearer": [] }, { "session": [] }]),
    };
    if let Some(body) = operation.body {
        described["requestBody"] = request_body(body, shapes);
    }
    if let Some(schema) = operation.form {
        let schema = schema(&mut shapes.sent);
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

fn request_body(body: Body, shapes: &mut Shapes) -> Value {
    let schema = (body.schema)(&mut shapes.sent).to_value();
    let schema = match body.complete {
        Some((name, required)) => shapes.complete_body(&schema, name, required),
        None => schema,
    };
    let mut media = json!({ "schema": schema });
    if let Some(types) = body.file_types {
        media["encoding"] = json!({ "file": { "contentType": types } });
    }
    json!({ "required": true, "content": { body.media_type: media } })
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

fn parameters(row: &Row, operation: &Operation, shapes: &mut Shapes) -> Value {
    let mut parameters: Vec<_> = path_parameters(row.path)
        .map(|name| {
            let known = operation.path.iter().find(|(known, _)| *known == name);
            let schema = match known {
                Some((_, schema)) => schema(&mut shapes.sent).to_value(),
                None if name == "id" => json!({ "type": "string", "format": "uuid" }),
                None => json!({ "type": "string", "minLength": 1 }),
            };
            let (plain, is_tail) = (name.trim_start_matches('*'), name.starts_with('*'));
            let mut parameter =
                json!({ "name": plain, "in": "path", "required": true, "schema": schema });
            if is_tail {
                parameter["description"] =
                    "The rest of the path. Its slashes may be sent as they are or encoded.".into();
                parameter["x-rest-of-path"] = true.into();
            }
            parameter
        })
        .collect();
    if let Some(schema) = operation.query {
        let schema = schema(&mut shapes.sent).to_value();
        parameters.extend(shapes.query_parameters(&schema));
    }
    if operation.conditional {
        let name = if row.method == Method::Get { "If-None-Match" } else { "If-Match" };
        parameters.push(json!({ "name": name, "in": "header", "schema": { "type": "string" } }));
    }
    parameters.extend(operation.headers.iter().map(|(name, description)| {
        let schema = json!({ "type": "string", "pattern": HEADER_PATTERN });
        json!({ "name": name, "in": "header", "description": description, "schema": schema })
    }));
    parameters.into()
}

fn responses(row: &Row, operation: &Operation, shapes: &mut Shapes) -> Value {
    let mut responses = Map::new();
    for answer in &operation.answers {
        add(&mut responses, answer.status, success(answer, shapes));
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
            "text/html": { "schema": { "type": "string" } },
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

fn success(answer: &Answer, shapes: &mut Shapes) -> Value {
    let mut response = json!({ "description": answer.description });
    if !answer.media_types.is_empty() && answer.status != 204 {
        let schema = answer.schema.map(|schema| schema(&mut shapes.received));
        for media_type in answer.media_types {
            response["content"][media_type] = match &schema {
                Some(schema) => json!({ "schema": schema }),
                None if media_type.starts_with("text/") => {
                    json!({ "schema": { "type": "string" } })
                }
                None => json!({}),
            };
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
    // Also a read can fail to look up the credential it came with, or find its holder on no list,
    // or come when too many are being answered.
    codes.extend([Code::Unauthenticated, Code::Forbidden, Code::Internal]);
    codes.extend([Code::Unavailable, Code::Busy]);
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
