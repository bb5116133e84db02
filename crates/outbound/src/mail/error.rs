use lettre::transport::smtp;

/// Why a mail was not sent. Safe to log and to keep: what the server said is reduced to its code,
/// since it may repeat what we sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MailError {
    #[error("the mail cannot be written: {0}")]
    Unwritable(String),
    #[error("the mail server cannot be reached: {0}")]
    Unreachable(String),
    #[error("no secure connection to the mail server: {0}")]
    NoTls(String),
    #[error("the mail server took too long while {0}")]
    TimedOut(&'static str),
    #[error("the mail server refused with {code} while {stage}")]
    Refused { code: String, stage: &'static str },
    #[error("the conversation with the mail server broke off while {0}")]
    BrokenOff(&'static str),
    /// The server had the text and gave no clear answer: it may have taken the mail.
    #[error("no clear answer after the text: {0}")]
    Unknown(String),
}

impl MailError {
    /// What went wrong before the text was sent.
    pub(super) fn at(stage: &'static str, error: &smtp::Error) -> Self {
        match error.status() {
            Some(code) => Self::Refused { code: code.to_string(), stage },
            None => Self::BrokenOff(stage),
        }
    }

    /// What went wrong after it: only a refusal is clear.
    pub(super) fn after_text(error: &smtp::Error) -> Self {
        match error.status() {
            Some(code) => Self::Refused { code: code.to_string(), stage: "taking the text" },
            None => Self::Unknown("the conversation broke off".to_owned()),
        }
    }
}
