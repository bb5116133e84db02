use axum::extract::FromRequestParts;
use edge::{Problem, word_in_header};
use http::request::Parts;

use crate::revisions::Kept;

/// In which editor a change was written, where the client says so.
#[derive(Clone, Debug)]
pub(crate) struct EditingSession(Option<String>);

impl EditingSession {
    pub(crate) const NAME: &'static str = "Editing-Session";
    pub(crate) const DESCRIPTION: &'static str = "Names the editor that saves, such as one window of a browser. What one account saves under \
         the same name within a few minutes is one revision; without a name each change is its own.";

    pub(crate) fn kept(self) -> Kept {
        self.0.map_or(Kept::Apart, Kept::InSession)
    }
}

impl<S: Sync> FromRequestParts<S> for EditingSession {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Self::Rejection> {
        word_in_header(&parts.headers, Self::NAME).map(Self)
    }
}
