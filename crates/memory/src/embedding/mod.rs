//! Who makes the vectors: a model in this process, or a service elsewhere. One provider for all
//! content, chosen by the owner.
//!
//! A provider is asked lazily. The model's folder is looked for when the first text comes, and
//! again whenever it was not there; a service tells the length of its vectors with its first
//! answer. So a site that never searches pays for neither.

mod local;
mod reach;
mod service;

pub use local::{DEFAULT_MODEL, LocalModel};
pub use reach::PreviousService;
pub(crate) use reach::Reach;
pub use service::Service;

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use edge::Workers;
use outbound::embedding::EmbeddingError;
use recall::embed::{EmbedError, Embedder, Embedding, ModelIdentity};

/// For what somebody has asked, and waits for. Who asks and hangs up, again and again, gets no more threads.
static FOR_QUESTIONS: LazyLock<Workers> = LazyLock::new(Workers::of_this_machine);
/// For what is indexed, beside the questions: neither waits for the other. One batch after the other comes.
static FOR_INDEXING: LazyLock<Workers> = LazyLock::new(Workers::of_this_machine);

/// Who embeds texts.
#[derive(Clone, Debug)]
pub enum Provider {
    /// A folder with a model, run in this process.
    Local(Arc<LocalModel>),
    /// An endpoint in OpenAI's dialect.
    Service(Arc<Service>),
    /// An embedder that is ready as it is, for tests.
    Ready(Arc<dyn Embedder>),
}

/// Why a text has no vector yet, in words for the owner. Holds no path and no key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProviderError {
    #[error(
        "no embedding model is installed: search goes by words alone, and vectors wait until \
         tools/fetch-model has been run or embedding.folder names a model"
    )]
    NoModel,
    #[error("the embedding model cannot be used; the log says why")]
    BadModel,
    #[error("embedding service: {0}")]
    Service(#[from] EmbeddingError),
    #[error("a vector has {found} values, not {expected}")]
    WrongDimension { expected: usize, found: usize },
    #[error("a text could not be embedded: {0}")]
    Other(String),
}

impl ProviderError {
    /// Whether other texts would fare the same.
    pub(crate) fn concerns_all_texts(&self) -> bool {
        match self {
            Self::NoModel | Self::BadModel => true,
            Self::Service(error) => error.concerns_all_texts(),
            Self::WrongDimension { .. } | Self::Other(_) => false,
        }
    }

    /// How long the provider asked us to wait.
    pub(crate) fn asked_to_wait(&self) -> Option<Duration> {
        match self {
            Self::Service(EmbeddingError::TooMany { retry_after }) => *retry_after,
            _ => None,
        }
    }
}

impl From<EmbedError> for ProviderError {
    fn from(error: EmbedError) -> Self {
        match error {
            EmbedError::WrongDimension { expected, found } => {
                Self::WrongDimension { expected, found }
            }
            EmbedError::Model(error) => {
                tracing::error!(%error, "the embedding model cannot be used");
                Self::BadModel
            }
            other => Self::Other(other.to_string()),
        }
    }
}

impl Provider {
    /// The model whose vectors these are. May have to ask for it.
    pub async fn identity(&self) -> Result<ModelIdentity, ProviderError> {
        match self {
            Self::Local(model) => Ok(model.clone().open().await?.model().clone()),
            Self::Service(service) => service.identity().await,
            Self::Ready(embedder) => Ok(embedder.model().clone()),
        }
    }

    /// The name that vectors of the model go by, as far as that is known without asking anybody
    /// elsewhere.
    pub(crate) async fn identity_name(&self) -> Option<String> {
        match self {
            Self::Service(service) => Some(service.identity_name()),
            Self::Local(_) | Self::Ready(_) => Some(self.identity().await.ok()?.name),
        }
    }

    /// What can be said of the model without asking anybody.
    pub fn name(&self) -> String {
        match self {
            Self::Local(model) => model.name().to_owned(),
            Self::Service(service) => service.model().to_owned(),
            Self::Ready(embedder) => embedder.model().name.clone(),
        }
    }

    /// How many texts are worth handing over at once.
    pub(crate) fn batch(&self) -> usize {
        match self {
            // A request has a price of its own, so more texts share it. In this process a batch
            // only bounds how long others wait for the cores.
            Self::Service(_) => 32,
            Self::Local(_) | Self::Ready(_) => 16,
        }
    }

    /// Gives back what has not been needed for a while.
    pub(crate) fn rest(&self) {
        if let Self::Local(model) = self {
            model.rest();
        }
    }

    /// One vector per text, in the order of the texts.
    pub async fn embed(&self, texts: Vec<String>) -> Result<Vec<Embedding>, ProviderError> {
        self.embed_by(&FOR_INDEXING, texts).await
    }

    /// The same for a question, however many ask.
    pub(crate) async fn embed_question(
        &self,
        texts: Vec<String>,
    ) -> Result<Vec<Embedding>, ProviderError> {
        self.embed_by(&FOR_QUESTIONS, texts).await
    }

    async fn embed_by(
        &self,
        workers: &Workers,
        texts: Vec<String>,
    ) -> Result<Vec<Embedding>, ProviderError> {
        let embedder: Arc<dyn Embedder> = match self {
            Self::Service(service) => return service.embed(&texts).await,
            Self::Local(model) => {
                let embedder = model.clone().open().await?;
                model.touch();
                embedder
            }
            Self::Ready(embedder) => embedder.clone(),
        };
        // Minutes of arithmetic would hold up every other request on this thread.
        let embedded = workers.work(move || {
            let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
            embedder.embed(&texts)
        });
        let embedded = embedded.await.map_err(|error| ProviderError::Other(error.to_string()))?;
        Ok(embedded?)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::mpsc::{Receiver, Sender, channel};

    use super::*;

    /// Says when it begins, and goes on when it is let.
    #[derive(Debug)]
    struct Slow {
        model: ModelIdentity,
        begun: Mutex<Sender<()>>,
        gate: Mutex<Receiver<()>>,
    }

    impl Embedder for Slow {
        fn model(&self) -> &ModelIdentity {
            &self.model
        }

        fn embed(&self, _: &[&str]) -> Result<Vec<Embedding>, EmbedError> {
            self.begun.lock().unwrap().send(()).unwrap();
            self.gate.lock().unwrap().recv().ok();
            Ok(Vec::new())
        }
    }

    #[tokio::test]
    async fn questions_that_nobody_waits_for_take_only_so_many_threads() {
        let ((begun, begins), (gate, opened)) = (channel(), channel());
        let model = ModelIdentity { name: "slow".to_owned(), dimension: 2 };
        let slow = Slow { model, begun: Mutex::new(begun), gate: Mutex::new(opened) };
        let provider = Provider::Ready(Arc::new(slow));
        for _ in 0..50 {
            let asking = provider.embed_question(vec!["x".to_owned()]);
            assert!(tokio::time::timeout(Duration::from_millis(5), asking).await.is_err());
        }
        let most = 2 * std::thread::available_parallelism().unwrap().get();
        assert!(begins.try_iter().count() <= most.min(49));
        // What is indexed does not wait for them.
        let indexing = provider.clone();
        let indexing = tokio::spawn(async move { indexing.embed(vec!["x".to_owned()]).await });
        while begins.try_recv().is_err() {
            tokio::task::yield_now().await;
        }
        drop(gate);
        indexing.await.unwrap().unwrap();
    }
}
