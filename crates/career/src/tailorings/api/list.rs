use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, Limit, Offset, Params, Principal, Problem, Tag, page};
use kernel::Slice;
use schemars::JsonSchema;
use serde::Deserialize;

use super::user_of;
use crate::Career;
use crate::tailorings::TailoringSummary;

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct ListTailorings {
    limit: Option<Limit>,
    offset: Option<Offset>,
}

const USUAL_LIMIT: u32 = 20;

pub fn list(career: Career) -> Endpoint {
    Endpoint::new("List your tailored resumes", handle, career)
        .details("The newest first. The newest 200 are kept.")
        .query::<ListTailorings>()
        .answers::<Slice<TailoringSummary>>("Your tailored resumes")
        .conditional()
}

async fn handle(
    State(career): State<Career>,
    principal: Principal,
    Params(query): Params<ListTailorings>,
    conditions: Conditions,
) -> Result<Response, Problem> {
    let page = page(query.limit, query.offset, USUAL_LIMIT);
    let slice = career.list_tailorings(user_of(&principal)?, page).await?;
    let Slice { items, total, limit, offset } = slice;
    let items = items.into_iter().map(|stored| TailoringSummary::from(stored.document)).collect();
    let slice = Slice::<TailoringSummary> { items, total, limit, offset };
    let body = serde_json::to_vec(&slice).map_err(Problem::internal)?;
    Ok(conditions.answer_json(&Tag::of_bytes(&body), || body.clone().into()))
}
