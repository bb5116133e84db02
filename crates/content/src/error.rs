use edge::Problem;
use kernel::Code;
use store::StoreError;

/// What can stand in the way of a change to the site. The one match below turns each into an
/// answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ContentError {
    #[error("there is nothing here")]
    Missing,
    #[error("the section named by {field} does not exist")]
    MissingSection { field: &'static str },
    #[error("a section cannot be moved into itself or below itself")]
    Cycle,
    #[error("{slug} is taken at that place")]
    SlugTaken { slug: String },
    #[error("{slug} is a name the service uses itself")]
    Reserved { slug: String },
    #[error("sections can be nested {deepest} levels deep")]
    TooDeep { deepest: u32 },
    #[error("a path can have {longest} characters")]
    PathTooLong { longest: usize },
    #[error("something is at {path}, so a redirect there would never be followed")]
    Occupied { path: String },
    #[error("there is a redirect for {path} already")]
    RedirectTaken { path: String },
    #[error("a redirect cannot lead back to itself")]
    Loop,
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Already an answer: a failed validation or condition.
    #[error("refused")]
    Refused(Box<Problem>),
}

impl From<kernel::Invalid> for ContentError {
    fn from(invalid: kernel::Invalid) -> Self {
        Problem::from(invalid).into()
    }
}

impl From<Problem> for ContentError {
    fn from(problem: Problem) -> Self {
        Self::Refused(Box::new(problem))
    }
}

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
            ContentError::RedirectTaken { .. } => conflict(Code::Taken),
            ContentError::Loop => {
                Problem::invalid_field("new_path", "must not lead back to old_path")
            }
            // The plan found the place free; whoever took it meanwhile holds the stream no longer.
            ContentError::Store(StoreError::Taken { .. }) => {
                Problem::new(Code::Taken, "The place is taken.")
            }
            ContentError::Store(error) => error.into(),
            ContentError::Refused(problem) => *problem,
        }
    }
}

fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}
