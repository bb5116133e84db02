//! HTTP/2 on one connection: many requests at a time, under the limits of HTTP/1.1.
//!
//! The library refuses by itself what cannot be meant: a flood of CONTINUATION frames, streams that are
//! reset as fast as they are opened, heads without end. What it has no deadline for has one here: a
//! connection on which nothing is asked for, and an answer that nobody takes.

use std::convert::Infallible;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use axum::response::Response;
use futures_util::future::BoxFuture;
use http::header::{CONTENT_LENGTH, CONTENT_TYPE, COOKIE, HOST};
use http::request::Parts;
use http::uri::Uri;
use http::{HeaderValue, Method};
use hyper::body::{Body as _, Incoming};
use hyper::rt::Executor;
use hyper::server::conn::http2;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use hyper_util::server::graceful::Watcher;
use kernel::Code;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::Instant;

use super::leaving::Leaving;
use super::lookout::Watched;
use super::pace::STRETCH;
use super::rooms::Head;
use super::streams::{BodyOf, Streams};
use super::wire::{Noticed, Wire};
use super::{House, Visit};
use crate::Problem;
use crate::body::{Arriving, BodyTime};
use crate::connection::{OnWire, Peer, WhoseTurn};
use crate::service::LARGEST_HEAD;

/// Requests that one connection may have in hand.
const MOST_STREAMS: u32 = 100;
/// What a peer may send ahead of what is read: of one body, and of all of a connection. One that lies unread leaves
/// room for others.
const BODY_WINDOW: u32 = 128 * 1024;
const WINDOW: u32 = 4 * BODY_WINDOW;
/// What the library holds of one answer, and at most as much again: it takes a piece whole as long as there is less.
const SEND_BUFFER: usize = 16 * 1024;
/// Streams that a peer has reset before we could look at them; more end the connection.
const MOST_RESET: usize = 20;
/// Streams that we had to reset because of what came on them; more end the connection.
const MOST_FAULTY: usize = 100;

/// For a peer to hear that the service stops, or that it is somebody else's turn.
const LAST_WORD: Duration = Duration::from_secs(1);
/// What the system holds of an answer goes in this time, also by a slow line. Until then, whoever does not say that
/// they have it all may only not have it yet.
const LAST_BYTES: Duration = Duration::from_secs(8);

/// Answers until one of the two sides has had enough.
pub(super) async fn converse<S>(stream: S, visit: Visit, house: Arc<House>, watcher: Watcher)
where
    S: AsyncRead + AsyncWrite + Watched + Unpin + Send + 'static,
{
    let noticed = Arc::new(Noticed::new(visit.turn.clone()));
    let streams = Streams::new(noticed.clone(), &house.rooms);
    let stream = Wire::of_frames(stream, noticed.clone());
    let (limits, mut stop) = (house.limits, house.stop.clone());
    let answering = {
        let streams = streams.clone();
        service_fn(move |request: hyper::Request<Incoming>| {
            answer(request, visit.clone(), house.clone(), &streams)
        })
    };
    let connection = http2::Builder::new(Hands(streams.clone()))
        .max_concurrent_streams(MOST_STREAMS)
        .max_header_list_size(LARGEST_HEAD)
        .initial_stream_window_size(BODY_WINDOW)
        .initial_connection_window_size(WINDOW)
        .max_send_buf_size(SEND_BUFFER)
        .max_pending_accept_reset_streams(MOST_RESET)
        .max_local_error_reset_streams(MOST_FAULTY)
        .serve_connection(TokioIo::new(stream), answering);
    let mut connection = pin!(connection);
    let mut unread = pin!(streams.give_up_unread(&noticed));
    let mut quiet = pin!(silence(&streams, &noticed, limits.head_timeout));
    let mut goodbye: BoxFuture<'_, ()> = Box::pin(std::future::pending());
    let mut is_ending = false;
    loop {
        let quiet_for = tokio::select! {
            ended = connection.as_mut() => {
                if let Err(error) = ended {
                    tracing::debug!(%error, "a connection ended early");
                }
                break;
            }
            never = &mut unread => match never {},
            () = &mut quiet, if !is_ending => limits.head_timeout,
            _ = stop.wait_for(|stop| *stop), if !is_ending => LAST_WORD,
            () = streams.told_to_end(), if !is_ending => LAST_WORD,
            () = &mut goodbye => break,
        };
        // Said in order, so that a request that crosses the end is known not to be answered.
        is_ending = true;
        connection.as_mut().graceful_shutdown();
        streams.end();
        goodbye = Box::pin(leave(&streams, &noticed, quiet_for));
    }
    // Whoever waits for the last connections waits for this one.
    drop(watcher);
}

/// A peer that was told of the end says that it has heard. One that does not is not waited for any
/// longer, once nothing is in hand.
async fn leave(streams: &Streams, line: &Noticed, after: Duration) {
    tokio::time::sleep(after).await;
    loop {
        silence(streams, line, after).await;
        match streams.last_gone().map(|last| last + LAST_BYTES) {
            Some(until) if until > Instant::now() => tokio::time::sleep_until(until).await,
            _ => return,
        }
    }
}

