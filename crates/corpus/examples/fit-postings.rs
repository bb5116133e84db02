//! Whether fit ranks software people above others for postings of the software trade.
//!
//!     cargo run -p corpus --example fit-postings -- DEV.jsonl
//!
//! Takes postings as `tools/learn-job-reading` does and uses those with the source `tech`. Which
//! resumes of the corpus are of the trade is written down here; it was decided by their titles.

use corpus::{Corpus, dossier_of};
use serde_json::Value;

const SOFTWARE: [&str; 6] = [
    "backend-engineer",
    "data-scientist",
    "embedded-dotnet-engineer",
    "frontend-engineer",
    "platform-engineer",
    "voice-engineer",
];
/// Between the trades, so on neither side.
const BETWEEN: [&str; 3] = ["chef-to-tester", "product-manager", "ux-designer"];

#[expect(clippy::print_stdout, reason = "a program for the terminal")]
fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let path = std::env::args().nth(1).ok_or("which file?")?;
    let corpus = Corpus::open()?;
    let (mut won, mut compared, mut postings) = (0.0_f32, 0.0_f32, 0);
    let (mut right, mut wrong): (Vec<f32>, Vec<f32>) = (Vec::new(), Vec::new());
    for line in std::fs::read_to_string(path)?.lines() {
        let posting: Value = serde_json::from_str(line)?;
        if posting["source"] != "tech" {
            continue;
        }
        let sentences = posting["sentences"].as_array().map_or(&[][..], Vec::as_slice);
        let texts: Vec<&str> = sentences.iter().filter_map(|one| one["text"].as_str()).collect();
        let analysis = tailor::job::analyse(&texts.join("\n"));
        let fits = corpus
            .resumes
            .iter()
            .map(|(name, document)| (name.as_str(), tailor::fit(&analysis, &dossier_of(document))));
        let (ours, others): (Vec<_>, Vec<_>) = fits
            .filter(|(name, _)| !BETWEEN.contains(name))
            .partition(|(name, _)| SOFTWARE.contains(name));
        for (_, one) in &ours {
            for (_, other) in &others {
                compared += 1.0;
                won += if one > other { 1.0 } else { 0.0 };
            }
        }
        right.extend(ours.iter().map(|(_, fit)| fit));
        wrong.extend(others.iter().map(|(_, fit)| fit));
        postings += 1;
    }
    let mean = |all: &[f32]| all.iter().sum::<f32>() / all.len().max(1) as f32;
    let share = 100.0 * won / compared.max(1.0);
    println!("{postings} postings: {share:.1} % of pairs in the right order");
    println!("mean fit {:.1} of the trade, {:.1} of others", mean(&right), mean(&wrong));
    Ok(())
}
