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

use super::reader_of;
use crate::Content;
use crate::items::ItemView;
use crate::items::render::Rendered;
use crate::listings::ListingKind;
use crate::reading::{self, Destination, Entry, Found, Reading, SectionRef};
use crate::sections::SectionView;
use crate::spelling::is_plain;

/// What was found at a path. Written out by hand below; this is its description.
#[derive(JsonSchema)]
#[schemars(rename = "Resolved")]
#[expect(dead_code, reason = "describes an answer that is put together from written parts")]
struct Resolved<'a> {
    #[schemars(rename = "type")]
    kind: ListingKind,
    path: &'a str,
    /// The section, or the section the content is in.
    section: Option<SectionView<'a>>,
    /// Only for content.
    #[schemars(skip_serializing_if = "Option::is_none")]
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
    #[schemars(rename = "type")]
    kind: ListingKind,
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
    if !is_plain(&path) {
        return Err(Problem::not_found());
    }
    let path = SitePath::new(&path);
    let reader = reader_of(&principal);
    let reading = content.reading(reader);
    // Nearly every question is about one of these two, and both are known by the path alone.
    if let Some(section) = reading.section_at(&path) {
        return Ok(section_answer(section, &conditions));
    }
    if let Some(rendered) = content.0.bodies.at(&path, &reading) {
        return Ok(item_answer(rendered, &conditions));
    }
    let item = match reading.find(&path) {
        Found::Section(section) => return Ok(section_answer(section, &conditions)),
        Found::Moved(found) => {
            content.count_followed(found.redirect);
            return Ok(moved(uri.path(), &path, &found));
        }
        Found::Nothing => return Err(Problem::not_found()),
        Found::Item(item) => item,
    };
    let rendered = match content.rendered(&path, item) {
        Some(rendered) => rendered,
        None => {
            let choose = |reading: &Reading| match reading.find(&path) {
                Found::Item(item) => Some(item.id),
                _ => None,
            };
            let read = content.read_item(reader, choose).await?;
            read.ok_or_else(Problem::not_found)?.rendered
        }
    };
    Ok(item_answer(rendered, &conditions))
}

fn section_answer(section: SectionRef<'_>, conditions: &Conditions) -> Response {
    let fragments = section.node().fragments();
    let tag = Tag::of_number(fragments.validator.0);
    conditions.answer_json(&tag, || fragments.resolved.clone())
}

fn item_answer(rendered: Rendered, conditions: &Conditions) -> Response {
    let tag = Tag::of_number(rendered.validator.0);
    conditions.answer_json(&tag, || rendered.resolved)
}

/// A path of this site, or the address of another one.
fn target(moved: &reading::Moved<'_>) -> String {
    match moved.to {
        // Where it is found: at its own path, or by its id where another thing has that path.
        Destination::Entry(Entry::Item(item)) => item.address().to_string(),
        Destination::Entry(Entry::Section(section)) => section.path.to_string(),
        Destination::Path(path) => path.to_string(),
        Destination::Elsewhere(address) => address.to_owned(),
    }
}

/// Everything that cannot stand in a path as it is.
const UNSAFE: &AsciiSet =
    &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'%').add(b'<').add(b'>').add(b'?').add(b'`');

fn moved(requested: &str, old_path: &SitePath, found: &reading::Moved<'_>) -> Response {
    let prefix = if requested.starts_with("/api/") { "/api" } else { "" };
    let target = target(found);
    let location = match found.to {
        Destination::Elsewhere(_) => found.to.href(),
        Destination::Entry(_) | Destination::Path(_) => {
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
