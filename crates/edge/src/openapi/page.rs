use askama::Template;
use kernel::Code;
use serde_json::Value;

use super::words::{media, name, shape};
use crate::page::{Caching, Html, Page};

#[derive(Template)]
#[template(path = "docs.html")]
struct DocsPage<'a> {
    title: &'a str,
    description: &'a str,
    version: &'a str,
    groups: Vec<Group<'a>>,
    shapes: Vec<Shape<'a>>,
    problems: &'static [Code],
}

/// What can be called for one part of the service.
struct Group<'a> {
    name: &'a str,
    anchor: String,
    operations: Vec<Operation<'a>>,
}

struct Operation<'a> {
    method: &'a str,
    method_name: String,
    path: &'a str,
    access: &'a str,
    summary: &'a str,
    description: Option<&'a str>,
    rows: Vec<Row<'a>>,
}

/// A parameter, the body, or an answer.
struct Row<'a> {
    /// Where it is, or the status.
    place: &'a str,
    meaning: Html,
    shape: Html,
}

struct Shape<'a> {
    name: &'a str,
    description: Option<&'a str>,
    members: Vec<Member<'a>>,
}

struct Member<'a> {
    name: &'a str,
    is_required: bool,
    shape: Html,
    description: &'a str,
}

/// The API reference for people, made from the OpenAPI document.
pub fn page(document: &Value) -> Page {
    let info = &document["info"];
    let schemas = document["components"]["schemas"].as_object();
    let main = Html::of(&DocsPage {
        title: text(&info["title"]),
        description: text(&info["description"]),
        version: text(&info["version"]),
        groups: groups(document),
        shapes: schemas.into_iter().flatten().map(|(name, schema)| named(name, schema)).collect(),
        problems: Code::ALL,
    });
    Page::new(text(&info["title"]), main)
        .kind("docs")
        .stylesheet("edge/docs.css")
        .caching(Caching::Private)
}

/// Operations by group, in the order in which groups first appear.
fn groups(document: &Value) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    let paths = document["paths"].as_object();
    for (path, methods) in paths.into_iter().flatten() {
        for (method, described) in methods.as_object().into_iter().flatten() {
            let name = text(&described["tags"][0]);
            let operation = operation(method, path, described);
            match groups.iter_mut().find(|group| group.name == name) {
                Some(group) => group.operations.push(operation),
                None => {
                    let anchor = name.to_lowercase().replace(' ', "-");
                    groups.push(Group { name, anchor, operations: vec![operation] });
                }
            }
        }
    }
    groups
}

fn operation<'a>(method: &'a str, path: &'a str, described: &'a Value) -> Operation<'a> {
    let parameters =
        described["parameters"].as_array().into_iter().flatten().map(|parameter| Row {
            place: text(&parameter["in"]),
            meaning: name(text(&parameter["name"])),
            shape: shape(&parameter["schema"]),
        });
    let body = described.pointer("/requestBody/content");
    let body = body.map(|body| Row { place: "body", meaning: Html::default(), shape: media(body) });
    let responses = described["responses"].as_object().into_iter().flatten();
    let responses = responses.map(|(status, response)| Row {
        place: status,
        meaning: Html::text(text(&response["description"])),
        shape: media(&response["content"]),
    });
    Operation {
        method,
        method_name: method.to_ascii_uppercase(),
        path,
        access: text(&described["x-access"]),
        summary: text(&described["summary"]),
        description: described["description"].as_str(),
        rows: parameters.chain(body).chain(responses).collect(),
    }
}

fn named<'a>(name: &'a str, schema: &'a Value) -> Shape<'a> {
    let required = schema["required"].as_array();
    let is_required =
        |name: &str| required.is_some_and(|names| names.iter().any(|known| known == name));
    let members = schema["properties"].as_object().into_iter().flatten();
    let members = members.map(|(name, schema)| Member {
        name,
        is_required: is_required(name),
        shape: shape(schema),
        description: text(&schema["description"]),
    });
    Shape { name, description: schema["description"].as_str(), members: members.collect() }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
