//! How often one address may make us do something that costs others: ask a provider, ask a verifier.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use kernel::network_of;
use tokio::time::Instant;

/// So many at once, and then one more each time a while has passed. Counted by the network an address
/// belongs to, in memory, and by a clock that nobody sets.
#[derive(Debug)]
pub struct Rate {
    at_once: u32,
    every: Duration,
    /// When each network will have used up nothing again.
    rested: Mutex<HashMap<IpAddr, Instant>>,
}

/// Beyond this many networks those are forgotten that have rested.
const MOST: usize = 10_000;

impl Rate {
    pub fn new(at_once: u32, every: Duration) -> Self {
        Self { at_once, every, rested: Mutex::default() }
    }

    /// Whether they may once more; if so, it counts.
    pub fn take(&self, address: IpAddr) -> bool {
        self.take_at(address, Instant::now())
    }

    fn take_at(&self, address: IpAddr, now: Instant) -> bool {
        let mut rested = self.rested.lock().unwrap_or_else(PoisonError::into_inner);
        let mut network = network_of(address);
        if rested.len() >= MOST && !rested.contains_key(&network) {
            // Only when it is full: looking through all of them at each request would cost more
            // than it saves.
            rested.retain(|_, at| *at > now);
            if rested.len() >= MOST {
                // So many at a time are one crowd, and share what one of them would have.
                network = IpAddr::V6(Ipv6Addr::UNSPECIFIED);
            }
        }
        // Counted from now at the earliest, so that a long silence saves up no more than the limit.
        let at = rested.get(&network).copied().unwrap_or(now).max(now) + self.every;
        let may = at <= now + self.every * self.at_once;
        if may {
            rested.insert(network, at);
        }
        may
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_may_so_often_and_then_once_in_a_while_whatever_others_do() {
        let rate = Rate::new(3, Duration::from_secs(10));
        let address = |text: &str| text.parse::<IpAddr>().unwrap();
        let start = Instant::now();
        let take = |seconds, address| rate.take_at(address, start + Duration::from_secs(seconds));
        let one = address("2001:db8::1");
        assert!((0..3).all(|_| take(0, one)));
        assert!(!take(0, one));
        assert!(!take(0, address("2001:db8::2")), "the same network");
        assert!(take(0, address("2001:db8:0:1::1")));
        assert!(take(0, address("198.51.100.7")));
        assert!(take(10, one) && !take(10, one));
        assert!((0..3).all(|_| take(3610, one)) && !take(3610, one));
        let mapped = ["198.51.100.8", "::ffff:198.51.100.8", "198.51.100.8"];
        assert!(mapped.iter().all(|text| take(0, address(text))));
        assert!(!take(0, address("198.51.100.8")));
    }
}
