use axum::extract::State;
use axum::response::Response;
use edge::{PageEndpoint, Problem};
use futures_util::FutureExt;

use super::answer::show;
use super::shell::has_admin;
use super::theme;
use super::visit::Visit;
use crate::Site;
use crate::compose::Desk;

/// The start page.
pub fn home(site: Site) -> PageEndpoint {
    PageEndpoint::new(handle, site)
}

async fn handle(State(site): State<Site>, visit: Visit) -> Result<Response, Problem> {
    let origin = visit.origin(&site);
    if let Some(choice) = theme::choose(&visit, &origin) {
        return Ok(choice);
    }
    let desk = match has_admin(&visit.context) {
        true => Desk::Admin,
        false => Desk::Interface,
    };
    let (reader, owner) = (visit.reader(), visit.is_admin().then_some(desk));
    let compose = || async { site.home(reader, &origin, owner).await.map(Some) }.boxed();
    show(&site, &visit, "/".to_owned(), Some("home"), compose).await
}
