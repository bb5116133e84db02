use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use edge::{ClientAddress, Endpoint, Json, Principal, Problem, prefers_page};
use http::{HeaderMap, StatusCode};
use kernel::Code;
use schemars::JsonSchema;
use serde::Serialize;

use crate::Contact;
use crate::chain::{Encoding, Identity, Refusal, Submission, network_of, read};
use crate::challenge::Provider;
use crate::desk::{Visit, words};
use crate::form::page;

#[derive(Serialize, JsonSchema)]
struct Received {
    status: &'static str,
}

/// As much as any body. A form needs far less, but whoever sends more hears the answer only when it
/// was read.
const MOST_BYTES: usize = 4 * 1024 * 1024;

pub fn send(contact: Contact) -> Endpoint {
    Endpoint::new("Send a contact message", handle, contact)
        .details(
            "As JSON or as a form. Whatever is wrong, the answer is the same: the message was \
             not accepted. Only an accepted message uses up its stamp and its challenge. A \
             browser that posts the form without script and without a token gets a page that \
             waits and posts again.",
        )
        .form::<Submission>()
        .reports::<Received>(202, "The message has arrived")
        .shows_page(202, "A page of thanks, for browsers that post the form")
        .shows_page(200, "A page that waits, for browsers without script")
        .fails(&[Code::Rejected])
        .forgives_ended_session()
}

async fn handle(
    State(contact): State<Contact>,
    ClientAddress(address): ClientAddress,
    principal: Principal,
    request: Request,
) -> Result<Response, Problem> {
    let (parts, body) = request.into_parts();
    let for_a_person = wants_page(&parts.headers);
    let submission = match to_bytes(body, MOST_BYTES).await {
        Ok(body) => read(&parts.headers, &body),
        Err(_) => Err(Refusal::Unreadable),
    };
    let outcome = match submission {
        Ok(submission) if for_a_person && may_wait(&contact, &submission) => {
            let words = words(&network_of(address), &submission);
            let (pass, wait_for) = contact.challenges().hand_out_wait(&words, contact.seal());
            return Ok(page::waiting(&submission, &pass, wait_for).into_response());
        }
        Ok(submission) => {
            let visit = Visit { address, identity: Identity::of(&principal) };
            contact.receive(submission, visit).await
        }
        Err(refusal) => Err(contact.refuse(refusal)),
    };
    match outcome {
        Ok(()) if for_a_person => Ok(page::received().into_response()),
        Ok(()) => Ok((StatusCode::ACCEPTED, Json(Received { status: "received" })).into_response()),
        // The same words for every cause, like the document programs get.
        Err(problem) if problem.code() == Code::Rejected => Err(problem
            .explained(
                "Your message was not accepted",
                "Please go back, check the fields, wait a moment and send it again.",
            )
            .way("/contact", "Start with an empty form")),
        Err(problem) => Err(problem),
    }
}

/// Somebody looking at a browser, which posted the form by itself.
fn wants_page(headers: &HeaderMap) -> bool {
    prefers_page(headers) && Encoding::of(headers) == Some(Encoding::Form)
}

fn may_wait(contact: &Contact, submission: &Submission) -> bool {
    let is_ours = matches!(contact.challenges().provider, Provider::Builtin { .. });
    is_ours && submission.challenge_token.is_empty()
}
