use std::time::Duration;

use bytes::Bytes;
use http::header::RETRY_AFTER;
use http::{Request, Response, StatusCode};
use serde::Serialize;

use super::{EmbeddingError, answer};
use crate::http::{HttpError, Limits, endpoint, post_json};
use crate::model_service::ModelService;

/// One embedding service and one of its models.
#[derive(Clone, Debug)]
pub struct Client {
    service: ModelService,
    http: crate::http::Client,
}

/// A batch of vectors of several thousand values, spelled out in full.
const ANSWER_BYTES: usize = 16 * 1024 * 1024;
/// However long a service asks us to wait, we look again after this.
const LONGEST_WAIT: Duration = Duration::from_secs(60);

#[derive(Serialize)]
struct Question<'a> {
    model: &'a str,
    input: &'a [String],
    encoding_format: &'static str,
}

impl Client {
    pub fn new(mut service: ModelService) -> Self {
        service.url = endpoint(&service.url, "/embeddings");
        let limits = Limits {
            read: Duration::from_secs(10),
            total: Duration::from_secs(20),
            answer_bytes: ANSWER_BYTES,
            at_a_time: 4,
            ..Limits::default()
        };
        Self { service, http: crate::http::Client::new(limits) }
    }

    pub fn model(&self) -> &str {
        &self.service.model
    }

    /// One vector per text, in the order of the texts. How many texts go into one question is the
    /// caller's choice.
    pub async fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, EmbeddingError> {
        let response = self.http.send(self.question(texts)?).await?;
        match response.status() {
            StatusCode::OK => answer::read(response.body(), texts.len()),
            StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN => {
                Err(EmbeddingError::NotAllowed(response.status().as_u16()))
            }
            StatusCode::TOO_MANY_REQUESTS => {
                Err(EmbeddingError::TooMany { retry_after: retry_after(&response) })
            }
            status => Err(EmbeddingError::Refused(status.as_u16())),
        }
    }

    fn question(&self, texts: &[String]) -> Result<Request<Bytes>, EmbeddingError> {
        let question =
            // Asked for, because some services would send base64 otherwise.
            Question { model: &self.service.model, input: texts, encoding_format: "float" };
        let body = serde_json::to_vec(&question)
            .map_err(|_| HttpError::Unsendable("the texts".to_owned()))?;
        let (url, api_key) = (&self.service.url, self.service.api_key.as_ref());
        Ok(post_json(url, body.into(), api_key)?)
    }
}

fn retry_after(response: &Response<Bytes>) -> Option<Duration> {
    let text = response.headers().get(RETRY_AFTER)?.to_str().ok()?;
    // In its other form, a date, it would be compared with a clock that is not ours.
    let seconds = text.trim().parse().ok()?;
    Some(Duration::from_secs(seconds).min(LONGEST_WAIT))
}
