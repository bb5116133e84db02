use axum::body::Bytes;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use edge::{PageEndpoint, RequestContext};
use http::header::{CACHE_CONTROL, LOCATION, SET_COOKIE};
use http::{HeaderValue, StatusCode};

use crate::view::Theme;

/// Not secret and not about anybody: which of three looks a browser wants.
const COOKIE: &str = "theme";
const A_YEAR: u32 = 365 * 24 * 60 * 60;
/// A form of ours is shorter.
const LONGEST: usize = 8 * 1024;

pub(super) fn chosen(request: &RequestContext) -> Option<Theme> {
    request.cookie(COOKIE).and_then(Theme::named)
}

/// Where the switch of colours is sent, without script: notes the choice and goes back.
pub fn choose_theme() -> PageEndpoint {
    PageEndpoint::new(handle, ())
}

async fn handle(State(()): State<()>, body: Bytes) -> Response {
    let body = body.get(..LONGEST.min(body.len())).unwrap_or_default();
    let mut theme = None;
    let mut back = "/".to_owned();
    for (name, value) in form_urlencoded::parse(body) {
        match &*name {
            "theme" => theme = Theme::named(&value),
            "return" if is_path_here(&value) => back = value.into_owned(),
            _ => {}
        }
    }
    let mut response = StatusCode::SEE_OTHER.into_response();
    let headers = response.headers_mut();
    let back = HeaderValue::try_from(back).unwrap_or(HeaderValue::from_static("/"));
    headers.insert(LOCATION, back);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    let cookie = match theme {
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
    response
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
