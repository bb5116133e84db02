use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use http::header::{DATE, RETRY_AFTER};
use http::{HeaderMap, Request};
use http_body_util::{BodyExt, Full};
use instant_acme::{BodyWrapper, BytesResponse, Error, HttpClient};

use crate::http::Client;

/// Our own way out, with its limits, for the library that speaks the protocol. Remembers when the
/// authority wants to be asked again: the library tells nobody.
#[derive(Clone, Debug)]
pub(super) struct Connection {
    client: Client,
    refusal: Arc<Mutex<Option<Refusal>>>,
}

/// The last answer that was no success.
#[derive(Clone, Copy, Debug)]
pub(super) struct Refusal {
    pub(super) status: u16,
    /// After how long the authority wants to be asked again, if it said so.
    pub(super) come_back: Option<Duration>,
}

impl Connection {
    pub(super) fn new(client: Client) -> Self {
        Self { client, refusal: Arc::default() }
    }

    pub(super) fn refusal(&self) -> Option<Refusal> {
        *self.refusal.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

type Answering = Pin<Box<dyn Future<Output = Result<BytesResponse, Error>> + Send>>;

impl HttpClient for Connection {
    fn request(&self, request: Request<BodyWrapper<Bytes>>) -> Answering {
        let this = self.clone();
        Box::pin(async move {
            let (parts, body) = request.into_parts();
            let body = match body.collect().await {
                Ok(body) => body.to_bytes(),
                Err(never) => match never {},
            };
            let answer = this.client.send(Request::from_parts(parts, body)).await;
            let answer = answer.map_err(|error| Error::Other(Box::new(error)))?;
            if !answer.status().is_success() {
                let come_back = come_back(answer.headers());
                let refusal = Refusal { status: answer.status().as_u16(), come_back };
                *this.refusal.lock().unwrap_or_else(PoisonError::into_inner) = Some(refusal);
            }
            Ok(BytesResponse::from(answer.map(Full::new)))
        })
    }
}

/// After how long to come back, as an answer tells it: in seconds, or as a date. A date is compared with
/// that of the answer, for both are by the authority's clock; without one it is left to our own patience.
fn come_back(headers: &HeaderMap) -> Option<Duration> {
    let text = |name| headers.get(name)?.to_str().ok().map(str::trim);
    let told = text(RETRY_AFTER)?;
    if let Ok(seconds) = told.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let date = |text: &str| httpdate::parse_http_date(text).ok();
    let (from, until) = (date(text(DATE)?)?, date(told)?);
    // A date that is over means at once, which is as soon as our own patience allows.
    Some(until.duration_since(from).unwrap_or_default())
}
