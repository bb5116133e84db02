use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bytes::Bytes;
use http::{Request, StatusCode};
use serde_json::{Value, json};

use super::{ChatError, answer};
use crate::Secret;
use crate::http::{Limits, endpoint, post_json};

/// Which service to ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// The address of the service, with or without `/chat/completions` at its end.
    pub url: String,
    pub model: String,
    pub api_key: Option<Secret>,
}

/// What a model is asked.
#[derive(Clone, Debug)]
pub struct Question {
    /// What it is to do.
    pub system: String,
    /// What it is to do it with.
    pub user: String,
    /// The schema of the JSON it is to answer with.
    pub schema: Value,
}

/// One service and one of its models.
#[derive(Clone, Debug)]
pub struct Client {
    settings: Settings,
    http: crate::http::Client,
    /// The first form of a request that the service has not refused.
    form: Arc<AtomicUsize>,
}

/// What a request says beside the question. Services differ in what they understand.
#[derive(Clone, Copy, Debug)]
struct Form {
    /// Tells the schema of the answer.
    structured: bool,
    /// Tells how long the answer may be.
    limited: bool,
}

/// The best first; the next one is tried when a service refuses.
const FORMS: [Form; 3] = [
    Form { structured: true, limited: true },
    Form { structured: false, limited: true },
    Form { structured: false, limited: false },
];
/// Far more than a page of changes needs, and an end for a model that finds none.
const MOST_TOKENS: u32 = 2048;

const ANSWER_BYTES: usize = 1024 * 1024;
/// Models think for a while before the first byte; whoever asks has a deadline of its own.
const LONGEST: Duration = Duration::from_secs(300);

impl Client {
    pub fn new(mut settings: Settings) -> Self {
        settings.url = endpoint(&settings.url, "/chat/completions");
        let limits = Limits {
            read: LONGEST,
            total: LONGEST,
            answer_bytes: ANSWER_BYTES,
            at_a_time: 16,
            ..Limits::default()
        };
        let http = crate::http::Client::new(limits);
        Self { settings, http, form: Arc::default() }
    }

    pub fn model(&self) -> &str {
        &self.settings.model
    }

    /// What the model says. Dropping the future ends the exchange.
    pub async fn ask(&self, question: &Question) -> Result<String, ChatError> {
        let known = self.form.load(Ordering::Relaxed);
        for (number, form) in FORMS.iter().enumerate().skip(known) {
            match self.exchange(question, *form).await {
                Err(ChatError::Refused(400 | 422)) if number + 1 < FORMS.len() => {}
                Ok(said) => {
                    self.form.store(number, Ordering::Relaxed);
                    return Ok(said);
                }
                failed => return failed,
            }
        }
        Err(ChatError::Nothing)
    }

    async fn exchange(&self, question: &Question, form: Form) -> Result<String, ChatError> {
        let response = self.http.send(self.request(question, form)?).await?;
        match response.status() {
            StatusCode::OK => answer::read(response.body()),
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
                Err(ChatError::NotAllowed(response.status().as_u16()))
            }
            StatusCode::TOO_MANY_REQUESTS => Err(ChatError::TooMany),
            status => Err(ChatError::Refused(status.as_u16())),
        }
    }

    fn request(&self, question: &Question, form: Form) -> Result<Request<Bytes>, ChatError> {
        let mut body = json!({
            "model": self.settings.model,
            "messages": [
                { "role": "system", "content": question.system },
                { "role": "user", "content": question.user },
            ],
        });
        if form.limited {
            body["max_tokens"] = json!(MOST_TOKENS);
        }
        if form.structured {
            body["response_format"] = json!({
                "type": "json_schema",
                "json_schema": { "name": "answer", "strict": true, "schema": question.schema },
            });
        }
        let (url, api_key) = (&self.settings.url, self.settings.api_key.as_ref());
        Ok(post_json(url, Bytes::from(body.to_string()), api_key)?)
    }
}
