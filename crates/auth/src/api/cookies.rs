use std::time::Duration;

use http::header::COOKIE;
use http::{HeaderMap, HeaderValue};

/// The cookies of this site: how they are called, written and read. On https their names begin
/// with `__Host-`, which browsers take only from the host itself and only over TLS.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cookies {
    pub(crate) https: bool,
}

/// What a request says under a cookie's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Presented<'a> {
    Nothing,
    Value(&'a str),
    /// The name occurs twice, or holds bytes that are not text. Somebody planted one.
    Doubtful,
}

impl Cookies {
    pub(crate) fn session(self) -> &'static str {
        match self.https {
            true => "__Host-folia_session",
            false => "folia_session",
        }
    }

    /// Binds a sign-in that is under way to the browser that began it.
    pub(crate) fn login(self) -> &'static str {
        match self.https {
            true => "__Host-folia_login",
            false => "folia_login",
        }
    }

    pub(crate) fn set(self, name: &str, value: &str, life: Duration) -> HeaderValue {
        let secure = if self.https { "; Secure" } else { "" };
        let life = life.as_secs();
        // Lax, not Strict: whoever follows a link to the site from elsewhere should be signed in
        // there.
        let text =
            format!("{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={life}{secure}");
        HeaderValue::try_from(text).expect("our names and values are plain ASCII")
    }

    pub(crate) fn clear(self, name: &str) -> HeaderValue {
        // With the same attributes as when it was set, or browsers take it for another cookie.
        self.set(name, "", Duration::ZERO)
    }
}

pub(crate) fn read<'a>(headers: &'a HeaderMap, name: &str) -> Presented<'a> {
    let mut found = Presented::Nothing;
    for header in headers.get_all(COOKIE) {
        let Ok(text) = header.to_str() else {
            // Other cookies may be anything; only what stands under our name matters.
            let named = header.as_bytes().windows(name.len()).any(|part| part == name.as_bytes());
            if named {
                return Presented::Doubtful;
            }
            continue;
        };
        let pairs = text.split(';').filter_map(|pair| pair.trim_matches(' ').split_once('='));
        for (_, value) in pairs.filter(|(given, _)| *given == name) {
            if found != Presented::Nothing {
                return Presented::Doubtful;
            }
            found = Presented::Value(value);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_read_by_its_exact_name() {
        let mut headers = HeaderMap::new();
        headers.append(COOKIE, HeaderValue::from_static("a=1; folia_session=x; b=2"));
        headers.append(COOKIE, HeaderValue::from_static("c=3"));
        assert_eq!(read(&headers, "folia_session"), Presented::Value("x"));
        assert_eq!(read(&headers, "c"), Presented::Value("3"));
        assert_eq!(read(&headers, "session"), Presented::Nothing);
        headers.append(COOKIE, HeaderValue::from_static("folia_session=y"));
        assert_eq!(read(&headers, "folia_session"), Presented::Doubtful);
    }

    #[test]
    fn cookies_carry_every_flag_and_are_bound_to_the_host_on_https() {
        let plain = Cookies { https: false };
        let set = plain.set(plain.session(), "v", Duration::from_secs(60));
        assert_eq!(set, "folia_session=v; Path=/; HttpOnly; SameSite=Lax; Max-Age=60");
        let secure = Cookies { https: true };
        let set = secure.clear(secure.session());
        let expected = "__Host-folia_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure";
        assert_eq!(set, expected);
    }
}
