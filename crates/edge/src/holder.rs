use std::net::{IpAddr, Ipv4Addr};

use kernel::{Role, network_of};

use crate::Principal;

/// Who holds memory of ours while they send or read: shares of it are theirs, however many connections they have.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Holder {
    /// Whoever comes from the same network.
    Visitor(IpAddr),
    Member(String),
    Admin(String),
}

impl Holder {
    pub(crate) fn of(principal: &Principal, client: Option<IpAddr>) -> Self {
        match principal.caller() {
            Some(caller) if caller.role == Role::Admin => Self::Admin(caller.user_id.clone()),
            Some(caller) => Self::Member(caller.user_id.clone()),
            None => Self::Visitor(network_of(client.unwrap_or(Ipv4Addr::UNSPECIFIED.into()))),
        }
    }
}
