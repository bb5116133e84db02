//! HTTP/1.1 on one connection: one request after the other.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::extract::Request;
use http::HeaderValue;
use http::header::{CONNECTION, EXPECT};
use hyper::body::{Body as HttpBody, Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use hyper_util::server::graceful::Watcher;
use tokio::io::{AsyncRead, AsyncWrite};

use super::lookout::Watched;
use super::patience::Patience;
use super::places::{BodyTurn, Turn};
use super::wire::{Noticed, Wire};
use super::{House, READ_BUFFER, Visit};
use crate::body::{Arriving, BodyTime};
use crate::connection::{OnWire, Peer, TwoLengths, WhoseTurn};

/// Answers until one of the two sides has had enough.
pub(super) async fn converse<S>(stream: S, visit: Visit, house: &House, watcher: Watcher)
where
    S: AsyncRead + AsyncWrite + Watched + Unpin + 'static,
{
    let Visit { peer, turn, service } = visit;
    let (limits, places) = (&house.limits, house.places.clone());
    let (body_timeout, upload_timeout) = (limits.body_timeout, limits.upload_timeout);
    let noticed = Arc::new(Noticed::new(turn.clone()));
    let patience = Patience::new(noticed.clone());
    let stream = Wire::new(stream, noticed.clone());
    let on_wire = OnWire(WhoseTurn(Some(Arc::new(BodyTurn(turn.clone())))));
    let answering = service_fn(move |request: hyper::Request<Incoming>| {
        let (mut parts, body) = request.into_parts();
        parts.extensions.insert(Peer(peer));
        parts.extensions.insert(on_wire.clone());
        if noticed.begin() {
            parts.extensions.insert(TwoLengths);
        }
        // A client that waits to be told to go on sends nothing before it is.
        let waits_for_word = parts.headers.contains_key(EXPECT);
        // Nothing to watch where nothing comes. Most requests have no body.
        let (body, rest) = match body.is_end_stream() {
            true => (Body::empty(), None),
            false => {
                let time = BodyTime::new(body_timeout, upload_timeout);
                parts.extensions.insert(time.clone());
                let (body, rest) = Arriving::new(body, time, Box::new(BodyTurn(turn.clone())));
                (Body::new(body), Some(rest))
            }
        };
        let answering = service.answer(Request::from_parts(parts, body));
        let (noticed, places) = (noticed.clone(), places.clone());
        async move {
            let mut response = answering.await;
            // What is left of the body would be taken for the next request. Where that is little,
            // it is taken now, so that a proxy can go on with its connection; otherwise the
            // connection ends here, and a client that is told does not use it again.
            if let Some(rest) = rest.filter(|rest| rest.is_unread())
                // Who waits to be told to go on has sent nothing yet. Draining would tell it to,
                // only to throw the body away.
                && (waits_for_word || !rest.drain().await)
            {
                noticed.leave_unread();
                response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            } else if places.are_wanted() {
                // However soon the next request would come: somebody else waits for the first.
                response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            noticed.end();
            let turn = noticed.turn();
            Ok::<_, std::convert::Infallible>(response.map(|body| match body.size_hint().exact() {
                Some(_) => body,
                None => Body::new(Growing { body, turn, is_made: false }),
            }))
        }
    });
    let connection = http1::Builder::new()
        .timer(patience)
        .header_read_timeout(limits.head_timeout)
        .max_buf_size(READ_BUFFER)
        .serve_connection(TokioIo::new(stream), answering);
    if let Err(error) = watcher.watch(connection).await {
        tracing::debug!(%error, "a connection ended early");
    }
}

/// An answer that is made while it is sent. Whoever waits for the next piece keeps nobody waiting.
struct Growing {
    body: Body,
    turn: Arc<Turn>,
    /// The next piece is being made, so the turn is ours.
    is_made: bool,
}

impl HttpBody for Growing {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let polled = Pin::new(&mut self.body).poll_frame(context);
        if polled.is_pending() != self.is_made {
            self.is_made = polled.is_pending();
            match self.is_made {
                true => self.turn.take(),
                false => self.turn.hand_over(),
            }
        }
        polled
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use http_body_util::{BodyExt, StreamBody};

    use super::super::places::Places;
    use super::*;

    #[tokio::test]
    async fn while_the_next_piece_of_an_answer_is_made_the_turn_is_ours() {
        let place = Places::new(1).take().await;
        let (send, pieces) = tokio::sync::mpsc::channel::<&'static str>(1);
        let pieces = futures_util::stream::unfold(pieces, |mut pieces| async move {
            let piece = pieces.recv().await?;
            Some((Ok::<_, axum::Error>(Frame::data(Bytes::from(piece))), pieces))
        });
        let body = Body::new(StreamBody::new(Box::pin(pieces)));
        let mut growing = Growing { body, turn: place.turn.clone(), is_made: false };
        assert!(!place.turn.is_ours());
        assert!(growing.frame().now_or_never().is_none());
        assert!(place.turn.is_ours());
        send.send("one").await.unwrap();
        growing.frame().await.unwrap().unwrap();
        assert!(!place.turn.is_ours(), "it is to be read now");
        assert!(growing.frame().now_or_never().is_none());
        drop(send);
        assert!(growing.frame().await.is_none());
        assert!(!place.turn.is_ours());
    }
}
