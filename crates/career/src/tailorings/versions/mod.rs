//! What a tailored resume said before its owner worded it otherwise. A version is kept whole, and never
//! changed; the newest one is the result itself.

pub mod api;
mod kind;

use kernel::{Id, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{Filter, Query, StoreError, Transaction};
use tailor::Statement;

use super::Tailoring;
use crate::Career;
pub use kind::{MIGRATION, VERSIONS};

/// Older versions of one result that are kept; the oldest make room.
const MOST: i64 = 50;

/// A version as it is stored.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TailoringVersion {
    pub id: Id,
    pub user_id: String,
    pub tailoring_id: Id,
    /// From 1, which is what was delivered.
    pub number: i64,
    pub resume: Value,
    pub statements: Vec<Statement>,
    /// When it came to be.
    pub saved_at: Timestamp,
}

impl TailoringVersion {
    /// What a result says now, as a version under an id of its own.
    fn of(tailoring: &Tailoring, id: Id) -> Self {
        Self {
            id,
            user_id: tailoring.user_id.clone(),
            tailoring_id: tailoring.id,
            number: tailoring.version,
            resume: tailoring.resume.clone(),
            statements: tailoring.statements.clone(),
            saved_at: tailoring.edited_at.unwrap_or(tailoring.created_at),
        }
    }
}

/// Keeps what a result says before it is changed.
fn keep_version(
    transaction: &mut Transaction<'_>,
    tailoring: &Tailoring,
) -> Result<(), StoreError> {
    let version = TailoringVersion::of(tailoring, transaction.generate_id());
    let oldest = version.number - MOST;
    transaction.insert(version)?;
    let of_this = Filter::equal("tailoring_id", tailoring.id);
    transaction
        .delete_where::<TailoringVersion>(&[of_this, Filter::below("number", oldest + 1)])?;
    Ok(())
}

/// After a change: where a result says something else than before, what it said is kept as a version, and
/// what it says now is the next one.
pub(super) fn keep_changed(
    transaction: &mut Transaction<'_>,
    tailoring: &mut Tailoring,
    before: &Tailoring,
) -> Result<(), StoreError> {
    if tailoring.resume != before.resume {
        keep_version(transaction, before)?;
        tailoring.version += 1;
        tailoring.edited_at = Some(transaction.now());
    }
    Ok(())
}

/// Forgets the versions of a result.
pub(super) fn forget_versions(
    transaction: &mut Transaction<'_>,
    tailoring_id: Id,
) -> Result<(), StoreError> {
    let of_this = Filter::equal("tailoring_id", tailoring_id);
    transaction.delete_where::<TailoringVersion>(&[of_this])?;
    Ok(())
}

impl Career {
    /// All versions of a result, the newest first: what it says now is one of them.
    async fn list_versions(
        &self,
        user_id: &str,
        id: Id,
    ) -> Result<Vec<TailoringVersion>, StoreError> {
        let now = self.get_tailoring(user_id, id).await?.document;
        let query = Query::all().filter(Filter::equal("tailoring_id", id)).descending("number");
        let older = self.store.list::<TailoringVersion>(query).await?;
        let older = older.into_iter().map(|stored| stored.document);
        // A change in between would put the same number into both.
        let older = older.filter(|version| version.number < now.version);
        Ok(std::iter::once(TailoringVersion::of(&now, now.id)).chain(older).collect())
    }

    /// One version of a result by its number; none when there is no such.
    async fn find_version(
        &self,
        user_id: &str,
        id: Id,
        number: i64,
    ) -> Result<Option<TailoringVersion>, StoreError> {
        let all = self.list_versions(user_id, id).await?;
        Ok(all.into_iter().find(|version| version.number == number))
    }
}
