use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use schemars::JsonSchema;
use serde::Serialize;
use sheet::{Document, Extent, Order, plain_text};

use crate::Career;
use crate::printing::PrintError;

/// How long a resume is on paper. Measured by setting it, so a PDF of the same look has as many pages.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[schemars(rename = "ResumeLength")]
pub(super) struct Length {
    pages: usize,
    /// How much of the last page is used, from 0 to 1.
    filled: f32,
    look: &'static str,
    paper: &'static str,
    language: &'static str,
}

impl Length {
    pub(super) fn new(document: &Document, order: &Order, extent: Extent) -> Self {
        Self {
            pages: extent.pages,
            filled: (extent.filled * 1000.0).round() / 1000.0,
            look: order.look.name(),
            paper: order.paper.name(),
            language: document.language.tag(),
        }
    }
}

pub(super) async fn pdf(
    career: &Career,
    (document, order): (Document, Order),
) -> Result<Response, PrintError> {
    let print = career.print(document, order).await?;
    let pages = print.extent.pages.to_string();
    let mut response = download("application/pdf", "resume.pdf", print.pdf);
    // For whoever shows the file and wants to say how long it is.
    if let Ok(pages) = pages.try_into() {
        response.headers_mut().insert("x-pages", pages);
    }
    Ok(response)
}

pub(super) fn text((document, _): (Document, Order)) -> Response {
    let body = plain_text(&document).into_bytes();
    download("text/plain; charset=utf-8", "resume.txt", body)
}

pub(super) fn download(media: &'static str, name: &str, body: Vec<u8>) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    let headers = [
        (CONTENT_TYPE, media.to_owned()),
        (CONTENT_DISPOSITION, disposition),
        (CACHE_CONTROL, "private, no-cache".to_owned()),
    ];
    (headers, body).into_response()
}
