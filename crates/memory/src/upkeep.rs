//! What must hold of the memory as it is stored: chunks and feedback that a request could have written,
//! and chunks whose originals are there. `folia check` and `folia import` both go by it.

use std::collections::HashSet;

use kernel::{FieldErrors, Id};
use serde_json::value::to_raw_value;
use store::{Fault, Findings, Present, StoreError, Transaction};

use crate::chunks::{
    Chunk, ChunkInput, LONGEST_TEXT, Origin, WRITING, check_text, enqueue, forget, tidy_purposes,
};
use crate::indexing::{Indexed, VectorSet};
use crate::voice::{Feedback, FeedbackInput, ORIGIN as FEEDBACK_ORIGIN};

/// Users are named by whoever signs them in.
const LONGEST_USER: usize = 1000;
const LONGEST_KIND: usize = 40;
/// What is derived is described by tags and titles of its original, which have limits of their own.
const DERIVED_METADATA: usize = 128 * 1024;
/// Employers and posts, as a resume may call them.
const LONGEST_HOME: usize = 8000;

/// What of other wings chunks can be derived from: those that are there, by the name of their kind.
pub struct Originals<'a> {
    pub items: &'a Present,
    pub resumes: &'a Present,
    pub resume_kind: &'a str,
}

impl std::fmt::Debug for Originals<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Originals").field("resume_kind", &self.resume_kind).finish_non_exhaustive()
    }
}

/// Looks through everything.
pub fn inspect(
    transaction: &mut Transaction<'_>,
    originals: &Originals<'_>,
    findings: &mut Findings,
) -> Result<(), StoreError> {
    let feedback =
        transaction.scan::<Feedback>(|stored| check_feedback(&stored.document, findings))?;
    let existing = transaction.scan::<Chunk>(|stored| {
        let chunk = stored.document;
        check_chunk(&chunk, findings);
        let is_there = chunk.origin.as_ref().is_none_or(|origin| match origin.kind.as_str() {
            WRITING => originals.items.has(origin.id),
            FEEDBACK_ORIGIN => feedback.has(origin.id),
            kind => kind == originals.resume_kind && originals.resumes.has(origin.id),
        });
        if !is_there {
            let id = chunk.id;
            let fault = Fault::new("chunks.origin", id, "is derived from what is not there");
            findings.add_with_mend(fault, "it is forgotten", move |transaction| {
                forget(transaction, vec![id]).map(drop)
            });
        }
    })?;
    check_vectors(transaction, &existing, findings)
}

/// Vectors that the database keeps: each belongs to a chunk, and each set has its table.
fn check_vectors(
    transaction: &mut Transaction<'_>,
    existing: &Present,
    findings: &mut Findings,
) -> Result<(), StoreError> {
    let sets = VectorSet::readable(transaction)?;
    for set in sets.into_iter().filter(VectorSet::is_in_use) {
        let table = set.table();
        if !transaction.has_vectors(&table)? {
            let fault = Fault::new("vector_sets.table", table.id, "is not there");
            let is_serving = set.is_serving();
            findings.add_with_mend(fault, "it is forgotten", move |transaction| {
                if is_serving {
                    // They would say that every chunk has a vector.
                    transaction.delete_where::<Indexed>(&[])?;
                }
                transaction.delete::<VectorSet>(table.id)
            });
            continue;
        }
        for stamp in transaction.vector_stamps(&table, None)? {
            if !existing.has(stamp.id) {
                let fault =
                    Fault::new("vectors.chunk", stamp.id, "is of a chunk that is not there");
                findings.add_with_mend(fault, "it is removed", move |transaction| {
                    transaction.delete_vectors(&table, &[stamp.id])
                });
            }
        }
    }
    Ok(())
}

/// Leaves the indexing of every chunk that has no vector for later. How many those are.
pub fn index_again(transaction: &mut Transaction<'_>) -> Result<usize, StoreError> {
    let mut noted = HashSet::new();
    transaction.scan::<Indexed>(|stored| {
        noted.insert((stored.document.id, stored.document.chunk_version));
    })?;
    let mut waiting: Vec<Id> = Vec::new();
    // One that cannot be read has no text to make a vector of.
    transaction.scan::<Chunk>(|stored| {
        if !noted.contains(&(stored.document.id, stored.version)) {
            waiting.push(stored.document.id);
        }
    })?;
    for part in waiting.chunks(500) {
        enqueue(transaction, part.to_vec())?;
    }
    Ok(waiting.len())
}

fn check_chunk(chunk: &Chunk, findings: &mut Findings) {
    let id = chunk.id;
    let mut errors = FieldErrors::default();
    let metadata = to_raw_value(&chunk.metadata).ok();
    match &chunk.origin {
        None => {
            let purpose = chunk.purpose.clone();
            let input = ChunkInput::whole(chunk.text.clone(), purpose, metadata);
            input.check(&mut errors);
        }
        Some(Origin { kind, .. }) => {
            errors.keep("text", check_text(&chunk.text, LONGEST_TEXT));
            if metadata.is_none_or(|raw| raw.get().len() > DERIVED_METADATA) {
                errors.add("metadata", "is too large");
            }
            if kind.len() > LONGEST_KIND {
                errors.add("origin.type", "is no kind of original");
            }
        }
    }
    if tidy_purposes(chunk.purpose.clone()).is_ok_and(|tidy| tidy != chunk.purpose) {
        errors.add("purpose", "must name each purpose once");
    }
    if chunk.user_id.as_ref().is_some_and(|user| !is_user(user)) {
        errors.add("user_id", "is no name of a user");
    }
    findings.add_invalid("chunks.values", id, errors);
}

fn check_feedback(feedback: &Feedback, findings: &mut Findings) {
    let input = FeedbackInput::of(feedback);
    let mut errors = FieldErrors::default();
    input.check(&mut errors);
    if !is_user(&feedback.user_id) {
        errors.add("user_id", "is no name of a user");
    }
    let home = feedback.source_home.iter().flat_map(|home| [&home.company, &home.position]);
    if home.flatten().any(|text| text.chars().count() > LONGEST_HOME) {
        errors.add("source_home", "is too long");
    }
    findings.add_invalid("voice_feedback.values", feedback.id, errors);
}

fn is_user(user_id: &str) -> bool {
    !user_id.is_empty() && user_id.chars().nth(LONGEST_USER).is_none()
}
