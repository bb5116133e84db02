use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Json, Limit, Offset, Params, Principal, Problem, page};
use kernel::Slice;
use schemars::JsonSchema;
use serde::Deserialize;

use super::LONGEST_SEARCH;
use crate::Content;
use crate::fields::check_length;
use crate::listings::NamedEntry;
use crate::reader::Reader;
use crate::reading::Entry;

#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
struct FindContent {
    /// A part of the title or the path, or some words of them; letter case does not matter.
    /// Without it everything is found, what was changed last first.
    #[schemars(length(max = 200))]
    q: Option<String>,
    limit: Option<Limit>,
    offset: Option<Offset>,
}

pub fn find(content: Content) -> Endpoint {
    Endpoint::new("Find sections and content by title or path", handle, content)
        .details("For making links and for going somewhere. Administrators find drafts, too.")
        .query::<FindContent>()
        .reports::<Slice<NamedEntry<'static>>>(200, "What was found, the best first")
}

async fn handle(
    State(content): State<Content>,
    principal: Principal,
    Params(query): Params<FindContent>,
) -> Result<Response, Problem> {
    let text = query.q.unwrap_or_default();
    check_length(&text, LONGEST_SEARCH).map_err(|message| Problem::invalid_field("q", message))?;
    let reader = if principal.is_admin() { Reader::SignedIn } else { Reader::Public };
    let reading = content.reading(reader);
    let public = reading.as_seen_by(Reader::Public);
    let found = reading.named(&text, page(query.limit, query.offset, 20)).map(|entry| {
        // A link is to lead visitors there, too, so it is the address that they know.
        let seen = match entry {
            Entry::Section(section) => public.section(section.id).map(Entry::Section),
            Entry::Item(item) => public.item(item.id).map(Entry::Item),
        };
        NamedEntry::of(&entry, seen.as_ref())
    });
    Ok(Json(found).into_response())
}
