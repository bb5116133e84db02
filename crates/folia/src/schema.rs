//! The history of the tables, in the order in which it happened, and the kinds that live in them.

use auth::links::{self, OwnerLink};
use auth::sessions::{self, Session};
use auth::tokens::{self, Token};
use content::items::{self, Body, Item};
use content::navlinks::{self, NavLink};
use content::redirects::{self, Hits, Redirect};
use content::sections::{self, Section};
use store::schema::Migration;
use store::{Kind, Store, StoreError};

/// Append only: a released migration is never edited, moved or removed.
pub const MIGRATIONS: &[Migration] = &[
    tokens::MIGRATION,
    navlinks::MIGRATION,
    sections::MIGRATION,
    items::MIGRATION,
    redirects::MIGRATION,
    sessions::MIGRATION,
    links::MIGRATION,
];

pub const KINDS: &[&Kind] = &[
    &tokens::TOKENS,
    &navlinks::NAVLINKS,
    &sections::SECTIONS,
    &items::ITEMS,
    &items::BODIES,
    &redirects::REDIRECTS,
    &redirects::HITS,
    &sessions::SESSIONS,
    &links::LINKS,
];

/// Reads every document and compares it with its columns. Each line is a fault.
pub async fn verify(store: &Store) -> Result<Vec<String>, StoreError> {
    let mut faults = store.integrity().await?;
    faults.extend(store.verify::<Token>().await?);
    faults.extend(store.verify::<NavLink>().await?);
    faults.extend(store.verify::<Section>().await?);
    faults.extend(store.verify::<Item>().await?);
    faults.extend(store.verify::<Body>().await?);
    faults.extend(store.verify::<Redirect>().await?);
    faults.extend(store.verify::<Hits>().await?);
    faults.extend(store.verify::<Session>().await?);
    faults.extend(store.verify::<OwnerLink>().await?);
    Ok(faults)
}
