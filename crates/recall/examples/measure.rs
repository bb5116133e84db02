//! What this crate claims, measured.
//!
//! ```text
//! measure quality MODEL COLLECTION...   nDCG@10 and recall@10 of keyword, vector and hybrid
//! measure speed [CHUNKS...]             search, load and memory over synthetic chunks
//! measure embed MODEL                   texts per CPU second at 200 tokens
//! measure rounds MODEL                  CPU seconds for each line of texts, for bench/compare.sh
//! ```
//!
//! A collection is a folder with `corpus.jsonl`, `queries.jsonl` and `qrels.tsv`.

#![expect(clippy::print_stdout, reason = "printing figures is what it is for")]

#[path = "measure/embed.rs"]
mod embed;
#[path = "measure/machine.rs"]
mod machine;
#[path = "measure/quality.rs"]
mod quality;
#[path = "measure/speed.rs"]
mod speed;

use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["quality", model, collections @ ..] => {
            for collection in collections {
                quality::run(Path::new(model), Path::new(collection))?;
            }
            Ok(())
        }
        ["speed"] => [10_000, 100_000].into_iter().try_for_each(speed::run),
        ["speed", chunks @ ..] => chunks.iter().try_for_each(|count| speed::run(count.parse()?)),
        ["load", folder] => speed::load(Path::new(folder)),
        ["embed", model] => embed::run(Path::new(model)),
        ["rounds", model] => embed::rounds(Path::new(model)),
        _ => Err("say quality, speed or embed".into()),
    }
}
