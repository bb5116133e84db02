use axum::response::{IntoResponse, Response};
use edge::RequestContext;
use http::header::{CACHE_CONTROL, LOCATION, SET_COOKIE};
use http::{HeaderValue, StatusCode};

use super::visit::Visit;
use crate::view::Theme;

/// Not secret and not about anybody: which of three looks a browser wants.
const COOKIE: &str = "theme";
const A_YEAR: u32 = 365 * 24 * 60 * 60;
pub(super) fn chosen(request: &RequestContext) -> Option<Theme> {
    request.cookie(COOKIE).and_then(Theme::named)
}

/// The switch of colours, without script: `/?theme=dark&return=/writing` notes the choice and goes
/// back. It is no change of anything but of what this browser shows, and the signed in, whose
/// changes need more than a form has, can use it, too.
pub(super) fn choose(visit: &Visit) -> Option<Response> {
    let theme = Theme::named(&visit.value("theme")?);
    let back = visit.value("return").filter(|back| is_path_here(back));
    let back = back.unwrap_or_else(|| "/".to_owned());
    let mut response = StatusCode::SEE_OTHER.into_response();
    let headers = response.headers_mut();
    let back = HeaderValue::try_from(back).unwrap_or(HeaderValue::from_static("/"));
    headers.insert(LOCATION, back);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let cookie = match theme {
        // Removed rather than set: without a cookie the page is the same for everybody, and caches
        // can share it.
        Some(Theme::Auto) => Some(format!("{COOKIE}=; Path=/; Max-Age=0; SameSite=Lax")),
        Some(theme) => {
            let name = theme.name();
            Some(format!("{COOKIE}={name}; Path=/; Max-Age={A_YEAR}; SameSite=Lax"))
        }
        None => None,
    };
    if let Some(cookie) = cookie {
        let cookie = HeaderValue::try_from(cookie).expect("words and numbers");
        headers.insert(SET_COOKIE, cookie);
    }
    Some(response)
}

/// A path of this site and nothing that a browser could read as another one.
fn is_path_here(path: &str) -> bool {
    let mut letters = path.bytes();
    letters.next() == Some(b'/')
        && !matches!(letters.next(), Some(b'/' | b'\\'))
        && path.bytes().all(|byte| byte.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_this_site_are_gone_back_to() {
        for path in ["/", "/writing/a?page=2"] {
            assert!(is_path_here(path), "{path}");
        }
        for path in ["", "//evil.example", "/\\evil.example", "https://evil.example", "/a\r\nb"] {
            assert!(!is_path_here(path), "{path}");
        }
    }
}
