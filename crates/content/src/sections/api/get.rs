use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, Principal, Problem, ResourceId};

use super::answer;
use crate::Content;
use crate::content::sight_of;
use crate::sections::SectionView;

pub fn get(content: Content) -> Endpoint {
    Endpoint::new("Read one section", handle, content)
        .answers::<SectionView<'static>>("The section")
        .conditional()
}

async fn handle(
    State(content): State<Content>,
    ResourceId(id): ResourceId,
    principal: Principal,
    conditions: Conditions,
) -> Result<Response, Problem> {
    let sight = sight_of(&principal);
    content.read(|tree| {
        let node = tree.section(id).filter(|node| node.shows(sight));
        node.map(|node| answer(node, &conditions)).ok_or_else(Problem::not_found)
    })
}
