use std::sync::Arc;
use std::time::Duration;

use kernel::{Id, Timestamp};
use store::{Live, Store, StoreError, Transaction, View};

use crate::STREAM;
use crate::bodies::Bodies;
use crate::changed::Changed;
use crate::error::ContentError;
use crate::listings::KeptPages;
use crate::media_uses::ShownInBodies;
use crate::misses::MissCounter;
use crate::preview_links::SigningKey;
use crate::redirects::HitCounter;
use crate::tree::{Tree, advance, load};

/// What the owner can choose about the content tree.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How long a redirect lives; for ever when absent.
    pub redirect_life: Option<Duration>,
    /// How many bytes of bodies to keep in memory.
    pub body_cache: u64,
}

/// The content of a site: reads from the tree in memory, writes through the store. Every request
/// has one, so it is a single pointer.
#[derive(Clone, Debug)]
pub struct Content(pub(crate) Arc<Parts>);

#[derive(Debug)]
pub(crate) struct Parts {
    pub(crate) store: Store,
    pub(crate) bodies: Bodies,
    pub(crate) kept_pages: KeptPages,
    pub(crate) hits: HitCounter,
    pub(crate) misses: MissCounter,
    pub(crate) shown_in_bodies: ShownInBodies,
    pub(crate) signing_key: SigningKey,
    pub(crate) options: Options,
    live: Live<Tree>,
}

/// One change in progress: the transaction, and the tree exactly as it stands before it.
pub(crate) struct Change<'t, 'a> {
    pub(crate) transaction: &'t mut Transaction<'a>,
    pub(crate) tree: Arc<Tree>,
    pub(crate) options: Options,
    /// What whoever follows the content has to look at again.
    pub(crate) changed: Changed,
}

impl Change<'_, '_> {
    pub(crate) fn now(&self) -> Timestamp {
        self.transaction.now()
    }

    pub(crate) fn generate_id(&self) -> Id {
        self.transaction.generate_id()
    }
}

impl Content {
    pub async fn open(store: Store, options: Options) -> Result<Self, StoreError> {
        Ok(Self(Arc::new(Parts {
            live: Live::open(store.clone(), STREAM, load).await?,
            bodies: Bodies::new(store.clone(), options.body_cache),
            kept_pages: KeptPages::default(),
            hits: HitCounter::default(),
            misses: MissCounter::default(),
            shown_in_bodies: ShownInBodies::default(),
            signing_key: SigningKey::default(),
            options,
            store,
        })))
    }

    /// Keeps the tree in step with other processes, and writes down what was counted.
    pub async fn follow(self) {
        let counting = self.0.hits.clone().keep_writing(self.0.store.clone());
        let missing = self.0.misses.clone().keep_writing(self.0.store.clone());
        let links = self.keep_completing_links();
        tokio::join!(self.0.live.clone().follow(), counting, missing, links);
    }

    pub(crate) fn tree(&self) -> Arc<View<Tree>> {
        self.0.live.current_full()
    }

    pub(crate) fn read<T>(&self, read: impl FnOnce(&Tree) -> T) -> T {
        read(&self.0.live.current().content)
    }

    pub(crate) fn now(&self) -> Timestamp {
        self.0.store.clock().now()
    }

    pub(crate) async fn catch_up(&self) -> Result<(), StoreError> {
        self.0.live.catch_up().await
    }

    /// Runs a change while nobody else can make one, and answers when readers see it.
    pub(crate) async fn change<T: Send + 'static>(
        &self,
        mut work: impl FnMut(&mut Change<'_, '_>) -> Result<T, ContentError> + Send + 'static,
    ) -> Result<T, ContentError> {
        let (live, options) = (self.0.live.clone(), self.0.options);
        let written: Result<_, ContentError> = self
            .0
            .store
            .write(move |transaction| {
                // Before the tree is looked at. From here to the commit nobody else can write
                // content, so what is decided on the tree still holds when it is written.
                let revision = transaction.enter(STREAM)?;
                let view = live.current_full();
                // Usually the tree is exactly what this transaction sees. It is behind when
                // another node has written, or a neighbour in the same commit.
                let tree = match revision.directly_follows(view.revision) {
                    true => Arc::new(view.content.clone()),
                    false => Arc::new(advance(transaction, &view)?),
                };
                let changed = Changed::default();
                let mut change = Change { transaction, tree, options, changed };
                let outcome = work(&mut change)?;
                // In the transaction: a change that is announced has happened, and one that has
                // happened is announced.
                change.changed.announce(change.transaction)?;
                Ok((outcome, revision))
            })
            .await;
        let (outcome, revision) = written?;
        // Only now may the writer be answered. Its next read must see what it wrote.
        self.0.live.reach(revision).await?;
        Ok(outcome)
    }
}
