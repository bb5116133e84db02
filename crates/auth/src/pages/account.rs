use std::fmt::Write;

use axum::extract::State;
use axum::response::Response;
use edge::{Caller, Endpoint, Principal, Role};
use http::StatusCode;
use http::header::SET_COOKIE;

use super::html::{escape, page};
use crate::api::Visit;
use crate::wing::Auth;

pub fn account(auth: Auth) -> Endpoint {
    Endpoint::new("A page for people: signed in or not, and how to change that", handle, auth)
        .answers_with(&["text/html"], "A page")
}

async fn handle(State(auth): State<Auth>, principal: Principal, visit: Visit) -> Response {
    let Some(caller) = principal.caller() else {
        let mut response = signed_out(&auth);
        if visit.has_session_cookie(&auth) {
            let cookie = auth.cookies.clear(auth.cookies.session());
            response.headers_mut().append(SET_COOKIE, cookie);
        }
        return response;
    };
    signed_in(caller)
}

fn signed_out(auth: &Auth) -> Response {
    let body = match &auth.roles.issuer {
        Some(issuer) => {
            let host = issuer.split("://").nth(1).unwrap_or(issuer).split('/').next();
            format!(
                "<p>You are not signed in. Reading the site needs no account.</p>\
                 <p class=\"soft\">Signing in goes through {} and comes back here.</p>\
                 <p class=\"actions\"><a class=\"button main\" href=\"/auth/login?return_to=/auth\">\
                 Sign in</a><a class=\"button\" href=\"/\">To the site</a></p>",
                escape(host.unwrap_or_default()),
            )
        }
        None => "<p>You are not signed in. Reading the site needs no account.</p>\
                 <p class=\"soft\">If the site is yours, run <code>folia login-link</code> on the \
                 machine it runs on, and open the link it prints there.</p>\
                 <p class=\"actions\"><a class=\"button\" href=\"/\">To the site</a></p>"
            .to_owned(),
    };
    page(StatusCode::OK, "Sign in", &body)
}

fn signed_in(caller: &Caller) -> Response {
    let role = match caller.role {
        Role::Admin => "Administrator",
        Role::Member => "Member",
    };
    let mut body = String::from("<dl>");
    let rows = [("Name", caller.name.as_deref()), ("E-mail", caller.email.as_deref())];
    for (term, value) in rows.into_iter().filter_map(|(term, value)| Some((term, value?))) {
        write!(body, "<dt>{term}</dt><dd>{}</dd>", escape(value)).expect("a string takes all text");
    }
    write!(
        body,
        "<dt>Role</dt><dd>{role}</dd></dl>\
         <p id=\"status\" role=\"status\"></p>\
         <div class=\"actions\"><a class=\"button main\" href=\"/\">To the site</a>"
    )
    .expect("a string takes all text");
    if let Some(session) = &caller.session {
        let token = escape(&session.csrf_token);
        write!(
            body,
            "<button class=\"button\" data-post=\"/auth/logout\" data-token=\"{token}\">Sign out\
             </button><button class=\"button\" data-post=\"/auth/logout?everywhere=true\" \
             data-token=\"{token}\">Sign out everywhere</button></div>\
             <noscript><p class=\"soft\">Signing out by these buttons needs JavaScript.</p></noscript>"
        )
        .expect("a string takes all text");
    } else {
        body.push_str("</div>");
    }
    page(StatusCode::OK, "You are signed in", &body)
}
