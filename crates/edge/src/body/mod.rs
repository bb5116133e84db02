//! Request bodies within bounds: how large, how long, how slow, in which encoding, and how much of
//! them is in memory at a time.

mod arriving;

use std::ops::Deref;
use std::sync::Arc;

use axum::extract::Request;
use bytes::Bytes;
use futures_util::StreamExt;
use http::HeaderMap;
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH};
use kernel::Code;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::{Problem, RequestContext};
pub(crate) use arriving::{Arriving, BodyTime, Waits, is_too_slow};

/// The largest body a handler reads into memory, unless its route says otherwise. A story of a
/// million characters fits, also when each is written as an escape.
const MOST_BYTES: usize = 4 * 1024 * 1024;

/// What all bodies that are being read may take together.
pub(crate) const MOST_BYTES_IN_ALL: usize = 128 * 1024 * 1024;

/// By how much more is reserved when what was reserved is used up.
const STEP: usize = 64 * 1024;

/// The largest body that a route reads, in the request's extensions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LargestBody(pub(crate) usize);

/// A body in memory. It counts against what all bodies may take until it is dropped.
#[derive(Debug)]
pub struct ReadBody {
    bytes: Bytes,
    _reserved: Option<OwnedSemaphorePermit>,
}

impl Deref for ReadBody {
    type Target = Bytes;

    fn deref(&self) -> &Bytes {
        &self.bytes
    }
}

impl ReadBody {
    /// Reads a whole body. The limit is checked before the first byte is read where the length is
    /// told, and while reading where it is not.
    pub async fn read(request: Request) -> Result<Self, Problem> {
        let (parts, body) = request.into_parts();
        refuse_encoded(&parts.headers)?;
        let most = parts.extensions.get().map_or(MOST_BYTES, |LargestBody(most)| *most);
        let declared = parts.headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok());
        let declared = declared.and_then(|length| length.parse::<usize>().ok());
        // Before reading. The client gets its answer at once, and we no bytes.
        if declared.is_some_and(|bytes| bytes > most) {
            return Err(too_large(most));
        }
        let budget = parts.extensions.get::<RequestContext>().map(RequestContext::bodies);
        let mut reserved = Reserved { budget, permit: None, bytes: 0 };
        // What was announced need not come, so no more than a step is made ready for it.
        let mut read = Vec::with_capacity(declared.unwrap_or_default().min(STEP));
        let mut pieces = body.into_data_stream();
        while let Some(piece) = pieces.next().await {
            let piece = piece.map_err(|error| unreadable(error.into_inner()))?;
            if read.len() + piece.len() > most {
                return Err(too_large(most));
            }
            // Reserved before it is kept. A thousand slow uploads stop at the budget, not at the
            // end of memory.
            reserved.raise_to(read.len() + piece.len())?;
            // Copied: a piece of one byte would keep the whole buffer it arrived in.
            read.extend_from_slice(&piece);
        }
        Ok(Self { bytes: read.into(), _reserved: reserved.permit })
    }
}

/// What one body has been given of what there is for all.
struct Reserved {
    budget: Option<Arc<Semaphore>>,
    permit: Option<OwnedSemaphorePermit>,
    bytes: usize,
}

impl Reserved {
    fn raise_to(&mut self, bytes: usize) -> Result<(), Problem> {
        let Some(budget) = self.budget.as_ref().filter(|_| bytes > self.bytes) else {
            return Ok(());
        };
        let more = (bytes - self.bytes).next_multiple_of(STEP);
        // Not waited for: whoever waits holds what it has, and two that wait for each other would
        // stay for good.
        let given = u32::try_from(more)
            .ok()
            .and_then(|more| budget.clone().try_acquire_many_owned(more).ok())
            .ok_or_else(|| Problem::new(Code::Busy, "Too much is being sent at the moment."))?;
        self.bytes += more;
        match &mut self.permit {
            Some(permit) => permit.merge(given),
            empty => *empty = Some(given),
        }
        Ok(())
    }
}

fn unreadable(error: Box<dyn std::error::Error + Send + Sync>) -> Problem {
    match is_too_slow(error.as_ref()) {
        true => Problem::new(Code::Timeout, "The body did not arrive in time."),
        false => Problem::malformed("The body could not be read to its end.").caused_by(error),
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

fn too_large(most: usize) -> Problem {
    let limit = match most / (1024 * 1024) {
        0 => format!("{} KiB", most / 1024),
        megabytes => format!("{megabytes} MiB"),
    };
    Problem::new(Code::TooLarge, format!("The body may have up to {limit}."))
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use futures_util::stream;

    use super::*;

    fn in_single_bytes(count: usize) -> Body {
        let byte = |_| Ok::<_, std::convert::Infallible>(Bytes::from_static(b"x"));
        Body::from_stream(stream::iter((0..count).map(byte)))
    }

    async fn read(body: Body, most: usize) -> Result<ReadBody, Problem> {
        let mut request = Request::new(body);
        request.extensions_mut().insert(LargestBody(most));
        ReadBody::read(request).await
    }

    #[tokio::test]
    async fn a_body_is_read_up_to_the_size_of_its_route_and_kept_as_one_piece() {
        let whole = read(in_single_bytes(1000), 1000).await.unwrap();
        assert_eq!(whole.len(), 1000);
        let status = |problem: Problem| problem.code().status();
        assert_eq!(read(in_single_bytes(1001), 1000).await.map_err(status).unwrap_err(), 413);
        assert_eq!(read(Body::from(vec![0; 2000]), 1000).await.map_err(status).unwrap_err(), 413);
    }

    #[test]
    fn all_bodies_together_have_a_limit_and_give_back_what_they_held() {
        let budget = Arc::new(Semaphore::new(3 * STEP));
        let reserved = || Reserved { budget: Some(budget.clone()), permit: None, bytes: 0 };
        let (mut one, mut other) = (reserved(), reserved());
        assert!(one.raise_to(1).is_ok() && one.raise_to(STEP).is_ok());
        assert_eq!(budget.available_permits(), 2 * STEP);
        assert!(other.raise_to(2 * STEP).is_ok());
        assert_eq!(one.raise_to(STEP + 1).unwrap_err().code().status(), 503);
        drop(other);
        assert!(one.raise_to(STEP + 1).is_ok());
    }
}
