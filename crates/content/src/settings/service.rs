use std::sync::Arc;

use kernel::{ExpectedVersion, FieldErrors, Id, Invalid};
use store::{ChangeError, Live, Revision, Store, StoreError, Stored, Transaction};

use super::kind::{ONLY, STREAM};
use super::snapshot::{Snapshot, UNCHANGED};
use super::{Home, SettingsChange, SiteSettings};
use crate::items::{ContentType, Item};
use crate::sections::Section;

/// The settings of a site: reads from memory, writes through the store.
#[derive(Clone, Debug)]
pub struct Settings {
    store: Store,
    live: Live<Snapshot>,
}

impl Settings {
    pub async fn open(store: Store) -> Result<Self, StoreError> {
        let live = Live::open(store.clone(), STREAM, |transaction, _| Snapshot::load(transaction));
        Ok(Self { live: live.await?, store })
    }

    /// Keeps the settings in step with other processes.
    pub async fn follow(self) {
        self.live.follow().await;
    }

    /// The settings as they stand.
    pub fn current(&self) -> Arc<SiteSettings> {
        self.live.current().content.settings.clone()
    }

    /// As [`Settings::current`], for those who keep what they made of them: while the revision is
    /// the same, so are the settings.
    pub fn current_at(&self) -> (Arc<SiteSettings>, Revision) {
        let view = self.live.current();
        (view.content.settings.clone(), view.revision)
    }

    pub(super) fn read<T>(&self, read: impl FnOnce(&Snapshot) -> T) -> T {
        read(&self.live.current().content)
    }

    /// Changes what the input names, and answers when readers see it.
    pub async fn update(
        &self,
        mut change: SettingsChange,
        expected: ExpectedVersion,
    ) -> Result<Stored<SiteSettings>, ChangeError> {
        let mut errors = FieldErrors::default();
        change.check(&mut errors);
        errors.finish()?;
        let written: Result<_, ChangeError> = self
            .store
            .write(move |transaction| {
                // Of two first changes the second must find the document of the first.
                let revision = transaction.enter(STREAM)?;
                let found = transaction.find::<SiteSettings>(ONLY)?;
                let mut stored = found.unwrap_or_else(|| Stored {
                    version: UNCHANGED,
                    document: SiteSettings::default(),
                });
                expected.check(stored.version)?;
                // In the transaction, so that the page cannot be deleted between the check and the
                // write.
                if let Some(home) = change.home {
                    check_home(transaction, home)?;
                }
                change.clone().apply(&mut stored.document);
                stored.document.updated_at = Some(transaction.now());
                // Only the first change inserts. The stream is held, so nobody else can have.
                let stored = match stored.version {
                    UNCHANGED => transaction.insert(stored.document)?,
                    _ => transaction.replace(stored)?,
                };
                Ok((stored, revision))
            })
            .await;
        let (stored, revision) = written?;
        self.live.reach(revision).await?;
        Ok(stored)
    }

    /// A resume is gone: pages that link to it as the public one would lead to nothing.
    pub async fn forget_resume(&self, id: Id) -> Result<(), StoreError> {
        let revision = self
            .store
            .write(move |transaction| {
                let revision = transaction.enter(STREAM)?;
                let found = transaction.find::<SiteSettings>(ONLY)?;
                let chosen = found.filter(|stored| stored.document.resume.id == Some(id));
                if let Some(mut stored) = chosen {
                    stored.document.resume.id = None;
                    stored.document.updated_at = Some(transaction.now());
                    transaction.replace(stored)?;
                }
                Ok::<_, StoreError>(revision)
            })
            .await?;
        self.live.reach(revision).await
    }
}

/// What is chosen for the home page must exist now. It may vanish later, and whoever shows the home
/// page has an answer to that.
fn check_home(transaction: &mut Transaction<'_>, home: Home) -> Result<(), ChangeError> {
    let found = match home {
        Home::Introduction => true,
        Home::Section { id } => is_section(transaction, id)?,
        Home::Page { id } => is_page(transaction, id)?,
    };
    match found {
        true => Ok(()),
        false => Err(Invalid::field("home.id", "names nothing that could be shown").into()),
    }
}

fn is_section(transaction: &mut Transaction<'_>, id: Id) -> Result<bool, StoreError> {
    let found = transaction.find::<Section>(id)?;
    Ok(found.is_some_and(|stored| stored.document.deleted_at.is_none()))
}

fn is_page(transaction: &mut Transaction<'_>, id: Id) -> Result<bool, StoreError> {
    let found = transaction.find::<Item>(id)?;
    Ok(found.is_some_and(|Stored { document: item, .. }| {
        item.content_type == ContentType::Page && item.deleted_at.is_none()
    }))
}
