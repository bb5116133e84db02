use std::sync::Arc;

use axum::response::{IntoResponse, Response};
use edge::{Authenticate, BrowserSession, Caller, Principal, Problem};
use http::header::{AUTHORIZATION, SET_COOKIE};
use http::request::Parts;
use http::{HeaderMap, HeaderName, HeaderValue, Method};

use super::cookies::{self, Presented};
use super::visit::accepts_pages;
use crate::identity::Identity;
use crate::pages::Notice;
use crate::secret::{Secret, same};
use crate::sessions;
use crate::tokens::{self, TokenError};
use crate::wing::Auth;

/// Where people come to sign in. A session cookie that is no longer good does not bar the way
/// there: it counts as none, and is taken away. Everywhere else it is refused.
pub const DOORS: &[&str] = &["/auth", "/auth/login", "/auth/callback", "/auth/link"];

const CSRF_TOKEN: HeaderName = HeaderName::from_static("x-csrf-token");

/// Turns the credential of a request into who is calling. A credential that is present but not
/// valid is refused on every route; it never passes for anonymous. A change that is authenticated
/// by cookie is refused unless a page of this site has sent it. No handler can forget either.
pub fn authenticator(auth: Auth) -> Authenticate {
    Arc::new(move |parts| {
        let auth = auth.clone();
        Box::pin(async move {
            let principal = identify(&auth, &parts).await;
            (parts, principal.map_err(|refusal| Box::new(refusal.answer())))
        })
    })
}

/// Why somebody is turned away before any route is reached.
enum Refusal {
    Problem(Problem),
    /// The cookie stands for no session any more.
    Ended {
        cleared: HeaderValue,
        wants_page: bool,
    },
}

impl Refusal {
    fn answer(self) -> Response {
        match self {
            Self::Problem(problem) => problem.into_response(),
            Self::Ended { cleared, wants_page } => {
                let mut response = match wants_page {
                    true => Notice::SessionEnded.answer(true),
                    false => Problem::unauthenticated().into_response(),
                };
                response.headers_mut().append(SET_COOKIE, cleared);
                response
            }
        }
    }
}

impl<P: Into<Problem>> From<P> for Refusal {
    fn from(problem: P) -> Self {
        Self::Problem(problem.into())
    }
}

async fn identify(auth: &Auth, parts: &Parts) -> Result<Principal, Refusal> {
    // Both are looked at, so that a bad cookie beside a good token is refused like any bad
    // credential.
    let bearer = by_bearer(auth, &parts.headers).await?;
    let session = by_cookie(auth, parts).await?;
    if let Some(caller) = bearer {
        // No page of another site can set this header, so a bearer token needs no further proof.
        return Ok(Principal::SignedIn(caller));
    }
    let Some((caller, csrf_token)) = session else { return Ok(Principal::Anonymous) };
    let changes = !matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS);
    if changes && !(auth.home.sent(&parts.headers) && repeats(&parts.headers, &csrf_token)) {
        return Err(Problem::cross_site().into());
    }
    Ok(Principal::SignedIn(caller))
}

async fn by_bearer(auth: &Auth, headers: &HeaderMap) -> Result<Option<Caller>, Problem> {
    let mut credentials = headers.get_all(AUTHORIZATION).iter();
    let Some(credential) = credentials.next() else { return Ok(None) };
    // Which of two counts is decided differently by different proxies.
    if credentials.next().is_some() {
        return Err(Problem::unauthenticated());
    }
    let token = credential.to_str().ok().and_then(bearer).ok_or_else(Problem::unauthenticated)?;
    match tokens::parse(token) {
        Some(secret) => by_api_token(auth, &secret).await.map(Some),
        None => by_provider_token(auth, token).await.map(Some),
    }
}

