/// Why there is no answer. Safe to log and to keep.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HttpError {
    #[error("the request cannot be sent: {0}")]
    Unsendable(String),
    #[error("no secure connection can be prepared: {0}")]
    NoTls(String),
    #[error("the service cannot be reached: {0}")]
    Unreachable(String),
    #[error("the service took too long")]
    TimedOut,
    #[error("too many wait for the service already")]
    Crowded,
    #[error("the answer is larger than {0} bytes")]
    TooLarge(usize),
    #[error("the answer broke off: {0}")]
    BrokenOff(String),
}

impl HttpError {
    pub(super) fn sending(error: reqwest::Error) -> Self {
        match error {
            error if error.is_timeout() => Self::TimedOut,
            error if error.is_builder() => Self::Unsendable(describe(error)),
            error => Self::Unreachable(describe(error)),
        }
    }

    pub(super) fn receiving(error: reqwest::Error) -> Self {
        match error {
            error if error.is_timeout() => Self::TimedOut,
            error => Self::BrokenOff(describe(error)),
        }
    }
}

/// The innermost cause, which says most, without the address.
fn describe(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut cause: &dyn std::error::Error = &error;
    while let Some(source) = cause.source() {
        cause = source;
    }
    cause.to_string()
}
