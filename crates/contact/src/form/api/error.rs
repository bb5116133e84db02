use edge::Problem;
use kernel::Code;

use crate::chain::Refusal;
use crate::intake::ReceiveError;

/// The same words for every cause; the log learns which it was.
impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        Self::new(Code::Rejected, "The message was not accepted.")
            .explained(
                "Your message was not accepted",
                "Please go back, check the fields, wait a moment and send it again.",
            )
            .way("/contact", "Start with an empty form")
            .caused_by(refusal)
    }
}

impl From<ReceiveError> for Problem {
    fn from(error: ReceiveError) -> Self {
        match error {
            ReceiveError::Refused(refusal) => refusal.into(),
            ReceiveError::Store(error) => error.into(),
        }
    }
}
