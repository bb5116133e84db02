//! What is sent to a bucket, and how long that may take.

use std::future::Future;
use std::pin::{Pin, pin};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};
use object_store::client::{HttpError, HttpRequestBody};
use tokio::time::Instant;
use tokio::time::error::Elapsed;

/// From the last byte that had to be sent to the head of the answer.
const ANSWER_WITHIN: Duration = Duration::from_secs(10);
/// Bytes in a second. A line that is slower is as good as none.
const SLOWEST: u64 = 64 << 10;
/// What was taken from us and may not have left the machine yet.
const UNDERWAY: u64 = 1 << 20;
const PIECE: usize = 64 << 10;

/// How long a request may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Patience {
    /// While nothing moves.
    still: Duration,
    in_all: Duration,
}

impl Patience {
    pub(super) fn for_body(bytes: u64) -> Self {
        let within = |bytes: u64| ANSWER_WITHIN + Duration::from_millis(bytes * 1000 / SLOWEST);
        Self { still: within(bytes.min(UNDERWAY)), in_all: within(bytes) }
    }

    /// Waits for an answer while there is hope.
    pub(super) async fn wait<T>(
        self,
        moved: Moved,
        answer: impl Future<Output = T>,
    ) -> Result<T, Elapsed> {
        let last = Instant::now() + self.in_all;
        let mut answer = pin!(answer);
        loop {
            let until = last.min(moved.last() + self.still);
            match tokio::time::timeout_at(until, &mut answer).await {
                // A piece was taken meanwhile.
                Err(_) if until < last.min(moved.last() + self.still) => {}
                answer => return answer,
            }
        }
    }
}

/// When something was last taken.
#[derive(Clone, Debug)]
pub(super) struct Moved(Arc<Mutex<Instant>>);

impl Moved {
    pub(super) fn now() -> Self {
        Self(Arc::new(Mutex::new(Instant::now())))
    }

    fn note(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
    }

    fn last(&self) -> Instant {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A body in pieces, so that it can be told whether it moves.
#[derive(Debug)]
pub(super) struct Sending {
    body: HttpRequestBody,
    rest: Bytes,
    moved: Moved,
}

impl Sending {
    pub(super) fn new(body: HttpRequestBody, moved: Moved) -> Self {
        Self { body, rest: Bytes::new(), moved }
    }
}

impl Body for Sending {
    type Data = Bytes;
    type Error = HttpError;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, HttpError>>> {
        let Self { body, rest, moved } = self.get_mut();
        if rest.is_empty() {
            match ready!(Pin::new(body).poll_frame(context)).map(|next| next.map(Frame::into_data))
            {
                Some(Ok(Ok(data))) => *rest = data,
                Some(Ok(Err(other))) => return Poll::Ready(Some(Ok(other))),
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            }
        }
        moved.note();
        let piece = rest.split_to(rest.len().min(PIECE));
        Poll::Ready(Some(Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        // Buckets take no body without its length.
        SizeHint::with_exact(self.rest.len() as u64 + self.body.size_hint().lower())
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt;
    use object_store::PutPayload;

    use super::*;

    #[test]
    fn what_is_small_is_given_up_soon_and_what_is_large_while_it_does_not_move() {
        let seconds = |bytes| {
            let Patience { still, in_all } = Patience::for_body(bytes);
            (still.as_secs(), in_all.as_secs())
        };
        assert_eq!(seconds(0), (10, 10));
        assert_eq!(seconds(200 << 10), (13, 13));
        assert_eq!(seconds(1 << 20), (26, 26));
        assert_eq!(seconds(5 << 20), (26, 90));
    }

    #[tokio::test]
    async fn nothing_is_waited_for_for_ever() {
        let (soon, late) = (Duration::from_millis(20), Duration::from_secs(3600));
        let standing = Patience { still: soon, in_all: late };
        let never = std::future::pending::<()>();
        assert!(standing.wait(Moved::now(), never).await.is_err());
        // A trickle does not help for ever either.
        let moved = Moved::now();
        let trickle = std::future::poll_fn(|_| {
            moved.note();
            Poll::<()>::Pending
        });
        let slow = Patience { still: late, in_all: soon };
        assert!(slow.wait(moved.clone(), trickle).await.is_err());
    }

    #[tokio::test]
    async fn while_pieces_are_taken_it_goes_on() {
        let moved = Moved::now();
        let mut looks = 0;
        // Looked at when it is begun and when its time is over, and each time it has moved.
        let answer = std::future::poll_fn(|_| {
            looks += 1;
            moved.note();
            if looks < 6 { Poll::Pending } else { Poll::Ready("answered") }
        });
        let patience =
            Patience { still: Duration::from_millis(20), in_all: Duration::from_secs(3600) };
        assert_eq!(patience.wait(moved.clone(), answer).await.unwrap(), "answered");
    }

    #[tokio::test]
    async fn a_body_is_sent_as_it_is_in_pieces() {
        let whole: Vec<u8> = (0..200_000_u32).map(|at| (at % 251) as u8).collect();
        let (front, back) = whole.split_at(70_000);
        let payload: PutPayload = [front, back].map(Bytes::copy_from_slice).into_iter().collect();
        let mut sending = Sending::new(payload.into(), Moved::now());
        let mut sent = Vec::new();
        while !sending.is_end_stream() {
            assert_eq!(sending.size_hint().exact(), Some((whole.len() - sent.len()) as u64));
            let piece = sending.frame().await.unwrap().unwrap().into_data().unwrap();
            assert!((1..=PIECE).contains(&piece.len()));
            sent.extend(piece);
        }
        assert_eq!(sent, whole);
        assert!(sending.frame().await.is_none());
        let empty = Sending::new(HttpRequestBody::empty(), Moved::now());
        assert!(empty.is_end_stream());
        assert_eq!(empty.size_hint().exact(), Some(0));
    }
}
