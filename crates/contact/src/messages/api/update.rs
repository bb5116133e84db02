use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Conditions, Endpoint, Json, Problem, ResourceId, Versioned};

use crate::Contact;
use crate::messages::{Message, MessageChange};

pub fn update(contact: Contact) -> Endpoint {
    Endpoint::new("Mark a contact message", handle, contact)
        .details("As read, or as not read. Nothing else about a message changes.")
        .body::<MessageChange>()
        .answers::<Message>("The message")
        .conditional()
}

async fn handle(
    State(contact): State<Contact>,
    ResourceId(id): ResourceId,
    conditions: Conditions,
    Json(change): Json<MessageChange>,
) -> Result<Response, Problem> {
    let stored = contact.update_message(id, change, conditions.expected_version()).await?;
    Ok(Versioned(stored.version, stored.document).into_response())
}
