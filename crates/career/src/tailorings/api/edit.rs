use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Conditions, Endpoint, Json, Principal, Problem, ResourceId, Versioned};

use crate::Career;
use crate::tailorings::TailoringView;
use crate::tailorings::edits::EditInput;
use crate::tailorings::proposals::Acceptance;

pub fn edit(career: Career) -> Endpoint {
    Endpoint::new("Word a tailored resume otherwise", handle, career)
        .details(
            "Highlights, summaries, descriptions, references and the title below the name. Words of the \
             owner (an administrator) are approved by the act: they stand in this result, as a new version \
             whose number is `version`, and are used for the same fact from then on. Words of a member are \
             an example of their voice, and the result stays as it is. What it rests on stays in \
             `statements`. Options that are given are kept with the result. Your own results only.",
        )
        .body::<EditInput>()
        .answers::<TailoringView>("The tailored resume as it is now")
        .conditional()
}

async fn handle(
    State(career): State<Career>,
    principal: Principal,
    ResourceId(id): ResourceId,
    conditions: Conditions,
    Json(input): Json<EditInput>,
) -> Result<Response, Problem> {
    let caller = principal.caller().ok_or_else(Problem::unauthenticated)?;
    let by = Acceptance { user_id: caller.user_id.clone(), role: caller.role };
    let stored = career.edit_tailoring(by, id, input, conditions.expected_version()).await?;
    let view = career.show_tailoring(stored.document).await?;
    Ok(Versioned(stored.version, view).into_response())
}
