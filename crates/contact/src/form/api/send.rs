use axum::extract::{Request, State};
use axum::response::{IntoResponse, Response};
use edge::{ClientAddress, Endpoint, Json, Phrases, Principal, Problem, ReadBody, prefers_page};
use http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use http::{HeaderMap, StatusCode};
use kernel::Code;
use schemars::JsonSchema;
use serde::Serialize;

use super::pages;
use crate::Contact;
use crate::chain::{Encoding, Identity, Refusal, Submission, network_of, read};
use crate::challenge::Provider;
use crate::intake::{Sender, words};

#[derive(Serialize, JsonSchema)]
struct Received {
    status: &'static str,
}

/// The longest message, each character written as two escapes, with the longest token.
const MOST_BYTES: usize = 64 * 1024;

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
        .largest_body(MOST_BYTES)
        .forgives_ended_session()
}

async fn handle(
    State(contact): State<Contact>,
    ClientAddress(address): ClientAddress,
    principal: Principal,
    phrases: Phrases,
    request: Request,
) -> Result<Response, Problem> {
    let headers = request.headers().clone();
    let encoding = encoding_of(&headers);
    // Somebody looking at a browser, which posted the form by itself.
    let for_a_person = encoding == Some(Encoding::Form) && prefers_page(&headers);
    let submission = match ReadBody::read(request).await {
        // A compressed body could unpack to any size.
        Ok(body) if !headers.contains_key(CONTENT_ENCODING) => read(encoding, &body),
        // Nothing that the sender could do otherwise.
        Err(problem) if problem.code() == Code::Busy => return Err(problem),
        _ => Err(Refusal::Unreadable),
    };
    let outcome = match submission {
        Ok(submission) if for_a_person && may_wait(&contact, &submission) => {
            let words = words(&network_of(address), &submission);
            let (pass, wait_for) = contact.challenges().hand_out_wait(&words, contact.seal());
            return Ok(pages::waiting(&submission, &pass, wait_for, phrases).into_response());
        }
        Ok(submission) => {
            let sender = Sender { address, identity: Identity::of(&principal) };
            contact.receive(submission, sender).await
        }
        Err(refusal) => Err(contact.refuse(refusal)),
    };
    match outcome {
        Ok(()) if for_a_person => Ok(pages::received(phrases).into_response()),
        // Not 201: what was made is for the owner, and has no address for the sender.
        Ok(()) => Ok((StatusCode::ACCEPTED, Json(Received { status: "received" })).into_response()),
        Err(error) => Err(error.into()),
    }
}

fn encoding_of(headers: &HeaderMap) -> Option<Encoding> {
    headers.get(CONTENT_TYPE)?.to_str().ok().and_then(Encoding::of)
}

fn may_wait(contact: &Contact, submission: &Submission) -> bool {
    let is_ours = matches!(contact.challenges().provider, Provider::Builtin { .. });
    is_ours && submission.challenge_token.is_empty()
}