/// Comes back when nothing has been asked for, for so long, and all has gone. What a line is still behind with after a
/// stretch of that is no answer, but what the library says to a peer that goes on and on.
async fn silence(streams: &Streams, line: &Noticed, most: Duration) {
    loop {
        let is_quiet = |since: &Instant| !line.is_behind() || since.elapsed() >= STRETCH;
        match streams.quiet_since().filter(is_quiet) {
            Some(since) if since.elapsed() >= most => return,
            Some(since) => tokio::time::sleep_until(since + most).await,
            // What is in hand now cannot have been quiet for so long before this is over.
            None => tokio::time::sleep(most).await,
        }
    }
}

/// Runs what becomes of each request, until that is over or somebody else needs its room. Dropped before its end, its
/// stream is reset, also while the library waits for the peer.
#[derive(Clone)]
struct Hands(Arc<Streams>);

impl<F> Executor<F> for Hands
where
    F: Future<Output = ()> + Send + 'static,
{
    fn execute(&self, stream: F) {
        // The library asks for it right after it has handed over the request.
        let begun = self.0.just_begun();
        tokio::spawn(async move {
            match begun {
                Some(turn) => tokio::select! {
                    biased;
                    () = stream => {}
                    () = turn.told_to_leave() => tracing::debug!("a request was given up"),
                },
                None => stream.await,
            }
        });
    }
}

fn answer(
    request: hyper::Request<Incoming>,
    visit: Visit,
    house: Arc<House>,
    streams: &Arc<Streams>,
) -> impl Future<Output = Result<http::Response<Leaving>, Infallible>> + Send + use<> {
    let (mut parts, body) = request.into_parts();
    let (exchange, streams) = (streams.begin(), streams.clone());
    parts.extensions.insert(Peer(visit.peer));
    parts.extensions.insert(OnWire(WhoseTurn(Some(exchange.clone()))));
    write_as_http1(&mut parts);
    // Whoever wants to speak with somebody else has no body that we could see, and may send one.
    let is_open = !body.is_end_stream() || parts.method == Method::CONNECT;
    let body = match body.is_end_stream() {
        true => Body::empty(),
        false => {
            let time = BodyTime::new(house.limits.body_timeout, house.limits.upload_timeout);
            parts.extensions.insert(time.clone());
            // What is left of it goes with its stream; the connection goes on.
            let (body, _rest) = Arriving::new(body, time, Box::new(BodyOf::new(exchange.clone())));
            Body::new(body)
        }
    };
    let request = Request::from_parts(parts, body);
    async move {
        let head = match is_open {
            true => Some(Head::Open),
            false => visit.service.measure_head(&request).map(Head::of),
        };
        let has_room = match head {
            // What is refused for its head needs no room, and would cost more than others while it waits.
            None => true,
            Some(head) => exchange.enter(&house.rooms, head).await,
        };
        let response = match has_room {
            true => visit.service.answer(request).await,
            false if is_open => without_words(visit.service.refuse(&request, crowded())),
            false => visit.service.refuse(&request, crowded()),
        };
        // What is in hand is answered, and nothing more is asked for on this connection.
        if house.places.are_wanted() {
            streams.tell_to_end();
        }
        Ok(response.map(|body| Leaving::new(body, exchange)))
    }
}

fn crowded() -> Problem {
    Problem::new(Code::Busy, "Too many requests are being answered at the moment.")
}

/// The head of an answer alone, for which a peer need not give room. The stream is over with it, and so is all that may
/// still come on it.
fn without_words(response: Response) -> Response {
    let mut response = response.map(|_| Body::empty());
    for told in [CONTENT_LENGTH, CONTENT_TYPE] {
        response.headers_mut().remove(told);
    }
    response
}

/// What HTTP/2 writes in other places stands where everybody looks for it: for whom a request is in
/// `Host`, and all cookies in one line (RFC 9113, 8.2.3 and 8.3.1).
fn write_as_http1(parts: &mut Parts) {
    let cookies = parts.headers.get_all(COOKIE);
    if cookies.iter().nth(1).is_some() {
        let all: Vec<&[u8]> = cookies.iter().map(HeaderValue::as_bytes).collect();
        if let Ok(line) = HeaderValue::from_bytes(&all.join(&b"; "[..])) {
            parts.headers.insert(COOKIE, line);
        }
    }
    let Some(authority) = parts.uri.authority() else { return };
    // A `Host` that names another site stays beside the address, and is refused for it.
    let host = HeaderValue::try_from(authority.as_str());
    if let Ok(host) = host
        && parts.method != Method::CONNECT
        && parts.headers.get(HOST).is_none_or(|given| *given == host)
        && let Some(path) = parts.uri.path_and_query().cloned()
    {
        parts.headers.insert(HOST, host);
        parts.uri = Uri::from(path);
    }
}

#[cfg(test)]
mod tests;