async fn by_api_token(auth: &Auth, secret: &Secret) -> Result<Caller, Problem> {
    match auth.tokens.recognise(secret).await {
        Ok(Some(token)) => Ok(Caller {
            user_id: token.user_id,
            role: token.role,
            email: None,
            name: Some(token.name),
            session: None,
        }),
        Ok(None) => Err(Problem::unauthenticated()),
        Err(TokenError::Store(error)) => Err(error.into()),
        // Recognising refuses nothing else; what else comes is a fault of ours.
        Err(error) => Err(Problem::internal(error)),
    }
}

/// Every token that does not hold gets the same answer; the log alone learns what is wrong with it.
/// One that holds, of somebody who is on no list, is another matter.
async fn by_provider_token(auth: &Auth, token: &str) -> Result<Caller, Problem> {
    let Some(sign_in) = &auth.sign_in else { return Err(Problem::unauthenticated()) };
    let identity =
        sign_in.recognise(token).await.map_err(|error| match error.is_unavailable() {
            true => {
                Problem::unavailable("the identity provider", "does not answer").caused_by(error)
            }
            false => Problem::unauthenticated().caused_by(error),
        })?;
    identity.and_then(|identity| caller(auth, &identity)).ok_or_else(Problem::forbidden)
}

/// Who the cookie stands for, and what a change has to repeat.
async fn by_cookie(auth: &Auth, parts: &Parts) -> Result<Option<(Caller, String)>, Refusal> {
    let name = auth.cookies.session();
    let secret = match cookies::read(&parts.headers, name) {
        Presented::Nothing => return Ok(None),
        Presented::Value(value) => sessions::parse(value),
        Presented::Doubtful => None,
    };
    let found = match secret {
        Some(secret) => by_session(auth, &secret).await?,
        None => None,
    };
    if found.is_none() && !is_door(parts) {
        let is_read = matches!(parts.method, Method::GET | Method::HEAD);
        let wants_page = is_read && accepts_pages(&parts.headers);
        return Err(Refusal::Ended { cleared: auth.cookies.clear(name), wants_page });
    }
    Ok(found)
}

async fn by_session(auth: &Auth, secret: &Secret) -> Result<Option<(Caller, String)>, Problem> {
    let Some(session) = auth.sessions.recognise(secret).await? else { return Ok(None) };
    let Some(caller) = caller(auth, &session.identity) else {
        // Off the lists, or of a provider that is no longer asked.
        auth.sessions.end(session.id).await?;
        return Ok(None);
    };
    let csrf_token = sessions::csrf_token(secret);
    let session = BrowserSession { id: session.id, csrf_token: csrf_token.clone() };
    Ok(Some((Caller { session: Some(session), ..caller }, csrf_token)))
}

/// Somebody with the role they have today, if they have one.
fn caller(auth: &Auth, identity: &Identity) -> Option<Caller> {
    Some(Caller {
        role: auth.roles.of(identity)?,
        user_id: identity.user_id(),
        email: identity.email().map(str::to_owned),
        name: identity.name().map(str::to_owned),
        session: None,
    })
}

fn is_door(parts: &Parts) -> bool {
    let path = parts.uri.path();
    let path = path.strip_prefix("/api").filter(|rest| rest.starts_with('/')).unwrap_or(path);
    matches!(parts.method, Method::GET | Method::HEAD) && DOORS.contains(&path)
}

fn repeats(headers: &HeaderMap, csrf_token: &str) -> bool {
    let mut given = headers.get_all(CSRF_TOKEN).iter();
    let right = given.next().is_some_and(|given| same(given.as_bytes(), csrf_token.as_bytes()));
    right && given.next().is_none()
}

/// RFC 6750: the scheme in any letter case, one or more blanks, the token.
fn bearer(credential: &str) -> Option<&str> {
    let (scheme, token) = credential.split_once(' ')?;
    scheme.eq_ignore_ascii_case("Bearer").then(|| token.trim_start_matches(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_bearer_scheme_carries_a_token() {
        assert_eq!(bearer("Bearer abc"), Some("abc"));
        assert_eq!(bearer("bearer  abc"), Some("abc"));
        for other in ["abc", "Basic abc", "Bearer", "", "Bearerabc"] {
            assert_eq!(bearer(other), None, "{other}");
        }
    }
}
