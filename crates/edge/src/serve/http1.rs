//! HTTP/1.1 on one connection: one request after the other.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::Request;
use http::HeaderValue;
use http::header::{CONNECTION, EXPECT};
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use hyper_util::server::graceful::Watcher;
use tokio::io::{AsyncRead, AsyncWrite};

use super::lookout::Watched;
use super::patience::Patience;
use super::places::BodyTurn;
use super::wire::{Noticed, Wire};
use super::{House, READ_BUFFER, Visit};
use crate::body::{Arriving, BodyTime};
use crate::connection::{OnWire, Peer, TwoLengths};

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
    let answering = service_fn(move |request: hyper::Request<Incoming>| {
        let (mut parts, body) = request.into_parts();
        parts.extensions.insert(Peer(peer));
        parts.extensions.insert(OnWire);
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
            Ok::<_, std::convert::Infallible>(response)
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
