//! The sockets. Accepts connections up to a limit, speaks HTTP/1.1 on each, and cuts off whoever
//! is too slow to send a head or a body. TLS and HTTP/2 are the business of a proxy in front.
//!
//! The accept loop is our own because the limits must hold: axum's has no working header timeout.

mod patience;
mod wire;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::Request;
use futures_util::FutureExt;
use http::HeaderValue;
use http::header::CONNECTION;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};

use crate::body::Timed;
use crate::connection::{Peer, TwoLengths};
use crate::{HttpService, Metrics, multipart};
use patience::Patience;
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

/// Serves until told to stop, then lets requests in hand finish.
pub async fn serve(
    listener: TcpListener,
    service: HttpService,
    metrics: Metrics,
    limits: Limits,
    mut stop: watch::Receiver<bool>,
) {
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(limits.connections));
    while !*stop.borrow() {
        let accepted = tokio::select! {
            accepted = accept(&listener, &places) => accepted,
            _ = stop.changed() => continue,
        };
        let Some((stream, peer, place)) = accepted else { continue };
        let connection = connect(stream, peer, service.clone(), &limits);
        let watched = graceful.watch(connection);
        let open = metrics.connections.clone();
        open.inc();
        tokio::spawn(async move {
            if let Err(error) = watched.await {
                tracing::debug!(%error, "a connection ended early");
            }
            open.dec();
            drop(place);
        });
    }
    drop(listener);
    if tokio::time::timeout(limits.drain_timeout, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests did not finish in time and were cut off");
    }
}

async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> Option<(TcpStream, SocketAddr, tokio::sync::OwnedSemaphorePermit)> {
    // At the limit the kernel's queue holds newcomers until a place is free.
    let place = places.clone().acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, peer)) => Some((stream, peer, place)),
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
    service: HttpService,
    limits: &Limits,
) -> impl hyper_util::server::graceful::GracefulConnection<Error = hyper::Error> + use<> {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection keeps its delay");
    }
    let (body_timeout, upload_timeout) = (limits.body_timeout, limits.upload_timeout);
    let noticed = Arc::new(Noticed::default());
    let stream = Wire::new(stream, noticed.clone());
    let answering = service_fn(move |request: hyper::Request<Incoming>| {
        let timeout = match multipart::is_form(request.headers()) {
            true => upload_timeout,
            false => body_timeout,
        };
        let mut request: Request =
            request.map(|body| Body::new(Timed::new(body, timeout, noticed.unread())));
        request.extensions_mut().insert(Peer(peer));
        if noticed.begin() {
            request.extensions_mut().insert(TwoLengths);
        }
        let noticed = noticed.clone();
        service.answer(request).map(move |mut response| {
            // What is left of the body would be taken for the next request, so hyper closes the
            // connection; a client that is told does not use it again.
            if noticed.is_unread() {
                response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
            }
            noticed.end();
            Ok::<_, std::convert::Infallible>(response)
        })
    });
    http1::Builder::new()
        .timer(Patience::default())
        .header_read_timeout(limits.head_timeout)
        .max_buf_size(READ_BUFFER)
        .serve_connection(TokioIo::new(stream), answering)
}
