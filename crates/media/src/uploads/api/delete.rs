use axum::extract::State;
use edge::{Conditions, Endpoint, Params, Problem, ResourceId};
use http::StatusCode;
use kernel::Code;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::uses::Library;

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct DeleteUpload {
    /// Delete it even if something shows it.
    force: bool,
}

pub fn delete(library: Library) -> Endpoint {
    Endpoint::new("Delete an upload", handle, library)
        .details(
            "With all its files, for good. Refused while something shows it, unless `force=true`: \
             then those places show a gap. `GET /uploads/{id}/uses` tells which they are.",
        )
        .query::<DeleteUpload>()
        .answers_nothing("The upload is gone")
        .conditional()
        .fails(&[Code::Conflict])
}

async fn handle(
    State(library): State<Library>,
    ResourceId(id): ResourceId,
    conditions: Conditions,
    Params(DeleteUpload { force }): Params<DeleteUpload>,
) -> Result<StatusCode, Problem> {
    library.delete(id, conditions.expected_version(), force).await?;
    Ok(StatusCode::NO_CONTENT)
}
