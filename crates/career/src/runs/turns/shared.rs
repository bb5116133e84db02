//! Turns that hold on all nodes: leases in the database. A node that is killed loses its own by itself.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use kernel::Id;
use store::{Store, StoreError, Stored, Transaction};

use super::Busy;
use super::kind::{Lease, ONLY, TailoringTurns};
use crate::runs::{RunError, Settings};

/// How much longer than a run may take a lease lasts: the result has to be kept, too.
const BEYOND: Duration = Duration::from_secs(30);

#[derive(Clone, Debug)]
pub(super) struct SharedTurns(Arc<Parts>);

#[derive(Debug)]
struct Parts {
    store: Store,
    node: Id,
    each: usize,
    in_all: usize,
    lasts: Duration,
    /// What is at work here. A lease of this node that is not among them is over, even if that has
    /// not been written yet.
    at_work: Mutex<HashSet<Id>>,
}

/// A turn that all nodes know of; given back when dropped.
#[derive(Debug)]
pub(super) struct Held {
    turns: SharedTurns,
    id: Id,
    is_written: bool,
}

impl SharedTurns {
    /// None where no other node can be.
    pub(super) fn of(store: &Store, settings: &Settings) -> Option<Self> {
        store.is_shared().then(|| {
            let node = Id::generate(store.clock(), store.randomness());
            let (each, in_all) = (settings.at_a_time, settings.at_a_time_in_all);
            let lasts = settings.deadline + BEYOND;
            let (store, at_work) = (store.clone(), Mutex::default());
            Self(Arc::new(Parts { store, node, each, in_all, lasts, at_work }))
        })
    }

    pub(super) async fn take(&self, user_id: &str) -> Result<Held, RunError> {
        let id = Id::generate(self.0.store.clock(), self.0.store.randomness());
        self.at_work().insert(id);
        let mut held = Held { turns: self.clone(), id, is_written: true };
        let (turns, user_id) = (self.clone(), user_id.to_owned());
        // To the end also when nobody waits for it any more, so that what was taken is given back.
        let taking = tokio::spawn(async move {
            let taken = turns.try_take(id, &user_id).await;
            held.is_written = !matches!(taken, Err(RunError::Busy(_)));
            taken.map(|()| held)
        });
        taking.await.map_err(RunError::broken)?
    }

    async fn try_take(&self, id: Id, user_id: &str) -> Result<(), RunError> {
        let (turns, user_id) = (self.clone(), user_id.to_owned());
        // Where nobody has ever taken one, another node may be faster to make the list.
        let taking = self
            .0
            .store
            .write_contested(move |transaction| turns.take_in(transaction, id, &user_id));
        Ok(taking.await??)
    }

    /// Nothing is written where there is none to be had.
    fn take_in(
        &self,
        transaction: &mut Transaction<'_>,
        id: Id,
        user_id: &str,
    ) -> Result<Result<(), Busy>, StoreError> {
        let Parts { node, each, in_all, lasts, .. } = &*self.0;
        let now = transaction.now();
        let until = now.plus(*lasts);
        let stored = transaction.find::<TailoringTurns>(ONLY)?;
        let (version, mut leases) = match stored {
            Some(Stored { version, document }) => (Some(version), document.leases),
            None => (None, Vec::new()),
        };
        leases.retain(|lease| {
            let is_over = lease.until <= now || lease.until.is_beyond(until);
            !is_over && (lease.node != *node || self.at_work().contains(&lease.id))
        });
        let at_work = leases.iter().filter(|lease| lease.user_id == user_id).count();
        if at_work >= *each {
            return Ok(Err(Busy::Caller { at_work }));
        }
        if leases.len() >= *in_all {
            return Ok(Err(Busy::Everybody));
        }
        leases.push(Lease { id, node: *node, user_id: user_id.to_owned(), until });
        let document = TailoringTurns { id: ONLY, leases };
        match version {
            Some(version) => transaction.replace(Stored { version, document })?,
            None => transaction.insert(document)?,
        };
        Ok(Ok(()))
    }

    async fn end(&self, id: Id) {
        let ended: Result<(), StoreError> = self
            .0
            .store
            .write(move |transaction| {
                let Some(mut stored) = transaction.find::<TailoringTurns>(ONLY)? else {
                    return Ok(());
                };
                let before = stored.document.leases.len();
                stored.document.leases.retain(|lease| lease.id != id);
                if stored.document.leases.len() < before {
                    transaction.replace(stored)?;
                }
                Ok(())
            })
            .await;
        if let Err(error) = ended {
            tracing::debug!(%error, "a turn to tailor ends by itself");
        }
    }

    fn at_work(&self) -> MutexGuard<'_, HashSet<Id>> {
        self.0.at_work.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Held {
    /// Gives it back before anybody is told that the work is done, so that they may go on at once.
    pub(super) async fn end(mut self) {
        self.is_written = false;
        self.turns.at_work().remove(&self.id);
        self.turns.end(self.id).await;
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        self.turns.at_work().remove(&self.id);
        if let (true, Ok(runtime)) = (self.is_written, tokio::runtime::Handle::try_current()) {
            let (turns, id) = (self.turns.clone(), self.id);
            runtime.spawn(async move { turns.end(id).await });
        }
    }
}
