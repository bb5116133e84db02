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
use http::request::Parts;
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

impl AsRef<[u8]> for ReadBody {
    fn as_ref(&self) -> &[u8] {
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
        let budget = Budget::of(&parts);
        let mut gathered = budget.gather(declared.unwrap_or_default());
        let mut pieces = body.into_data_stream();
        while let Some(piece) = pieces.next().await {
            let piece = piece.map_err(|error| unreadable(error.into_inner()))?;
            if gathered.len() + piece.len() > most {
                return Err(too_large(most));
            }
            gathered.add(&piece)?;
        }
        Ok(gathered.finish())
    }
}

/// What all bodies may take together, for one request.
#[derive(Clone, Debug)]
pub(crate) struct Budget(Option<Arc<Semaphore>>);

impl Budget {
    /// A request that came through no service, as in unit tests, has none to keep to.
    pub(crate) fn of(parts: &Parts) -> Self {
        Self(parts.extensions.get::<RequestContext>().map(RequestContext::bodies))
    }

    pub(crate) fn gather(&self, expected: usize) -> Gathered {
        let reserved = Reserved { budget: self.0.clone(), permit: None, bytes: 0 };
        // What was announced need not come, so no more than a step is made ready for it.
        Gathered { bytes: Vec::with_capacity(expected.min(STEP)), reserved }
    }
}

/// What has come of a body so far.
pub(crate) struct Gathered {
    bytes: Vec<u8>,
    reserved: Reserved,
}

impl Gathered {
    fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Reserved before it is kept. A thousand slow uploads stop at the budget, not at the end of memory.
    pub(crate) fn add(&mut self, piece: &[u8]) -> Result<(), TooMuchAtOnce> {
        self.reserved.raise_to(self.bytes.len() + piece.len())?;
        // Copied: a piece of one byte would keep the whole buffer it arrived in.
        self.bytes.extend_from_slice(piece);
        Ok(())
    }

    pub(crate) fn finish(self) -> ReadBody {
        ReadBody { bytes: self.bytes.into(), _reserved: self.reserved.permit }
    }
}

/// All bodies together have what they may take.
#[derive(Debug, thiserror::Error)]
#[error("too much is being sent at the moment")]
pub struct TooMuchAtOnce;

impl From<TooMuchAtOnce> for Problem {
    fn from(_: TooMuchAtOnce) -> Self {
        Self::new(Code::Busy, "Too much is being sent at the moment.")
    }
}

/// What one body has been given of what there is for all.
struct Reserved {
    budget: Option<Arc<Semaphore>>,
    permit: Option<OwnedSemaphorePermit>,
    bytes: usize,
}

impl Reserved {
    fn raise_to(&mut self, bytes: usize) -> Result<(), TooMuchAtOnce> {
        let Some(budget) = self.budget.as_ref().filter(|_| bytes > self.bytes) else {
            return Ok(());
        };
        let more = (bytes - self.bytes).next_multiple_of(STEP);
        // Not waited for: whoever waits holds what it has, and two that wait for each other would
        // stay for good.
        let given = u32::try_from(more)
            .ok()
            .and_then(|more| budget.clone().try_acquire_many_owned(more).ok())
            .ok_or(TooMuchAtOnce)?;
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
mod tests;
