use kernel::{Invalid, Outdated};
use store::StoreError;

/// What can stand in the way of a change to the content.
#[derive(Debug, thiserror::Error)]
pub enum ContentError {
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
    #[error("something is at /{path}, so a redirect there would never be followed")]
    Occupied { path: String },
    #[error("there is a redirect for /{path} already")]
    RedirectTaken { path: String },
    #[error("a redirect cannot lead back to itself")]
    Loop,
    #[error("a redirect cannot be made to what is deleted")]
    LeadsToDeleted,
    #[error("an item can have {most} preview links")]
    TooManyLinks { most: u64 },
    #[error(transparent)]
    Invalid(#[from] Invalid),
    #[error(transparent)]
    Outdated(#[from] Outdated),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the body could not be sanitised")]
    Interrupted(#[from] tokio::task::JoinError),
}
