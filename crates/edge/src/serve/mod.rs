//! The sockets. Accepts connections up to a limit, speaks HTTP/1.1 on each, and cuts off whoever
//! is too slow to send a head or a body or to read an answer. When there is no place left, whoever
//! keeps us waiting for longest gives way (`places.rs`). TLS and HTTP/2 are the business of a proxy in front.
//!
//! The accept loop is our own because the limits must hold: axum's has no working header timeout.

mod pace;
mod patience;
mod places;
mod wire;

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use http::HeaderValue;
use http::header::{CONNECTION, EXPECT};
use hyper::body::{Body as _, Incoming};
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::watch;

use crate::body::{Arriving, BodyTime};
use crate::connection::{OnWire, Peer, TwoLengths};
use crate::{HttpService, Metrics};
use patience::Patience;
use places::{BodyTurn, Place, Places};
use wire::{Noticed, Wire};

/// What the sockets put up with.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub connections: usize,
    /// For the whole head of a request, and for silence between two requests.
    pub head_timeout: Duration,
    /// For the whole body of a request.
    pub body_timeout: Duration,
    /// For the whole body of a form with files.
    pub upload_timeout: Duration,
    /// For requests in hand when the service stops.
    pub drain_timeout: Duration,
}

/// The head of a request must fit into this; the service's own, smaller limits then apply.
const READ_BUFFER: usize = 64 * 1024;

/// What the system holds of an answer for one peer. As much as it likes would be megabytes for each
/// of many who read nothing; and with less it shows sooner whether somebody reads.
const SEND_BUFFER: u32 = 128 * 1024;
/// Those who have come and were not yet looked at.
const WAITING: u32 = 1024;

/// Listens at an address, with sockets that hold little for those who do not read.
pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    socket.set_reuseaddr(true)?;
    // Before `listen`: accepted sockets take the size over, and the system no longer grows it.
    socket.set_send_buffer_size(SEND_BUFFER)?;
    socket.bind(address)?;
    socket.listen(WAITING)
}

/// Serves until told to stop, then lets requests in hand finish.
pub async fn serve(
    listener: TcpListener,
    service: HttpService,
    metrics: Metrics,
    limits: Limits,
    mut stop: watch::Receiver<bool>,
) {
    let graceful = GracefulShutdown::new();
    let places = Places::new(limits.connections);
    while !*stop.borrow() {
        let accepted = tokio::select! {
            accepted = accept(&listener, &places) => accepted,
            _ = stop.changed() => continue,
        };
        let Some((stream, peer, place)) = accepted else { continue };
        // The place lives as long as the task below. Dropping it gives it to the next.
        let connection = connect(stream, peer, &place, service.clone(), &limits);
        let watched = graceful.watch(connection);
        let open = metrics.connections.clone();
        open.inc();
        tokio::spawn(async move {
            tokio::select! {
                ended = watched => {
                    if let Err(error) = ended {
                        tracing::debug!(%error, "a connection ended early");
                    }
                }
                () = place.turn.told_to_leave() => {
                    tracing::debug!(%peer, "a connection gave way to a newcomer");
                }
            }
            open.dec();
            drop(place);
        });
    }
    // Newcomers are turned away by the system at once instead of waiting for an answer that never
    // comes.
    drop(listener);
    if tokio::time::timeout(limits.drain_timeout, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests did not finish in time and were cut off");
    }
}

async fn accept(listener: &TcpListener, places: &Places) -> Option<(TcpStream, SocketAddr, Place)> {
    match listener.accept().await {
        // While it waits for a place, the system's queue holds those who come after it.
        Ok((stream, peer)) => Some((stream, peer, places.take().await)),
        Err(error) => {
            // Usually out of descriptors: wait for some to come back instead of spinning.
            tracing::warn!(%error, "cannot accept a connection");
            tokio::time::sleep(Duration::from_millis(50)).await;
            None
        }
    }
}

fn connect(
    stream: TcpStream,
    peer: SocketAddr,
    place: &Place,
    service: HttpService,
    limits: &Limits,
) -> impl hyper_util::server::graceful::GracefulConnection<Error = hyper::Error> + use<> {
    // Answers are written whole, so waiting for more to send would only add delay.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection keeps its delay");
    }
    let (body_timeout, upload_timeout) = (limits.body_timeout, limits.upload_timeout);
    let turn = place.turn.clone();
    let noticed = Arc::new(Noticed::new(turn.clone()));
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
        let noticed = noticed.clone();
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
            }
            noticed.end();
            Ok::<_, std::convert::Infallible>(response)
        }
    });
    http1::Builder::new()
        .timer(Patience::default())
        .header_read_timeout(limits.head_timeout)
        .max_buf_size(READ_BUFFER)
        .serve_connection(TokioIo::new(stream), answering)
}
