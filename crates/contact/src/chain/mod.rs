//! The checks a message passes, in the order the specification gives them. The first that fails
//! ends the chain; which one it was is for the metrics and the log, never for the sender.
//!
//! | | layer | where |
//! |---|---|---|
//! | 1 | the challenge was met | [`crate::challenge`] |
//! | 2 | the honeypot is empty | `honeypot` |
//! | 3 | the form was open for a while, and not for a day | `timing` |
//! | 4 | name, e-mail address and message are valid | `fields`, `email` |
//! | 5 | tags are stripped from the message, and something is left | `strip` |
//! | 6 | not too many were accepted from there within the hour | `network`, and counted by `intake` in the transaction that stores the message |
//!
//! Everything here is pure but the first, which may have to ask a service.

mod circumstances;
mod email;
mod fields;
mod honeypot;
mod network;
mod refusal;
mod strip;
mod submission;
mod timing;

pub(crate) use circumstances::Circumstances;
pub(crate) use email::ascii_address;
pub(crate) use fields::{Fields, Identity};
pub(crate) use network::{address_hash, network_of};
pub use refusal::Refusal;
pub(crate) use submission::{Encoding, Submission, read};
pub(crate) use timing::LONGEST_OPEN;

use crate::form::FormStamp;

/// Layers 2 to 5: what is left is fit to be stored.
pub(crate) fn examine(
    submission: &Submission,
    circumstances: Circumstances<'_>,
) -> Result<(FormStamp, Fields), Refusal> {
    // In the order of the table above. The cheapest come first, and no later one runs for a machine
    // that filled in the honeypot.
    honeypot::check(submission)?;
    let stamp = timing::check(submission, circumstances)?;
    let fields = fields::check(submission, circumstances.identity)?;
    let message = strip::check(&fields.message)?;
    Ok((stamp, Fields { message, ..fields }))
}

/// Layers 4 and 5 for a message that is stored: its text as it would be stored today.
pub(crate) fn check_stored(name: &str, email: &str, message: &str) -> Result<String, Refusal> {
    let submission = Submission {
        name: name.to_owned(),
        email: email.to_owned(),
        message: message.to_owned(),
        ..Submission::default()
    };
    strip::check(&fields::check(&submission, &Identity::default())?.message)
}

#[cfg(test)]
mod tests;
