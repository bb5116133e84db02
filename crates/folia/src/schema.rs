//! The history of the tables, in the order in which it happened, and the kinds that live in them.

use auth::tokens::{self, Token};
use content::navlinks::{self, NavLink};
use store::schema::Migration;
use store::{Kind, Store, StoreError};

/// Append only: a released migration is never edited, moved or removed.
pub const MIGRATIONS: &[Migration] = &[tokens::MIGRATION, navlinks::MIGRATION];

pub const KINDS: &[&Kind] = &[&tokens::TOKENS, &navlinks::NAVLINKS];

/// Reads every document and compares it with its columns. Each line is a fault.
pub async fn verify(store: &Store) -> Result<Vec<String>, StoreError> {
    let mut faults = store.integrity().await?;
    faults.extend(store.verify::<Token>().await?);
    faults.extend(store.verify::<NavLink>().await?);
    Ok(faults)
}
