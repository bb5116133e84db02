use std::sync::{Arc, OnceLock};

use axum::extract::State;
use axum::response::Response;
use bytes::Bytes;
use edge::openapi::{self, Info};
use edge::{Conditions, Endpoint, Page, PageEndpoint, Table, Tag};

/// The description of the API. It describes the whole table, itself included, so it is filled in
/// after the table is complete.
#[derive(Clone, Debug, Default)]
pub(crate) struct Docs(Arc<OnceLock<Described>>);

#[derive(Debug)]
struct Described {
    openapi: (Tag, Bytes),
    page: Page,
}

const INFO: Info = Info {
    title: "Folia API",
    version: env!("CARGO_PKG_VERSION"),
    description: "The backend of a personal content site. Lists come in an envelope with `items`, \
                  `total`, `limit` and `offset`; unknown fields are ignored; resources carry an \
                  `ETag`, and changes honour `If-Match`.",
};

impl Docs {
    pub(crate) fn describe(&self, table: &Table) {
        self.0.get_or_init(|| {
            let document = openapi::document(table, INFO);
            let page = openapi::page(&document);
            // Made once. It is the same for everybody until the next start.
            let bytes = Bytes::from(format!("{document:#}"));
            Described { openapi: (Tag::of_bytes(&bytes), bytes), page }
        });
    }

    pub(crate) fn openapi(&self) -> Option<&Bytes> {
        self.0.get().map(|described| &described.openapi.1)
    }

    fn described(&self) -> &Described {
        self.0.get().expect("the table is described before it is served")
    }
}

pub(crate) fn openapi(docs: Docs) -> Endpoint {
    Endpoint::new("This description, for programs", show_openapi, docs)
        .answers_with(&["application/json"], "An OpenAPI 3.1 document")
        .conditional()
        .same_for_all()
}

/// The description for people.
pub(crate) fn reference(docs: Docs) -> PageEndpoint {
    PageEndpoint::new(show_page, docs)
}

async fn show_openapi(State(docs): State<Docs>, conditions: Conditions) -> Response {
    let (tag, bytes) = &docs.described().openapi;
    conditions.answer_json(tag, || bytes.clone())
}

async fn show_page(State(docs): State<Docs>) -> Page {
    docs.described().page.clone()
}
