use std::time::{Duration, Instant};

use serde_json::Value;
use testkit::{AT_ONCE, Answer, Form, try_request_at};

use super::oracle::{Case, Took};

/// What pictures, models and much to read take on a slow machine. Nobody listens for more than a minute.
const A_WHILE: Duration = Duration::from_secs(45);

/// Somebody who asks the service of a case. Every answer is judged by the case's oracle.
#[derive(Clone)]
pub(crate) struct Caller<'a> {
    case: &'a Case,
    headers: Vec<(String, String)>,
    most: Duration,
}

impl<'a> Caller<'a> {
    pub(super) fn new(case: &'a Case) -> Self {
        Self { case, headers: Vec::new(), most: AT_ONCE }
    }

    /// The same with one more header; of `host` there is one.
    pub(crate) fn with(&self, name: &str, value: &str) -> Self {
        let mut caller = self.clone();
        if name == "host" {
            caller.headers.retain(|(known, _)| known != name);
        }
        caller.headers.push((name.to_owned(), value.to_owned()));
        caller
    }

    pub(crate) fn bearer(&self, token: &str) -> Self {
        self.with("authorization", &format!("Bearer {token}"))
    }

    /// Through the trusted proxy, as this visitor.
    pub(crate) fn from(&self, address: &str) -> Self {
        self.with("x-forwarded-for", address)
    }

    /// For work that takes its time: pictures, or a service that is waited for.
    pub(crate) fn patient(&self) -> Self {
        self.within(A_WHILE)
    }

    /// Where another time than usual tells that something is wrong.
    pub(super) fn within(&self, most: Duration) -> Self {
        Self { most, ..self.clone() }
    }

    #[track_caller]
    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send("GET", path, b"")
    }

    #[track_caller]
    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        self.send("POST", path, body.to_string().as_bytes())
    }

    #[track_caller]
    pub(crate) fn put(&self, path: &str, body: &Value) -> Answer {
        self.send("PUT", path, body.to_string().as_bytes())
    }

    #[track_caller]
    pub(crate) fn delete(&self, path: &str) -> Answer {
        self.send("DELETE", path, b"")
    }

    #[track_caller]
    pub(crate) fn upload(&self, form: Form) -> Answer {
        self.patient().upload_bytes("/uploads", form.into_bytes())
    }

    #[track_caller]
    pub(crate) fn upload_bytes(&self, path: &str, body: Vec<u8>) -> Answer {
        self.with("content-type", Form::CONTENT_TYPE).send("POST", path, &body)
    }

    #[track_caller]
    pub(crate) fn send(&self, method: &str, path: &str, body: &[u8]) -> Answer {
        let site = self.case.running();
        let host = site.address.to_string();
        let mut headers: Vec<(&str, &str)> =
            self.headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let has = |wanted: &str| self.headers.iter().any(|(name, _)| name == wanted);
        if !has("host") {
            headers.push(("host", &host));
        }
        if !body.is_empty() && !has("content-type") {
            headers.push(("content-type", "application/json"));
        }
        let started = Instant::now();
        let answer = try_request_at(site.address, method, path, &headers, body);
        let took = Took(started.elapsed(), self.most);
        let shown: String = path.chars().take(200).collect();
        let what = format!("{method} {shown}");
        let answer = answer.unwrap_or_else(|| panic!("{what} was not answered"));
        let html = headers.iter().any(|(name, value)| *name == "accept" && value.contains("html"));
        self.case.judge(&what, html, &answer, took);
        answer
    }
}
