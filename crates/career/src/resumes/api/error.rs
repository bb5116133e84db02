use edge::Problem;
use kernel::Code;

use crate::resumes::error::ResumeError;

impl From<ResumeError> for Problem {
    fn from(error: ResumeError) -> Self {
        match error {
            ResumeError::Invalid(invalid) => invalid.into(),
            ResumeError::Outdated(outdated) => outdated.into(),
            ResumeError::TooMany { most } => {
                Self::new(Code::Conflict, format!("There may be up to {most} resumes."))
            }
            ResumeError::Unreadable(error) => Self::internal(error),
            ResumeError::Broken(error) => Self::internal(error),
            ResumeError::Store(error) => error.into(),
        }
    }
}
