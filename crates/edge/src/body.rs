//! Request bodies within bounds: how large, how long, in which encoding.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::extract::Request;
use bytes::Bytes;
use http::HeaderMap;
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH};
use http_body::{Body, Frame, SizeHint};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use kernel::Code;
use tokio::time::Sleep;

use crate::Problem;

/// The largest body a handler reads into memory. A story of a million characters fits, also when
/// each is written as an escape.
pub(crate) const MOST_BYTES: usize = 4 * 1024 * 1024;

/// Reads a whole body. The limit is checked before the first byte is read where the length is
/// told, and while reading where it is not.
pub(crate) async fn read(request: Request) -> Result<Bytes, Problem> {
    let (parts, body) = request.into_parts();
    refuse_encoded(&parts.headers)?;
    let declared = parts.headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok());
    if declared
        .and_then(|length| length.parse().ok())
        .is_some_and(|bytes: usize| bytes > MOST_BYTES)
    {
        return Err(too_large());
    }
    match Limited::new(body, MOST_BYTES).collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(too_large()),
        Err(error) if is_too_slow(error.as_ref()) => {
            Err(Problem::new(Code::Timeout, "The body did not arrive in time."))
        }
        Err(error) => {
            Err(Problem::malformed("The body could not be read to its end.").caused_by(error))
        }
    }
}

/// Nobody has to send us compressed bodies, and what is never unpacked cannot explode.
pub(crate) fn refuse_encoded(headers: &HeaderMap) -> Result<(), Problem> {
    match headers.get(CONTENT_ENCODING) {
        Some(encoding) if encoding != "identity" => {
            Err(Problem::new(Code::UnsupportedMedia, "Send the body without Content-Encoding."))
        }
        _ => Ok(()),
    }
}

fn too_large() -> Problem {
    let limit = MOST_BYTES / (1024 * 1024);
    Problem::new(Code::TooLarge, format!("The body may have up to {limit} MiB."))
}

pub(crate) fn is_too_slow(error: &(dyn std::error::Error + 'static)) -> bool {
    let mut cause = Some(error);
    while let Some(error) = cause {
        if error.is::<TooSlow>() {
            return true;
        }
        cause = error.source();
    }
    false
}

#[derive(Debug)]
struct TooSlow;

impl std::fmt::Display for TooSlow {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the body did not arrive in time")
    }
}

impl std::error::Error for TooSlow {}

pin_project_lite::pin_project! {
    /// A body that has to arrive whole within a given time, counted from the first time somebody
    /// waits for it.
    pub(crate) struct Timed<B> {
        #[pin]
        body: B,
        patience: Duration,
        // Whether a part of the body has not been taken; told to whoever closes the connection.
        unread: Arc<AtomicBool>,
        #[pin]
        deadline: Option<Sleep>,
    }
}

impl<B: Body> Timed<B> {
    pub(crate) fn new(body: B, patience: Duration, unread: Arc<AtomicBool>) -> Self {
        unread.store(!body.is_end_stream(), Ordering::Relaxed);
        Self { body, patience, unread, deadline: None }
    }
}

impl<B> Body for Timed<B>
where
    B: Body,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    type Data = B::Data;
    type Error = Box<dyn std::error::Error + Send + Sync>;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Self::Data>, Self::Error>>> {
        let mut this = self.project();
        if let Poll::Ready(frame) = this.body.as_mut().poll_frame(context) {
            // Where the length was told, the last piece is the end, and nobody asks for another.
            if frame.is_none() || this.body.is_end_stream() {
                this.unread.store(false, Ordering::Relaxed);
            }
            return Poll::Ready(frame.map(|frame| frame.map_err(Into::into)));
        }
        if this.deadline.is_none() {
            this.deadline.set(Some(tokio::time::sleep(*this.patience)));
        }
        let deadline = this.deadline.as_pin_mut().expect("set just above");
        ready!(deadline.poll(context));
        Poll::Ready(Some(Err(Box::new(TooSlow))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
