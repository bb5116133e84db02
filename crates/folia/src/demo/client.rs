use std::net::{Ipv4Addr, SocketAddr};

use axum::body::{Body, to_bytes};
use edge::{HttpService, Peer};
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http::{Method, Request};
use serde_json::Value;

use super::DemoError;

/// A client of the site's own API, with the key of an administrator.
pub(super) struct Client {
    service: HttpService,
    authorization: String,
}

/// More than any answer to the sample has.
const LONGEST_ANSWER: usize = 8 * 1024 * 1024;
const PAGE: usize = 100;
const BOUNDARY: &str = "folia-demo-0b0a1c5e";

impl Client {
    pub(super) fn new(service: HttpService, token: &str) -> Self {
        Self { service, authorization: format!("Bearer {token}") }
    }

    /// All of a list; `path` ends where its page is said.
    pub(super) async fn list(&self, path: &str) -> Result<Vec<Value>, DemoError> {
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

    pub(super) async fn post(&self, path: &str, body: &Value) -> Result<Value, DemoError> {
        self.send(Method::POST, path, "application/json", body.to_string().into()).await
    }

    pub(super) async fn put(&self, path: &str, body: &Value) -> Result<Value, DemoError> {
        self.send(Method::PUT, path, "application/json", body.to_string().into()).await
    }

    pub(super) async fn upload(
        &self,
        name: &str,
        alt: &str,
        picture: Vec<u8>,
    ) -> Result<Value, DemoError> {
        let mut form = format!(
            "--{BOUNDARY}\r\ncontent-disposition: form-data; name=\"alt\"\r\n\r\n{alt}\r\n\
             --{BOUNDARY}\r\ncontent-disposition: form-data; name=\"file\"; \
             filename=\"{name}.png\"\r\ncontent-type: image/png\r\n\r\n"
        )
        .into_bytes();
        form.extend(picture);
        form.extend(format!("\r\n--{BOUNDARY}--\r\n").into_bytes());
        let media_type = format!("multipart/form-data; boundary={BOUNDARY}");
        self.send(Method::POST, "/uploads", &media_type, form).await
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        media_type: &str,
        body: Vec<u8>,
    ) -> Result<Value, DemoError> {
        let place = format!("{method} {path}");
        let refused = |detail: String| DemoError::Refused { place: place.clone(), detail };
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(AUTHORIZATION, &self.authorization)
            .header(CONTENT_TYPE, media_type)
            .body(Body::from(body));
        let mut request = request.map_err(|error| refused(error.to_string()))?;
        // Without a socket there is nobody at the other end, and limits by address need one.
        request.extensions_mut().insert(Peer(SocketAddr::new(Ipv4Addr::LOCALHOST.into(), 0)));
        let answer = self.service.answer(request).await;
        let status = answer.status();
        let body = to_bytes(answer.into_body(), LONGEST_ANSWER).await;
        let body = body.map_err(|error| refused(error.to_string()))?;
        match status.is_success() {
            true => serde_json::from_slice(&body).map_err(|error| refused(error.to_string())),
            false => Err(refused(String::from_utf8_lossy(&body).into_owned())),
        }
    }
}
