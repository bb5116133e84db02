use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
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

/// Something that somebody holds, such as a body that does not come on.
pub(crate) struct Held<'a, T> {
    pub(crate) holder: &'a Holder,
    pub(crate) bytes: usize,
    /// For how long nothing has been done with it.
    pub(crate) idle: Duration,
    /// None for what cannot be given back.
    pub(crate) what: Option<T>,
}

/// What somebody wants to hold.
pub(crate) struct Wish<'a> {
    pub(crate) holder: &'a Holder,
    pub(crate) bytes: usize,
    /// How many of these are not free.
    pub(crate) missing: usize,
    /// What is their own gives way when it has been idle for so long.
    pub(crate) patience: Duration,
    /// Those who hold less give way, too, and what has just been read.
    pub(crate) insists: bool,
}

/// What everybody holds of one kind.
pub(crate) struct Holdings<'a, T> {
    slots: HashMap<&'a Holder, usize>,
    all: Vec<Holding<'a, T>>,
}

struct Holding<'a, T> {
    bytes: usize,
    /// What may be given back, and has been idle for longest first.
    may_go: Vec<Held<'a, T>>,
}

impl<'a, T> Holdings<'a, T> {
    pub(crate) fn of(everything: impl Iterator<Item = Held<'a, T>>) -> Self {
        let (mut slots, mut all) = (HashMap::new(), Vec::<Holding<'a, T>>::new());
        for held in everything {
            let slot = *slots.entry(held.holder).or_insert(all.len());
            if slot == all.len() {
                all.push(Holding { bytes: 0, may_go: Vec::new() });
            }
            all[slot].bytes += held.bytes;
            if held.what.is_some() {
                all[slot].may_go.push(held);
            }
        }
        for holding in &mut all {
            holding.may_go.sort_unstable_by_key(|held| Reverse(held.idle));
        }
        Self { slots, all }
    }

    /// What somebody holds in all.
    pub(crate) fn held_by(&self, holder: &Holder) -> usize {
        self.slots.get(holder).map_or(0, |slot| self.all[*slot].bytes)
    }

    /// They are about to hold more.
    pub(crate) fn charge(&mut self, holder: &Holder, bytes: usize) {
        if let Some(slot) = self.slots.get(holder) {
            self.all[*slot].bytes += bytes;
        }
    }

    /// What gives way: of whoever holds the most, what has been idle for longest, again and again. None, and nothing
    /// changes, where all of that is not enough.
    pub(crate) fn grant(&mut self, wish: &Wish<'_>) -> Option<Vec<T>> {
        let own = self.slots.get(wish.holder).copied();
        let wanted = self.held_by(wish.holder) + wish.bytes;
        let next = |slot: usize, bytes: usize, from: usize| {
            let rest = self.all[slot].may_go.iter().enumerate().skip(from);
            let mut gives_way = rest.filter(|(_, held)| {
                let fairly = match own == Some(slot) {
                    true => held.idle >= wish.patience,
                    // Otherwise it would be the other's turn next to take it back.
                    false => bytes.saturating_sub(held.bytes) >= wanted,
                };
                held.what.is_some() && (fairly || wish.insists)
            });
            gives_way.next().map(|(at, held)| (bytes, held.idle, slot, at))
        };
        let firsts = (0..self.all.len()).filter_map(|slot| next(slot, self.all[slot].bytes, 0));
        let mut by_most: BinaryHeap<_> = firsts.collect();
        let (mut chosen, mut freed) = (Vec::new(), 0);
        while freed < wish.missing {
            let (bytes, _, slot, at) = by_most.pop()?;
            let gone = self.all[slot].may_go[at].bytes;
            freed += gone;
            chosen.push((slot, at));
            by_most.extend(next(slot, bytes.saturating_sub(gone), at + 1));
        }
        let give_back = |(slot, at): (usize, usize)| {
            let Holding { bytes, may_go } = &mut self.all[slot];
            *bytes = bytes.saturating_sub(may_go[at].bytes);
            may_go[at].what.take()
        };
        Some(chosen.into_iter().filter_map(give_back).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn visitors() -> [Holder; 3] {
        [1, 2, 3].map(|number| Holder::Visitor([192, 0, 2, number].into()))
    }

    fn held(holder: &Holder, bytes: usize, idle: u32, what: u32) -> Held<'_, u32> {
        Held { holder, bytes, idle: SECOND * idle, what: (what > 0).then_some(what) }
    }

    #[test]
    fn whoever_holds_the_most_gives_way_and_of_it_what_is_idle_for_longest() {
        let [one, two, three] = &visitors();
        let everything = || {
            let of_one = [held(one, 40, 9, 1)];
            let of_two = [held(two, 30, 1, 2), held(two, 30, 3, 3), held(two, 50, 5, 0)];
            Holdings::of(of_one.into_iter().chain(of_two))
        };
        let wish = |holder, bytes, missing, insists| Wish {
            holder,
            bytes,
            missing,
            patience: SECOND * 2,
            insists,
        };
        let granted = |wish: Wish<'_>| everything().grant(&wish);
        assert_eq!(granted(wish(three, 30, 0, false)), Some(vec![]));
        assert_eq!(granted(wish(three, 30, 20, false)), Some(vec![3]));
        assert_eq!(granted(wish(three, 50, 50, false)), Some(vec![3, 2]));
        assert_eq!(granted(wish(three, 51, 51, false)), None, "it would hold more than they do");
        assert_eq!(granted(wish(two, 30, 30, false)), Some(vec![3]), "of their own");
        assert_eq!(granted(wish(two, 60, 60, false)), None, "what is read stays");
        assert_eq!(granted(wish(one, 60, 60, true)), Some(vec![3, 2]));
        assert_eq!(granted(wish(one, 90, 90, true)), Some(vec![3, 2, 1]));
        assert_eq!(granted(wish(one, 110, 110, true)), None, "some of it cannot be given back");
        let mut holdings = everything();
        assert_eq!(holdings.grant(&wish(three, 51, 51, false)), None);
        assert_eq!(holdings.grant(&wish(three, 20, 20, false)), Some(vec![3]), "as it was");
        holdings.charge(one, 50);
        assert_eq!(holdings.grant(&wish(three, 50, 40, false)), Some(vec![1]), "it gets more");
        assert_eq!(holdings.held_by(two), 80);
        assert_eq!(holdings.grant(&wish(three, 20, 20, false)), Some(vec![2]), "once");
        assert_eq!(holdings.grant(&wish(three, 20, 20, false)), None);
    }
}
