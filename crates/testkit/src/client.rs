use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use edge::{HttpService, Peer};
use http::header::{AUTHORIZATION, CONTENT_TYPE};
use http_body_util::BodyExt;
use serde_json::Value;

use crate::{Answer, Contract, Form};

/// Somebody who makes requests: straight into the service, without a socket in between. Every
/// answer is held against the API's own description.
#[derive(Clone, Debug)]
pub struct Client {
    service: HttpService,
    contract: Arc<Contract>,
    token: Option<String>,
    /// Sent with every request.
    headers: Vec<(String, String)>,
    peer: IpAddr,
}

impl Client {
    pub fn new(service: HttpService, contract: Arc<Contract>) -> Self {
        Self {
            service,
            contract,
            token: None,
            headers: Vec::new(),
            peer: IpAddr::V4(Ipv4Addr::LOCALHOST),
        }
    }

    /// The same, as the holder of a token.
    pub fn with_token(&self, token: &str) -> Self {
        Self { token: Some(token.to_owned()), ..self.clone() }
    }

    /// The same, with one more header on every request.
    pub fn with_header(&self, name: &str, value: &str) -> Self {
        let mut client = self.clone();
        client.headers.retain(|(known, _)| known != name);
        client.headers.push((name.to_owned(), value.to_owned()));
        client
    }

    /// The same, calling from another address.
    pub fn calling_from(&self, peer: IpAddr) -> Self {
        Self { peer, ..self.clone() }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.send("GET", path, &[], None).await
    }

    pub async fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> Answer {
        self.send("GET", path, headers, None).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.send("POST", path, &[], Some(body.to_string().into())).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.put_with(path, &[], body).await
    }

    pub async fn put_with(&self, path: &str, headers: &[(&str, &str)], body: Value) -> Answer {
        self.send("PUT", path, headers, Some(body.to_string().into())).await
    }

    pub async fn post_form(&self, path: &str, form: Form) -> Answer {
        self.post_form_bytes(path, form.into_bytes()).await
    }

    /// For forms that are not quite right.
    pub async fn post_form_bytes(&self, path: &str, body: Vec<u8>) -> Answer {
        self.send("POST", path, &[("content-type", Form::CONTENT_TYPE)], Some(body)).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send("DELETE", path, &[], None).await
    }

    pub async fn send(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: Option<Vec<u8>>,
    ) -> Answer {
        let mut request = Request::builder().method(method).uri(path);
        if let Some(token) = &self.token {
            request = request.header(AUTHORIZATION, format!("Bearer {token}"));
        }
        let typed = headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("content-type"));
        if body.is_some() && !typed {
            request = request.header(CONTENT_TYPE, "application/json");
        }
        let own = self.headers.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        for (name, value) in own.filter(|(name, _)| !headers.iter().any(|(given, _)| given == name))
        {
            request = request.header(name, value);
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let mut request = request
            .body(body.map_or_else(Body::empty, Body::from))
            .expect("tests write valid requests");
        request.extensions_mut().insert(Peer(SocketAddr::new(self.peer, 40_000)));
        let response = self.service.answer(request).await;
        let (parts, body) = response.into_parts();
        let body = body.collect().await.expect("the answer arrives whole").to_bytes();
        let answer = Answer { status: parts.status, headers: parts.headers, body };
        self.contract.judge(method, path, &answer);
        answer
    }
}
