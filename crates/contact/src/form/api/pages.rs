//! The pages of the form.
//!
//! With script (`contact.js` of the web part) the form is sent as JSON and stays on the page. Without, it is posted
//! as it is; when our own challenge is in force, the answer is a page that waits and posts the same
//! words again with a pass, and then a page of thanks or of refusal.

use std::time::Duration;

use askama::Template;
use edge::page::Directive;
use edge::{Assets, Html, Page, Phrases};
use http::StatusCode;

use super::Form;
use crate::chain::{Identity, Submission};
use crate::challenge::Provider;

#[derive(Template)]
#[template(path = "form.html")]
struct FormPage<'a> {
    phrases: Phrases,
    values: &'a str,
    signed_in: bool,
    name: Option<&'a str>,
    email: Option<&'a str>,
    /// Who writes, as far as the session tells.
    sender: Option<String>,
    rendered_at: &'a str,
    /// Class and key of a foreign challenge.
    widget: Option<(&'a str, &'a str)>,
}

#[derive(Template)]
#[template(path = "waiting.html")]
struct WaitingPage<'a> {
    phrases: Phrases,
    seconds: u64,
    fields: [(&'a str, Html); 6],
}

#[derive(Template)]
#[template(path = "received.html")]
struct ReceivedPage {
    phrases: Phrases,
}

pub(super) fn form(
    form: &Form,
    provider: &Provider,
    identity: &Identity,
    assets: &Assets,
    phrases: Phrases,
) -> Page {
    let values = serde_json::to_string(form).expect("a form is plain text and numbers");
    let foreign = match provider {
        Provider::External { site_key: Some(key), widget: Some(widget), .. } => Some((key, widget)),
        _ => None,
    };
    let (name, email) = (identity.name.as_deref(), identity.email.as_deref());
    let main = Html::of(&FormPage {
        phrases,
        values: &values,
        signed_in: identity.user_id.is_some(),
        name,
        email,
        sender: match (name, email) {
            (Some(name), Some(email)) => Some(format!("{name} ({email})")),
            (one, other) => one.or(other).map(str::to_owned),
        },
        rendered_at: form.rendered_at(),
        widget: foreign.map(|(key, widget)| (widget.class, key.as_str())),
    });
    let page = page("Contact", main, phrases);
    // Where the web part was not built the page is whole without it.
    let page = match assets.address("contact.js") {
        Some(_) => page.module("contact.js"),
        None => page,
    };
    match foreign {
        Some((_, widget)) => with_widget(page, widget.script, widget.sources),
        None => page,
    }
}

/// What a foreign challenge adds to the page: a script, and what the policy must allow for it.
fn with_widget(page: Page, script: &'static str, sources: &str) -> Page {
    let loads = [Directive::Scripts, Directive::Styles, Directive::Connections, Directive::Frames];
    let page = page.foreign_script(script);
    sources.split(' ').fold(page, |page, source| {
        loads.into_iter().fold(page, |page, directive| page.allow(directive, source))
    })
}

/// The first post without script: the same words, to be posted again when the pass is good.
pub(super) fn waiting(
    submission: &Submission,
    pass: &str,
    wait_for: Duration,
    phrases: Phrases,
) -> Page {
    let Submission { name, email, message, topic, rendered_at, .. } = submission;
    let fields = [
        ("name", name.as_str()),
        ("email", email),
        ("message", message),
        ("topic", topic),
        ("rendered_at", rendered_at),
        ("challenge_token", pass),
    ];
    // The pass is good for these very words, so also their carriage returns have to come back.
    let fields = fields.map(|(name, value)| (name, Html::text(value)));
    let seconds = wait_for.as_secs();
    let main = Html::of(&WaitingPage { phrases, seconds, fields });
    page("One moment", main, phrases).unlisted()
}

pub(super) fn received(phrases: Phrases) -> Page {
    let main = Html::of(&ReceivedPage { phrases });
    page("Thank you", main, phrases).status(StatusCode::ACCEPTED).unlisted()
}

/// A form is good once, so nobody keeps it.
fn page(title: &str, main: Html, phrases: Phrases) -> Page {
    let page = Page::new(phrases.say(title), main).said_with(phrases);
    page.kind("contact").stylesheet("contact/form.css").forms()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(identity: &Identity) -> String {
        let provider = Provider::Builtin { bits: 15 };
        let (form, assets) = (Form::example(), Assets::default());
        super::form(&form, &provider, identity, &assets, Phrases::default()).main.to_string()
    }

    #[test]
    fn whoever_is_signed_in_is_not_asked_for_an_address() {
        let page = shown(&Identity::default());
        assert!(page.contains("type=\"email\""), "{page}");
        assert!(!page.contains("data-signed-in"), "{page}");
        let known = Identity {
            user_id: Some("mia".into()),
            name: Some("Mia \"M\"".into()),
            email: Some("mia@example.org".into()),
        };
        let page = shown(&known);
        assert!(!page.contains("type=\"email\""), "{page}");
        let email = "<input name=\"email\" type=\"hidden\" value=\"mia@example.org\">";
        assert!(page.contains(email), "{page}");
        assert!(!page.contains("\"Mia \"M\"\""), "{page}");
        assert!(!page.contains("autocomplete=\"name\""), "{page}");
        assert!(page.contains("name=\"name\" type=\"hidden\""), "{page}");
        assert!(page.contains(" data-signed-in "), "{page}");
    }
}
