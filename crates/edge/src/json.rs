use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::response::{IntoResponse, Response};
use http::HeaderValue;
use http::header::CONTENT_TYPE;
use kernel::Code;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::{Problem, ReadBody, json_nul};

/// A JSON body, read from a request or written to an answer.
#[derive(Clone, Copy, Debug)]
pub struct Json<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &S) -> Result<Self, Self::Rejection> {
        let body = read(request).await?;
        parse(&body).map(Self)
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.0) {
            Ok(bytes) => {
                let mut response = Response::new(bytes.into());
                let json = HeaderValue::from_static("application/json");
                response.headers_mut().insert(CONTENT_TYPE, json);
                response
            }
            Err(error) => Problem::internal(error).into_response(),
        }
    }
}

/// The body of a request that says it is JSON.
pub(crate) async fn read(request: Request) -> Result<ReadBody, Problem> {
    if !is_json(request.headers().get(CONTENT_TYPE)) {
        let detail = "Send the body as application/json.";
        return Err(Problem::new(Code::UnsupportedMedia, detail));
    }
    ReadBody::read(request).await
}

fn is_json(content_type: Option<&HeaderValue>) -> bool {
    let Some(Ok(text)) = content_type.map(HeaderValue::to_str) else { return false };
    let media = text.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    media == "application/json" || (media.starts_with("application/") && media.ends_with("+json"))
}

pub(crate) fn parse<T: DeserializeOwned>(bytes: &Bytes) -> Result<T, Problem> {
    // Serde would also read a list as an object's values in order; nobody means that.
    if bytes.trim_ascii_start().first() != Some(&b'{') {
        return Err(match is_valid(bytes) {
            true => Problem::invalid_field("body", "must be a JSON object"),
            false => Problem::malformed("The body is not valid JSON."),
        });
    }
    // The raw escape is the only way for NUL into a JSON text, so the search of bytes finds every
    // one. Nearly no body has it.
    if memchr::memmem::find(bytes, br"\u0000").is_some() {
        let errors = json_nul::find::<T>(bytes).map_err(|error| explain("", &error))?;
        if !errors.is_empty() {
            return Err(Problem::invalid(errors));
        }
    }
    // JSON is UTF-8, also in members that nobody reads, which serde passes over by their quotes.
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Err(Problem::malformed("The body is not valid JSON: it is not UTF-8."));
    };
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let field = json_nul::told(error.path().to_string());
        // A number in the place of a choice is reported like broken syntax.
        // `is_data` is false for a few errors that are none of syntax. Parsing once more, only on
        // failure, tells them apart.
        if !error.inner().is_data() && is_valid(bytes) {
            return Problem::invalid_field(field, "is of the wrong type");
        }
        explain(&field, error.inner())
    })?;
    // Whatever follows the object would be ignored, and its author would not know.
    reader.end().map_err(|error| explain("", &error))?;
    Ok(value)
}

fn is_valid(bytes: &[u8]) -> bool {
    serde_json::from_slice::<serde_json::Value>(bytes).is_ok()
}

