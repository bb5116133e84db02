//! The memory: what a search takes beside embedding its query at ten thousand to a million chunks,
//! how fast chunks get in, how soon a restarted service answers; and how good the answers are.
//!
//! For speed, vectors come from a service of the bench's own, which answers at once with vectors in
//! clusters: what the model costs is in `docs/recall.md`. For quality the real model embeds, where
//! it is installed.

mod collection;
mod quality;
pub(crate) mod service;
pub(crate) mod speed;
mod words;

use std::path::PathBuf;

use clap::Args;
use tokio::runtime::Builder;

use crate::{Outcome, Settings, say};

#[derive(Debug, Default, Args)]
pub(crate) struct Wish {
    /// A folder with corpus.jsonl, queries.jsonl and qrels.tsv [default: fixtures/retrieval]
    #[arg(long, value_name = "FOLDER")]
    collection: Vec<PathBuf>,
    /// The embedding model [default: where tools/setup puts it]
    #[arg(long, value_name = "FOLDER")]
    model: Option<PathBuf>,
    /// Only speed, or only quality
    #[arg(long, value_name = "PART")]
    only: Option<String>,
    /// How many chunks, instead of ten thousand, a hundred thousand and a million
    #[arg(long, value_name = "NUMBER")]
    chunks: Vec<usize>,
    /// On the server TEST_POSTGRES_URL names, with vectors in it if it has pgvector
    #[arg(long)]
    postgres: bool,
}

pub(crate) fn run(settings: &Settings, wish: &Wish) -> Outcome<()> {
    let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let only = wish.only.as_deref();
    if only != Some("quality") {
        let sizes = match (wish.chunks.as_slice(), settings.quick) {
            ([], true) => &[1_000][..],
            ([], false) => &[10_000, 100_000, 1_000_000][..],
            (given, _) => given,
        };
        for &chunks in sizes {
            runtime.block_on(speed::run(settings, chunks, wish.postgres))?;
        }
    }
    if only == Some("speed") {
        return Ok(());
    }
    let Some(model) = wish.model.clone().or_else(usual_model) else {
        say("search: quality was not measured, the model is not installed (tools/setup)\n");
        return Ok(());
    };
    let own = [PathBuf::from("fixtures/retrieval")];
    let collections = if wish.collection.is_empty() { &own[..] } else { &wish.collection };
    for collection in collections {
        runtime.block_on(quality::run(settings, &model, collection))?;
    }
    Ok(())
}

pub(crate) fn usual_model() -> Option<PathBuf> {
    let folder = std::env::home_dir()?.join(".local/share/folia/models/all-MiniLM-L6-v2");
    folder.join("model.safetensors").is_file().then_some(folder)
}
