use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use jsonschema::Validator;
use serde_json::{Value, json};

use crate::Answer;

/// The API's description as a judge: an answer it does not describe fails the test that got it.
#[derive(Debug)]
pub struct Contract {
    document: Value,
    /// By their schema: making one takes longer than most answers do.
    validators: Mutex<HashMap<String, Arc<Validator>>>,
}

impl Contract {
    pub fn new(document: Value) -> Self {
        Self { document, validators: Mutex::default() }
    }

    /// Every method and path that is described, as written in the description.
    pub fn operations(&self) -> Vec<(String, String)> {
        let paths = self.document["paths"].as_object().into_iter().flatten();
        paths
            .flat_map(|(path, methods)| {
                let methods = methods.as_object().into_iter().flatten();
                methods.map(|(method, _)| (method.to_ascii_uppercase(), path.clone()))
            })
            .collect()
    }

    #[track_caller]
    pub(crate) fn judge(&self, method: &str, target: &str, answer: &Answer) {
        let path = target.split('?').next().unwrap_or_default();
        let Some(operation) = self.operation(method, path) else {
            // What is not described is a page, something that pages need, or refused.
            let media = answer.header("content-type").unwrap_or_default();
            let for_people = !path.starts_with("/api/") && media != "application/json";
            let allowed = answer.status.is_client_error() || for_people;
            assert!(allowed, "{method} {path} is not described but answers {}", answer.status);
            return;
        };
        let status = answer.status.as_str();
        // Limits of the frame hold for all routes alike and are not repeated at each.
        if matches!(status, "414" | "431") {
            return;
        }
        let described = &operation["responses"][status];
        assert!(described.is_object(), "{method} {path} does not describe {status}");
        let media = answer.header("content-type").unwrap_or_default();
        let media = media.split(';').next().unwrap_or_default();
        if answer.body.is_empty() {
            return;
        }
        let content = &described["content"][media];
        assert!(content.is_object(), "{method} {path} {status} does not describe {media}");
        if media.ends_with("json") && content["schema"].is_object() {
            self.check_schema(&content["schema"], &answer.json(), &format!("{method} {path}"));
        }
    }

    fn operation(&self, method: &str, path: &str) -> Option<&Value> {
        let path = path.strip_prefix("/api").filter(|rest| rest.starts_with('/')).unwrap_or(path);
        let method = if method == "HEAD" { "get" } else { &method.to_ascii_lowercase() };
        let paths = self.document["paths"].as_object()?;
        let literal = paths.get(path);
        // As the router does: what is spelled out wins over what may be anything.
        let open_parts = |template: &str| template.matches('{').count();
        let matching = || {
            let fitting = paths
                .iter()
                .filter(|(template, methods)| matches(template, has_tail(methods), path));
            fitting.min_by_key(|(template, _)| open_parts(template)).map(|(_, v)| v)
        };
        literal.or_else(matching)?.get(method)
    }

    fn validator(&self, schema: &Value) -> Arc<Validator> {
        let mut validators = self.validators.lock().expect("nobody panics with it");
        let make = || {
            let mut whole = schema.clone();
            whole["components"] = self.document["components"].clone();
            let made = jsonschema::validator_for(&whole);
            Arc::new(made.expect("the description's schemas hold"))
        };
        validators.entry(schema.to_string()).or_insert_with(make).clone()
    }

    fn check_schema(&self, schema: &Value, body: &Value, place: &str) {
        let validator = self.validator(schema);
        let errors: Vec<_> = validator
            .iter_errors(body)
            .map(
                |error| json!({ "at": error.instance_path().to_string(), "is": error.to_string() }),
            )
            .collect();
        assert!(errors.is_empty(), "{place} answers another shape than described: {errors:?}");
    }
}

/// Whether the last parameter of a path stands for all the rest of it.
fn has_tail(methods: &Value) -> bool {
    let mut parameters = methods
        .as_object()
        .into_iter()
        .flatten()
        .flat_map(|(_, operation)| operation["parameters"].as_array().into_iter().flatten());
    parameters.any(|parameter| parameter["x-rest-of-path"] == true)
}

fn matches(template: &str, has_tail: bool, path: &str) -> bool {
    let (mut wanted, mut given) = (template.split('/').peekable(), path.split('/'));
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return true,
            (Some(part), Some(_))
                if has_tail && wanted.peek().is_none() && part.starts_with('{') =>
            {
                return true;
            }
            (Some(part), Some(text)) if part.starts_with('{') && !text.is_empty() => {}
            (Some(part), Some(text)) if part == text => {}
            _ => return false,
        }
    }
}
