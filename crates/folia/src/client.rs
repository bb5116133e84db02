use std::net::{Ipv4Addr, SocketAddr};

use axum::body::{Body, to_bytes};
use edge::{HttpService, Peer};
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http::{Method, Request, StatusCode};
use serde_json::Value;

/// A client of the site's own API, with the key of an administrator: for commands whose writes are to
/// pass the same checks as everybody's.
pub(crate) struct Client {
    service: HttpService,
    authorization: String,
}

/// An answer that is no success.
#[derive(Debug, thiserror::Error)]
#[error("{place}: {detail}")]
pub(crate) struct ClientError {
    pub(crate) place: String,
    /// None where no answer came at all.
    pub(crate) status: Option<StatusCode>,
    pub(crate) detail: String,
}

impl ClientError {
    /// What of the answer tells a person why: the fields, or else the detail of the problem.
    pub(crate) fn reason(&self) -> String {
        let Ok(problem) = serde_json::from_str::<Value>(&self.detail) else {
            return self.detail.clone();
        };
        let told = |error: &Value| {
            Some(format!("{} {}", error["field"].as_str()?, error["message"].as_str()?))
        };
        let fields: Vec<String> =
            problem["errors"].as_array().into_iter().flatten().filter_map(told).collect();
        let detail = problem["detail"].as_str().or(problem["title"].as_str());
        match fields.is_empty() {
            true => detail.unwrap_or(&self.detail).to_owned(),
            false => fields.join("; "),
        }
    }
}

/// More than any answer to what these commands ask has.
const LONGEST_ANSWER: usize = 16 * 1024 * 1024;
const PAGE: usize = 100;

impl Client {
    pub(crate) fn new(service: HttpService, token: &str) -> Self {
        Self { service, authorization: format!("Bearer {token}") }
    }

    /// All of a list; `path` ends where its page is said.
    pub(crate) async fn list(&self, path: &str) -> Result<Vec<Value>, ClientError> {
        let mut all = Vec::new();
        loop {
            let page = format!("{path}limit={PAGE}&offset={}", all.len());
            let mut answer = self.send(Method::GET, &page, "application/json", Vec::new()).await?;
            let Value::Array(items) = answer["items"].take() else { return Ok(all) };
            let is_last = items.len() < PAGE;
            all.extend(items);
            if is_last {
                return Ok(all);
            }
        }
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> Result<Value, ClientError> {
        self.send(Method::POST, path, "application/json", body.to_string().into()).await
    }

    pub(crate) async fn put(&self, path: &str, body: &Value) -> Result<Value, ClientError> {
        self.send(Method::PUT, path, "application/json", body.to_string().into()).await
    }

    pub(crate) async fn upload(
        &self,
        file_name: &str,
        alt: &str,
        picture: Vec<u8>,
    ) -> Result<Value, ClientError> {
        let boundary = boundary(alt, &picture);
        // It stands between quotes in a header.
        let plain = |letter: char| if is_plain(letter) { letter } else { '-' };
        let file_name: String = file_name.chars().map(plain).collect();
        let mut form = format!(
            "--{boundary}\r\ncontent-disposition: form-data; name=\"alt\"\r\n\r\n{alt}\r\n\
             --{boundary}\r\ncontent-disposition: form-data; name=\"file\"; \
             filename=\"{file_name}\"\r\ncontent-type: application/octet-stream\r\n\r\n"
        )
        .into_bytes();
        form.extend(picture);
        form.extend(format!("\r\n--{boundary}--\r\n").into_bytes());
        let media_type = format!("multipart/form-data; boundary={boundary}");
        self.send(Method::POST, "/uploads", &media_type, form).await
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        media_type: &str,
        body: Vec<u8>,
    ) -> Result<Value, ClientError> {
        let place = format!("{method} {path}");
        let failed = |status: Option<StatusCode>, detail: String| ClientError {
            place: place.clone(),
            status,
            detail,
        };
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(AUTHORIZATION, &self.authorization)
            .header(CONTENT_TYPE, media_type)
            .body(Body::from(body));
        let mut request = request.map_err(|error| failed(None, error.to_string()))?;
        // Without a socket there is nobody at the other end, and limits by address need one.
        request.extensions_mut().insert(Peer(SocketAddr::new(Ipv4Addr::LOCALHOST.into(), 0)));
        let answer = self.service.answer(request).await;
        let status = answer.status();
        let body = to_bytes(answer.into_body(), LONGEST_ANSWER).await;
        let body = body.map_err(|error| failed(Some(status), error.to_string()))?;
        match status.is_success() {
            true => serde_json::from_slice(&body)
                .map_err(|error| failed(Some(status), error.to_string())),
            false => Err(failed(Some(status), String::from_utf8_lossy(&body).into_owned())),
        }
    }
}

fn is_plain(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "._- ".contains(letter)
}

/// A line that neither of them holds.
fn boundary(alt: &str, picture: &[u8]) -> String {
    let holds = |boundary: &str| {
        let bytes = boundary.as_bytes();
        alt.contains(boundary) || picture.windows(bytes.len()).any(|window| window == bytes)
    };
    let numbered = (0_u64..).map(|number| format!("folia-own-0b0a1c5e-{number}"));
    numbered
        .into_iter()
        .find(|boundary| !holds(boundary))
        .expect("there are more numbers than bytes")
}
