//! Whose turn it is to embed. A lease, not a lock: a node that is killed or stands still loses it by
//! itself, and what it brings later is judged like everything else.

use std::time::Duration;

use kernel::{Id, Timestamp};
use store::{Filter, StoreError, Stored, Transaction};

use super::kind::IndexingTurn;
use crate::indexing::indexer::Indexer;

/// The turn is one document.
// A valid version 7 id with the time 0: no id that is made later can be the same.
const ONLY: Id = Id::from_bytes(*b"\x00\x00\x00\x00\x00\x00\x70\x00\x80\x00turn..");
/// Longer than a batch usually takes.
const LEASE: Duration = Duration::from_secs(20);

impl Indexer {
    /// Takes the turn, or keeps it. False while another node has it.
    pub(in crate::indexing) async fn take_turn(&self) -> Result<bool, StoreError> {
        let holder = self.node;
        match self.store.write(move |transaction| take(transaction, holder)).await {
            // Two nodes have found none, and the other was faster.
            Err(StoreError::Taken { .. }) => Ok(false),
            other => other,
        }
    }

    /// Lets others have it at once.
    pub(in crate::indexing) async fn end_turn(&self) {
        let holder = self.node;
        let ended: Result<(), StoreError> = self
            .store
            .write(move |transaction| match transaction.find::<IndexingTurn>(ONLY)? {
                Some(stored) if stored.document.holder == holder => {
                    let named = [Filter::equal("id", ONLY)];
                    transaction.delete_where::<IndexingTurn>(&named).map(drop)
                }
                _ => Ok(()),
            })
            .await;
        if let Err(error) = ended {
            tracing::debug!(%error, "the turn to embed ends by itself");
        }
    }
}

/// Also where it is to end later than any turn can that began before now: the clock of whoever has taken it was
/// ahead, and has been set back or is elsewhere.
fn is_over(turn: &IndexingTurn, now: Timestamp) -> bool {
    turn.until <= now || turn.until.is_beyond(now.plus(LEASE))
}

fn take(transaction: &mut Transaction<'_>, holder: Id) -> Result<bool, StoreError> {
    let now = transaction.now();
    let turn = IndexingTurn { id: ONLY, holder, until: now.plus(LEASE) };
    match transaction.find::<IndexingTurn>(ONLY)? {
        None => transaction.insert(turn).map(|_| true),
        Some(Stored { version, document })
            if document.holder == holder || is_over(&document, now) =>
        {
            transaction.replace(Stored { version, document: turn })?;
            Ok(true)
        }
        Some(_) => Ok(false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_turn_ends_by_its_time_or_by_having_one_that_none_can_have() {
        let now: Timestamp = "2026-01-01T00:00:00Z".parse().expect("a time");
        let turn = |until| IndexingTurn { id: ONLY, holder: ONLY, until };
        assert!(is_over(&turn(now), now));
        assert!(!is_over(&turn(now.plus(LEASE)), now));
        // Clocks of several machines differ by a little.
        assert!(!is_over(&turn(now.plus(LEASE).latest()), now));
        assert!(is_over(&turn(now.plus(LEASE).latest().plus(LEASE)), now));
        assert!(is_over(&turn(now.plus(Duration::from_secs(365 * 24 * 60 * 60))), now));
    }
}
