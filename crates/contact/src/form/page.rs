//! The pages of the form.
//!
//! With script, `form.js` sends the form as JSON and stays on the page. Without, the form is posted
//! as it is; when our own challenge is in force, the answer is a page that waits and posts the same
//! words again with a pass, and then a page of thanks or of refusal.

use std::time::Duration;

use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use http::{HeaderValue, StatusCode};

use super::api::Form;
use super::template::Value::{Markup, Text};
use super::template::fill;
use crate::chain::{Identity, Submission};
use crate::challenge::Provider;

const FORM: &str = include_str!("../../assets/page.html");
const WAITING: &str = include_str!("../../assets/waiting.html");
const RECEIVED: &str = include_str!("../../assets/received.html");
const REFUSED: &str = include_str!("../../assets/refused.html");

const OWN_SCRIPTS: &str = "<script src=\"/contact/form.js\" defer></script>\n";
const EMAIL: &str = "<label>E-mail\n<input name=\"email\" type=\"email\" autocomplete=\"email\" \
                     required>\n</label>\n";
const KNOWN_EMAIL: &str = "<input name=\"email\" type=\"hidden\" value=\"{{email}}\">\n";

pub(super) fn form(form: &Form, provider: &Provider, identity: &Identity) -> Response {
    let values = serde_json::to_string(form).expect("a form is plain text and numbers");
    let (scripts, widget, foreign) = widget(provider);
    let known_email = identity.email.as_deref().map(|email| {
        let place = [("email", Text(email))];
        fill(KNOWN_EMAIL, &place)
    });
    let known_name = identity.name.as_deref();
    let name_value = known_name
        .map(|name| fill(" value=\"{{name}}\"", &[("name", Text(name))]))
        .unwrap_or_default();
    let signed_in = if identity.user_id.is_some() { " data-signed-in" } else { "" };
    let body = fill(
        FORM,
        &[
            ("scripts", Markup(&scripts)),
            ("form", Text(&values)),
            ("signed_in", Markup(signed_in)),
            ("name_value", Markup(&name_value)),
            ("email", Markup(known_email.as_deref().unwrap_or(EMAIL))),
            ("rendered_at", Text(form.rendered_at())),
            ("widget", Markup(&widget)),
        ],
    );
    page(StatusCode::OK, body, foreign)
}

/// The first post without script: the same words, to be posted again when the pass is good.
pub(super) fn waiting(submission: &Submission, pass: &str, wait_for: Duration) -> Response {
    let Submission { name, email, message, topic, rendered_at, .. } = submission;
    let seconds = wait_for.as_secs().to_string();
    let body = fill(
        WAITING,
        &[
            ("name", Text(name)),
            ("email", Text(email)),
            ("message", Text(message)),
            ("topic", Text(topic)),
            ("rendered_at", Text(rendered_at)),
            ("challenge_token", Text(pass)),
            ("seconds", Text(&seconds)),
        ],
    );
    page(StatusCode::OK, body, None)
}

pub(super) fn received() -> Response {
    page(StatusCode::ACCEPTED, RECEIVED.to_owned(), None)
}

/// The same bytes for every cause, like the document programs get.
pub(super) fn refused() -> Response {
    page(StatusCode::BAD_REQUEST, REFUSED.to_owned(), None)
}

/// What a foreign challenge adds to the page: a script, its place, and what the policy must allow.
fn widget(provider: &Provider) -> (String, String, Option<&'static str>) {
    match provider {
        Provider::External { site_key: Some(key), widget: Some(widget), .. } => {
            let script = format!("<script src=\"{}\" async defer></script>\n", widget.script);
            let places = [("class", Text(widget.class)), ("key", Text(key))];
            let place = "<div class=\"{{class}}\" data-sitekey=\"{{key}}\"></div>\n";
            (script + OWN_SCRIPTS, fill(place, &places), Some(widget.sources))
        }
        _ => (OWN_SCRIPTS.to_owned(), String::new(), None),
    }
}

fn page(status: StatusCode, body: String, foreign: Option<&str>) -> Response {
    let foreign = foreign.map(|sources| format!(" {sources}")).unwrap_or_default();
    let frames = if foreign.is_empty() { " 'none'" } else { &foreign };
    let policy = format!(
        "default-src 'none'; script-src 'self'{foreign}; style-src 'self'{foreign}; \
         connect-src 'self'{foreign}; frame-src{frames}; worker-src 'self'; form-action 'self'; \
         frame-ancestors 'none'; base-uri 'none'"
    );
    let policy = HeaderValue::try_from(policy).expect("a policy is plain text");
    let headers = [
        (CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (CONTENT_SECURITY_POLICY, policy),
        // A form is good once.
        (CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (status, headers, body).into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn shown(identity: &Identity) -> String {
        let values = Form::example();
        let answer = form(&values, &Provider::Builtin { bits: 15 }, identity);
        let bytes = axum::body::to_bytes(answer.into_body(), usize::MAX).await.unwrap();
        String::from_utf8(bytes.to_vec()).unwrap()
    }

    #[tokio::test]
    async fn whoever_is_signed_in_is_not_asked_for_an_address() {
        let page = shown(&Identity::default()).await;
        assert!(page.contains("type=\"email\""), "{page}");
        assert!(!page.contains("data-signed-in"), "{page}");
        let known = Identity {
            user_id: Some("mia".into()),
            name: Some("Mia \"M\"".into()),
            email: Some("mia@example.org".into()),
        };
        let page = shown(&known).await;
        assert!(!page.contains("type=\"email\""), "{page}");
        let email = "<input name=\"email\" type=\"hidden\" value=\"mia@example.org\">";
        assert!(page.contains(email), "{page}");
        assert!(page.contains("value=\"Mia &quot;M&quot;\""), "{page}");
        assert!(page.contains(" data-signed-in>"), "{page}");
    }
}
