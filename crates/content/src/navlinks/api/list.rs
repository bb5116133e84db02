use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, Limit, Offset, Params, Tag, page};
use kernel::Slice;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::navlinks::snapshot::USUAL_PAGE;
use crate::navlinks::{NavLink, NavLinks};

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(super) struct ListNavLinks {
    limit: Option<Limit>,
    offset: Option<Offset>,
}

pub fn list(links: NavLinks) -> Endpoint {
    Endpoint::new("List the navigation links", handle, links)
        .details("In the order in which they are shown: by `sort_order`, then by title.")
        .query::<ListNavLinks>()
        .answers::<Slice<NavLink>>("The links")
        .conditional()
}

async fn handle(
    State(links): State<NavLinks>,
    Params(query): Params<ListNavLinks>,
    conditions: Conditions,
) -> Response {
    let page = page(query.limit, query.offset, USUAL_PAGE.limit);
    links.read(|snapshot| {
        if page == USUAL_PAGE {
            let (validator, body) = &snapshot.first_page;
            return conditions.answer_json(&Tag::of_number(validator.0), || body.clone());
        }
        let body = snapshot.page(page);
        conditions.answer_json(&Tag::of_bytes(&body), || body.clone())
    })
}
