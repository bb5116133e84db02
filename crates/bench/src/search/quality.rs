use std::collections::HashSet;
use std::path::Path;
use std::time::Instant;

use serde_json::json;

use super::collection::Collection;
use super::speed::wait;
use crate::caller::Caller;
use crate::figures::per_second;
use crate::site::Site;
use crate::table::Table;
use crate::{Outcome, Settings, say};

const TOP: usize = 10;
/// What the service takes.
const LONGEST_TEXT: usize = 8_000;
const LONGEST_QUERY: usize = 2_000;

/// Puts a collection into the memory of the real binary and asks its questions.
pub(super) async fn run(settings: &Settings, model: &Path, folder: &Path) -> Outcome<()> {
    let collection = Collection::read(folder)?;
    let mut site = Site::create(settings)?;
    site.set("FOLIA_EMBEDDING__FOLDER", &model.display().to_string());
    let server = site.serve()?;
    let mut caller = Caller::connect(server.address, &site.token).await?;
    let started = Instant::now();
    let mut chunks = 0;
    for entry in &collection.corpus {
        let text = entry.words(LONGEST_TEXT);
        if text.is_empty() {
            continue;
        }
        let chunk = json!({
            "text": text, "source": "blog", "chunk_type": "meta", "purpose": "facts",
            "metadata": { "document": entry.id },
        });
        caller.send("POST", "/content/chunks", &chunk).await?;
        chunks += 1;
    }
    wait(&mut caller, chunks).await?;
    let rate = chunks as f64 / started.elapsed().as_secs_f64();

    let (queries, name) = (collection.queries.len(), folder.display());
    let title = format!("search: quality on {name}, {chunks} texts, {queries} queries");
    let mut table = Table::new(title, &["through the service", "nDCG@10", "recall@10"]);
    for mode in ["keyword", "vector", "hybrid"] {
        let (mut gains, mut recalls) = (0.0, 0.0);
        for query in &collection.queries {
            let relevant = &collection.relevant[&query.id];
            let found = ask(&mut caller, &query.words(LONGEST_QUERY), mode, relevant).await?;
            let most = relevant.len().min(TOP);
            gains += gain(&found) / gain(&vec![true; most]);
            recalls += found.iter().filter(|found| **found).count() as f64 / most as f64;
        }
        let mean = |sum: f64| format!("{:.4}", sum / queries as f64);
        table.row([mode.to_owned(), mean(gains), mean(recalls)]);
    }
    table.note(format!("Written and indexed with the model at {}.", per_second(rate)));
    say(&table.to_string());
    Ok(())
}

/// Which of the first hits are relevant.
async fn ask(
    caller: &mut Caller,
    query: &str,
    mode: &str,
    relevant: &HashSet<String>,
) -> Outcome<Vec<bool>> {
    let wish = json!({ "query": query, "mode": mode, "limit": TOP });
    let answer = caller.send("POST", "/content/search-preview", &wish).await?;
    let hits = answer["items"].as_array().ok_or("no items")?;
    let document =
        |hit: &serde_json::Value| hit["chunk"]["metadata"]["document"].as_str().map(str::to_owned);
    Ok(hits.iter().map(|hit| document(hit).is_some_and(|name| relevant.contains(&name))).collect())
}

/// Discounted cumulative gain with binary relevance.
fn gain(found: &[bool]) -> f64 {
    let discounted =
        |(rank, found): (usize, &bool)| f64::from(u8::from(*found)) / (rank as f64 + 2.0).log2();
    found.iter().enumerate().map(discounted).sum()
}
