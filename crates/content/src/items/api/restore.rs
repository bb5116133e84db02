use axum::extract::State;
use axum::response::Response;
use edge::{Endpoint, Problem};
use kernel::Code;

use super::{ItemInPath, with_tag};
use crate::Site;
use crate::items::ItemView;

pub fn restore(site: Site) -> Endpoint {
    Endpoint::new("Bring a deleted content item back", handle, site)
        .answers::<ItemView<'static>>("The item, back in its section")
        .fails(&[Code::Taken, Code::Invalid])
}

async fn handle(
    State(site): State<Site>,
    ItemInPath(content_type, id): ItemInPath,
) -> Result<Response, Problem> {
    let written = site.restore_item(content_type, id).await?;
    Ok(with_tag(&written))
}
