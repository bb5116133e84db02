use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Who may have a code redeemed at the moment. Each is a question to the provider, which takes its time
/// over wrong ones and answers few at once. So every neighbourhood has its share of them, and what a few can
/// take leaves room for the others.
#[derive(Clone, Debug)]
pub(crate) struct Turns(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    all: Arc<Semaphore>,
    near: Mutex<HashMap<IpAddr, Neighbourhood>>,
}

#[derive(Debug)]
struct Neighbourhood {
    turns: Arc<Semaphore>,
    /// Who has a turn or waits for one.
    comers: usize,
}

/// Of one neighbourhood: of the sixteen questions that are asked at a time.
const EACH: usize = 3;
/// A family or a class that signs in together is not turned away for it.
const WAITING: usize = 6;
/// In all: fewer than may wait for the provider, so that its keys can still be asked for.
const ALL: usize = 28;
/// Somebody waits in front of a blank page.
const PATIENCE: Duration = Duration::from_secs(4);

/// A turn, until it is dropped.
#[derive(Debug)]
pub(crate) struct Turn {
    _all: OwnedSemaphorePermit,
    _near: OwnedSemaphorePermit,
    _comer: Comer,
}

/// Somebody who has come, whether or not they have had their turn.
#[derive(Debug)]
struct Comer {
    turns: Turns,
    from: IpAddr,
}

impl Turns {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Shared { all: Arc::new(Semaphore::new(ALL)), near: Mutex::default() }))
    }

    /// None where there are too many already.
    pub(crate) async fn take(&self, address: IpAddr) -> Option<Turn> {
        let (comer, near) = self.come(address)?;
        let near = tokio::time::timeout(PATIENCE, near.acquire_owned()).await.ok()?;
        let near = near.expect("turns are never called off");
        let all = self.0.all.clone().try_acquire_owned().ok()?;
        Some(Turn { _all: all, _near: near, _comer: comer })
    }

    fn come(&self, address: IpAddr) -> Option<(Comer, Arc<Semaphore>)> {
        let from = neighbourhood_of(address);
        let mut near = self.0.near.lock().unwrap_or_else(PoisonError::into_inner);
        let neighbourhood = near
            .entry(from)
            .or_insert_with(|| Neighbourhood { turns: Arc::new(Semaphore::new(EACH)), comers: 0 });
        if neighbourhood.comers >= EACH + WAITING {
            return None;
        }
        neighbourhood.comers += 1;
        Some((Comer { turns: self.clone(), from }, neighbourhood.turns.clone()))
    }
}

impl Drop for Comer {
    fn drop(&mut self) {
        let mut near = self.turns.0.near.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(neighbourhood) = near.get_mut(&self.from) {
            neighbourhood.comers -= 1;
            // Nothing is kept of those who are gone.
            if neighbourhood.comers == 0 {
                near.remove(&self.from);
            }
        }
    }
}

/// What one customer is easily given: 256 addresses, or a /48 of the new ones.
fn neighbourhood_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(Ipv4Addr::from_bits(address.to_bits() & !0xff)),
        IpAddr::V6(address) => {
            IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 80)))
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::task::{Context, Waker};

    use super::*;

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[tokio::test]
    async fn a_neighbourhood_has_its_share_and_a_few_may_wait() {
        let turns = Turns::new();
        let mut held = Vec::new();
        for number in 1..=EACH {
            held.push(turns.take(address(&format!("198.51.100.{number}"))).await.unwrap());
        }
        let mut waiting: Vec<_> =
            (0..WAITING).map(|_| Box::pin(turns.take(address("::ffff:198.51.100.200")))).collect();
        let mut context = Context::from_waker(Waker::noop());
        for one in &mut waiting {
            assert!(one.as_mut().poll(&mut context).is_pending());
        }
        assert!(turns.take(address("198.51.100.9")).await.is_none(), "told at once");
        // Others do not notice.
        assert!(turns.take(address("198.51.101.1")).await.is_some());
        assert!(turns.take(address("2001:db8::1")).await.is_some());
        // Who leaves makes room, for the one who waited and for one more to wait.
        held.pop();
        assert!(waiting.remove(0).await.is_some());
        drop(waiting);
        drop(held);
        assert!(turns.0.near.lock().unwrap().is_empty(), "nothing is kept");
        assert_eq!(turns.0.all.available_permits(), ALL);
    }

    #[tokio::test]
    async fn all_together_have_so_many_and_no_more() {
        let turns = Turns::new();
        let mut held = Vec::new();
        for number in 0..ALL {
            held.push(turns.take(address(&format!("198.51.{number}.1"))).await.unwrap());
        }
        assert!(turns.take(address("192.0.2.1")).await.is_none());
        held.pop();
        assert!(turns.take(address("192.0.2.1")).await.is_some());
    }

    #[test]
    fn neighbours_are_those_whom_one_customer_could_be() {
        for (one, other, near) in [
            ("198.51.100.1", "198.51.100.255", true),
            ("198.51.100.1", "198.51.101.1", false),
            ("198.51.100.1", "::ffff:198.51.100.2", true),
            ("2001:db8:1::1", "2001:db8:1:ffff::1", true),
            ("2001:db8:1::1", "2001:db8:2::1", false),
        ] {
            let same = neighbourhood_of(address(one)) == neighbourhood_of(address(other));
            assert_eq!(same, near, "{one} {other}");
        }
    }
}
