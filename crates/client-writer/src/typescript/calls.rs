use serde_json::Value;

use super::names::{camel_case, member, quoted};
use super::types::{comment, expression};
use crate::description::{DescriptionError, Operation};

/// One method of the client.
pub(super) struct Call<'a> {
    operation: Operation<'a>,
    name: String,
    /// Names and types of what the caller gives, with whether it must.
    members: Vec<Member>,
    path: String,
    body: Option<BodyKind>,
    has_query: bool,
    answer: Answer,
    options: &'static str,
}

struct Member {
    name: String,
    kind: String,
    required: bool,
    description: Option<String>,
}

#[derive(Clone, Copy)]
enum BodyKind {
    Json,
    Form,
}

struct Answer {
    kind: &'static str,
    data: String,
}

impl<'a> Call<'a> {
    /// Nothing for what is no call: addresses that only send browsers elsewhere.
    pub(super) fn read(operation: Operation<'a>) -> Result<Option<Self>, DescriptionError> {
        let place = operation.place();
        let Some(answer) = answer(operation, &place)? else { return Ok(None) };
        let id = operation.described["operationId"].as_str().ok_or_else(|| {
            DescriptionError::Missing { place: place.clone(), member: "operationId" }
        })?;
        let mut members = Vec::new();
        for parameter in operation.parameters("path") {
            members.push(Member::read(parameter, true, &place)?);
        }
        let query = query(operation, &place)?;
        let has_query = query.is_some();
        members.extend(query);
        let body = match body(operation, &place)? {
            None => None,
            Some((kind, member)) => {
                members.push(member);
                Some(kind)
            }
        };
        let reads = |name: &str| operation.parameters("header").any(|given| given["name"] == name);
        let options = match (reads("If-Match"), reads("Idempotency-Key")) {
            (true, _) => "ChangeOptions",
            (false, true) => "CreateOptions",
            (false, false) => "CallOptions",
        };
        Ok(Some(Self {
            name: camel_case(id),
            path: path(operation.path),
            options,
            operation,
            members,
            body,
            has_query,
            answer,
        }))
    }

    pub(super) fn write(&self, text: &mut String) {
        let summary = self.operation.described["summary"].as_str().unwrap_or_default();
        let access = self.operation.described["x-access"].as_str().unwrap_or_default();
        let details = self.operation.described["description"].as_str();
        let mut words = format!("{summary} ({}; {access}).", self.operation.place());
        if let Some(details) = details {
            words.push('\n');
            words.push_str(details);
        }
        comment(text, "  ", Some(&words));
        // A call that needs nothing can be made without an argument.
        let optional = self.members.iter().all(|member| !member.required);
        let default = if optional { " = {}" } else { "" };
        text.push_str(&format!("  {}(\n    input: {} & {{", self.name, self.options));
        if !self.members.is_empty() {
            text.push('\n');
        }
        for given in &self.members {
            comment(text, "      ", given.description.as_deref());
            let mark = if given.required { "" } else { "?" };
            text.push_str(&format!("      {}{mark}: {};\n", member(&given.name), given.kind));
        }
        let close = if self.members.is_empty() { "}" } else { "    }" };
        let Answer { kind, data } = &self.answer;
        text.push_str(&format!("{close}{default},\n  ): Promise<Answer<{data}>> {{\n"));
        let method = quoted(&self.operation.method.to_ascii_uppercase());
        let mut parts = vec![format!("method: {method}"), format!("path: {}", self.path)];
        if self.has_query {
            parts.push("query: input.query".to_owned());
        }
        match self.body {
            Some(BodyKind::Json) => parts.push("json: input.body".to_owned()),
            Some(BodyKind::Form) => parts.push("form: input.body".to_owned()),
            None => {}
        }
        let parts = parts.join(", ");
        text.push_str(&format!("    return this.call({{ {parts} }}, \"{kind}\", input);\n  }}\n"));
    }
}

