use kernel::{Id, Timestamp};
use sha2::{Digest, Sha256};

use crate::seal::Seal;

/// Work that takes a browser about a second and us a few microseconds to check: find, for each of
/// a few parts, a number whose hash begins with enough zero bits. Several easy parts instead of a
/// hard one, because their sum varies less: nobody waits five times longer than the others.
///
/// The puzzle carries its own difficulty and end, sealed, so nothing has to be remembered until it
/// comes back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Puzzle {
    pub id: Id,
    pub expires_at: Timestamp,
    /// How many zero bits each part needs.
    pub bits: u32,
}

/// How many parts a puzzle has.
pub const PARTS: u32 = 8;

const PURPOSE: &str = "contact puzzle";

impl Puzzle {
    /// As it is handed out.
    pub(crate) fn write(&self, seal: &Seal) -> String {
        let Self { id, expires_at, bits } = self;
        seal.seal(PURPOSE, &format!("{}.{bits}.{id}", expires_at.as_micros()))
    }

    /// The puzzle a token solves, if it is one of ours and solved. What is checked first costs
    /// least, and nothing here depends on how long the token is.
    pub(crate) fn solved(token: &str, seal: &Seal) -> Option<Self> {
        let (challenge, numbers) = token.rsplit_once('.')?;
        // The seal first: what we have not handed out costs us one hash and no more.
        let puzzle = Self::read(challenge, seal)?;
        let mut numbers = numbers.split('-');
        // Once for all parts, so that a long token costs no more than a short one.
        let seed = Sha256::digest(challenge.as_bytes());
        for part in 0..PARTS {
            let number: u32 = numbers.next()?.parse().ok()?;
            if leading_zeros(&hash(&seed, part, number)) < puzzle.bits {
                return None;
            }
        }
        // Numbers beyond the last part would make many tokens of one solution.
        numbers.next().is_none().then_some(puzzle)
    }

    fn read(challenge: &str, seal: &Seal) -> Option<Self> {
        let claim = seal.open(PURPOSE, challenge)?;
        let mut values = claim.splitn(3, '.');
        Some(Self {
            expires_at: Timestamp::from_micros(values.next()?.parse().ok()?),
            bits: values.next()?.parse().ok()?,
            id: values.next()?.parse().ok()?,
        })
    }
}

/// Solves a puzzle as `solver.js` does. For clients written in Rust, and for tests.
pub fn solve(challenge: &str, bits: u32) -> Option<String> {
    let seed = Sha256::digest(challenge.as_bytes());
    let numbers: Option<Vec<_>> = (0..PARTS)
        .map(|part| {
            let solves = |number: &u32| leading_zeros(&hash(&seed, part, *number)) >= bits;
            (0..=u32::MAX).find(solves).map(|number| number.to_string())
        })
        .collect();
    numbers.map(|numbers| format!("{challenge}.{}", numbers.join("-")))
}

fn hash(seed: &[u8], part: u32, number: u32) -> [u8; 32] {
    let mut hasher = Sha256::new();
    hasher.update(seed);
    hasher.update(part.to_be_bytes());
    hasher.update(number.to_be_bytes());
    hasher.finalize().into()
}

fn leading_zeros(hash: &[u8; 32]) -> u32 {
    let zero_bytes = hash.iter().take_while(|byte| **byte == 0).count();
    let rest = hash.get(zero_bytes).map_or(0, |byte| byte.leading_zeros());
    u32::try_from(zero_bytes).unwrap_or(32) * 8 + rest
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    fn puzzle(bits: u32) -> (Puzzle, Seal, String) {
        let id = "01939b1e-7c00-7abc-8def-0123456789ab".parse().unwrap();
        let expires_at = "2026-01-01T00:20:00Z".parse().unwrap();
        let (puzzle, seal) = (Puzzle { id, expires_at, bits }, Seal::new([3; 32]));
        let challenge = puzzle.write(&seal);
        (puzzle, seal, challenge)
    }

    #[test]
    fn a_solution_is_accepted_and_a_wrong_short_long_or_foreign_one_is_not() {
        let (puzzle, seal, challenge) = puzzle(9);
        let token = solve(&challenge, 9).unwrap();
        assert_eq!(Puzzle::solved(&token, &seal), Some(puzzle));
        let numbers = token.rsplit_once('.').unwrap().1;
        let too_easy = solve(&challenge, 1).unwrap();
        let lowered = challenge.replacen(".9.", ".1.", 1);
        let other = Puzzle { expires_at: Timestamp::from_micros(7), ..puzzle }.write(&seal);
        let first_part = numbers.split('-').next().unwrap();
        for wrong in [
            String::new(),
            challenge.clone(),
            format!("{challenge}."),
            format!("{challenge}.{first_part}"),
            format!("{token}-0"),
            format!("{challenge}.{}", ["x"; 8].join("-")),
            format!("{challenge}.{}", ["4294967296"; 8].join("-")),
            format!("{lowered}.{numbers}"),
            format!("{other}.{numbers}"),
            too_easy,
        ] {
            assert_eq!(Puzzle::solved(&wrong, &seal), None, "{wrong}");
        }
        assert_eq!(Puzzle::solved(&token, &Seal::new([4; 32])), None);
    }

    #[test]
    fn checking_takes_less_than_a_millisecond_also_for_a_huge_answer() {
        let (_, seal, challenge) = puzzle(12);
        let token = solve(&challenge, 12).unwrap();
        let huge = format!("{challenge}.{}", "9-".repeat(500_000));
        for answer in [&token, &huge] {
            let fastest = (0..20).map(|_| {
                let started = Instant::now();
                Puzzle::solved(answer, &seal);
                started.elapsed()
            });
            let fastest = fastest.min().unwrap();
            assert!(fastest < Duration::from_millis(1), "{fastest:?}");
        }
    }

    #[test]
    fn zero_bits_are_counted_across_bytes() {
        let mut hash = [0xff; 32];
        assert_eq!(leading_zeros(&hash), 0);
        hash[0] = 0;
        hash[1] = 0b0001_0000;
        assert_eq!(leading_zeros(&hash), 11);
        assert_eq!(leading_zeros(&[0; 32]), 256);
    }
}
