use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, InPath, Principal, Problem, Versioned};
use kernel::{Code, Id};

use super::user_of;
use crate::Career;
use crate::tailorings::TailoringView;

pub fn reopen(career: Career) -> Endpoint {
    Endpoint::new("Take back that a proposed wording was accepted", handle, career)
        .details(
            "`n` is the position in `proposals`, from 0. The line says what it said before, the entry of \
             feedback is deleted with what was learned from it, and the proposal is open again. \
             Repeating it changes nothing. Your own results only. A proposal that was accepted before \
             this could be done is refused.",
        )
        .answers::<TailoringView>("The tailored resume as it is now")
        .fails(&[Code::Conflict])
}

async fn handle(
    State(career): State<Career>,
    principal: Principal,
    InPath((id, number)): InPath<(Id, usize)>,
) -> Result<Response, Problem> {
    let user_id = user_of(&principal)?.to_owned();
    let Some(stored) = career.reopen_proposal(user_id, id, number).await? else {
        let detail = "It was accepted before accepting could be taken back.";
        return Err(Problem::new(Code::Conflict, detail));
    };
    let view = career.show_tailoring(stored.document).await?;
    Ok(Versioned(stored.version, view).into_response())
}
