//! Seeds, changed at random: a little of what fuzzing does, in every run of the tests and without its compiler
//! flags. Every run tries the same, however fast the machine. `TRIAL_SECONDS=600` tries each for so long instead,
//! `TRIAL_SEED=7` something else, `TRIAL=html` only one; what was tried is printed with `--nocapture`.

use std::panic::catch_unwind;
use std::path::Path;
use std::time::{Duration, Instant};

mod list;

use list::{TRIALS, seeds};

/// Numbers that look random and are the same in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end.max(1) as u64) as usize
    }
}

/// Bytes that mean something to one reader or another.
const TELLING: &[&[u8]] = &[
    b"<",
    b">",
    b"\"",
    b"'",
    b"&",
    b"/",
    b"\\",
    b"\0",
    b"\r\n",
    b"--",
    b"..",
    b"{",
    b"}",
    b"[",
    b"]",
    b"\xff",
    b"\xff\xda",
    b"\x7f\xff\xff\xff",
    b"%2f",
    b"&#0;",
    b"\xe2\x84\xaa",
    b"</",
    b"<svg>",
    b"<!--",
    b"]]>",
    b"\n",
    b": ",
    b", ",
    b" srcset='/a 1x, /b 2x'",
    b"- ",
    b"*",
    b"1e999",
    b"-1",
    b"\\u0000",
    b"\xe2\x90\x9e",
];

fn mutated(seeds: &[Vec<u8>], dice: &mut Dice) -> Vec<u8> {
    let mut bytes = seeds[dice.below(seeds.len())].clone();
    for _ in 0..=dice.below(6) {
        let at = dice.below(bytes.len() + 1);
        match dice.below(6) {
            0 if at < bytes.len() => bytes[at] ^= 1 << dice.below(8),
            1 if at < bytes.len() => bytes[at] = dice.below(256) as u8,
            2 => drop(bytes.splice(at..at, TELLING[dice.below(TELLING.len())].iter().copied())),
            3 => {
                let end = (at + 1 + dice.below(32)).min(bytes.len());
                bytes.drain(at.min(end)..end);
            }
            4 => {
                let end = (at + 1 + dice.below(64)).min(bytes.len());
                let piece = bytes[at.min(end)..end].to_vec();
                let to = dice.below(bytes.len() + 1);
                bytes.splice(to..to, piece);
            }
            _ => {
                let other = &seeds[dice.below(seeds.len())];
                let from = dice.below(other.len() + 1);
                let end = (from + dice.below(256)).min(other.len());
                bytes.splice(at..at, other[from..end].iter().copied());
            }
        }
    }
    bytes
}

/// As many as take about a second.
fn usual_tries(name: &str) -> u64 {
    match name {
        "avif_answer" => 300_000,
        "json" | "path" | "video" => 20_000,
        "archive" | "multipart" | "token" => 2_000,
        "picture" | "jpeg" => 75,
        _ => 500,
    }
}

#[expect(clippy::disallowed_methods, reason = "how long a test runs is no setting of the site")]
fn asked(name: &str) -> Option<String> {
    std::env::var(name).ok()
}

#[test]
fn seeds_that_were_changed_at_random_break_nothing() {
    let number = |name: &str| asked(name).and_then(|text| text.parse::<u64>().ok());
    let seconds = number("TRIAL_SECONDS");
    let only = asked("TRIAL");
    for (name, trial) in TRIALS.iter().filter(|it| only.as_deref().is_none_or(|only| only == it.0))
    {
        let seeds = seeds(name);
        let mut dice = Dice(number("TRIAL_SEED").unwrap_or(2_463_534_242));
        let began = Instant::now();
        let patience = seconds.map(Duration::from_secs);
        let mut count = 0_u64;
        while patience.map_or(count < usual_tries(name), |patience| began.elapsed() < patience) {
            let bytes = mutated(&seeds, &mut dice);
            if catch_unwind(|| trial(&bytes)).is_err() {
                let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{count}"));
                std::fs::write(&kept, &bytes).expect("room for a small file");
                panic!("{name} does not hold for {}", kept.display());
            }
            count += 1;
        }
        println!("{name}: {count} tries in {:?}", began.elapsed());
    }
}
