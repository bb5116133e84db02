use crate::Secret;

/// A service in OpenAI's dialect and one of its models.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelService {
    /// The address of the service, with or without the name of the endpoint (`/embeddings`,
    /// `/chat/completions`) at its end.
    pub url: String,
    pub model: String,
    pub api_key: Option<Secret>,
}
