use super::{Refusal, Submission};

/// A field that people do not see. Whoever fills it in fills in everything.
pub(super) fn check(submission: &Submission) -> Result<(), Refusal> {
    match submission.topic.is_empty() {
        true => Ok(()),
        false => Err(Refusal::Honeypot),
    }
}
