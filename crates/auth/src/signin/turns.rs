use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Who may have a code redeemed at the moment. Each is a question to the provider, which takes its time
/// over wrong ones and answers few at once. So an address has its share of them, a neighbourhood and a whole
/// provider of addresses have theirs, and what a few can take leaves room for the others.
#[derive(Clone, Debug)]
pub(crate) struct Turns(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    all: Arc<Semaphore>,
    near: Mutex<HashMap<Place, Share>>,
}

/// Which circle, and its first address.
type Place = (usize, IpAddr);

#[derive(Debug)]
struct Share {
    turns: Arc<Semaphore>,
    /// Who has a turn or waits for one.
    comers: usize,
}

/// Those who share something, from the narrowest to the widest.
struct Circle {
    /// So many bits of their addresses are the same.
    v4: u32,
    v6: u32,
    /// How many have a turn at a time.
    turns: usize,
    /// How many have one or wait: a family or a class that signs in together is not turned away for it.
    comers: usize,
}

/// Each has a little more than the one within, so that nobody takes all of it from one place.
const CIRCLES: [Circle; 3] = [
    // One household.
    Circle { v4: 32, v6: 64, turns: 3, comers: 9 },
    // What one customer is easily given.
    Circle { v4: 24, v6: 48, turns: 4, comers: 12 },
    // What somebody has who gives addresses to others.
    Circle { v4: 16, v6: 32, turns: 6, comers: 18 },
];
/// In all: fewer than may wait for the provider, so that its keys can still be asked for.
const ALL: usize = 28;
/// Somebody waits in front of a blank page.
const PATIENCE: Duration = Duration::from_secs(4);

/// A turn, until it is dropped.
#[derive(Debug)]
pub(crate) struct Turn {
    _permits: Vec<OwnedSemaphorePermit>,
    _comer: Comer,
}

/// Somebody who has come, whether or not they have had their turn.
#[derive(Debug)]
struct Comer {
    turns: Turns,
    from: [Place; CIRCLES.len()],
}

impl Turns {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Shared { all: Arc::new(Semaphore::new(ALL)), near: Mutex::default() }))
    }

    /// None where there are too many already.
    pub(crate) async fn take(&self, address: IpAddr) -> Option<Turn> {
        let (comer, shares) = self.come(places_of(address))?;
        // From the narrowest to the widest: who waits for a wide one holds a turn of each within, so few of
        // one place stand in its line.
        let waiting = async {
            let mut permits = Vec::with_capacity(shares.len());
            for share in shares {
                permits.push(share.acquire_owned().await.expect("turns are never called off"));
            }
            permits
        };
        let permits = tokio::time::timeout(PATIENCE, waiting).await.ok()?;
        Some(Turn { _permits: permits, _comer: comer })
    }

    fn come(&self, from: [Place; CIRCLES.len()]) -> Option<(Comer, Vec<Arc<Semaphore>>)> {
        let mut near = self.0.near.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = |place: &Place| {
            near.get(place).is_some_and(|share| share.comers >= CIRCLES[place.0].comers)
        };
        if from.iter().any(is_full) {
            return None;
        }
        let mut shares = Vec::with_capacity(from.len() + 1);
        for place in from {
            let turns = || Arc::new(Semaphore::new(CIRCLES[place.0].turns));
            let share = near.entry(place).or_insert_with(|| Share { turns: turns(), comers: 0 });
            share.comers += 1;
            shares.push(share.turns.clone());
        }
        shares.push(self.0.all.clone());
        Some((Comer { turns: self.clone(), from }, shares))
    }
}

impl Drop for Comer {
    fn drop(&mut self) {
        let mut near = self.turns.0.near.lock().unwrap_or_else(PoisonError::into_inner);
        for place in &self.from {
            if let Some(share) = near.get_mut(place) {
                share.comers -= 1;
                // Nothing is kept of those who are gone.
                if share.comers == 0 {
                    near.remove(place);
                }
            }
        }
    }
}

