use axum::extract::{Path, State};
use axum::response::Response;
use edge::{Conditions, Endpoint, Principal, Problem};

use super::answer;
use crate::Content;
use crate::content::sight_of;
use crate::sections::SectionView;

pub fn by_slug(content: Content) -> Endpoint {
    Endpoint::new("Read a section by its slug", handle, content)
        .details("Slugs may repeat below different parents: the one nearest to the top is meant.")
        .answers::<SectionView<'static>>("The section")
        .conditional()
}

async fn handle(
    State(content): State<Content>,
    Path(slug): Path<String>,
    principal: Principal,
    conditions: Conditions,
) -> Result<Response, Problem> {
    let (slug, sight) = (slug.to_lowercase(), sight_of(&principal));
    content.read(|tree| {
        // In order of depth and sort order already.
        let mut visible = tree.sections().iter().filter(|node| node.shows(sight));
        let node = visible.find(|node| node.section().slug.as_str() == slug);
        node.map(|node| answer(node, &conditions)).ok_or_else(Problem::not_found)
    })
}
