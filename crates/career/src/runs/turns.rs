use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Who is at work. Nobody waits in a line: whoever has too much at work hears so at once.
#[derive(Clone, Debug)]
pub(crate) struct Turns(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    each: usize,
    in_all: usize,
    taken: Mutex<HashMap<String, usize>>,
}

/// Work that may be done; over when dropped.
#[derive(Debug)]
pub(crate) struct Turn {
    turns: Turns,
    user_id: String,
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
    pub(crate) fn new(each: usize, in_all: usize) -> Self {
        Self(Arc::new(Shared { each, in_all, taken: Mutex::default() }))
    }

    pub(crate) fn take(&self, user_id: &str) -> Result<Turn, Busy> {
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
        Ok(Turn { turns: self.clone(), user_id: user_id.to_owned() })
    }

    fn taken(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.0.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turn {
    pub(crate) fn user_id(&self) -> &str {
        &self.user_id
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
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
        let turns = Turns::new(2, 3);
        let first = turns.take("mia").unwrap();
        let second = turns.take("mia").unwrap();
        assert_eq!(turns.take("mia").unwrap_err(), Busy::Caller { at_work: 2 });
        let other = turns.take("max").unwrap();
        assert_eq!(turns.take("ada").unwrap_err(), Busy::Everybody);
        drop((first, other));
        let again = turns.take("mia").unwrap();
        drop((second, again));
        assert!(turns.taken().is_empty());
    }
}
