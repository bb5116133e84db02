use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use bytes::Bytes;
use http::{Request, StatusCode};
use serde_json::{Value, json};

use super::{ChatError, answer};
use crate::http::{Limits, endpoint, post_json};
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
    /// Tells how long the answer may be.
    limited: bool,
}

/// What a request tells of the schema of the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Schema {
    Whole,
    /// Without how long a list may be, which some services do not know.
    Unbounded,
    Untold,
}

/// The best first; the next one is tried when a service refuses.
const FORMS: [Form; 4] = [
    Form { schema: Schema::Whole, limited: true },
    Form { schema: Schema::Unbounded, limited: true },
    Form { schema: Schema::Untold, limited: true },
    Form { schema: Schema::Untold, limited: false },
];
/// Far more than a page of changes needs, and an end for a model that finds none.
const MOST_TOKENS: u32 = 2048;

const ANSWER_BYTES: usize = 1024 * 1024;
/// Models think for a while before the first byte; whoever asks has a deadline of its own.
const LONGEST: Duration = Duration::from_secs(300);

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

    /// What the model says. Dropping the future ends the exchange.
    pub async fn ask(&self, question: &Question) -> Result<String, ChatError> {
        // What a service has refused once is not tried again: somebody waits for the answer.
        let known = self.form.load(Ordering::Relaxed);
        for (number, form) in FORMS.iter().enumerate().skip(known) {
            match self.exchange(question, *form).await {
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
            "model": self.service.model,
            "messages": [
                { "role": "system", "content": question.system },
                { "role": "user", "content": question.user },
            ],
        });
        if form.limited {
            body["max_tokens"] = json!(MOST_TOKENS);
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
                list["maxItems"] = bound;
            }
            json!({ "properties": { "a": list.clone(), "b": [list] } })
        };
        assert_eq!(unbounded(list(json!(3))), list(Value::Null));
    }
}
