//! What the sockets tell about the connection of a request, in the request's extensions.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;

use axum::extract::FromRequestParts;
use futures_util::FutureExt;
use http::request::Parts;

use crate::body::Waits;

/// The other end of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// Marks a request that has come by a socket, and knows there whose turn it is.
#[derive(Clone, Debug)]
pub(crate) struct OnWire(pub(crate) WhoseTurn);

/// Whose turn it is while a request is answered: ours. A connection that we work for never gives its place to others,
/// so whoever only waits there says so.
#[derive(Clone, Debug, Default)]
pub struct WhoseTurn(pub(crate) Option<Arc<dyn Waits>>);

impl WhoseTurn {
    /// Waits for what others have to do first. Meanwhile nobody works for this request.
    pub async fn wait_for<F: Future>(&self, others: F) -> F::Output {
        let mut others = pin!(others);
        // Nothing changes for who need not wait.
        if let Some(ready) = others.as_mut().now_or_never() {
            return ready;
        }
        let _waiting = self.0.as_deref().map(Waiting::begin);
        others.await
    }
}

impl<S: Sync> FromRequestParts<S> for WhoseTurn {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let on_wire = parts.extensions.get::<OnWire>();
        Ok(on_wire.map(|OnWire(turn)| turn.clone()).unwrap_or_default())
    }
}

/// Until it is dropped.
struct Waiting<'a>(&'a dyn Waits);

impl<'a> Waiting<'a> {
    fn begin(waits: &'a dyn Waits) -> Self {
        waits.begin();
        Self(waits)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Marks a request whose head told two different ways where its body ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TwoLengths;
