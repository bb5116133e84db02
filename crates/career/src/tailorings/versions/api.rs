//! The versions of a tailored resume over HTTP.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, InPath, Json, Principal, Problem, ResourceId};
use http::header::CACHE_CONTROL;
use kernel::{Id, Slice, Timestamp};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Map, Value};
use tailor::Statement;

use super::TailoringVersion;
use crate::Career;
use crate::tailorings::api::user_of;

/// A version as it stands in a list.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "TailoringVersion")]
struct VersionView {
    /// From 1, which is what was delivered.
    number: i64,
    /// When it came to be.
    saved_at: Timestamp,
    /// Lines that the owner has approved.
    approved: usize,
}

/// All that a result said at a time.
#[derive(Debug, Serialize, JsonSchema)]
struct WholeTailoringVersion {
    #[serde(flatten)]
    version: VersionView,
    /// A JSON Resume document.
    #[schemars(with = "Map<String, Value>")]
    resume: Value,
    statements: Vec<Statement>,
}

impl From<&TailoringVersion> for VersionView {
    fn from(version: &TailoringVersion) -> Self {
        let is_approved =
            |statement: &&Statement| statement.kind == Some(tailor::delivered::Kind::Approved);
        let approved = version.statements.iter().filter(is_approved).count();
        Self { number: version.number, saved_at: version.saved_at, approved }
    }
}

pub fn list(career: Career) -> Endpoint {
    Endpoint::new("List the versions of a tailored resume", list_all, career)
        .details("The newest first, which is what the result says now. The newest 51 are kept.")
        .reports::<Slice<VersionView>>(200, "The versions")
}

pub fn get(career: Career) -> Endpoint {
    Endpoint::new("Read one version of a tailored resume", get_one, career)
        .path::<i64>("number")
        .reports::<WholeTailoringVersion>(200, "All that the result said then")
}

async fn list_all(
    State(career): State<Career>,
    principal: Principal,
    ResourceId(id): ResourceId,
) -> Result<Response, Problem> {
    let versions = career.list_versions(user_of(&principal)?, id).await?;
    let items: Vec<VersionView> = versions.iter().map(VersionView::from).collect();
    let total = items.len() as u64;
    let slice = Slice { items, total, limit: kernel::MAX_LIMIT, offset: 0 };
    Ok(([(CACHE_CONTROL, "no-store")], Json(slice)).into_response())
}

async fn get_one(
    State(career): State<Career>,
    principal: Principal,
    InPath((id, number)): InPath<(Id, i64)>,
) -> Result<Response, Problem> {
    let found = career.find_version(user_of(&principal)?, id, number).await?;
    let TailoringVersion { resume, statements, .. } =
        found.as_ref().ok_or_else(Problem::not_found)?;
    let version = found.as_ref().map(VersionView::from).ok_or_else(Problem::not_found)?;
    let whole =
        WholeTailoringVersion { version, resume: resume.clone(), statements: statements.clone() };
    Ok(([(CACHE_CONTROL, "no-store")], Json(whole)).into_response())
}
