//! Request bodies within bounds: how large, how long, how slow, in which encoding, and how much of
//! them is in memory at a time.

mod arriving;
mod senders;
mod space;

use std::ops::Deref;

use axum::extract::Request;
use bytes::Bytes;
use futures_util::StreamExt;
use http::HeaderMap;
use http::header::{CONTENT_ENCODING, CONTENT_LENGTH};
use http::request::Parts;
use kernel::Code;

use crate::{Problem, RequestContext};
pub(crate) use arriving::{Arriving, BodyTime, Waits, is_too_slow};
use space::Share;
pub(crate) use space::{Space, SpaceOf, TooMuchAtOnce};

/// The largest body a handler reads into memory, unless its route says otherwise. Whoever writes the site may send a
/// story of a million characters, also when each is written as an escape.
pub(crate) const MOST_BYTES: usize = 4 * 1024 * 1024;
/// For who is signed in and does not write the site: more than any of their texts, so that a text that is too long is
/// refused by its name.
pub(crate) const MOST_BYTES_OF_MEMBERS: usize = 2 * 1024 * 1024;
pub(crate) const MOST_BYTES_OF_STRANGERS: usize = 64 * 1024;

/// What is reserved is a multiple of this, of the smaller one as long as the body is no longer than the other.
const STEP: usize = 64 * 1024;
const LEAST_STEP: usize = 4 * 1024;

/// The largest body that a route reads, in the request's extensions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LargestBody(pub(crate) usize);

/// A body in memory. It counts against what all bodies may take until it is dropped.
#[derive(Debug)]
pub struct ReadBody {
    bytes: Bytes,
    _share: Option<Share>,
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
        let mut gathered = Gathered::begin(space_of(&parts), declared.unwrap_or_default());
        let mut pieces = body.into_data_stream();
        while let Some(piece) = gathered.wait_for(pieces.next()).await? {
            let piece = piece.map_err(|error| unreadable(error.into_inner()))?;
            if gathered.len() + piece.len() > most {
                return Err(too_large(most));
            }
            gathered.add(&piece).await?;
        }
        Ok(gathered.finish())
    }
}

/// What has come of a body so far. What it takes was reserved before.
pub(crate) struct Gathered {
    bytes: Vec<u8>,
    /// How many were announced.
    expected: usize,
    /// None for a request that came through no service, as in unit tests.
    share: Option<Share>,
}

impl Gathered {
    pub(crate) fn begin(space: Option<SpaceOf>, expected: usize) -> Self {
        // What was announced need not come, so nothing is made ready for it.
        Self { bytes: Vec::new(), expected, share: space.map(Share::of) }
    }

    fn len(&self) -> usize {
        self.bytes.len()
    }

    pub(crate) async fn wait_for<T>(
        &self,
        piece: impl Future<Output = T>,
    ) -> Result<T, TooMuchAtOnce> {
        match &self.share {
            Some(share) => share.wait_for(piece).await,
            None => Ok(piece.await),
        }
    }

    pub(crate) async fn add(&mut self, piece: &[u8]) -> Result<(), TooMuchAtOnce> {
        let needed = self.bytes.len() + piece.len();
        if needed > self.bytes.capacity() {
            let capacity = self.grown_to(needed);
            if let Some(share) = &mut self.share {
                share.raise_to(capacity).await?;
            }
            self.bytes.reserve_exact(capacity - self.bytes.len());
        }
        // Copied: a piece of one byte would keep the whole buffer it arrived in.
        self.bytes.extend_from_slice(piece);
        Ok(())
    }

    /// By half as much again, so that little is copied often, and not beyond what was announced.
    fn grown_to(&self, needed: usize) -> usize {
        let step = if needed <= STEP { LEAST_STEP } else { STEP };
        let grown = needed.max(self.bytes.capacity() / 2 * 3).next_multiple_of(step);
        match needed <= self.expected {
            true => grown.min(self.expected),
            false => grown,
        }
    }

    pub(crate) fn finish(mut self) -> ReadBody {
        self.bytes.shrink_to_fit();
        if let Some(share) = &mut self.share {
            share.settle_at(self.bytes.capacity());
        }
        ReadBody { bytes: self.bytes.into(), _share: self.share }
    }
}

/// Where the body of a request is to be, in the service that it came through.
pub(crate) fn space_of(parts: &Parts) -> Option<SpaceOf> {
    parts.extensions.get::<RequestContext>().map(RequestContext::space_for_body)
}

impl From<TooMuchAtOnce> for Problem {
    fn from(_: TooMuchAtOnce) -> Self {
        Self::new(Code::Busy, "Too much is being sent at the moment.")
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
