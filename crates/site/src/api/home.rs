use axum::extract::State;
use axum::response::Response;
use edge::{PageEndpoint, Problem};
use futures_util::FutureExt;

use super::answer::{Visit, show};
use super::theme;
use crate::Site;

/// The start page.
pub fn home(site: Site) -> PageEndpoint {
    PageEndpoint::new(handle, site)
}

async fn handle(State(site): State<Site>, visit: Visit) -> Result<Response, Problem> {
    if let Some(choice) = theme::choose(&visit) {
        return Ok(choice);
    }
    let origin = visit.origin(&site);
    let (reader, is_admin) = (visit.reader(), visit.is_admin());
    let compose = || async { site.home(reader, &origin, is_admin).await.map(Some) }.boxed();
    show(&site, &visit, "/".to_owned(), Some("home"), compose).await
}
