use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use edge::Problem;
use kernel::Code;

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

/// About as long as a tailoring takes.
const TRY_AGAIN_AFTER: u32 = 5;

impl Turns {
    pub(crate) fn new(each: usize, in_all: usize) -> Self {
        Self(Arc::new(Shared { each, in_all, taken: Mutex::default() }))
    }

    pub(crate) fn take(&self, user_id: &str) -> Result<Turn, Problem> {
        let mut taken = self.taken();
        let own = taken.get(user_id).copied().unwrap_or(0);
        if own >= self.0.each {
            let detail = format!("You have {own} resumes in the making. Wait for one of them.");
            return Err(Problem::new(Code::TooMany, detail).retry_after(TRY_AGAIN_AFTER));
        }
        if taken.values().sum::<usize>() >= self.0.in_all {
            let detail = "Others have too many resumes in the making.";
            return Err(Problem::new(Code::TooMany, detail).retry_after(TRY_AGAIN_AFTER));
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
        assert_eq!(turns.take("mia").unwrap_err().code(), Code::TooMany);
        let other = turns.take("max").unwrap();
        assert_eq!(turns.take("ada").unwrap_err().code(), Code::TooMany);
        drop((first, other));
        let again = turns.take("mia").unwrap();
        drop((second, again));
        assert!(turns.taken().is_empty());
    }
}
