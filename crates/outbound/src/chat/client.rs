use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bytes::Bytes;
use http::{Request, Response, StatusCode};
use serde_json::{Value, json};
use tokio::time::{Instant, timeout_at};

use super::ChatError;
use super::answer::{Said, read, read_begun};
use crate::http::{HttpError, Limits, endpoint, post_json};
use crate::model_service::ModelService;

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
    service: ModelService,
    http: crate::http::Client,
    /// The first form of a request that the service has not refused.
    form: Arc<AtomicUsize>,
}

/// What a request says beside the question. Services differ in what they understand.
#[derive(Clone, Copy, Debug)]
struct Form {
    schema: Schema,
    /// By which name it tells how long the answer may be.
    limit: Option<&'static str>,
    /// Asks for the answer piece by piece, so that what a slow model has said by the end of the time is
    /// not lost.
    streamed: bool,
}

/// What a request tells of the schema of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Schema {
    Whole,
    /// Without how long a list or a text may be, which some services do not know.
    Unbounded,
    Untold,
}

/// The best first; the next one is tried when a service refuses. Services that do not know the bounds of a
/// schema are mostly those that call the limit otherwise.
const FORMS: [Form; 4] = [
    Form { schema: Schema::Whole, limit: Some("max_tokens"), streamed: true },
    Form { schema: Schema::Unbounded, limit: Some("max_completion_tokens"), streamed: true },
    Form { schema: Schema::Untold, limit: Some("max_tokens"), streamed: true },
    Form { schema: Schema::Untold, limit: None, streamed: false },
];
/// Far more than a page of changes needs, and an end for a model that finds none.
const MOST_TOKENS: u32 = 2048;

/// A streamed answer has some hundred bytes around each token.
const ANSWER_BYTES: usize = 4 * 1024 * 1024;
/// Models think for a while before the first byte; whoever asks has a deadline of its own.
const LONGEST: Duration = Duration::from_secs(3600);

impl Client {
    pub fn new(mut service: ModelService) -> Self {
        service.url = endpoint(&service.url, "/chat/completions");
        let limits = Limits {
            read: LONGEST,
            total: LONGEST,
            answer_bytes: ANSWER_BYTES,
            at_a_time: 16,
            ..Limits::default()
        };
        let http = crate::http::Client::new(limits);
        Self { service, http, form: Arc::default() }
    }

    pub fn model(&self) -> &str {
        &self.service.model
    }

    /// What the model says until then, which may be less than all. Dropping the future ends the exchange.
    pub async fn ask(&self, question: &Question, until: Instant) -> Result<Said, ChatError> {
        // What a service has refused once is not tried again: somebody waits for the answer.
        let known = self.form.load(Ordering::Relaxed);
        for (number, form) in FORMS.iter().enumerate().skip(known) {
            match self.exchange(question, *form, until).await {
                // Only what says "I do not understand". Other refusals would be the same in any
                // form.
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

    async fn exchange(
        &self,
        question: &Question,
        form: Form,
        until: Instant,
    ) -> Result<Said, ChatError> {
        let mut answer = Response::default();
        let sending = self.http.send_into(self.request(question, form)?, &mut answer);
        let sent = timeout_at(until, sending).await.unwrap_or(Err(HttpError::TimedOut));
        match (answer.status(), sent) {
            (StatusCode::OK, Ok(())) => read(answer.headers(), answer.body()),
            (StatusCode::OK, Err(error)) => {
                read_begun(answer.headers(), answer.body(), error.into())
            }
            (_, Err(error)) => Err(error.into()),
            (status @ (StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN), Ok(())) => {
                Err(ChatError::NotAllowed(status.as_u16()))
            }
            (StatusCode::TOO_MANY_REQUESTS, Ok(())) => Err(ChatError::TooMany),
            (status, Ok(())) => Err(ChatError::Refused(status.as_u16())),
        }
    }

    fn request(&self, question: &Question, form: Form) -> Result<Request<Bytes>, ChatError> {
        let mut body = json!({
            "model": self.service.model,
            "messages": [
                { "role": "system", "content": question.system },
                { "role": "user", "content": question.user },
            ],
        });
        if let Some(limit) = form.limit {
            body[limit] = json!(MOST_TOKENS);
        }
        if form.streamed {
            body["stream"] = json!(true);
        }
        let schema = match form.schema {
            Schema::Whole => Some(question.schema.clone()),
            Schema::Unbounded => Some(unbounded(question.schema.clone())),
            Schema::Untold => None,
        };
        if let Some(schema) = schema {
            body["response_format"] = json!({
                "type": "json_schema",
                "json_schema": { "name": "answer", "strict": true, "schema": schema },
            });
        }
        let (url, api_key) = (&self.service.url, self.service.api_key.as_ref());
        Ok(post_json(url, Bytes::from(body.to_string()), api_key)?)
    }
}

fn unbounded(mut schema: Value) -> Value {
    match &mut schema {
        Value::Object(members) => {
            members.remove("maxItems");
            members.remove("maxLength");
            for member in members.values_mut() {
                *member = unbounded(member.take());
            }
        }
        Value::Array(items) => {
            for item in items {
                *item = unbounded(item.take());
            }
        }
        _ => {}
    }
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_schema_loses_its_bounds_and_nothing_else() {
        let list = |bound: Value| {
            let mut list = json!({ "type": "array", "items": { "enum": ["f1"] } });
            if !bound.is_null() {
                list["maxItems"] = bound.clone();
                list["items"]["maxLength"] = bound;
            }
            json!({ "properties": { "a": list.clone(), "b": [list] } })
        };
        assert_eq!(unbounded(list(json!(3))), list(Value::Null));
    }
}
