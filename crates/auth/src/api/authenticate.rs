use std::sync::Arc;

use edge::{Authenticate, BrowserSession, Caller, Credentials, Principal, Problem};
use http::header::AUTHORIZATION;
use http::request::Parts;
use http::{HeaderMap, HeaderName, Method};

use super::cookies::{self, Presented};
use crate::identity::Identity;
use crate::secret::{Secret, same};
use crate::sessions;
use crate::tokens::{self, TokenError};
use crate::wing::Auth;

const CSRF_TOKEN: HeaderName = HeaderName::from_static("x-csrf-token");

/// Turns the credential of a request into who is calling. A bearer token that is not valid is
/// refused on every route; it never passes for anonymous. What a session means that no longer
/// holds, the route says. A change that is authenticated by cookie is refused unless a page of this
/// site has sent it. No handler can forget any of it.
pub fn authenticator(auth: Auth) -> Authenticate {
    Arc::new(move |parts| {
        let auth = auth.clone();
        Box::pin(async move {
            let credentials = identify(&auth, &parts).await;
            (parts, credentials.map_err(Box::new))
        })
    })
}

async fn identify(auth: &Auth, parts: &Parts) -> Result<Credentials, Problem> {
    // Both are looked at, so that it is known of a cookie beside a token whether it still holds.
    // First, and with `?`: a bearer token that does not hold ends the request, whatever cookie is
    // beside it.
    let bearer = by_bearer(auth, &parts.headers).await?;
    let session = by_cookie(auth, &parts.headers).await?;
    let ended_session =
        matches!(session, Cookie::Ended).then(|| auth.cookies.clear(auth.cookies.session()));
    let principal = match (bearer, session) {
        // No page of another site can set that header, so a bearer token needs no further proof.
        (Some(caller), _) => Principal::SignedIn(caller),
        (None, Cookie::Session { caller, csrf_token }) => {
            let changes = !matches!(parts.method, Method::GET | Method::HEAD | Method::OPTIONS);
            let headers = &parts.headers;
            // Both proofs. `Origin` is set by the browser, the token is known only to pages of this
            // site; either alone has had holes.
            if changes && !(auth.home.sent(headers) && repeats(headers, &csrf_token)) {
                return Err(Problem::cross_site());
            }
            Principal::SignedIn(caller)
        }
        (None, Cookie::Absent | Cookie::Ended) => Principal::Anonymous,
    };
    Ok(Credentials { principal, ended_session })
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
    // Known to the provider and on no list is 403 and not 401: signing in once more would not help.
    identity.and_then(|identity| caller(auth, &identity)).ok_or_else(Problem::forbidden)
}

/// What the cookie of a session stands for.
enum Cookie {
    Absent,
    /// Nothing any more: signed out elsewhere, taken off the lists, too old, or never ours.
    Ended,
    Session {
        caller: Caller,
        /// What a change has to repeat.
        csrf_token: String,
    },
}

async fn by_cookie(auth: &Auth, headers: &HeaderMap) -> Result<Cookie, Problem> {
    let secret = match cookies::read(headers, auth.cookies.session()) {
        Presented::Nothing => return Ok(Cookie::Absent),
        Presented::Value(value) => sessions::parse(value),
        // Two cookies of one name: one of them may have been planted. Neither is believed.
        Presented::Doubtful => None,
    };
    let found = match secret {
        Some(secret) => by_session(auth, &secret).await?,
        None => None,
    };
    Ok(match found {
        Some((caller, csrf_token)) => Cookie::Session { caller, csrf_token },
        None => Cookie::Ended,
    })
}

async fn by_session(auth: &Auth, secret: &Secret) -> Result<Option<(Caller, String)>, Problem> {
    let Some(session) = auth.sessions.recognise(secret).await? else { return Ok(None) };
    let Some(caller) = caller(auth, &session.identity) else {
        // Off the lists, or of a provider that is no longer asked.
        // Removed at once, so that being put back on a list does not bring an old session back to
        // life.
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

fn repeats(headers: &HeaderMap, csrf_token: &str) -> bool {
    let mut given = headers.get_all(CSRF_TOKEN).iter();
    let right = given.next().is_some_and(|given| same(given.as_bytes(), csrf_token.as_bytes()));
    // A second header of the name would let a proxy and us read two different ones.
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
