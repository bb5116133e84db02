use std::sync::atomic::{AtomicUsize, Ordering};

use outbound::ModelService;
use outbound::embedding::Client;
use recall::embed::{Embedding, ModelIdentity};

use super::ProviderError;

/// A service, and what its answers have taught us.
#[derive(Debug)]
pub struct Service {
    settings: ModelService,
    client: Client,
    /// How many values its vectors have; zero until known.
    dimension: AtomicUsize,
}

/// Asked only to learn how long the service's vectors are.
const PROBE: &str = "How long is a vector?";

/// What the names of its models begin with, apart from those of models in a folder.
const PREFIX: &str = "service:";

impl Service {
    pub fn new(settings: ModelService) -> Self {
        let client = Client::new(settings.clone());
        Self { settings, client, dimension: AtomicUsize::new(0) }
    }

    pub(super) fn settings(&self) -> &ModelService {
        &self.settings
    }

    /// How a service calls the model, where it is one of a service.
    pub(super) fn model_of(identity_name: &str) -> Option<&str> {
        identity_name.strip_prefix(PREFIX)
    }

    pub(super) fn model(&self) -> &str {
        self.client.model()
    }

    /// The name that vectors of this service go by.
    pub(crate) fn identity_name(&self) -> String {
        format!("{PREFIX}{}", self.client.model())
    }

    /// What stored vectors tell about the service's.
    pub(crate) fn expect(&self, dimension: usize) {
        self.dimension.store(dimension, Ordering::SeqCst);
    }

    /// Asks the service again, the next time it matters.
    pub(crate) fn forget(&self) {
        self.expect(0);
    }

    pub(super) async fn identity(&self) -> Result<ModelIdentity, ProviderError> {
        let dimension = match self.dimension.load(Ordering::SeqCst) {
            0 => self.learn().await?,
            known => known,
        };
        Ok(ModelIdentity { name: self.identity_name(), dimension })
    }

    /// Asks how long the service's vectors are today. What was known stays until it answers.
    pub(crate) async fn learn(&self) -> Result<usize, ProviderError> {
        let probe = self.client.embed(&[PROBE.to_owned()]).await?;
        let dimension = probe.first().map_or(0, Vec::len);
        self.expect(dimension);
        Ok(dimension)
    }

    pub(super) async fn embed(&self, texts: &[String]) -> Result<Vec<Embedding>, ProviderError> {
        // The length is known before texts are sent. Vectors of two lengths cannot be compared, so
        // one that differs is refused.
        let expected = self.identity().await?.dimension;
        let vectors = self.client.embed(texts).await?;
        let embeddings = vectors.into_iter().map(|values| Embedding::new(values, expected));
        Ok(embeddings.collect::<Result<_, _>>()?)
    }
}
