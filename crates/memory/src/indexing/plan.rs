//! What to embed next. Pure.

use std::collections::HashSet;

use kernel::Id;

use super::ledger::{Known, Ledger, Standing};

/// The chunks that miss their vector, at most `most` of them: those that were asked for first, then
/// those never tried, the oldest of them first, then those that failed least often.
/// What was tried already is left out, and while a pause lasts also what failed before it.
pub(super) fn plan(
    ledger: &Ledger,
    asked_for: &[Id],
    except: &HashSet<Id>,
    failed_too: bool,
    most: usize,
) -> Vec<(Id, Known)> {
    let mut missing: Vec<(u32, Id, Known)> = ledger
        .iter()
        .filter(|(id, _)| !except.contains(id))
        .filter_map(|(id, known)| {
            let order = match known.standing {
                Standing::Stored => return None,
                Standing::Failed(_) if !failed_too => return None,
                _ if asked_for.contains(&id) => 0,
                Standing::Waiting => 1,
                Standing::Failed(times) => times.saturating_add(1),
            };
            Some((order, id, *known))
        })
        .collect();
    let before = |one: &(u32, Id, Known)| (one.0, one.1);
    if missing.len() > most {
        missing.select_nth_unstable_by_key(most, before);
        missing.truncate(most);
    }
    missing.sort_unstable_by_key(before);
    missing.into_iter().map(|(_, id, known)| (id, known)).collect()
}

#[cfg(test)]
mod tests {
    use recall::{Payload, Tag, TagSet};

    use super::*;

    fn id(number: u8) -> Id {
        format!("00000000-0000-7000-8000-0000000000{number:02x}").parse().unwrap()
    }

    fn ledger(standings: &[(u8, Standing)]) -> Ledger {
        let tag = Tag::new(0).unwrap();
        let payload = Payload { source: tag, chunk_type: tag, purposes: TagSet::EMPTY, user: None };
        let mut ledger = Ledger::default();
        for (number, standing) in standings {
            let known = Known { version: 1, fingerprint: 0, payload, standing: *standing };
            ledger.enter(id(*number), known);
        }
        ledger
    }

    #[test]
    fn what_is_asked_for_comes_first_and_what_fails_last() {
        use Standing::*;
        let ledger = ledger(&[
            (1, Failed(2)),
            (2, Waiting),
            (3, Stored),
            (4, Waiting),
            (5, Failed(1)),
            (6, Failed(9)),
            (7, Waiting),
        ]);
        let order = |asked: &[Id], most| -> Vec<Id> {
            plan(&ledger, asked, &HashSet::from([id(7)]), true, most)
                .into_iter()
                .map(|(id, _)| id)
                .collect()
        };
        assert_eq!(order(&[id(6), id(3)], 9), [id(6), id(2), id(4), id(5), id(1)]);
        assert_eq!(order(&[], 3), [id(2), id(4), id(5)]);
        assert!(order(&[], 0).is_empty());
        let during_a_pause = plan(&ledger, &[id(6)], &HashSet::new(), false, 9);
        let ids: Vec<Id> = during_a_pause.into_iter().map(|(id, _)| id).collect();
        assert_eq!(ids, [id(2), id(4), id(7)]);
    }
}
