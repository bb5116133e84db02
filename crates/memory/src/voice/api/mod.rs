//! Voice feedback over HTTP, one file per action.

mod create;
mod delete;
mod list;

pub use create::create;
pub use delete::delete;
pub use list::list;

use edge::{Principal, Problem};

/// Who is speaking. The route table lets only the signed in come this far.
fn user_of(principal: &Principal) -> Result<String, Problem> {
    principal.caller().map(|caller| caller.user_id.clone()).ok_or_else(Problem::unauthenticated)
}
