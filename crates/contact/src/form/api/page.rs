use axum::extract::State;
use edge::{Assets, Page, PageEndpoint, Phrases, Principal};

use super::Form;
use super::pages::form;
use crate::Contact;
use crate::chain::Identity;

/// The contact form as a page, which works with and without script.
pub fn page(contact: Contact) -> PageEndpoint {
    PageEndpoint::new(handle, contact)
}

async fn handle(
    State(contact): State<Contact>,
    principal: Principal,
    assets: Assets,
    phrases: Phrases,
) -> Page {
    let values = Form::hand_out(&contact);
    form(&values, &contact.challenges().provider, &Identity::of(&principal), &assets, phrases)
}
