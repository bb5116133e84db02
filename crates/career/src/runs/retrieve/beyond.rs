use std::collections::HashMap;

use memory::chunks::{ChunkView, Source};
use memory::search::Found;
use serde_json::Value;
use tailor::facts::{Fact, Similarity};
use tailor::without_turns;

use crate::resumes::ORIGIN as RESUME;

/// Hits of the search that are looked at.
pub(super) const LOOKED_AT: usize = 60;
/// Facts that are taken from beyond the resume.
const MOST: usize = 16;
/// From one employer, or from one piece of writing, so that it does not crowd out the rest.
const MOST_OF_ONE: usize = 2;

/// What the memory knows beside the resume, best first. Another resume is another telling of the
/// same life, not more of it, so its chunks are left out.
pub(super) fn facts_beyond(known: &[Fact], found: Vec<Found>) -> Vec<Fact> {
    let mut of_one: HashMap<String, usize> = HashMap::new();
    let mut beyond = Vec::new();
    for Found { chunk, .. } in found {
        if beyond.len() == MOST {
            break;
        }
        let is_known = known.iter().any(|fact| fact.chunk_id == chunk.id);
        // Of any resume, also of this one: its facts are `known` already.
        let of_a_resume = chunk.origin.as_ref().is_some_and(|origin| origin.kind == RESUME);
        // How somebody likes to sound is no fact.
        let is_voice = chunk.source == Source::VoiceFeedback;
        if is_known || of_a_resume || is_voice {
            continue;
        }
        if let Some(home) = home(&chunk) {
            let taken = of_one.entry(home).or_default();
            // One long essay about a subject would otherwise fill all places.
            if *taken == MOST_OF_ONE {
                continue;
            }
            *taken += 1;
        }
        beyond.push(fact(chunk));
    }
    beyond
}

/// What a chunk belongs to: an employer, or the writing it was made from.
fn home(chunk: &ChunkView) -> Option<String> {
    let company = chunk.metadata.get("company").and_then(Value::as_str);
    let origin = || chunk.origin.as_ref().map(|origin| origin.id.to_string());
    company.map(str::to_lowercase).or_else(origin)
}

fn fact(chunk: ChunkView) -> Fact {
    let named = |key: &str| chunk.metadata.get(key).and_then(Value::as_str).map(str::to_owned);
    let (company, position) = (named("company"), named("position"));
    Fact {
        chunk_id: chunk.id,
        text: without_turns(&chunk.text).into_owned(),
        place: None,
        company,
        position,
        similarity: Similarity::default(),
    }
}
