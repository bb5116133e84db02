use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
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
    /// Whether the service has refused to be told a schema.
    plain: Arc<AtomicBool>,
}

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
        Self { settings, http, plain: Arc::default() }
    }

    pub fn model(&self) -> &str {
        &self.settings.model
    }

    /// What the model says. Dropping the future ends the exchange.
    pub async fn ask(&self, question: &Question) -> Result<String, ChatError> {
        if self.plain.load(Ordering::Relaxed) {
            return self.exchange(question, false).await;
        }
        match self.exchange(question, true).await {
            Err(ChatError::Refused(400 | 422)) => {
                let said = self.exchange(question, false).await?;
                self.plain.store(true, Ordering::Relaxed);
                Ok(said)
            }
            outcome => outcome,
        }
    }

    async fn exchange(&self, question: &Question, structured: bool) -> Result<String, ChatError> {
        let response = self.http.send(self.request(question, structured)?).await?;
        match response.status() {
            StatusCode::OK => answer::read(response.body()),
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
                Err(ChatError::NotAllowed(response.status().as_u16()))
            }
            StatusCode::TOO_MANY_REQUESTS => Err(ChatError::TooMany),
            status => Err(ChatError::Refused(status.as_u16())),
        }
    }

    fn request(&self, question: &Question, structured: bool) -> Result<Request<Bytes>, ChatError> {
        let mut body = json!({
            "model": self.settings.model,
            "messages": [
                { "role": "system", "content": question.system },
                { "role": "user", "content": question.user },
            ],
        });
        if structured {
            body["response_format"] = json!({
                "type": "json_schema",
                "json_schema": { "name": "answer", "strict": true, "schema": question.schema },
            });
        }
        let (url, api_key) = (&self.settings.url, self.settings.api_key.as_ref());
        Ok(post_json(url, Bytes::from(body.to_string()), api_key)?)
    }
}
