//! Files over HTTP.

mod answer;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, InPath, Problem};
use http::header::{CACHE_CONTROL, LOCATION};
use http::{HeaderMap, HeaderValue, StatusCode};

use super::{Found, ServeError, Served, find_old};
use crate::Media;
use answer::Asked;

const TYPES: &[&str] = &["image/webp", "image/jpeg", "image/png", "video/mp4", "video/webm"];

/// The files of uploads, and those from before.
pub fn file(media: Media) -> Endpoint {
    describe(Endpoint::new("Fetch a picture or a video", show_file, media))
        .details(
            "What is at an address never changes, so it may be kept for ever; a picture that is \
             replaced gets new addresses, to which the old ones lead. A single `Range` is honoured, \
             with `If-Range`; for several the whole file is sent.",
        )
        .redirects(302, "To the file that has replaced it")
        .same_for_all()
}

/// Files from before that are in no folder.
pub fn old_file(media: Media) -> Endpoint {
    describe(Endpoint::new("Fetch a picture from before", show_old_file, media))
        .same_for_all()
        .details("Only names that end in `_500`, `_750` or `_1200` and the type of a picture.")
}

pub fn preview(media: Media) -> Endpoint {
    describe(Endpoint::new("Fetch a thumbnail of a filter", show_preview, media))
        .details("For ten minutes after it was made.")
}

fn describe(endpoint: Endpoint) -> Endpoint {
    endpoint.answers_file(TYPES, "The file").conditional()
}

async fn show_file(
    State(media): State<Media>,
    InPath((folder, name)): InPath<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    match media.find_file(&folder, &name).await?.ok_or_else(Problem::not_found)? {
        Found::File(served) => serve(&media, Some(served), &headers).await,
        // It may be replaced again, so nobody is to keep this without asking.
        Found::Replaced { by } => {
            let to = HeaderValue::try_from(by).map_err(Problem::internal)?;
            let headers = [(LOCATION, to), (CACHE_CONTROL, HeaderValue::from_static("no-cache"))];
            Ok((StatusCode::FOUND, headers).into_response())
        }
    }
}

async fn show_old_file(
    State(media): State<Media>,
    InPath(name): InPath<String>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    serve(&media, find_old(name.clone(), &name), &headers).await
}

async fn show_preview(
    State(media): State<Media>,
    InPath((token, name)): InPath<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    serve(&media, media.find_preview_file(&token, &name), &headers).await
}

async fn serve(
    media: &Media,
    served: Option<Served>,
    headers: &HeaderMap,
) -> Result<Response, Problem> {
    let served = served.ok_or_else(Problem::not_found)?;
    // Before any byte is read: conditions and ranges are judged by size and tag alone.
    let (size, tag) = media.state_of(&served).await?.ok_or_else(Problem::not_found)?;
    let asked = Asked::read(headers, &tag, size);
    let bytes = match asked.wanted(size) {
        // A bucket refuses to be asked for no bytes at all.
        Some(range) if !range.is_empty() => match media.bytes_of(&served, range).await {
            Ok(bytes) => Some(bytes.ok_or_else(Problem::not_found)?),
            Err(ServeError::Blob(error)) => return Err(error.into()),
            Err(differs @ ServeError::Differs { .. }) => return Ok(refuse(differs)),
        },
        _ => None,
    };
    asked.answer(size, &tag, &served, bytes)
}

/// What is there is not what belongs there. Nobody is to keep that answer: the file may be made again.
fn refuse(error: ServeError) -> Response {
    let problem = Problem::unavailable("media", "has a file that is damaged").caused_by(error);
    ([(CACHE_CONTROL, HeaderValue::from_static("no-store"))], problem).into_response()
}
