use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, InPath, Principal, Problem, Versioned};
use kernel::Id;

use crate::Career;
use crate::tailorings::TailoringView;
use crate::tailorings::proposals::Acceptance;

pub fn accept(career: Career) -> Endpoint {
    Endpoint::new("Accept a proposed wording", handle, career)
        .details(
            "`n` is the position in `proposals`, from 0. Accepted by the owner (an administrator), the \
             wording is approved for exactly the source text it was proposed for: it takes its place in \
             this result and is used from then on, until that fact is changed. Accepted by a member it \
             is an example of their voice and stays out of the resume. Repeating it changes nothing. \
             Your own results only.",
        )
        .answers::<TailoringView>("The tailored resume as it is now")
}

async fn handle(
    State(career): State<Career>,
    principal: Principal,
    InPath((id, number)): InPath<(Id, usize)>,
) -> Result<Response, Problem> {
    let caller = principal.caller().ok_or_else(Problem::unauthenticated)?;
    let by = Acceptance { user_id: caller.user_id.clone(), role: caller.role };
    let stored = career.accept_proposal(by, id, number).await?;
    let view = career.show_tailoring(stored.document).await?;
    Ok(Versioned(stored.version, view).into_response())
}
