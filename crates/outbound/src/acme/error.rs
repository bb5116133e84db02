use std::time::Duration;

use instant_acme::Error;

use super::connection::{Connection, Refusal};
use crate::http::HttpError;

/// Why there is no certificate. Safe to log and to keep.
#[derive(Debug, thiserror::Error)]
pub enum AcmeError {
    #[error("the authority cannot be reached: {0}")]
    Unreachable(HttpError),
    #[error("the authority did not finish in time")]
    TooLate,
    /// In the authority's own words.
    #[error("the authority refuses: {detail}")]
    Refused {
        detail: String,
        /// When it wants to be asked again, if it has said so.
        come_back: Option<Duration>,
        /// Whether it knows our account.
        knows_account: bool,
    },
    #[error("the authority could not see that {name} leads here: {detail}")]
    NotProven { name: String, detail: String },
    #[error("the authority does not take this kind of proof for {name}")]
    NoSuchProof { name: String },
    /// Nobody knows whether there is one.
    #[error("the authority may have signed one, which did not come: {0}")]
    NotHandedOver(Box<Self>),
    #[error("the authority's answer cannot be used: {0}")]
    Unusable(String),
    #[error("no key or proof can be made: {0}")]
    Crypto(String),
}

impl AcmeError {
    pub(super) fn of(error: Error, connection: &Connection) -> Self {
        match error {
            Error::Api(problem) => {
                let kind = problem.r#type.as_deref().unwrap_or_default();
                Self::Refused {
                    knows_account: !kind.ends_with(":accountDoesNotExist"),
                    come_back: connection.refusal().and_then(|refusal| refusal.come_back),
                    detail: problem.to_string(),
                }
            }
            // Some of those who are down or busy do not speak JSON.
            Error::Json(error) => match connection.refusal() {
                Some(Refusal { status, come_back }) => {
                    let detail = format!("status {status}");
                    Self::Refused { detail, come_back, knows_account: true }
                }
                None => Self::Unusable(error.to_string()),
            },
            Error::Timeout(_) => Self::TooLate,
            Error::Other(cause) => match cause.downcast::<HttpError>() {
                Ok(error) => Self::Unreachable(*error),
                Err(cause) => Self::Unusable(cause.to_string()),
            },
            Error::Crypto | Error::KeyRejected => Self::Crypto(error.to_string()),
            error => Self::Unusable(error.to_string()),
        }
    }

    /// The same of the answer to the wish that it signs: only who refuses certainly has not.
    pub(super) fn after_signing(self) -> Self {
        match self {
            Self::Refused { .. } => self,
            lost => Self::NotHandedOver(Box::new(lost)),
        }
    }

    /// Whether there may be a certificate all the same, which counts for the authority.
    pub fn may_have_signed(&self) -> bool {
        matches!(self, Self::NotHandedOver(_))
    }

    /// After how long the authority wants to be asked again, if it has said so.
    pub fn come_back(&self) -> Option<Duration> {
        match self {
            Self::Refused { come_back, .. } => *come_back,
            Self::NotHandedOver(error) => error.come_back(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_does_not_answer_may_have_signed() {
        let wait = Some(Duration::from_secs(9));
        let refused =
            || AcmeError::Refused { detail: String::new(), come_back: wait, knows_account: true };
        assert!(!refused().may_have_signed() && !AcmeError::TooLate.may_have_signed());
        assert!(!refused().after_signing().may_have_signed());
        assert!(AcmeError::TooLate.after_signing().may_have_signed());
        assert!(AcmeError::Unusable(String::new()).after_signing().may_have_signed());
        let lost = AcmeError::NotHandedOver(Box::new(refused()));
        assert!(lost.may_have_signed());
        assert_eq!(lost.come_back(), wait);
    }
}
