//! Who is at work. Nobody waits in a line: whoever has too much at work hears so at once. A run may ask
//! somebody who costs money, so the limits hold on all nodes together.

mod kind;
mod shared;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use store::Store;

pub use kind::{Lease, MIGRATION, TAILORING_TURNS, TailoringTurns};
use shared::{Held, SharedTurns};

use super::{RunError, Settings};

#[derive(Clone, Debug)]
pub(crate) struct Turns(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    each: usize,
    in_all: usize,
    /// Present where there may be other nodes.
    everywhere: Option<SharedTurns>,
    taken: Mutex<HashMap<String, usize>>,
}

/// Work that may be done; over when dropped.
#[derive(Debug)]
pub(crate) struct Turn {
    turns: Turns,
    user_id: String,
    held: Option<Held>,
}

/// There is no turn to be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Busy {
    #[error("the caller has {at_work} runs at work")]
    Caller { at_work: usize },
    #[error("all callers together have too many runs at work")]
    Everybody,
}

impl Turns {
    pub(crate) fn new(store: &Store, settings: &Settings) -> Self {
        let everywhere = SharedTurns::of(store, settings);
        Self::of(settings.at_a_time, settings.at_a_time_in_all, everywhere)
    }

    fn of(each: usize, in_all: usize, everywhere: Option<SharedTurns>) -> Self {
        Self(Arc::new(Shared { each, in_all, everywhere, taken: Mutex::default() }))
    }

    pub(crate) async fn take(&self, user_id: &str) -> Result<Turn, RunError> {
        // Here before everywhere: whoever has too many on this node is told so without the database.
        let mut turn = self.take_here(user_id)?;
        if let Some(everywhere) = &self.0.everywhere {
            turn.held = Some(everywhere.take(user_id).await?);
        }
        Ok(turn)
    }

    fn take_here(&self, user_id: &str) -> Result<Turn, Busy> {
        let mut taken = self.taken();
        let own = taken.get(user_id).copied().unwrap_or(0);
        // Own before all: whoever has too many is told so, even when everybody has.
        if own >= self.0.each {
            return Err(Busy::Caller { at_work: own });
        }
        if taken.values().sum::<usize>() >= self.0.in_all {
            return Err(Busy::Everybody);
        }
        taken.insert(user_id.to_owned(), own + 1);
        Ok(Turn { turns: self.clone(), user_id: user_id.to_owned(), held: None })
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.0.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turn {
    pub(crate) fn user_id(&self) -> &str {
        &self.user_id
    }

    /// Lets others have it before anybody is told that the work is done.
    pub(crate) async fn end(mut self) {
        if let Some(held) = self.held.take() {
            held.end().await;
        }
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        // First: whoever finds a turn free here finds this one given back everywhere.
        drop(self.held.take());
        let mut taken = self.turns.taken();
        match taken.get_mut(&self.user_id) {
            Some(own) if *own > 1 => *own -= 1,
            // Removed with the last one, so the map holds nobody who is not at work.
            _ => drop(taken.remove(&self.user_id)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_has_so_many_turns_and_all_together_have_some() {
        let turns = Turns::of(2, 3, None);
        let first = turns.take_here("mia").unwrap();
        let second = turns.take_here("mia").unwrap();
        assert_eq!(turns.take_here("mia").unwrap_err(), Busy::Caller { at_work: 2 });
        let other = turns.take_here("max").unwrap();
        assert_eq!(turns.take_here("ada").unwrap_err(), Busy::Everybody);
        drop((first, other));
        let again = turns.take_here("mia").unwrap();
        drop((second, again));
        assert!(turns.taken().is_empty());
    }
}
