//! Tailored resumes over HTTP, one file per action.

mod accept;
mod delete;
mod edit;
mod export;
mod get;
mod list;
mod reopen;

pub use accept::accept;
pub use delete::delete;
pub use edit::edit;
pub use export::json;
pub use get::get;
pub use list::list;
pub use reopen::reopen;

use edge::{Principal, Problem};

/// Whose results a request is about: always the caller's own.
pub(crate) fn user_of(principal: &Principal) -> Result<&str, Problem> {
    let caller = principal.caller().ok_or_else(Problem::unauthenticated)?;
    Ok(&caller.user_id)
}
