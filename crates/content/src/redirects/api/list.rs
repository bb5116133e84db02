use axum::extract::State;
use edge::{Endpoint, Json, Limit, Offset, Params, Problem, page};
use kernel::Slice;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::Content;
use crate::redirects::RedirectView;

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct ListRedirects {
    limit: Option<Limit>,
    offset: Option<Offset>,
}

pub fn list(content: Content) -> Endpoint {
    Endpoint::new("List the redirects", handle, content)
        .details("Newest first. Those that lead to something deleted are not shown.")
        .query::<ListRedirects>()
        .reports::<Slice<RedirectView>>(200, "The redirects")
}

async fn handle(
    State(content): State<Content>,
    Params(query): Params<ListRedirects>,
) -> Result<Json<Slice<RedirectView>>, Problem> {
    Ok(Json(content.list_redirects(page(query.limit, query.offset, 20)).await?))
}
