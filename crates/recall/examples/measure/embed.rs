//! How fast the local model embeds.

use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

use recall::embed::{Checksums, Embedder, LocalEmbedder};

use crate::machine::{cpu_time, resident};

const WORDS: &str = "time person year way day thing man world life hand part child eye woman place \
                     work week case point government company number group problem fact";
const TEXTS: usize = 40;

pub(crate) fn run(model: &Path) -> Result<(), Box<dyn Error>> {
    let before = resident();
    let embedder = LocalEmbedder::open(model, Checksums::measure(model)?)?;
    let start = Instant::now();
    embedder.load()?;
    println!("load {:.0} ms, memory {} MB", millis(start.elapsed()), resident() - before);

    for words in [8, 48, 198] {
        let text = text(words);
        let texts = vec![text.as_str(); TEXTS];
        embedder.embed(&texts[..4])?;
        let mut best = 0.0_f64;
        for _ in 0..5 {
            let start = cpu_time();
            embedder.embed(&texts)?;
            best = best.max(TEXTS as f64 / (cpu_time() - start).as_secs_f64());
        }
        let tokens = embedder.tokens(&text)?.len();
        println!("{tokens:3} tokens: {best:.1} texts per CPU second (best of 5)");
    }
    let query = text(12);
    let mut times: Vec<Duration> = Vec::new();
    for _ in 0..50 {
        let start = Instant::now();
        embedder.embed(&[&query])?;
        times.push(start.elapsed());
    }
    times.sort();
    println!("one query of 14 tokens: p50 {:.1} ms", millis(times[times.len() / 2]));
    Ok(())
}

/// Embeds the texts of each line it reads, and says what that took.
pub(crate) fn rounds(model: &Path) -> Result<(), Box<dyn Error>> {
    let embedder = LocalEmbedder::open(model, Checksums::measure(model)?)?;
    embedder.load()?;
    for line in std::io::stdin().lines() {
        let line = line?;
        let texts: Vec<&str> = line.split('\t').collect();
        let start = cpu_time();
        embedder.embed(&texts)?;
        println!("{}", (cpu_time() - start).as_secs_f64());
    }
    Ok(())
}

fn text(count: usize) -> String {
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let word = |index: usize| words[(index * 7 + index / 5) % words.len()];
    (0..count).map(word).collect::<Vec<_>>().join(" ")
}

fn millis(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}
