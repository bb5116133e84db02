//! What the sockets tell about the connection of a request, in the request's extensions.

use std::net::SocketAddr;

/// The other end of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

/// Marks a request that has come by a socket.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OnWire;

/// Marks a request whose head told two different ways where its body ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TwoLengths;
