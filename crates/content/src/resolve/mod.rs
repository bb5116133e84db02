//! What an address means: the answer of `resolve-path`. Everything but an item's body comes from
//! memory, and the parts of an answer that a section has in common with others are written once.

use axum::extract::{OriginalUri, State};
use axum::response::{IntoResponse, Response};
use edge::{Conditions, Endpoint, Json, Principal, Problem, Tag, Tail};
use http::header::{CACHE_CONTROL, LOCATION};
use http::{HeaderValue, StatusCode};
use kernel::{Id, SitePath};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use schemars::JsonSchema;
use serde::Serialize;

use crate::Content;
use crate::content::sight_of;
use crate::items::ItemView;
use crate::items::render::Answer;
use crate::sections::SectionView;
use crate::tree::Found;

/// What was found at a path. Written out by hand below; this is its description.
#[derive(JsonSchema)]
#[schemars(rename = "Resolved")]
#[expect(dead_code, reason = "describes an answer that is put together from written parts")]
struct Resolved<'a> {
    /// `section` or `content`.
    #[schemars(rename = "type")]
    kind: &'a str,
    path: &'a str,
    /// The section, or the section the content is in.
    section: Option<SectionView<'a>>,
    /// Only for content.
    #[schemars(default)]
    content_item: Option<ItemView<'a>>,
    /// From the top down to what was found.
    breadcrumbs: Vec<BreadcrumbView>,
}

#[derive(JsonSchema)]
#[schemars(rename = "Breadcrumb")]
#[expect(dead_code, reason = "describes part of the same answer")]
struct BreadcrumbView {
    id: Id,
    title: String,
    slug: String,
    path: String,
    /// `section` or `content`.
    #[schemars(rename = "type")]
    kind: String,
}

/// The answer for an address that something has moved away from.
#[derive(Serialize, JsonSchema)]
struct Moved {
    #[serde(rename = "type")]
    kind: &'static str,
    old_path: String,
    new_path: String,
}

pub fn resolve_path(content: Content) -> Endpoint {
    Endpoint::new("Find out what is at a path", handle, content)
        .details(
            "Letter case and slashes around the path do not matter. Drafts are found only by those \
             who are signed in.",
        )
        .answers::<Resolved<'static>>("What is there, with the way to it")
        .reports::<Moved>(301, "It has moved; Location leads to where it is now")
        .conditional()
}

async fn handle(
    State(content): State<Content>,
    OriginalUri(uri): OriginalUri,
    principal: Principal,
    conditions: Conditions,
    Tail(path): Tail,
) -> Result<Response, Problem> {
    let path = SitePath::new(&path);
    let sight = sight_of(&principal);
    let now = content.0.store.clock().now();
    let view = content.tree();
    match view.content.find(path.as_str(), sight, now) {
        Found::Section(node) => {
            let tag = Tag::of_number(node.stamp);
            Ok(conditions.answer_json(&tag, || node.fragments().resolved.clone()))
        }
        Found::Moved(redirect, target) => {
            content.0.hits.count(redirect.document.id, now);
            Ok(moved(uri.path(), &path, target))
        }
        Found::Nothing => Err(Problem::not_found()),
        Found::Item(card) => {
            if let Some(answer) = content.ready_item(&view.content, card) {
                return Ok(item_answer(&answer, &conditions));
            }
            let find = |tree: &crate::tree::Tree| match tree.find(path.as_str(), sight, now) {
                Found::Item(card) => Some(card.document.id),
                _ => None,
            };
            let answer = content.read_item(sight, find).await?;
            Ok(item_answer(&answer, &conditions))
        }
    }
}

fn item_answer(answer: &Answer, conditions: &Conditions) -> Response {
    let stamp = answer.node.as_ref().map_or(0, |node| node.stamp);
    let tag = Tag::of_number(stamp ^ u64::from_ne_bytes(answer.card.version.to_ne_bytes()));
    conditions.answer_json(&tag, || answer.rendered.resolved.clone())
}

/// Everything that cannot stand in a path as it is.
const UNSAFE: &AsciiSet =
    &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'%').add(b'<').add(b'>').add(b'?').add(b'`');

fn moved(requested: &str, old_path: &SitePath, target: String) -> Response {
    let prefix = if requested.starts_with("/api/") { "/api" } else { "" };
    let location = match target.starts_with("https://") {
        true => target.clone(),
        false => {
            format!("{prefix}/sections/resolve-path/{}", utf8_percent_encode(&target, UNSAFE))
        }
    };
    let body = Moved { kind: "redirect", old_path: old_path.to_string(), new_path: target };
    let mut response = Json(body).into_response();
    *response.status_mut() = StatusCode::MOVED_PERMANENTLY;
    match HeaderValue::try_from(location) {
        Ok(location) => response.headers_mut().insert(LOCATION, location),
        Err(error) => return Problem::internal(error).into_response(),
    };
    // Permanent, but not for ever: what has moved may move back.
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}
