/// Why a message was not accepted. The text goes to the log and holds nothing the sender wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum Refusal {
    #[error("the body could not be read as a message")]
    Unreadable,
    #[error("the challenge was not met")]
    Challenge,
    #[error("the challenge could not be verified")]
    ChallengeUnavailable,
    #[error("the honeypot was filled in")]
    Honeypot,
    #[error("the stamp of the form is missing, not ours, or older than a day")]
    Stamp,
    #[error("the form was sent too soon")]
    TooSoon,
    #[error("the name is not valid")]
    Name,
    #[error("the e-mail address is not valid")]
    Email,
    #[error("the message is not valid")]
    Message,
    #[error("nothing was left of the message without its tags")]
    OnlyTags,
    #[error("too many messages from one network")]
    TooMany,
    #[error("the form or its challenge was used before")]
    Replayed,
}

impl Refusal {
    /// The label in the metrics.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::Challenge => "challenge",
            Self::ChallengeUnavailable => "challenge_unavailable",
            Self::Honeypot => "honeypot",
            Self::Stamp => "stamp",
            Self::TooSoon => "too_soon",
            Self::Name => "name",
            Self::Email => "email",
            Self::Message => "message",
            Self::OnlyTags => "only_tags",
            Self::TooMany => "too_many",
            Self::Replayed => "replayed",
        }
    }
}
