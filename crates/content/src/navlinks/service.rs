use std::sync::Arc;

use kernel::{ExpectedVersion, FieldErrors, Id};
use store::{
    ChangeError, Live, Once, Query, Revision, Store, StoreError, Stored, Transaction, View,
};

use super::snapshot::Snapshot;
use super::{NavLink, NavLinkInput};

/// The links of a site: reads from memory, writes through the store.
#[derive(Clone, Debug)]
pub struct NavLinks {
    store: Store,
    live: Live<Snapshot>,
}

/// One moment of the links.
#[derive(Clone, Debug)]
pub struct NavLinksReading(Arc<View<Snapshot>>);

impl NavLinksReading {
    /// The last write it shows.
    pub fn revision(&self) -> Revision {
        self.0.revision
    }

    pub fn links(&self) -> impl Iterator<Item = &NavLink> {
        self.0.content.links().iter().map(|stored| &stored.document)
    }
}

const STREAM: &str = "navlinks";

impl NavLinks {
    pub async fn open(store: Store) -> Result<Self, StoreError> {
        let live = Live::open(store.clone(), STREAM, |transaction, _| Snapshot::load(transaction));
        Ok(Self { live: live.await?, store })
    }

    /// Keeps the snapshot in step with other processes.
    pub async fn follow(self) {
        self.live.follow().await;
    }

    /// How many links readers see.
    pub fn len(&self) -> usize {
        self.read(Snapshot::len)
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The links in order, as they stand.
    pub fn reading(&self) -> NavLinksReading {
        NavLinksReading(self.live.current_full())
    }

    pub(super) fn read<T>(&self, read: impl FnOnce(&Snapshot) -> T) -> T {
        read(&self.live.current().content)
    }

    pub async fn create(
        &self,
        input: NavLinkInput,
        once: Option<Once>,
    ) -> Result<Stored<NavLink>, ChangeError> {
        let mut errors = FieldErrors::default();
        input.check_complete(&mut errors);
        input.check(&mut errors);
        errors.finish()?;
        self.change(move |transaction| {
            // Nobody else may take the place after the last link meanwhile.
            transaction.enter(STREAM)?;
            if let Some(document) = transaction.outcome(once.as_ref())? {
                return Ok(Stored { version: 1, document });
            }
            let now = transaction.now();
            let mut link = NavLink {
                id: transaction.generate_id(),
                title: String::new(),
                url: String::new(),
                icon: String::new(),
                sort_order: next_sort_order(transaction)?,
                new_tab: false,
                created_at: now,
                updated_at: now,
            };
            input.clone().apply(&mut link);
            transaction.remember(once.as_ref(), || link.clone())?;
            Ok(transaction.insert(link)?)
        })
        .await
    }

    pub async fn update(
        &self,
        id: Id,
        input: NavLinkInput,
        expected: ExpectedVersion,
    ) -> Result<Stored<NavLink>, ChangeError> {
        let mut errors = FieldErrors::default();
        input.check(&mut errors);
        errors.finish()?;
        self.change(move |transaction| {
            let mut stored = transaction.get::<NavLink>(id)?;
            expected.check(stored.version)?;
            input.clone().apply(&mut stored.document);
            stored.document.updated_at = transaction.now();
            Ok(transaction.replace(stored)?)
        })
        .await
    }

    pub async fn delete(&self, id: Id, expected: ExpectedVersion) -> Result<(), ChangeError> {
        self.change(move |transaction| {
            let stored = transaction.get::<NavLink>(id)?;
            expected.check(stored.version)?;
            Ok(transaction.delete::<NavLink>(id)?)
        })
        .await
    }

    /// Writes, and answers only when readers see what was written.
    async fn change<T: Send + 'static>(
        &self,
        mut work: impl FnMut(&mut Transaction<'_>) -> Result<T, ChangeError> + Send + 'static,
    ) -> Result<T, ChangeError> {
        let written: Result<(T, Revision), ChangeError> = self
            .store
            .write(move |transaction| {
                let outcome = work(transaction)?;
                Ok((outcome, transaction.enter(STREAM)?))
            })
            .await;
        let (outcome, revision) = written?;
        self.live.reach(revision).await?;
        Ok(outcome)
    }
}

fn next_sort_order(transaction: &mut Transaction<'_>) -> Result<f64, StoreError> {
    let last_first = Query::all().descending("sort_order");
    let last = transaction.page::<NavLink>(&last_first, kernel::Page::first(1))?;
    Ok(last.items.first().map_or(1.0, |last| last.document.sort_order.floor() + 1.0))
}
