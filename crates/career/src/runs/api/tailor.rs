use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Json, Principal, Problem};
use http::header::ACCEPT;
use http::{HeaderMap, HeaderValue};
use kernel::Code;

use super::stream::stream;
use crate::Career;
use crate::runs::order::TailorInput;
use crate::runs::progress::Progress;
use crate::tailorings::TailoringView;

pub fn tailor(career: Career) -> Endpoint {
    Endpoint::new("Tailor a resume to a job", handle, career)
        .details(
            "Every statement of the result carries the chunks it rests on. With `Accept: \
             text/event-stream` the same work is told step by step: `analysed`, `retrieved`, \
             `generated` and `evaluated` for each attempt, then `done` with the whole answer or \
             `failed` with a problem document. The work ends when the client leaves. For a member the \
             resume is the one that visitors see: without the e-mail address, the telephone number, the \
             street and whatever else the owner does not show in public.",
        )
        .complete_body::<TailorInput>("TailorInput", &["job_description"])
        .reports::<TailoringView>(200, "The tailored resume, kept under `id`")
        .answers_with(&["text/event-stream"], "The same, step by step, as server-sent events")
        .fails(&[Code::TooMany])
}

async fn handle(
    State(career): State<Career>,
    principal: Principal,
    headers: HeaderMap,
    Json(input): Json<TailorInput>,
) -> Result<Response, Problem> {
    let caller = principal.caller().ok_or_else(Problem::unauthenticated)?;
    let order = input.check(caller.role)?;
    // Before the stream begins: a refusal needs a status, and a stream has said 200 by then.
    let turn = career.turns.take(&caller.user_id).await?;
    if wants_events(&headers) {
        return Ok(stream(career, turn, order));
    }
    // Boxed, as the future holds all attempts and is moved around by the router.
    let tailoring = Box::pin(career.tailor(turn, order, Progress::default())).await?;
    Ok(Json(TailoringView::from(tailoring)).into_response())
}

fn wants_events(headers: &HeaderMap) -> bool {
    let named = headers.get_all(ACCEPT).iter().map(HeaderValue::as_bytes);
    let media = named.flat_map(|value| value.split(|byte| *byte == b','));
    media.into_iter().any(|media| {
        let name = media.split(|byte| *byte == b';').next().unwrap_or_default();
        name.trim_ascii().eq_ignore_ascii_case(b"text/event-stream")
    })
}
