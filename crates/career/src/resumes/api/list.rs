use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, Limit, Offset, Params, Problem, Tag, page};
use kernel::Slice;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::Career;
use crate::resumes::model::ResumeView;

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct ListResumes {
    limit: Option<Limit>,
    offset: Option<Offset>,
}

const USUAL_LIMIT: u32 = 20;

pub fn list(career: Career) -> Endpoint {
    Endpoint::new("List the resumes", handle, career)
        .details("The default first, then the newest.")
        .query::<ListResumes>()
        .answers::<Slice<ResumeView>>("The resumes")
        .conditional()
}

async fn handle(
    State(career): State<Career>,
    Params(query): Params<ListResumes>,
    conditions: Conditions,
) -> Result<Response, Problem> {
    let page = page(query.limit, query.offset, USUAL_LIMIT);
    let Slice { items, total, limit, offset } = career.list_resumes(page).await?;
    let items = items.into_iter().map(|stored| stored.document).collect();
    let items = career.views_of(items).await?;
    let slice = Slice { items, total, limit, offset };
    let body = serde_json::to_vec(&slice).map_err(Problem::internal)?;
    Ok(conditions.answer_json(&Tag::of_bytes(&body), || body.clone().into()))
}
