use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use http::Request;
use http::header::RETRY_AFTER;
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
                let told = answer.headers().get(RETRY_AFTER).and_then(|told| told.to_str().ok());
                // In seconds, as the authorities there are write it. A date is left to our own patience.
                let come_back = told.and_then(|told| told.trim().parse().ok());
                let refusal = Refusal {
                    status: answer.status().as_u16(),
                    come_back: come_back.map(Duration::from_secs),
                };
                *this.refusal.lock().unwrap_or_else(PoisonError::into_inner) = Some(refusal);
            }
            Ok(BytesResponse::from(answer.map(Full::new)))
        })
    }
}