fn places_of(address: IpAddr) -> [Place; CIRCLES.len()] {
    let address = address.to_canonical();
    std::array::from_fn(|number| {
        let Circle { v4, v6, .. } = CIRCLES[number];
        let first: IpAddr = match address {
            IpAddr::V4(address) => {
                Ipv4Addr::from_bits(address.to_bits() & (u32::MAX << (32 - v4))).into()
            }
            IpAddr::V6(address) => {
                Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << (128 - v6))).into()
            }
        };
        (number, first)
    })
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::task::{Context, Waker};

    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    async fn take(turns: &Turns, from: &str, count: usize) -> Vec<Turn> {
        let mut held = Vec::new();
        for _ in 0..count {
            held.push(turns.take(address(from)).await.unwrap());
        }
        held
    }

    /// Whether somebody from there finds no turn at once.
    fn has_to_wait(turns: &Turns, from: &str) -> bool {
        let mut context = Context::from_waker(Waker::noop());
        pin!(turns.take(address(from))).poll(&mut context).is_pending()
    }

    #[tokio::test]
    async fn an_address_has_its_share_and_a_few_may_wait() {
        let turns = Turns::new();
        let mut held = take(&turns, "198.51.100.7", 3).await;
        let mut waiting: Vec<_> =
            (0..6).map(|_| Box::pin(turns.take(address("::ffff:198.51.100.7")))).collect();
        let mut context = Context::from_waker(Waker::noop());
        for one in &mut waiting {
            assert!(one.as_mut().poll(&mut context).is_pending());
        }
        assert!(turns.take(address("198.51.100.7")).await.is_none(), "told at once");
        // Others do not notice, in the same house or not.
        assert!(turns.take(address("198.51.100.8")).await.is_some());
        assert!(turns.take(address("198.51.101.1")).await.is_some());
        assert!(turns.take(address("2001:db8::1")).await.is_some());
        // Who leaves makes room for the one who waited.
        held.pop();
        assert!(waiting.remove(0).await.is_some());
        drop(waiting);
        drop(held);
        assert!(turns.0.near.lock().unwrap().is_empty(), "nothing is kept");
        assert_eq!(turns.0.all.available_permits(), ALL);
    }

    #[tokio::test]
    async fn many_networks_of_one_owner_have_the_share_of_one() {
        let turns = Turns::new();
        let mut held = Vec::new();
        for number in 0..6 {
            held.extend(take(&turns, &format!("2001:db8:{number}::1"), 1).await);
        }
        assert!(has_to_wait(&turns, "2001:db8:77::1"));
        assert!(turns.take(address("2001:db9::1")).await.is_some());
        // Those of one customer have less than that.
        held.clear();
        for number in 0..4 {
            held.extend(take(&turns, &format!("2001:db8:7:{number}::1"), 1).await);
        }
        assert!(has_to_wait(&turns, "2001:db8:7:77::1"));
        assert!(turns.take(address("2001:db8:8::1")).await.is_some());
    }

    #[tokio::test]
    async fn all_together_have_so_many_and_who_comes_then_waits_in_line() {
        let turns = Turns::new();
        let mut held = Vec::new();
        for number in 0..ALL {
            held.extend(take(&turns, &format!("198.{number}.100.1"), 1).await);
        }
        let mut waiting = Box::pin(turns.take(address("192.0.2.1")));
        assert!(waiting.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
        held.pop();
        assert!(waiting.await.is_some());
    }

    #[test]
    fn places_are_those_whom_one_owner_could_have() {
        for (one, other, shared) in [
            ("198.51.100.1", "198.51.100.1", 3),
            ("198.51.100.1", "198.51.100.255", 2),
            ("198.51.100.1", "198.51.101.1", 1),
            ("198.51.100.1", "198.52.100.1", 0),
            ("198.51.100.1", "::ffff:198.51.100.2", 2),
            ("2001:db8:1::1", "2001:db8:1::2", 3),
            ("2001:db8:1::1", "2001:db8:1:ffff::1", 2),
            ("2001:db8:1::1", "2001:db8:2::1", 1),
            ("2001:db8:1::1", "2001:db9:1::1", 0),
        ] {
            let (one_at, other_at) = (places_of(address(one)), places_of(address(other)));
            let same = one_at.iter().filter(|place| other_at.contains(place)).count();
            assert_eq!(same, shared, "{one} {other}");
        }
    }
}
