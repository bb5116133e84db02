use axum::response::{IntoResponse, Response};
use edge::RequestContext;
use http::header::{CACHE_CONTROL, LOCATION, SET_COOKIE};
use http::{HeaderValue, StatusCode};

use super::visit::Visit;
use crate::view::Theme;

/// Not secret and not about anybody: which of three looks a browser wants. So its name is the same on
/// https, where those of sessions begin with `__Host-`: whoever could plant it would choose colours.
const COOKIE: &str = "theme";
const A_YEAR: u32 = 365 * 24 * 60 * 60;

pub(super) fn chosen(request: &RequestContext) -> Option<Theme> {
    request.cookie(COOKIE).and_then(Theme::named)
}

/// The switch of colours, without script: `/?theme=dark&return=/writing` notes the choice and goes
/// back. It is no change of anything but of what this browser shows, and the signed in, whose
/// changes need more than a form has, can use it, too.
pub(super) fn choose(visit: &Visit, origin: &str) -> Option<Response> {
    let theme = Theme::named(&visit.value("theme")?);
    let back = visit.value("return").filter(|back| is_path_here(back));
    let back = back.unwrap_or_else(|| "/".to_owned());
    let mut response = StatusCode::SEE_OTHER.into_response();
    let headers = response.headers_mut();
    let back = HeaderValue::try_from(back).unwrap_or(HeaderValue::from_static("/"));
    headers.insert(LOCATION, back);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(theme) = theme {
        headers.insert(SET_COOKIE, cookie_of(theme, origin.starts_with("https://")));
    }
    Some(response)
}

fn cookie_of(theme: Theme, is_https: bool) -> HeaderValue {
    let (name, life) = match theme {
        // Removed rather than set: without a cookie the page is the same for everybody, and caches
        // can share it.
        Theme::Auto => ("", 0),
        theme => (theme.name(), A_YEAR),
    };
    let secure = if is_https { "; Secure" } else { "" };
    let cookie = format!("{COOKIE}={name}; Path=/; HttpOnly; SameSite=Lax; Max-Age={life}{secure}");
    HeaderValue::try_from(cookie).expect("words and numbers")
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
    fn no_script_reads_the_cookie_and_on_https_it_goes_nowhere_else() {
        let plain = "theme=dark; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000";
        assert_eq!(cookie_of(Theme::Dark, false), plain);
        assert_eq!(cookie_of(Theme::Dark, true), format!("{plain}; Secure"));
        let removed = "theme=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0";
        assert_eq!(cookie_of(Theme::Auto, false), removed);
    }

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
