use std::sync::Arc;

use auth::Auth;
use auth::tokens::Tokens;
use career::Career;
use contact::Contact;
use content::Content;
use content::navlinks::NavLinks;
use content::settings::Settings;
use edge::{Metrics, Shell, TrustedProxies};
use media::Media;
use media::blobs::BlobError;
use media::uses::Library;
use memory::Memory;
use outbound::mail::Mailer;
use site::api::SiteShell;
use site::{Site, Wings};
use store::{Location, Options, Store, StoreError};

use crate::backups::Backups;
use crate::config::{Config, MetricsAccess};
use crate::docs::Docs;
use crate::embedding::provider;
use crate::jobs::JobCounters;
use crate::owner::owner;
use crate::schema;
use crate::uses::find_uses;

/// All wings of a site over one store, ready to be served.
#[derive(Clone, Debug)]
pub struct App {
    pub store: Store,
    pub auth: Auth,
    pub tokens: Tokens,
    pub content: Content,
    pub navlinks: NavLinks,
    pub settings: Settings,
    pub contact: Contact,
    pub media: Media,
    pub backups: Backups,
    /// The media with who shows them.
    pub library: Library,
    pub memory: Memory,
    pub career: Career,
    pub metrics: Metrics,
    pub(crate) job_counters: JobCounters,
    pub(crate) mailer: Mailer,
    pub(crate) docs: Docs,
    pub(crate) metrics_access: MetricsAccess,
    /// What visitors see.
    pub site: Site,
    /// What stands around every page.
    pub(crate) shell: Arc<dyn Shell>,
    pub(crate) https: bool,
    /// `https://example.org`, where the operator says it.
    pub(crate) origin: Option<String>,
    pub(crate) proxies: TrustedProxies,
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
        crate::metrics::tell_version(&metrics);
        let index = config.data_dir.join("index");
        // Named here, as the memory knows nothing of content: while such a job waits, the index is
        // behind.
        let becomes_chunks = vec![content::reading::CHANGED];
        let provider = provider(&config.embedding);
        let previous = config.previous_embedding.clone();
        let memory = Memory::new(store.clone(), provider, previous, index, becomes_chunks);
        let media = Media::open(store.clone(), &config.media)?;
        // Before the first picture, so the figures begin at zero and not at nothing.
        media.count_in(&metrics);
        let backups = Backups::open(store.clone(), media.clone(), config, &metrics)?;
        let settings = Settings::open(store.clone()).await?;
        let wings = Wings {
            content: Content::open(store.clone(), config.content).await?,
            settings: settings.clone(),
            navlinks: NavLinks::open(store.clone()).await?,
            media: media.clone(),
            career: Career::new(store.clone(), memory.clone(), config.tailoring.clone())
                .with_faces(crate::assets::SHEET_FACES)
                .with_owner(owner(media.clone(), settings.clone(), config.site.origin.clone())),
            memory,
        };
        let site = Site::new(store.clone(), wings.clone(), config.site.clone());
        let Wings { content, settings, navlinks, memory, career, .. } = wings;
        let find_uses = find_uses(content.clone(), settings.clone(), career.clone());
        let library = Library { media: media.clone(), find_uses };
        Ok(Self {
            library,
            backups,
            tokens: auth.tokens.clone(),
            auth,
            content,
            navlinks,
            settings,
            career,
            memory,
            contact: Contact::open(store.clone(), config.contact.clone(), &metrics).await?,
            media,
            mailer: config.mailer.clone(),
            job_counters: JobCounters::register(&metrics),
            metrics,
            docs: Docs::default(),
            metrics_access: config.metrics,
            shell: Arc::new(SiteShell(site.clone())),
            site,
            https: config.is_https(),
            origin: config.site.origin.clone(),
            proxies: config.trusted_proxies.clone(),
            store,
        })
    }
}
