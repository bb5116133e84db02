use axum::extract::State;
use axum::response::Response;
use edge::{Endpoint, Principal};

use super::Form;
use crate::Contact;
use crate::chain::Identity;
use crate::form::page::form;

pub fn page(contact: Contact) -> Endpoint {
    Endpoint::new("The contact form as a page", handle, contact)
        .answers_with(&["text/html"], "A page that works with and without script")
}

async fn handle(State(contact): State<Contact>, principal: Principal) -> Response {
    let values = Form::hand_out(&contact);
    form(&values, &contact.challenges().provider, &Identity::of(&principal))
}
