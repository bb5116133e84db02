use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use edge::Workers;
use recall::embed::{Checksums, LocalEmbedder};
use tokio::time::Instant;

use super::ProviderError;

/// A model in a folder, looked for in several places.
#[derive(Debug)]
pub struct LocalModel {
    name: String,
    /// Where it may be, the first one counts.
    folders: Vec<PathBuf>,
    opened: Mutex<Option<Opened>>,
}

#[derive(Debug)]
struct Opened {
    embedder: Arc<LocalEmbedder>,
    used: Instant,
}

/// After this long without a text, the weights are given back. Reading them again takes less than a
/// second.
const IDLE: Duration = Duration::from_secs(120);

/// For looking for the model, which every search does while there is none.
static WORKERS: LazyLock<Workers> = LazyLock::new(Workers::of_this_machine);

/// The model whose checksums are known to us.
pub const DEFAULT_MODEL: &str = "all-MiniLM-L6-v2";

impl LocalModel {
    pub fn new(name: String, folders: Vec<PathBuf>) -> Self {
        Self { name, folders, opened: Mutex::default() }
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Finds the model. The weights are read with the first text.
    pub(super) async fn open(self: Arc<Self>) -> Result<Arc<LocalEmbedder>, ProviderError> {
        // Nearly always it is known, and nobody holds the lock for long.
        if let Ok(opened) = self.opened.try_lock()
            && let Some(opened) = &*opened
        {
            return Ok(Arc::clone(&opened.embedder));
        }
        let opening = WORKERS.work(move || self.find());
        opening.await.map_err(|error| ProviderError::Other(error.to_string()))?
    }

    /// Where it was found; none while it is nowhere.
    pub(super) async fn folder(self: Arc<Self>) -> Option<PathBuf> {
        let looking = WORKERS.work(move || self.place().cloned());
        // From anywhere: a path that depends on where the process was started says nothing later.
        looking.await.ok().flatten().and_then(|folder| std::path::absolute(folder).ok())
    }

    fn place(&self) -> Option<&PathBuf> {
        self.folders.iter().find(|folder| folder.join("model.safetensors").is_file())
    }

    fn find(&self) -> Result<Arc<LocalEmbedder>, ProviderError> {
        // Held while the folder is looked at, so that two first searches do not both read the
        // model.
        let mut opened = self.lock();
        if let Some(opened) = &*opened {
            return Ok(Arc::clone(&opened.embedder));
        }
        let folder = self.place().ok_or(ProviderError::NoModel)?;
        // For a model of the owner's own there is nothing to compare with. Its files must only stay
        // the same while we use them.
        let checksums = match self.name == DEFAULT_MODEL {
            true => Ok(Checksums::all_minilm_l6_v2()),
            false => Checksums::measure(folder),
        };
        let embedder = checksums.and_then(|checksums| LocalEmbedder::open(folder, checksums));
        let embedder = Arc::new(embedder.map_err(|error| {
            tracing::error!(%error, "the embedding model cannot be used");
            ProviderError::BadModel
        })?);
        *opened = Some(Opened { embedder: Arc::clone(&embedder), used: Instant::now() });
        Ok(embedder)
    }

    /// A text is about to be embedded.
    pub(super) fn touch(&self) {
        if let Some(opened) = &mut *self.lock() {
            opened.used = Instant::now();
        }
    }

    /// Gives the weights back when nobody has needed them for a while.
    pub(super) fn rest(&self) {
        if let Some(opened) = &*self.lock()
            // By time alone: whoever is embedding now has touched it.
            && opened.used.elapsed() > IDLE
            && opened.embedder.is_loaded()
        {
            tracing::debug!("the embedding model is unloaded until it is needed");
            opened.embedder.unload();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Opened>> {
        // Replaced in one step, so a panic elsewhere cannot leave it half written.
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
