use percent_encoding::percent_decode_str;

/// Where people land when nothing better is known.
pub(super) const HOME: &str = "/";

const LONGEST: usize = 1024;

/// The address itself if it surely is a path on this site, else [`HOME`].
///
/// Browsers disagree on what else may name another site (`//`, `/\`, blanks and tabs in between),
/// also once something on the way has undone the percent escapes. So those are refused in every
/// spelling. The sign-in's own addresses are none to come back to either, but for its page.
pub(super) fn sanitise(given: &str) -> String {
    if is_path_here(given) { given.to_owned() } else { HOME.to_owned() }
}

fn is_path_here(given: &str) -> bool {
    let plain = |text: &str| {
        let second = text.chars().nth(1);
        text.starts_with('/')
            && !matches!(second, Some('/' | '\\'))
            && !text.contains(|c: char| c.is_control() || c.is_whitespace() || c == '\\')
    };
    // Only the path is decoded. What stands in the query cannot name another site.
    let path = given.split(['?', '#']).next().unwrap_or_default();
    let decoded = percent_decode_str(path).decode_utf8();
    given.len() <= LONGEST
        && given.is_ascii()
        && plain(given)
        && decoded.is_ok_and(|decoded| plain(&decoded) && !decoded.contains("//"))
        // After signing in, one must not be sent to sign in again, or out.
        && !path.starts_with("/auth/")
        && !path.starts_with("/api/auth/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_paths_of_this_site_are_kept() {
        for good in
            ["/", "/admin", "/admin/sections?id=1&x=%2F%2Fa#top", "/auth", "/a/b/c", "/%C3%A9"]
        {
            assert_eq!(sanitise(good), good);
        }
        let long = format!("/{}", "a".repeat(10 * 1024));
        for bad in [
            "",
            "admin",
            "https://evil",
            "https:evil",
            "https:/evil",
            "javascript:alert(1)",
            "//evil",
            "///evil",
            "/\\evil",
            "\\\\evil",
            "/%2f%2fevil",
            "/%2F/evil",
            "/%5cevil",
            "/%09/evil",
            "/\t/evil",
            " /evil",
            "/a b",
            "/a\r\nSet-Cookie: x=y",
            "/%0d%0aSet-Cookie:x",
            "/a//evil",
            "/é",
            "/%ff",
            "/auth/login",
            "/auth/logout?everywhere=true",
            "/api/auth/login",
            &long,
        ] {
            assert_eq!(sanitise(bad), HOME, "{bad:?}");
        }
    }
}
