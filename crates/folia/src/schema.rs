//! The history of the tables, in the order in which it happened, and what lives in them.

use auth::links::{self as owner_links, OwnerLink};
use auth::sessions::{self as browser_sessions, Session};
use auth::signin::{self, AttemptKey, SpentAttempt};
use auth::tokens::{self, Token};
use career::resumes::{self, Resume};
use career::runs::{self, TailoringTurns};
use career::tailorings::versions::{self, TailoringVersion};
use career::tailorings::{self, Tailoring};
use contact::messages::{self, Message};
use contact::notification::{self, Notice};
use contact::secrets::{self, Secret};
use contact::{Arrival, Spent};
use content::items::{self, Body, Item};
use content::misses::{self, Miss};
use content::navlinks::{self, NavLink};
use content::preview_links::{self, PreviewKey, PreviewLink};
use content::redirects::{self, Hits, Redirect};
use content::revisions::{self, Revision, RevisionBody};
use content::sections::{self, Section};
use content::settings::{self, SiteSettings};
use media::site_mark::{self, SiteMark};
use media::unfinished::{self, Unfinished};
use media::uploads::{self, Upload};
use memory::chunks::{self, Chunk, Forgotten};
use memory::derived::{self, Derivation};
use memory::indexing::{self, Indexed, IndexingTurn, Reindexing, VectorSet};
use memory::voice::{self, Feedback};
use site::counts;
use site::counts::PageCount;
use store::once::{self, Outcome};
use store::schema::Migration;
use store::{Collection, Integrity, Store, StoreError};

use crate::backups::{self, BackupState};
use crate::upkeep;

/// Append only: a released migration is never edited, moved or removed.
pub const MIGRATIONS: &[Migration] = &[
    tokens::MIGRATION,
    navlinks::MIGRATION,
    sections::MIGRATION,
    items::MIGRATION,
    redirects::MIGRATION,
    browser_sessions::MIGRATION,
    owner_links::MIGRATION,
    signin::MIGRATION,
    secrets::MIGRATION,
    contact::MIGRATION,
    messages::MIGRATION,
    notification::MIGRATION,
    uploads::MIGRATION,
    unfinished::MIGRATION,
    chunks::MIGRATION,
    voice::MIGRATION,
    indexing::MIGRATION,
    derived::MIGRATION,
    resumes::MIGRATION,
    tailorings::MIGRATION,
    chunks::VERSIONS_MIGRATION,
    settings::MIGRATION,
    voice::OWNER_MIGRATION,
    counts::MIGRATION,
    revisions::MIGRATION,
    misses::MIGRATION,
    preview_links::MIGRATION,
    signin::KEY_MIGRATION,
    versions::MIGRATION,
    indexing::REINDEXING_MIGRATION,
    backups::MIGRATION,
    once::MIGRATION,
    indexing::SHARED_MIGRATION,
    runs::MIGRATION,
    site_mark::MIGRATION,
];

/// Everything that is stored, in an order in which it can be brought back.
pub const COLLECTIONS: &[Collection] = &[
    Collection::of::<Token>(),
    Collection::of::<NavLink>(),
    Collection::of::<Section>(),
    Collection::of::<Item>(),
    Collection::of::<Body>(),
    Collection::of::<Redirect>(),
    Collection::of::<Hits>(),
    Collection::of::<Miss>(),
    // What is `not_archived` is of this machine or of this hour: keys, sessions, and what can be
    // made again.
    Collection::of::<Session>().not_archived(),
    Collection::of::<OwnerLink>().not_archived(),
    Collection::of::<SpentAttempt>().not_archived(),
    Collection::of::<AttemptKey>().not_archived(),
    Collection::of::<Secret>().not_archived(),
    Collection::of::<Spent>().not_archived(),
    Collection::of::<Arrival>().not_archived(),
    Collection::of::<Message>(),
    Collection::of::<Notice>().not_archived(),
    Collection::of::<Upload>(),
    Collection::of::<Unfinished>().not_archived(),
    Collection::of::<SiteMark>().not_archived(),
    Collection::of::<Chunk>(),
    Collection::of::<Forgotten>().not_archived(),
    Collection::of::<Feedback>(),
    Collection::of::<Indexed>().not_archived(),
    Collection::of::<Reindexing>().not_archived(),
    Collection::of::<VectorSet>().not_archived(),
    Collection::of::<IndexingTurn>().not_archived(),
    Collection::of::<Derivation>().not_archived(),
    Collection::of::<Resume>(),
    Collection::of::<Tailoring>(),
    Collection::of::<TailoringVersion>(),
    Collection::of::<TailoringTurns>().not_archived(),
    Collection::of::<SiteSettings>(),
    Collection::of::<PageCount>(),
    Collection::of::<Revision>(),
    Collection::of::<RevisionBody>(),
    Collection::of::<PreviewLink>().not_archived(),
    Collection::of::<PreviewKey>().not_archived(),
    Collection::of::<BackupState>().not_archived(),
    Collection::of::<Outcome>().not_archived(),
];

/// Reads every document, and holds it and all of them together against the rules. Each line is a fault.
pub async fn verify(store: &Store) -> Result<Vec<String>, StoreError> {
    let Integrity { broken: mut faults, odd } = store.integrity().await?;
    faults.extend(odd);
    let findings = store.read(upkeep::inspect).await?;
    faults.extend(findings.faults().map(ToString::to_string));
    Ok(faults)
}
