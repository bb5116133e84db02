//! A verification service: is the token a visitor brought one of theirs? Turnstile, hCaptcha and
//! reCAPTCHA speak alike: `secret`, `response` and `remoteip` as a form, `{"success": bool}` back.
//!
//! Anything but a plain yes is a no or an error: another status, a redirect, another shape, an
//! answer too late or too long. What the secret travels in is the body, never the address.

use std::net::IpAddr;
use std::time::Duration;

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{Request, StatusCode};
use serde::Deserialize;
use url::Url;

use crate::Secret;
use crate::http::{Client, HttpError, Limits};

/// Why there is no verdict. Safe to log.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    #[error(transparent)]
    Http(#[from] HttpError),
    #[error("the verification service answered {0}")]
    Status(StatusCode),
    #[error("the verification service answered something else than a verdict")]
    NoVerdict,
}

#[derive(Clone, Debug)]
pub struct Verifier {
    client: Client,
    url: Url,
    secret: Secret,
}

#[derive(Deserialize)]
struct Verdict {
    success: bool,
}

/// A visitor waits for this.
const LIMITS: Limits = Limits {
    connect: Duration::from_secs(3),
    read: Duration::from_secs(5),
    total: Duration::from_secs(5),
    answer_bytes: 64 * 1024,
    at_a_time: 16,
    waiting: 32,
};

impl Verifier {
    pub fn new(url: Url, secret: Secret) -> Self {
        Self { client: Client::new(LIMITS), url, secret }
    }

    pub async fn verify(&self, token: &str, address: IpAddr) -> Result<bool, VerifyError> {
        let body = form_urlencoded::Serializer::new(String::new())
            .append_pair("secret", self.secret.reveal())
            .append_pair("response", token)
            .append_pair("remoteip", &address.to_string())
            .finish();
        let request = Request::post(self.url.as_str())
            .header(CONTENT_TYPE, "application/x-www-form-urlencoded")
            .header(ACCEPT, "application/json")
            .body(Bytes::from(body))
            .map_err(|error| HttpError::Unsendable(error.to_string()))?;
        let answer = self.client.send(request).await?;
        // Also not a redirect: who could change where it leads could answer for the service.
        if answer.status() != StatusCode::OK {
            return Err(VerifyError::Status(answer.status()));
        }
        let verdict: Verdict =
            serde_json::from_slice(answer.body()).map_err(|_| VerifyError::NoVerdict)?;
        Ok(verdict.success)
    }
}
