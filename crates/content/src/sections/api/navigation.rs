use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint};
use http::HeaderValue;
use http::header::CACHE_CONTROL;
use kernel::{Page, Slice};

use super::list::{USUAL_LIMIT, page_of};
use crate::Content;
use crate::listings::api::answer;
use crate::reading::{Reader, Sections};
use crate::sections::{NavVisibility, SectionView};

const CACHED: HeaderValue =
    HeaderValue::from_static("public, max-age=300, stale-while-revalidate=600");

/// The sections of the main navigation. The same for everybody, so that it can be cached.
pub fn navigation(content: Content) -> Endpoint {
    Endpoint::new("The sections of the main navigation", handle, content)
        .details("As `GET /sections?nav_visibility=main`, and may be cached for five minutes.")
        .answers::<Slice<SectionView<'static>>>("Published sections with `nav_visibility` main")
        .conditional()
        .same_for_all()
}

async fn handle(State(content): State<Content>, conditions: Conditions) -> Response {
    let wanted = Sections { nav_visibility: Some(NavVisibility::Main), ..Sections::default() };
    let reading = content.reading(Reader::Public);
    let page = page_of(&content, &reading, &wanted, Page::first(USUAL_LIMIT));
    let mut response = answer(page, &conditions);
    response.headers_mut().insert(CACHE_CONTROL, CACHED);
    response
}
