use std::sync::Arc;

use edge::{Authenticate, Caller, Principal, Problem};
use http::HeaderMap;
use http::header::AUTHORIZATION;

use crate::tokens::{Secret, TokenError, Tokens};

/// Turns the credential of a request into who is calling. A credential that is present but not
/// valid is refused on every route; it never passes for anonymous.
pub fn authenticator(tokens: Tokens) -> Authenticate {
    Arc::new(move |parts| {
        let tokens = tokens.clone();
        Box::pin(async move {
            let principal = identify(&tokens, &parts.headers).await;
            (parts, principal)
        })
    })
}

async fn identify(tokens: &Tokens, headers: &HeaderMap) -> Result<Principal, Problem> {
    let mut credentials = headers.get_all(AUTHORIZATION).iter();
    let Some(credential) = credentials.next() else { return Ok(Principal::Anonymous) };
    if credentials.next().is_some() {
        return Err(Problem::unauthenticated());
    }
    let secret = credential
        .to_str()
        .ok()
        .and_then(bearer)
        .and_then(Secret::parse)
        .ok_or_else(Problem::unauthenticated)?;
    match tokens.recognise(&secret).await {
        Ok(Some(token)) => {
            Ok(Principal::SignedIn(Caller { user_id: token.user_id, role: token.role }))
        }
        Ok(None) => Err(Problem::unauthenticated()),
        Err(TokenError::Store(error)) => Err(error.into()),
        Err(error) => Err(Problem::internal(error)),
    }
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
