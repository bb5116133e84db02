use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, Limit, Offset, Params, Problem, Tag, page};
use kernel::Slice;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::Contact;
use crate::messages::Message;

#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(super) struct ListMessages {
    /// Only those that were read, or only those that were not.
    read: Option<bool>,
    limit: Option<Limit>,
    offset: Option<Offset>,
}

pub fn list(contact: Contact) -> Endpoint {
    Endpoint::new("List the contact messages", handle, contact)
        .details("Newest first.")
        .query::<ListMessages>()
        .answers::<Slice<Message>>("The messages")
        .conditional()
}

async fn handle(
    State(contact): State<Contact>,
    Params(query): Params<ListMessages>,
    conditions: Conditions,
) -> Result<Response, Problem> {
    let page = page(query.limit, query.offset, 20);
    let slice = contact.list_messages(query.read, page).await?;
    let body = serde_json::to_vec(&slice).map_err(Problem::internal)?;
    Ok(conditions.answer_json(&Tag::of_bytes(&body), || body.into()))
}