impl Member {
    fn read(parameter: &Value, required: bool, place: &str) -> Result<Self, DescriptionError> {
        let name = parameter["name"]
            .as_str()
            .ok_or_else(|| DescriptionError::Missing { place: place.to_owned(), member: "name" })?;
        let schema = &parameter["schema"];
        let kind = expression(&format!("{place} {name}"), schema, "      ")?;
        let description = parameter["description"].as_str().or(schema["description"].as_str());
        let description = description.map(str::to_owned);
        Ok(Self { name: name.to_owned(), kind, required, description })
    }
}

/// All parameters of the query as one object.
fn query(operation: Operation<'_>, place: &str) -> Result<Option<Member>, DescriptionError> {
    let mut kind = String::from("{\n");
    let mut any_required = false;
    for parameter in operation.parameters("query") {
        let required = parameter["required"].as_bool() == Some(true);
        any_required |= required;
        let given = Member::read(parameter, required, place)?;
        comment(&mut kind, "        ", given.description.as_deref());
        let mark = if required { "" } else { "?" };
        kind.push_str(&format!("        {}{mark}: {};\n", member(&given.name), given.kind));
    }
    if operation.parameters("query").next().is_none() {
        return Ok(None);
    }
    kind.push_str("      }");
    Ok(Some(Member { name: "query".to_owned(), kind, required: any_required, description: None }))
}

fn body(
    operation: Operation<'_>,
    place: &str,
) -> Result<Option<(BodyKind, Member)>, DescriptionError> {
    let Some(content) = operation.body() else { return Ok(None) };
    // JSON where both are taken: it has types.
    let json = content.get("application/json").map(|media| (BodyKind::Json, media));
    let form = || content.get("multipart/form-data").map(|media| (BodyKind::Form, media));
    let (body, media) = json.or_else(form).ok_or_else(|| DescriptionError::Unknown {
        place: place.to_owned(),
        what: "a body that is neither JSON nor a form".to_owned(),
    })?;
    let kind = expression(place, &media["schema"], "      ")?;
    let required = operation.described.pointer("/requestBody/required") == Some(&Value::Bool(true));
    Ok(Some((body, Member { name: "body".to_owned(), kind, required, description: None })))
}

fn answer(operation: Operation<'_>, place: &str) -> Result<Option<Answer>, DescriptionError> {
    let mut kinds: Vec<String> = Vec::new();
    let (mut is_text, mut is_file, mut is_empty) = (false, false, false);
    for (_, answer) in operation.answers() {
        let Some(content) = answer["content"].as_object() else {
            is_empty = true;
            continue;
        };
        // An answer in several forms is asked for as JSON: the transport says so in `Accept`.
        match content.get("application/json") {
            Some(media) => kinds.push(match media.get("schema") {
                Some(schema) => expression(place, schema, "  ")?,
                None => "unknown".to_owned(),
            }),
            None if content.keys().all(|media| media.starts_with("text/")) => is_text = true,
            None => is_file = true,
        }
    }
    kinds.dedup();
    Ok(match (kinds.is_empty(), is_text, is_file, is_empty) {
        (false, ..) => Some(Answer { kind: "json", data: kinds.join(" | ") }),
        (true, _, true, _) => Some(Answer { kind: "file", data: "Blob".to_owned() }),
        (true, true, ..) => Some(Answer { kind: "text", data: "string".to_owned() }),
        (true, false, false, true) => {
            Some(Answer { kind: "nothing", data: "undefined".to_owned() })
        }
        (true, false, false, false) => None,
    })
}

/// `/sections/{id}` as a template literal whose parts are encoded.
fn path(template: &str) -> String {
    let parts = template.split('/').map(|part| {
        match part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
            Some(name) => format!("${{encodeURIComponent(input.{})}}", member(name)),
            None => part.to_owned(),
        }
    });
    let joined = parts.collect::<Vec<_>>().join("/");
    if template.contains('{') { format!("`{joined}`") } else { quoted(&joined) }
}
