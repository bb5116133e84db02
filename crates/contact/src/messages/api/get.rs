use axum::extract::State;
use axum::response::Response;
use edge::{Conditions, Endpoint, Problem, ResourceId, Tag};

use crate::Contact;
use crate::messages::Message;

pub fn get(contact: Contact) -> Endpoint {
    Endpoint::new("Read one contact message", handle, contact)
        .details("Reading does not mark it as read.")
        .answers::<Message>("The message")
        .conditional()
}

async fn handle(
    State(contact): State<Contact>,
    ResourceId(id): ResourceId,
    conditions: Conditions,
) -> Result<Response, Problem> {
    let stored = contact.get_message(id).await?;
    let body = serde_json::to_vec(&stored.document).map_err(Problem::internal)?;
    Ok(conditions.answer_json(&Tag::of_version(stored.version), || body.into()))
}
