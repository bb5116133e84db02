//! The one table from what can fail in this wing to what clients are answered.

use edge::Problem;
use kernel::Code;
use store::StoreError;

use crate::error::ContentError;
use crate::reading::ReadingError;

impl From<ContentError> for Problem {
    fn from(error: ContentError) -> Self {
        let conflict = |code| Problem::new(code, sentence(&error.to_string()));
        match error {
            ContentError::Missing => Problem::not_found(),
            ContentError::MissingSection { field } => {
                Problem::invalid_field(field, "must be the id of an existing section")
            }
            ContentError::Cycle => conflict(Code::Conflict),
            ContentError::SlugTaken { .. } => conflict(Code::Taken),
            ContentError::Reserved { slug } => {
                let message = format!("must not be {slug}, which the service uses itself");
                Problem::invalid_field("slug", message)
            }
            ContentError::TooDeep { deepest } => {
                let message = format!("would nest sections deeper than {deepest} levels");
                Problem::invalid_field("parent_id", message)
            }
            ContentError::PathTooLong { longest } => {
                let message = format!("would make a path longer than {longest} characters");
                Problem::invalid_field("slug", message)
            }
            ContentError::Occupied { .. } => conflict(Code::Conflict),
            ContentError::TooManyLinks { .. } => conflict(Code::Conflict),
            ContentError::RedirectTaken { .. } => conflict(Code::Taken),
            ContentError::Loop => {
                Problem::invalid_field("new_path", "must not lead back to the old address")
            }
            ContentError::LeadsToDeleted => {
                Problem::invalid_field("new_path", "leads to something that is deleted")
            }
            // The plan found the place free; whoever took it meanwhile holds the stream no longer.
            ContentError::Store(StoreError::Taken { .. }) => {
                Problem::new(Code::Taken, "The place is taken.")
            }
            ContentError::Invalid(invalid) => invalid.into(),
            ContentError::Outdated(outdated) => outdated.into(),
            ContentError::Store(error) => error.into(),
            ContentError::Interrupted(error) => Problem::internal(error),
        }
    }
}

impl From<ReadingError> for Problem {
    fn from(error: ReadingError) -> Self {
        match error {
            ReadingError::Store(error) => error.into(),
            ReadingError::Restless => {
                Problem::new(Code::Unavailable, "The item is changing; try again.")
            }
        }
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}
