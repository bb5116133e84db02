//! The answer to one of many requests on its way out, in pieces. A request lasts until the last of them has been
//! written: before that, the library may hold it for a peer who gives no room.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::body::Body;
use bytes::{Buf, Bytes};
use http_body::{Body as HttpBody, Frame, SizeHint};

use super::streams::Exchange;

/// Answers go out in pieces of this size, so that it shows how much of them has gone.
pub(super) const PIECE: usize = 16 * 1024;

/// The body of an answer. The next piece is asked for when the one before has found room at the peer.
#[derive(Debug)]
pub(super) struct Leaving {
    body: Body,
    rest: Bytes,
    has_begun: bool,
    exchange: Arc<Exchange>,
}

impl Leaving {
    pub(super) fn new(body: Body, exchange: Arc<Exchange>) -> Self {
        exchange.answered();
        Self { body, rest: Bytes::new(), has_begun: false, exchange }
    }

    fn hand_out(&mut self) -> Piece {
        self.has_begun = true;
        Piece::new(self.rest.split_to(PIECE.min(self.rest.len())), self.exchange.clone())
    }
}

impl HttpBody for Leaving {
    type Data = Piece;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Piece>, axum::Error>>> {
        if self.rest.is_empty() {
            let polled = match self.body.is_end_stream() {
                true => Poll::Ready(None),
                false => Pin::new(&mut self.body).poll_frame(context),
            };
            match polled.is_pending() && self.body.size_hint().exact().is_none() {
                true => self.exchange.make_more(),
                false => self.exchange.answered(),
            }
            match ready!(polled).map(|frame| frame.map(Frame::into_data)) {
                Some(Ok(Ok(data))) => self.rest = data,
                Some(Ok(Err(other))) => {
                    let frame = other.map_data(|data| Piece::new(data, self.exchange.clone()));
                    return Poll::Ready(Some(Ok(frame)));
                }
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                // The end is said when all has gone. Until then the stream can still be ended otherwise.
                None => return self.exchange.poll_gone(context).map(|()| None),
            }
        }
        Poll::Ready(Some(Ok(Frame::data(self.hand_out()))))
    }

    fn is_end_stream(&self) -> bool {
        // The end of what has bytes is never said with them, however few they are: whoever runs it would be done before
        // they have gone, and only the connection could still end them.
        !self.has_begun && self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (rest, inner) = (self.rest.len() as u64, self.body.size_hint());
        let mut hint = SizeHint::new();
        hint.set_lower(inner.lower() + rest);
        if let Some(upper) = inner.upper() {
            hint.set_upper(upper + rest);
        }
        hint
    }
}

/// A piece of an answer, until it has been written.
#[derive(Debug)]
pub(super) struct Piece {
    bytes: Bytes,
    exchange: Arc<Exchange>,
}

impl Piece {
    fn new(bytes: Bytes, exchange: Arc<Exchange>) -> Self {
        exchange.hand_out(bytes.len());
        Self { bytes, exchange }
    }
}

impl Buf for Piece {
    fn remaining(&self) -> usize {
        self.bytes.remaining()
    }

    fn chunk(&self) -> &[u8] {
        self.bytes.chunk()
    }

    fn advance(&mut self, count: usize) {
        self.bytes.advance(count);
        self.exchange.has_gone(count);
    }
}

impl Drop for Piece {
    fn drop(&mut self) {
        // What was not written never will be.
        self.exchange.take_back(self.bytes.len());
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use http_body_util::BodyExt;

    use super::super::rooms::{Head, Rooms};
    use super::super::streams::tests::streams;
    use super::*;

    #[tokio::test]
    async fn an_answer_leaves_whole_and_in_pieces_and_is_there_until_the_last_has_gone() {
        let (streams, _place) = streams().await;
        let text: Vec<u8> = (0..100_000_u32).flat_map(u32::to_le_bytes).collect();
        let mut leaving = Leaving::new(Body::from(text.clone()), streams.begin());
        assert_eq!(leaving.size_hint().exact(), Some(text.len() as u64));
        let (mut read, mut last) = (Vec::new(), None);
        while read.len() < text.len() {
            let mut piece = leaving.frame().await.unwrap().unwrap().into_data().unwrap();
            assert!(piece.remaining() <= PIECE);
            read.extend_from_slice(piece.chunk());
            if read.len() < text.len() {
                piece.advance(piece.remaining());
            } else {
                last = Some(piece);
            }
            assert!(!leaving.is_end_stream());
        }
        assert!(read == text);
        assert!(leaving.frame().now_or_never().is_none(), "the last piece is on its way");
        assert!(streams.quiet_since().is_none());
        let end = tokio::spawn(async move { leaving.frame().await.is_none() });
        tokio::task::yield_now().await;
        drop(last);
        assert!(end.await.unwrap());
        assert!(streams.quiet_since().is_some());
    }

    #[tokio::test]
    async fn the_end_of_the_smallest_answer_is_said_when_it_has_gone_and_of_none_at_once() {
        let (streams, _place) = streams().await;
        let mut leaving = Leaving::new(Body::from("a word"), streams.begin());
        assert!(!leaving.is_end_stream());
        let mut piece = leaving.frame().await.unwrap().unwrap().into_data().unwrap();
        assert!(!leaving.is_end_stream());
        assert!(leaving.frame().now_or_never().is_none(), "it is on its way");
        piece.advance(piece.remaining());
        assert!(leaving.frame().await.is_none());
        drop((leaving, piece));
        assert!(streams.quiet_since().is_some());
        assert!(Leaving::new(Body::empty(), streams.begin()).is_end_stream());
    }

    #[tokio::test]
    async fn an_answer_that_is_made_while_it_is_sent_keeps_its_room_however_long_it_takes() {
        let (streams, place) = streams().await;
        let exchange = streams.begin();
        assert!(exchange.enter(&Rooms::new(1), Head::Small).await);
        let (send, pieces) = tokio::sync::mpsc::channel::<&'static str>(1);
        let pieces = futures_util::stream::unfold(pieces, |mut pieces| async move {
            let piece = pieces.recv().await?;
            Some((Ok::<_, axum::Error>(Bytes::from(piece)), pieces))
        });
        let mut leaving = Leaving::new(Body::from_stream(pieces), exchange);
        assert!(!place.turn.is_ours());
        assert!(leaving.frame().now_or_never().is_none());
        assert!(place.turn.is_ours(), "it is made");
        send.send("one").await.unwrap();
        let piece = leaving.frame().await.unwrap().unwrap().into_data().unwrap();
        assert!(!place.turn.is_ours(), "it is to be read now");
        drop(piece);
        assert!(leaving.frame().now_or_never().is_none());
        assert!(place.turn.is_ours());
        drop(leaving);
        assert!(!place.turn.is_ours());
    }
}
