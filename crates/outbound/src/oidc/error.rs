use crate::http::HttpError;

/// Why somebody could not be identified. Safe to log: facts, never values.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OidcError {
    #[error("the identity provider cannot be asked: {0}")]
    Unreachable(#[from] HttpError),
    #[error("the identity provider answered {0}")]
    Status(u16),
    #[error("the identity provider's {document} does not hold: {fact}")]
    Unusable { document: &'static str, fact: &'static str },
    #[error("the identity provider was asked in vain a moment ago")]
    InVain,
    #[error("the identity provider refused the code")]
    CodeRefused,
    #[error("the token does not hold: {0}")]
    BadToken(&'static str),
}

impl OidcError {
    /// Whether the provider is at fault, and not who asked.
    pub fn is_unavailable(&self) -> bool {
        match self {
            Self::Unreachable(_) | Self::Status(_) | Self::Unusable { .. } | Self::InVain => true,
            Self::CodeRefused | Self::BadToken(_) => false,
        }
    }
}
