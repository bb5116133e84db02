use kernel::Id;
use memory::chunks::Chunk;
use memory::derived::derived_from;
use serde_json::Value;
use store::{StoreError, Stored, Transaction};
use tailor::facts::{DocumentFact, Fact, facts_of};

use super::assembled::assemble;
use super::original::Original;
use crate::Career;
use crate::resumes::{Resume, default_resume, origin_of, remember};
use crate::runs::RunError;

impl Career {
    /// The resume that was asked for, or the default one, or what the memory knows of employers.
    pub(super) async fn original(&self, resume_id: Option<Id>) -> Result<Original, RunError> {
        let read = move |transaction: &mut Transaction<'_>| find(transaction, resume_id);
        let Some(found) = self.store.read(read).await? else {
            return self.store.read(assemble).await?.ok_or(RunError::NothingToTailor);
        };
        if let Some(original) = found.original()? {
            return Ok(original);
        }
        // Somebody has deleted or changed chunks by hand. They follow the document, so they are
        // made what it says again.
        let again = move |transaction: &mut Transaction<'_>| -> Result<_, RunError> {
            // Found again inside of the writing transaction. What was read outside of it may be
            // another resume by now.
            let found = find(transaction, resume_id)?;
            let Some(found) = found else { return Ok(None) };
            let tree = found.resume.tree().map_err(RunError::broken)?;
            remember(transaction, &found.resume, &tree)?;
            let resume_id = found.resume.id;
            let chunks = derived_from(transaction, &origin_of(resume_id))?;
            Ok(Some(Told { resume: found.resume, chunks }))
        };
        let told = self.store.write(again).await?.ok_or(RunError::NothingToTailor)?;
        told.original()?.ok_or_else(|| RunError::broken("chunks do not follow their resume"))
    }
}

/// A resume and its chunks at one moment.
struct Told {
    resume: Resume,
    chunks: Vec<Stored<Chunk>>,
}

fn find(
    transaction: &mut Transaction<'_>,
    resume_id: Option<Id>,
) -> Result<Option<Told>, RunError> {
    let resume = match resume_id {
        Some(id) => Some(transaction.find::<Resume>(id)?.ok_or(RunError::UnknownResume)?),
        None => default_resume(transaction)?,
    };
    let told = |resume: Stored<Resume>| -> Result<Told, StoreError> {
        let chunks = derived_from(transaction, &origin_of(resume.document.id))?;
        Ok(Told { resume: resume.document, chunks })
    };
    Ok(resume.map(told).transpose()?)
}

impl Told {
    /// None when a fact of the document has no chunk.
    fn original(&self) -> Result<Option<Original>, RunError> {
        let document = self.resume.tree().map_err(RunError::broken)?;
        let facts = facts_of(&document).into_iter().map(|fact| self.with_chunk(fact));
        let Some(facts) = facts.collect::<Option<Vec<_>>>() else { return Ok(None) };
        let arrangement = self.resume.arrangement.paths.clone();
        let language = self.resume.language(&document);
        let resume_id = Some(self.resume.id);
        let has_place_in_one_text = self.resume.has_place_in_one_text();
        let written = self.resume.written().map_err(RunError::broken)?;
        Ok(Some(Original {
            document,
            written,
            facts,
            resume_id,
            arrangement,
            language,
            has_place_in_one_text,
        }))
    }

    fn with_chunk(&self, fact: DocumentFact) -> Option<Fact> {
        let path = fact.place.to_string();
        let is_it = |chunk: &&Stored<Chunk>| {
            let chunk = &chunk.document;
            let place = chunk.metadata.get("path").and_then(Value::as_str);
            // By place and by text: the same sentence may stand twice, and an old chunk may have
            // the place.
            place == Some(path.as_str()) && chunk.text == fact.text
        };
        let chunk = &self.chunks.iter().find(is_it)?.document;
        Some(Fact::new(fact, chunk.id))
    }
}
