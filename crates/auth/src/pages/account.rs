use askama::Template;
use axum::extract::State;
use edge::{Caller, Html, Page, PageEndpoint, Phrases, Principal};
use kernel::Role;

use crate::wing::Auth;

/// A page for people: signed in or not, and how to change that.
pub fn account(auth: Auth) -> PageEndpoint {
    PageEndpoint::new(handle, auth)
}

#[derive(Template)]
#[template(path = "signed_out.html")]
struct SignedOut<'a> {
    phrases: Phrases,
    /// The host of the identity provider, where there is one.
    provider: Option<&'a str>,
}

#[derive(Template)]
#[template(path = "signed_in.html")]
struct SignedIn<'a> {
    phrases: Phrases,
    name: Option<&'a str>,
    email: Option<&'a str>,
    role: &'a str,
    /// Of those who came with a cookie, and so can sign out.
    csrf_token: Option<&'a str>,
}

async fn handle(State(auth): State<Auth>, principal: Principal, phrases: Phrases) -> Page {
    let page = match principal.caller() {
        Some(caller) => signed_in(caller, phrases),
        None => signed_out(auth.issuer(), phrases),
    };
    page.said_with(phrases).kind("notice").unlisted()
}

fn signed_out(issuer: Option<&str>, phrases: Phrases) -> Page {
    let provider = issuer.map(|issuer| {
        let host = issuer.split("://").nth(1).unwrap_or(issuer);
        host.split('/').next().unwrap_or(host)
    });
    Page::new(phrases.say("Sign in"), Html::of(&SignedOut { phrases, provider }))
}

fn signed_in(caller: &Caller, phrases: Phrases) -> Page {
    let main = Html::of(&SignedIn {
        phrases,
        name: caller.name.as_deref(),
        email: caller.email.as_deref(),
        role: match caller.role {
            Role::Admin => "Administrator",
            Role::Member => "Member",
        },
        csrf_token: caller.session.as_ref().map(|session| session.csrf_token.as_str()),
    });
    Page::new(phrases.say("You are signed in"), main).script("auth/account.js")
}
