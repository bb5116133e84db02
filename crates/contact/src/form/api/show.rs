use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{Endpoint, Json};
use http::header::CACHE_CONTROL;
use schemars::JsonSchema;
use serde::Serialize;

use crate::Contact;
use crate::challenge::Challenge;

/// What has to come back with a message.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(crate) struct Form {
    /// When this form was handed out, sealed. Good for one message, after a few seconds and for
    /// 24 hours.
    rendered_at: String,
    challenge: Challenge,
}

impl Form {
    pub(super) fn hand_out(contact: &Contact) -> Self {
        let challenge = contact.challenges().hand_out(contact.seal());
        Self { rendered_at: contact.stamp(), challenge }
    }

    #[cfg(test)]
    pub(crate) fn example() -> Self {
        Self { rendered_at: "1.a.b".to_owned(), challenge: Challenge::example() }
    }

    pub(crate) fn rendered_at(&self) -> &str {
        &self.rendered_at
    }
}

pub fn show(contact: Contact) -> Endpoint {
    Endpoint::new("Get a contact form", handle, contact)
        .details(
            "What a message needs beside the visitor's words: a stamp and a challenge. The \
             built-in challenge asks for `parts` whole numbers below 2^32, such that \
             SHA-256(SHA-256(challenge) ‖ part ‖ number), part from 0 and number as four bytes \
             each, begins with `bits` zero bits. The `challenge_token` is the challenge, a dot, \
             and the numbers joined by hyphens.",
        )
        .reports::<Form>(200, "The form")
}

async fn handle(State(contact): State<Contact>) -> Response {
    ([(CACHE_CONTROL, "no-store")], Json(Form::hand_out(&contact))).into_response()
}
