use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, Principal, Problem, ResourceId};

use super::answer;
use crate::Site;
use crate::sections::SectionView;
use crate::site::sight_of;

pub fn get(site: Site) -> Endpoint {
    Endpoint::new("Read one section", handle, site)
        .answers::<SectionView<'static>>("The section")
        .conditional()
}

async fn handle(
    State(site): State<Site>,
    ResourceId(id): ResourceId,
    principal: Principal,
    conditions: Conditions,
) -> Result<Response, Problem> {
    let sight = sight_of(&principal);
    site.read(|tree| {
        let node = tree.section(id).filter(|node| node.shows(sight));
        node.map(|node| answer(node, &conditions)).ok_or_else(Problem::not_found)
    })
}
