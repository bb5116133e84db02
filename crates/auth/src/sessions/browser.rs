//! The name of a browser and its system in plain words, such as "Firefox on Linux". It is made when
//! somebody signs in and is all that is kept of the `User-Agent` header: enough to tell one's own
//! devices apart, and no version by which a device could be recognised elsewhere.

/// What a browser calls itself by. Those that pretend to be another one come before it.
const BROWSERS: &[(&str, &str)] = &[
    ("EdgiOS/", "Edge"),
    ("EdgA/", "Edge"),
    ("Edg/", "Edge"),
    ("OPR/", "Opera"),
    ("OPT/", "Opera"),
    ("Vivaldi/", "Vivaldi"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("DuckDuckGo/", "DuckDuckGo"),
    ("Ddg/", "DuckDuckGo"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("HeadlessChrome/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Chromium/", "Chrome"),
    ("Safari/", "Safari"),
    ("curl/", "curl"),
];

/// A phone says the name of the system it is made from as well, so phones come first.
const SYSTEMS: &[(&str, &str)] = &[
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("Mac OS X", "macOS"),
    ("FreeBSD", "FreeBSD"),
    ("OpenBSD", "OpenBSD"),
    ("Linux", "Linux"),
];

/// What is said of a browser that nothing is known about.
pub const UNKNOWN_BROWSER: &str = "An unknown browser";

/// The words for a `User-Agent`.
pub fn describe_browser(user_agent: &str) -> String {
    let name = |known: &[(&str, &'static str)]| {
        known.iter().find(|(sign, _)| user_agent.contains(sign)).map(|(_, name)| *name)
    };
    match (name(BROWSERS), name(SYSTEMS)) {
        (Some(browser), Some(system)) => format!("{browser} on {system}"),
        (Some(browser), None) => browser.to_owned(),
        (None, Some(system)) => format!("{UNKNOWN_BROWSER} on {system}"),
        (None, None) => UNKNOWN_BROWSER.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_is_called_what_people_call_it() {
        for (user_agent, words) in [
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0",
                "Firefox on Linux",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
                 Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
                "Edge on Windows",
            ),
            (
                "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) \
                 Chrome/142.0.0.0 Mobile Safari/537.36",
                "Chrome on Android",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 \
                 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
                "Safari on iPhone",
            ),
            (
                "Mozilla/5.0 (iPad; CPU OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like \
                 Gecko) FxiOS/144.0 Mobile/15E148 Safari/605.1.15",
                "Firefox on iPad",
            ),
            (
                "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, \
                 like Gecko) Version/26.0 Safari/605.1.15",
                "Safari on macOS",
            ),
            ("curl/8.14.1", "curl"),
            ("Something/1.0 (Linux)", "An unknown browser on Linux"),
            ("<script>alert(1)</script>", UNKNOWN_BROWSER),
            ("", UNKNOWN_BROWSER),
        ] {
            assert_eq!(describe_browser(user_agent), words, "{user_agent}");
        }
    }
}
