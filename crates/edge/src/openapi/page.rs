use std::fmt::Write;

use kernel::Code;
use serde_json::Value;

use crate::html::escape;
use crate::page::{Caching, Html, Page};

/// The API reference for people, made from the OpenAPI document.
pub fn page(document: &Value) -> Page {
    let mut html = String::with_capacity(64 * 1024);
    write_page(&mut html, document).expect("a string takes all text");
    let title = document["info"]["title"].as_str().unwrap_or_default();
    Page::new(title, Html::trusted(html))
        .kind("docs")
        .stylesheet("edge/docs.css")
        .caching(Caching::Private)
}

fn write_page(html: &mut String, document: &Value) -> std::fmt::Result {
    write!(
        html,
        "<header><h1>{}</h1>\
         <p>{}</p><p>Version {}. For programs: <a href=\"/openapi.json\">openapi.json</a>.</p>\
         </header><nav aria-label=\"Contents\"><ul>",
        text(&document["info"]["title"]),
        text(&document["info"]["description"]),
        text(&document["info"]["version"]),
    )?;
    let groups = groups(document);
    for (group, _) in &groups {
        write!(html, "<li><a href=\"#{}\">{}</a></li>", anchor(group), escape(group))?;
    }
    html.push_str("<li><a href=\"#schemas\">Shapes</a></li><li><a href=\"#problems\">Problems</a></li></ul></nav>");
    for (group, operations) in &groups {
        write!(html, "<section id=\"{}\"><h2>{}</h2>", anchor(group), escape(group))?;
        for (method, path, operation) in operations {
            write_operation(html, method, path, operation)?;
        }
        html.push_str("</section>");
    }
    write_schemas(html, &document["components"]["schemas"])?;
    write_problems(html)?;
    Ok(())
}

type Operations<'a> = Vec<(&'a str, &'a str, &'a Value)>;

/// Operations by group, in the order in which groups first appear.
fn groups(document: &Value) -> Vec<(String, Operations<'_>)> {
    let mut groups: Vec<(String, Operations<'_>)> = Vec::new();
    let paths = document["paths"].as_object();
    for (path, methods) in paths.into_iter().flatten() {
        for (method, operation) in methods.as_object().into_iter().flatten() {
            let group = operation["tags"][0].as_str().unwrap_or_default();
            let entry = (method.as_str(), path.as_str(), operation);
            match groups.iter_mut().find(|(name, _)| name == group) {
                Some((_, operations)) => operations.push(entry),
                None => groups.push((group.to_owned(), vec![entry])),
            }
        }
    }
    groups
}

fn write_operation(
    html: &mut String,
    method: &str,
    path: &str,
    operation: &Value,
) -> std::fmt::Result {
    write!(
        html,
        "<article><h3><span class=\"method {method}\">{}</span> <code>{}</code> \
         <small>{}</small></h3><p>{}</p>",
        method.to_ascii_uppercase(),
        escape(path),
        text(&operation["x-access"]),
        text(&operation["summary"]),
    )?;
    if operation["description"].is_string() {
        write!(html, "<p>{}</p>", text(&operation["description"]))?;
    }
    html.push_str("<table>");
    for parameter in operation["parameters"].as_array().into_iter().flatten() {
        write!(
            html,
            "<tr><td>{}</td><td><code>{}</code></td><td>{}</td></tr>",
            text(&parameter["in"]),
            text(&parameter["name"]),
            shape(&parameter["schema"]),
        )?;
    }
    if let Some(body) = operation.pointer("/requestBody/content") {
        write!(html, "<tr><td>body</td><td></td><td>{}</td></tr>", media(body))?;
    }
    for (status, response) in operation["responses"].as_object().into_iter().flatten() {
        write!(
            html,
            "<tr><td>{status}</td><td>{}</td><td>{}</td></tr>",
            text(&response["description"]),
            media(&response["content"]),
        )?;
    }
    html.push_str("</table></article>");
    Ok(())
}

fn write_schemas(html: &mut String, schemas: &Value) -> std::fmt::Result {
    html.push_str("<section id=\"schemas\"><h2>Shapes</h2>");
    for (name, schema) in schemas.as_object().into_iter().flatten() {
        write!(html, "<article id=\"shape-{0}\"><h3><code>{0}</code></h3>", escape(name))?;
        if schema["description"].is_string() {
            write!(html, "<p>{}</p>", text(&schema["description"]))?;
        }
        let required: Vec<_> =
            schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        html.push_str("<table>");
        for (member, schema) in schema["properties"].as_object().into_iter().flatten() {
            let always = if required.contains(&member.as_str()) { "" } else { "optional" };
            write!(
                html,
                "<tr><td><code>{}</code></td><td>{always}</td><td>{} {}</td></tr>",
                escape(member),
                shape(schema),
                text(&schema["description"]),
            )?;
        }
        html.push_str("</table></article>");
    }
    html.push_str("</section>");
    Ok(())
}

fn write_problems(html: &mut String) -> std::fmt::Result {
    html.push_str(
        "<section id=\"problems\"><h2>Problems</h2>\
         <p>Every failure is an <code>application/problem+json</code> document, and a page for \
         clients that ask for <code>text/html</code>.</p><table>",
    );
    for code in Code::ALL {
        write!(
            html,
            "<tr id=\"{0}\"><td>{1}</td><td><code>{0}</code></td><td>{2}. {3}</td></tr>",
            code.name(),
            code.status(),
            code.title(),
            escape(code.help()),
        )?;
    }
    html.push_str("</table></section>");
    Ok(())
}

fn media(content: &Value) -> String {
    // Every failure is a page to those who ask for one; saying so each time would drown the rest.
    let is_failure = content.get("application/problem+json").is_some();
    let forms = content.as_object().into_iter().flatten();
    let forms = forms.filter(|(media, _)| !(is_failure && *media == "text/html"));
    let described = forms.map(|(media, value)| match shape(&value["schema"]) {
        shape if shape.is_empty() => format!("<code>{}</code>", escape(media)),
        shape => shape,
    });
    described.collect::<Vec<_>>().join(", ")
}

/// A schema in a few words, linked to the shapes it names.
fn shape(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|reference| reference.rsplit('/').next()) {
        return format!("<a href=\"#shape-{0}\">{0}</a>", escape(name));
    }
    for alternatives in ["anyOf", "oneOf"] {
        if let Some(options) = schema[alternatives].as_array() {
            return options.iter().map(shape).collect::<Vec<_>>().join(" or ");
        }
    }
    if let Some(values) = schema["enum"].as_array() {
        let values = values.iter().map(|value| format!("<code>{}</code>", text(value)));
        return values.collect::<Vec<_>>().join(" | ");
    }
    let kinds: Vec<_> = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().map(text).collect(),
        kind => vec![text(kind)],
    };
    let described = match schema["items"] {
        Value::Null => String::new(),
        ref items => format!(" of {}", shape(items)),
    };
    let format = match schema["format"].as_str() {
        Some(format @ ("date-time" | "uuid" | "uri")) => format!(" ({format})"),
        _ => String::new(),
    };
    format!("{}{described}{format}", kinds.join(" or "))
}

fn anchor(group: &str) -> String {
    escape(&group.to_lowercase().replace(' ', "-"))
}

fn text(value: &Value) -> String {
    escape(value.as_str().unwrap_or_default())
}
