use edge::Problem;
use kernel::Code;

use crate::runs::error::RunError;
use crate::runs::turns::Busy;

/// About as long as a run takes.
const TRY_AGAIN_AFTER: u32 = 5;

impl From<RunError> for Problem {
    fn from(error: RunError) -> Self {
        match error {
            RunError::Invalid(invalid) => invalid.into(),
            RunError::Busy(busy) => busy.into(),
            RunError::UnknownResume => Self::invalid_field("resume_id", "names no resume"),
            RunError::NothingToTailor => Self::new(
                Code::Invalid,
                "There is nothing to tailor: write a resume first, or resume chunks with a company.",
            ),
            RunError::NoVectors(why) => {
                Self::unavailable("embedding", "has no vectors to search").caused_by(why)
            }
            RunError::TooSlow => Self::unavailable("tailoring", "took longer than it may"),
            RunError::Broken(cause) => Self::internal(cause),
            RunError::Store(error) => error.into(),
        }
    }
}

impl From<Busy> for Problem {
    fn from(busy: Busy) -> Self {
        let detail = match busy {
            Busy::Caller { at_work } => {
                format!("You have {at_work} resumes in the making. Wait for one of them.")
            }
            Busy::Everybody => "Others have too many resumes in the making.".to_owned(),
        };
        Self::new(Code::TooMany, detail).retry_after(TRY_AGAIN_AFTER)
    }
}
