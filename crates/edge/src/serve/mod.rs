//! The sockets. Accepts connections up to a limit, over TLS where that is asked for, speaks HTTP/1.1
//! or HTTP/2 on each, and cuts off whoever is too slow to send a head or a body or to read an answer.
//! When there is no place left, whoever keeps us waiting for longest gives way (`places.rs`).
//!
//! The accept loop is our own because the limits must hold: axum's has no working header timeout.

mod certificates;
mod http1;
mod http2;
mod leaving;
mod lookout;
mod pace;
mod pair;
mod patience;
mod places;
mod rooms;
mod streams;
#[cfg(test)]
mod tests;
mod tls;
mod wire;

use std::io;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use futures_util::FutureExt;
use hyper_util::server::graceful::{GracefulShutdown, Watcher};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::Instant;

use crate::{HttpService, Metrics};
pub use certificates::Certificates;
pub use pair::{Pair, PairError};
use places::{Newcomer, Place, Places, Turn};
use rooms::Rooms;
pub use tls::Tls;
use tls::{Accepted, Protocol};

/// What the sockets put up with.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    pub connections: usize,
    /// For the whole head of a request, for silence between two requests, and for the handshake of TLS.
    pub head_timeout: Duration,
    /// For the whole body of a request.
    pub body_timeout: Duration,
    /// For the whole body of a form with files.
    pub upload_timeout: Duration,
    /// For requests in hand when the service stops.
    pub drain_timeout: Duration,
}

/// A way in. All ways in share the places.
#[derive(Debug)]
pub struct Entrance {
    pub listener: TcpListener,
    pub service: HttpService,
    /// Without it, HTTP/1.1 in the clear.
    pub tls: Option<Tls>,
}

/// The head of a request must fit into this; the service's own, smaller limits then apply.
const READ_BUFFER: usize = 64 * 1024;

/// What the system holds of an answer for one peer. As much as it likes would be megabytes for each
/// of many who read nothing; and with less it shows sooner whether somebody reads.
const SEND_BUFFER: u32 = 128 * 1024;
/// Those who have come and were not yet looked at.
const WAITING: u32 = 1024;
/// So many are let in before those who are in get an answer. Of a thousand at once each costs more: what the
/// processor remembers of one is gone before its turn comes.
const AT_ONCE: u32 = 16;

/// How long to wait before accepting is tried again, and how often that may fail before one more is sent away.
const AFTER_FAILURE: Duration = Duration::from_millis(2);
const FAILURES_EACH: u32 = 10;
const COMPLAINT_EVERY: Duration = Duration::from_secs(10);
/// What the system says when nothing more can be opened: by us, and by anybody.
const EMFILE: i32 = 24;
const ENFILE: i32 = 23;

/// Listens at an address, with sockets that hold little for those who do not read.
pub fn listen(address: SocketAddr) -> io::Result<TcpListener> {
    match bind(address) {
        // "Everywhere" on a machine without IPv6.
        Err(error)
            if error.kind() == io::ErrorKind::Unsupported
                && address.ip() == Ipv6Addr::UNSPECIFIED =>
        {
            bind(SocketAddr::from((Ipv4Addr::UNSPECIFIED, address.port())))
        }
        bound => bound,
    }
}

fn bind(address: SocketAddr) -> io::Result<TcpListener> {
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
    entrances: Vec<Entrance>,
    metrics: Metrics,
    limits: Limits,
    stop: watch::Receiver<bool>,
) {
    let graceful = Arc::new(GracefulShutdown::new());
    let (places, rooms) = (Places::new(limits.connections), Rooms::new(limits.connections));
    let house = Arc::new(House { places, rooms, metrics, limits, stop });
    // By the threads that answer, and not by the one that waits here: beside them, it would let in everybody who
    // has come before anybody is answered.
    let mut doors = JoinSet::new();
    for entrance in entrances {
        doors.spawn(house.clone().welcome(entrance, graceful.clone()));
    }
    doors.join_all().await;
    let graceful = Arc::into_inner(graceful).expect("nobody is let in any more");
    if tokio::time::timeout(limits.drain_timeout, graceful.shutdown()).await.is_err() {
        tracing::warn!("some requests did not finish in time and were cut off");
    }
}

/// What all ways in share.
#[derive(Debug)]
struct House {
    places: Places,
    rooms: Rooms,
    metrics: Metrics,
    limits: Limits,
    stop: watch::Receiver<bool>,
}

