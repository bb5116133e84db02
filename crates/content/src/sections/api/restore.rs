use axum::extract::State;
use axum::response::Response;
use edge::{Endpoint, Problem, ResourceId};
use kernel::Code;

use super::with_tag;
use crate::Site;
use crate::sections::SectionView;

pub fn restore(site: Site) -> Endpoint {
    Endpoint::new("Bring a deleted section back", handle, site)
        .answers::<SectionView<'static>>("The section, with everything below it")
        .fails(&[Code::Taken, Code::Invalid])
}

async fn handle(State(site): State<Site>, ResourceId(id): ResourceId) -> Result<Response, Problem> {
    let stored = site.restore_section(id).await?;
    Ok(with_tag(&stored))
}
