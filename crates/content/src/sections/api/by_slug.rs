use axum::extract::{Path, State};
use axum::response::Response;
use edge::{Conditions, Endpoint, Principal, Problem};

use super::answer;
use crate::Site;
use crate::sections::SectionView;
use crate::site::sight_of;

pub fn by_slug(site: Site) -> Endpoint {
    Endpoint::new("Read a section by its slug", handle, site)
        .details("Slugs may repeat below different parents: the one nearest to the top is meant.")
        .answers::<SectionView<'static>>("The section")
        .conditional()
}

async fn handle(
    State(site): State<Site>,
    Path(slug): Path<String>,
    principal: Principal,
    conditions: Conditions,
) -> Result<Response, Problem> {
    let (slug, sight) = (slug.to_lowercase(), sight_of(&principal));
    site.read(|tree| {
        // In order of depth and sort order already.
        let mut visible = tree.sections().iter().filter(|node| node.shows(sight));
        let node = visible.find(|node| node.section().slug.as_str() == slug);
        node.map(|node| answer(node, &conditions)).ok_or_else(Problem::not_found)
    })
}