impl House {
    /// Lets in who comes, until the service stops. Newcomers are then turned away by the system at once,
    /// as the listener goes, instead of waiting for an answer that never comes.
    async fn welcome(self: Arc<Self>, entrance: Entrance, graceful: Arc<GracefulShutdown>) {
        let Entrance { listener, service, tls } = entrance;
        let mut stop = self.stop.clone();
        let (mut let_in, mut complained) = (0, None);
        while !*stop.borrow() {
            let accepted = tokio::select! {
                accepted = accept(&listener, &self.places, &mut complained) => accepted,
                _ = stop.changed() => continue,
            };
            let (stream, peer, place) = accepted;
            let visit = Visit { peer, turn: place.turn.clone(), service: service.clone() };
            let (tls, watcher) = (tls.clone(), graceful.watcher());
            let connection = self.clone().receive(stream, visit, tls, watcher);
            let open = self.metrics.connections.clone();
            open.inc();
            tokio::spawn(async move {
                // The place lives as long as this task. Dropping it gives it to the next.
                tokio::select! {
                    // In this order, and not by lot: the lot would be drawn for every request.
                    biased;
                    () = connection => {}
                    () = place.turn.told_to_leave() => {
                        tracing::debug!(%peer, "a connection gave way to a newcomer");
                    }
                }
                open.dec();
                drop(place);
            });
            let_in = (let_in + 1) % AT_ONCE;
            if let_in == 0 {
                tokio::task::yield_now().await;
            }
        }
    }

    async fn receive(
        self: Arc<Self>,
        stream: TcpStream,
        visit: Visit,
        tls: Option<Tls>,
        watcher: Watcher,
    ) {
        // Answers are written whole, so waiting for more to send would only add delay.
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "a connection keeps its delay");
        }
        match tls {
            None => http1::converse(stream, visit, &self, watcher).await,
            // Boxed: what TLS holds is large, and most connections behind a proxy do without.
            Some(tls) => Box::pin(self.receive_over_tls(stream, visit, tls, watcher)).await,
        }
    }

    async fn receive_over_tls(
        self: Arc<Self>,
        stream: TcpStream,
        visit: Visit,
        tls: Tls,
        watcher: Watcher,
    ) {
        let mut stop = self.stop.clone();
        let accepted = tokio::select! {
            accepted = tls.accept(stream, self.limits.head_timeout) => accepted,
            // Nothing is lost by a handshake that is broken off.
            _ = stop.wait_for(|stop| *stop) => return,
        };
        match accepted {
            Some(Accepted { stream, protocol: Protocol::Http1 }) => {
                http1::converse(stream, visit, &self, watcher).await;
            }
            Some(Accepted { stream, protocol: Protocol::Http2 }) => {
                http2::converse(stream, visit, self, watcher).await;
            }
            None => {}
        }
    }
}

/// Whom a connection is with, whose turn it is, and who answers.
#[derive(Clone, Debug)]
struct Visit {
    peer: SocketAddr,
    turn: Arc<Turn>,
    service: HttpService,
}

async fn accept(
    listener: &TcpListener,
    places: &Places,
    complained: &mut Option<Instant>,
) -> (TcpStream, SocketAddr, Place) {
    // Who has come, and waits with the system because we can open nothing more.
    let mut outside: Option<Newcomer> = None;
    let mut failures = 0_u32;
    loop {
        let accepted = match listener.accept().now_or_never() {
            Some(accepted) => accepted,
            // Nobody is there, so nobody waits.
            None => {
                outside = None;
                listener.accept().await
            }
        };
        let error = match accepted {
            // While it waits for a place, the system's queue holds those who come after it.
            Ok((stream, peer)) => return (stream, peer, places.take().await),
            Err(error) => error,
        };
        if complained.is_none_or(|since| since.elapsed() >= COMPLAINT_EVERY) {
            *complained = Some(Instant::now());
            tracing::warn!(%error, "cannot accept a connection");
        }
        // A connection is a descriptor: there is room as soon as somebody has left.
        if is_lack_of_descriptors(&error) && failures.is_multiple_of(FAILURES_EACH) {
            outside.get_or_insert_with(|| places.newcomer()).ask_for_a_place();
        }
        // For something to come back, instead of spinning.
        tokio::time::sleep(AFTER_FAILURE).await;
        failures = failures.wrapping_add(1);
    }
}

/// Of this process, or of the whole machine.
fn is_lack_of_descriptors(error: &io::Error) -> bool {
    error.raw_os_error().is_some_and(|code| [EMFILE, ENFILE].contains(&code))
}