fn explain(path: &str, error: &serde_json::Error) -> Problem {
    if !error.is_data() {
        let (line, column) = (error.line(), error.column());
        let detail = format!("The body is not valid JSON (line {line}, column {column}).");
        return Problem::malformed(detail);
    }
    // "missing field `title` at line 1 column 2": the place is in `field` already.
    let text = error.to_string();
    // The line is no help to somebody who has no file, and a client should not learn how we parse.
    let message = text.split(" at line ").next().unwrap_or_default().to_owned();
    match message.strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`')) {
        Some(missing) => {
            let field = match path {
                "." | "" => missing.to_owned(),
                path => format!("{path}.{missing}"),
            };
            Problem::invalid_field(field, "is required")
        }
        None if path == "." || path.is_empty() => Problem::invalid_field("body", message),
        None => Problem::invalid_field(path, message),
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, PartialEq, Deserialize)]
    struct Sample {
        title: String,
        #[serde(default)]
        tags: Vec<String>,
        #[serde(default)]
        choice: Option<Choice>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    enum Choice {
        One,
    }

    fn fails(text: &str) -> (u16, String) {
        let problem = parse::<Sample>(&Bytes::copy_from_slice(text.as_bytes())).unwrap_err();
        (problem.code().status(), String::from_utf8(problem.to_json()).unwrap())
    }

    #[test]
    fn what_is_not_json_is_malformed_and_what_does_not_fit_names_its_field() {
        let deep = "[".repeat(10_000);
        for text in ["", "{", "\u{feff}{}", &deep] {
            assert_eq!(fails(text).0, 400, "{text:.20}");
        }
        for text in ["{\"title\":1e999}", "{\"title\":\"\\ud800\"}"] {
            assert!([400, 422].contains(&fails(text).0), "{text}");
        }
        assert_eq!(fails("{\"title\":\"x\"} {}").0, 400);
        for (text, field) in [
            ("{}", "title"),
            ("{\"title\":7}", "title"),
            ("{\"title\":\"x\",\"tags\":[1]}", "tags[0]"),
            ("{\"title\":\"a\\u0000b\"}", "title"),
            ("{\"title\":\"x\",\"tags\":[\"\\u0000\"]}", "tags[0]"),
            ("{\"title\":\"x\",\"choice\":1}", "choice"),
            ("{\"title\":\"x\",\"choice\":\"Two\"}", "choice"),
            ("[\"x\"]", "body"),
            ("null", "body"),
        ] {
            let (status, body) = fails(text);
            assert_eq!(status, 422, "{text}");
            assert!(body.contains(&format!("\"field\":\"{field}\"")), "{body}");
        }
    }

    #[test]
    fn a_body_is_utf_8_also_where_nobody_reads_it() {
        for body in [&b"{\"title\":\"x\",\"o\":\"\xad\"}"[..], b"{\"title\":\"x\",\"\xad\":1}"] {
            let problem = parse::<Sample>(&Bytes::copy_from_slice(body)).unwrap_err();
            assert_eq!(problem.code().status(), 400);
        }
    }

    #[test]
    fn nothing_beside_a_nul_hides_it() {
        for beside in ["\\ud800", "\\udc00\\ud800"] {
            let (status, _) = fails(&format!("{{\"title\":\"a\\u0000b\",\"o\":\"{beside}\"}}"));
            assert_eq!(status, 400, "{beside}");
        }
    }

    #[test]
    fn a_member_that_is_there_twice_hides_no_nul() {
        #[derive(Debug, Deserialize)]
        struct Raw {
            #[serde(rename = "document")]
            _document: Box<serde_json::value::RawValue>,
        }
        for text in [
            r#"{"document":{"name":"a\u0000b","name":"x"}}"#,
            r#"{"document":{"name":"x","name":"a\u0000b"}}"#,
            r#"{"document":[{"n\u0000":1,"n":[{"a":{"b":"\u0000"},"a":1}]}]}"#,
        ] {
            let problem = parse::<Raw>(&Bytes::copy_from_slice(text.as_bytes())).unwrap_err();
            assert_eq!(problem.code().status(), 422, "{text}");
        }
    }

    #[test]
    fn what_is_ignored_may_hold_nul() {
        let text = br#"{"title":"x","a\u0000":{"b":["\u0000"]},"tags":["y"],"tags[0]":"\u0000"}"#;
        let sample: Sample = parse(&Bytes::from_static(text)).unwrap();
        assert_eq!(sample.title, "x");
        // An ignored member whose name looks like the way to a value does not excuse the value.
        let (status, _) = fails(r#"{"title":"x","tags[0]":1,"tags":["\u0000"]}"#);
        assert_eq!(status, 422);
    }

    #[test]
    fn unknown_members_are_ignored_and_escaped_backslashes_are_no_nul() {
        let sample: Sample =
            parse(&Bytes::from_static(br#"{"title":"\\u0000","content_type":"story"}"#)).unwrap();
        assert_eq!(sample, Sample { title: "\\u0000".into(), tags: vec![], choice: None });
    }
}
