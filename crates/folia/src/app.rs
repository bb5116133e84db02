use std::time::Duration;

use auth::Auth;
use auth::tokens::Tokens;
use career::Career;
use contact::Contact;
use content::Content;
use content::navlinks::NavLinks;
use edge::{Frame, Front, Metrics};
use media::Media;
use media::blobs::BlobError;
use memory::Memory;
use outbound::mail::Mailer;
use store::outbox::Runner;
use store::{Location, Options, Store, StoreError};

use crate::config::{Config, MetricsAccess};
use crate::docs::Docs;
use crate::embedding::provider;
use crate::{jobs, routes, schema};

/// All wings of a site over one store, ready to be served.
#[derive(Clone, Debug)]
pub struct App {
    pub store: Store,
    pub auth: Auth,
    pub tokens: Tokens,
    pub content: Content,
    pub navlinks: NavLinks,
    pub contact: Contact,
    pub media: Media,
    pub memory: Memory,
    pub career: Career,
    pub metrics: Metrics,
    pub(crate) mailer: Mailer,
    pub(crate) docs: Docs,
    pub(crate) metrics_access: MetricsAccess,
    front: Front,
}

/// Why a site cannot be put together.
#[derive(Debug, thiserror::Error)]
pub enum AppError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Media(#[from] BlobError),
}

/// Opens the documents of a site and brings their tables up to date.
pub async fn open_store(location: &Location, options: Options) -> Result<Store, StoreError> {
    let store = Store::open(location, options).await?;
    let applied = store.migrate(schema::MIGRATIONS).await?;
    if !applied.is_empty() {
        tracing::info!(?applied, "the database was brought up to date");
    }
    Ok(store)
}

impl App {
    pub async fn new(store: Store, config: &Config) -> Result<Self, AppError> {
        let auth = Auth::new(store.clone(), config.auth.clone());
        let metrics = Metrics::default();
        let index = config.data_dir.join("index");
        let becomes_chunks = vec![content::reading::CHANGED];
        let provider = provider(&config.embedding);
        let memory = Memory::new(store.clone(), provider, index, becomes_chunks);
        let media = Media::open(store.clone(), &config.media)?;
        media.count_in(&metrics);
        Ok(Self {
            tokens: auth.tokens.clone(),
            auth,
            content: Content::open(store.clone(), config.content).await?,
            navlinks: NavLinks::open(store.clone()).await?,
            career: Career::new(store.clone(), memory.clone(), config.tailoring.clone()),
            memory,
            contact: Contact::open(store.clone(), config.contact.clone(), &metrics).await?,
            media,
            mailer: config.mailer.clone(),
            metrics,
            docs: Docs::default(),
            metrics_access: config.metrics,
            front: Front { https: config.is_https(), proxies: config.trusted_proxies.clone() },
            store,
        })
    }

    /// The service that answers requests.
    pub fn frame(&self) -> Frame {
        let table = routes::table(self);
        self.docs.describe(&table);
        let router = table.into_router(&self.metrics);
        let authenticate = auth::authenticator(self.auth.clone());
        let randomness = self.store.randomness().clone();
        Frame::new(router, authenticate, &self.metrics, randomness, self.front.clone())
    }

    /// The description of the API, once [`App::frame`] has made it.
    pub fn openapi(&self) -> bytes::Bytes {
        self.docs.openapi().cloned().unwrap_or_default()
    }

    /// Does what transactions have left to be done afterwards.
    pub fn jobs(&self) -> Runner {
        Runner::new(self.store.clone(), jobs::handlers(self))
    }

    /// Starts what runs beside the requests, for as long as the process lives.
    pub fn start_background(&self) {
        tokio::spawn(self.navlinks.clone().follow());
        tokio::spawn(self.content.clone().follow());
        tokio::spawn(self.memory.clone().follow());
        tokio::spawn(sweep(self.store.clone()));
        tokio::spawn(clean_up_media(self.media.clone()));
    }
}

const SWEEP_EVERY: Duration = Duration::from_secs(10 * 60);

/// Removes documents whose time has run out. They were invisible already.
async fn sweep(store: Store) {
    loop {
        tokio::time::sleep(SWEEP_EVERY).await;
        let swept: Result<u64, StoreError> = store
            .write(|transaction| {
                let kinds = schema::COLLECTIONS.iter().map(|collection| collection.kind);
                let expiring = kinds.filter(|kind| kind.expires);
                expiring.map(|kind| transaction.delete_expired(kind)).sum()
            })
            .await;
        match swept {
            Ok(0) => {}
            Ok(count) => tracing::debug!(count, "expired documents were removed"),
            Err(error) => tracing::warn!(%error, "expired documents could not be removed"),
        }
    }
}

/// Removes what interrupted uploads and deletions have left behind.
async fn clean_up_media(media: Media) {
    loop {
        tokio::time::sleep(SWEEP_EVERY).await;
        match media.clean_up_forgotten().await {
            Ok(0) => {}
            Ok(count) => tracing::info!(count, "interrupted uploads were cleaned up"),
            Err(error) => tracing::warn!(%error, "interrupted uploads could not be cleaned up"),
        }
    }
}
