use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use schemars::JsonSchema;
use serde::Serialize;
use sheet::{Document, Extent, Order, Print};

/// How long a resume is on paper. Measured by setting it, so a PDF of the same look has as many pages.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ResumeLength")]
pub(super) struct Length {
    pages: usize,
    /// How much of the last page is used, from 0 to 1.
    filled: f32,
    look: &'static str,
    paper: &'static str,
    language: &'static str,
    /// Characters that no typeface of this machine has: on paper they are left out.
    undrawn: Vec<String>,
}

impl Length {
    pub(super) fn new(
        document: &Document,
        order: &Order,
        extent: Extent,
        undrawn: Vec<char>,
    ) -> Self {
        Self {
            pages: extent.pages,
            filled: (extent.filled * 1000.0).round() / 1000.0,
            look: order.look.name(),
            paper: order.paper.name(),
            language: document.language.tag(),
            undrawn: undrawn.into_iter().map(String::from).collect(),
        }
    }
}

/// A printed file, with its number of pages for whoever shows it and wants to say how long it is.
pub(super) fn pdf_file(name: &str, print: Print) -> Response {
    let mut response = download("application/pdf", name, print.pdf);
    if let Ok(pages) = print.extent.pages.to_string().try_into() {
        response.headers_mut().insert("x-pages", pages);
    }
    response
}

/// A file to be saved, for its owner alone.
pub(crate) fn download(media: &'static str, name: &str, body: Vec<u8>) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    let headers = [
        (CONTENT_TYPE, media.to_owned()),
        (CONTENT_DISPOSITION, disposition),
        (CACHE_CONTROL, "private, no-cache".to_owned()),
    ];
    (headers, body).into_response()
}
