use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

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

/// Something that somebody holds and may be told to give back, such as a body that does not come on.
pub(crate) struct Held<'a, T> {
    pub(crate) holder: &'a Holder,
    pub(crate) bytes: usize,
    /// For how long nothing has been done with it.
    pub(crate) idle: Duration,
    pub(crate) what: T,
}

/// What somebody wants to hold.
pub(crate) struct Wish<'a> {
    pub(crate) holder: &'a Holder,
    pub(crate) bytes: usize,
    /// How many of these are not free.
    pub(crate) missing: usize,
    /// What is their own gives way when it has been idle for so long.
    pub(crate) patience: Duration,
}

impl Wish<'_> {
    /// What gives way to it: of whoever holds the most, what has been idle for longest, again and again. None where all
    /// of that is not enough. `held_by` is what each holds in all, also what cannot be given back.
    pub(crate) fn granted_by<'a, T>(
        &self,
        mut held_by: HashMap<&'a Holder, usize>,
        mut others: Vec<Held<'a, T>>,
    ) -> Option<Vec<T>> {
        let (mut giving_way, mut freed) = (Vec::new(), 0);
        while freed < self.missing {
            let wanted = held_by.get(self.holder).copied().unwrap_or_default() + self.bytes;
            let may_go = others.iter().enumerate().filter_map(|(at, other)| {
                let all = held_by.get(other.holder).copied().unwrap_or_default();
                let gives_way = match other.holder == self.holder {
                    true => other.idle >= self.patience,
                    // Otherwise it would be the other's turn next to take it back.
                    false => all.saturating_sub(other.bytes) >= wanted,
                };
                gives_way.then_some(((all, other.idle), at))
            });
            let (_, at) = may_go.max()?;
            let gone = others.swap_remove(at);
            if let Some(all) = held_by.get_mut(gone.holder) {
                *all = all.saturating_sub(gone.bytes);
            }
            freed += gone.bytes;
            giving_way.push(gone.what);
        }
        Some(giving_way)
    }
}
