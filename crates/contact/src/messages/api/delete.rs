use axum::extract::State;
use edge::{Conditions, Endpoint, Problem, ResourceId};
use http::StatusCode;

use crate::Contact;

pub fn delete(contact: Contact) -> Endpoint {
    Endpoint::new("Delete a contact message", handle, contact)
        .details("For good. It still counts for the limit on its sender's network.")
        .answers_nothing("The message is gone")
        .conditional()
}

async fn handle(
    State(contact): State<Contact>,
    ResourceId(id): ResourceId,
    conditions: Conditions,
) -> Result<StatusCode, Problem> {
    contact.delete_message(id, conditions.expected_version()).await?;
    Ok(StatusCode::NO_CONTENT)
}
