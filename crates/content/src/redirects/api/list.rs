use axum::extract::State;
use edge::{Endpoint, Json, Limit, Offset, Params, Problem, page};
use kernel::Slice;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::Site;
use crate::redirects::RedirectView;

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct ListRedirects {
    limit: Option<Limit>,
    offset: Option<Offset>,
}

pub fn list(site: Site) -> Endpoint {
    Endpoint::new("List the redirects", handle, site)
        .details("Newest first. Those that lead to something deleted are not shown.")
        .query::<ListRedirects>()
        .reports::<Slice<RedirectView>>(200, "The redirects")
}

async fn handle(
    State(site): State<Site>,
    Params(query): Params<ListRedirects>,
) -> Result<Json<Slice<RedirectView>>, Problem> {
    site.list_redirects(page(query.limit, query.offset, 20)).await.map(Json)
}
