//! What to embed next. Pure.

use std::collections::{BTreeSet, HashSet};

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
    let is_open = |id: &Id, known: &Known| {
        !except.contains(id)
            && match known.standing {
                Standing::Stored => false,
                Standing::Failed(_) | Standing::Refused(_) => failed_too,
                Standing::Waiting => true,
            }
    };
    // A set, for the order of ids is the order in which chunks were made, and an id may be asked
    // for twice.
    let asked: BTreeSet<Id> = asked_for.iter().copied().collect();
    let mut planned: Vec<(Id, Known)> = asked
        .iter()
        .filter_map(|id| Some((*id, *ledger.get(*id)?)))
        .filter(|(id, known)| is_open(id, known))
        .collect();
    let mut failed = Vec::new();
    for (id, known) in ledger.missing() {
        // Enough: `missing` can be all chunks there are.
        if planned.len() >= most {
            break;
        }
        if asked.contains(&id) || !is_open(&id, known) {
            continue;
        }
        match known.standing.times() {
            0 => planned.push((id, *known)),
            times => failed.push((times, id, *known)),
        }
    }
    failed.sort_unstable_by_key(|(times, id, _)| (*times, *id));
    planned.extend(failed.into_iter().map(|(_, id, known)| (id, known)));
    planned.truncate(most);
    planned
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
            (6, Refused(9)),
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
