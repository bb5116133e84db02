/// How this site is known to its provider.
#[derive(Clone, Debug)]
pub struct Settings {
    pub issuer: String,
    pub client_id: String,
    /// Public clients have none.
    pub client_secret: Option<ClientSecret>,
    /// Whom tokens that programs send must be meant for.
    pub audience: String,
}

/// It prints nowhere by accident.
#[derive(Clone)]
pub struct ClientSecret(String);

impl ClientSecret {
    pub fn new(secret: impl Into<String>) -> Self {
        Self(secret.into())
    }

    pub(super) fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for ClientSecret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ClientSecret(…)")
    }
}
