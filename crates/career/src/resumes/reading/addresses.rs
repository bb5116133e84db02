use url::Url;

/// What people write where they have nothing to say.
const NOTHING: [&str; 9] = ["", "-", "–", "—", "null", "none", "n/a", "undefined", "#"];

pub(super) fn says_nothing(text: &str) -> bool {
    NOTHING.contains(&text.trim().to_lowercase().as_str())
}

/// Schemes with which an address does something instead of leading somewhere.
const DANGEROUS: [&str; 5] = ["javascript", "vbscript", "data", "file", "blob"];

/// Whether a browser would run or open what it should only show. Browsers pass over blanks in a scheme.
pub(in super::super) fn is_dangerous(text: &str) -> bool {
    // Browsers pass over blanks and control characters in a scheme, and so must whoever looks for
    // one.
    let seen: String = text.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
    let scheme = seen.split(':').next().unwrap_or_default().to_lowercase();
    seen.contains(':') && DANGEROUS.contains(&scheme.as_str())
}

/// An address of the web or of a mailbox; none when there is none, and why when it leads nowhere.
pub(super) fn web(text: &str) -> Result<Option<String>, &'static str> {
    let text = text.trim();
    if says_nothing(text) {
        return Ok(None);
    }
    if text.contains(|c: char| c.is_whitespace() || c.is_control()) || is_dangerous(text) {
        return Err(NO_ADDRESS);
    }
    if is_web(text) {
        return Ok(Some(text.to_owned()));
    }
    let bare = text.strip_prefix("//").unwrap_or(text);
    if is_mail(bare) {
        return Ok(Some(format!("mailto:{bare}")));
    }
    let host = bare.split(['/', '?', '#']).next().unwrap_or_default();
    let full = format!("https://{bare}");
    // A host has to look like one before https is put in front: `see below` would become a link.
    match is_host(host) && is_web(&full) {
        true => Ok(Some(full)),
        false => Err(NO_ADDRESS),
    }
}

const NO_ADDRESS: &str = "is no http, https or mailto address and is not linked";

fn is_web(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| match url.scheme() {
        "http" | "https" => url.host().is_some(),
        scheme => scheme == "mailto",
    })
}

/// `example.org`, `www.example.org:8080`: names with a dot between them and letters at the end.
fn is_host(text: &str) -> bool {
    let (name, port) = text.split_once(':').unwrap_or((text, ""));
    let part = |part: &str| {
        !part.is_empty() && part.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_'))
    };
    let last = name.rsplit('.').next().unwrap_or_default();
    name.contains('.')
        && name.split('.').all(part)
        && last.chars().count() > 1
        && last.chars().all(char::is_alphabetic)
        && port.chars().all(|c| c.is_ascii_digit())
}

/// A mail address, also one that is written so that machines do not find it.
pub(super) fn mail(text: &str) -> Result<Option<String>, &'static str> {
    let text = text.trim();
    let text = text.strip_prefix("mailto:").unwrap_or(text);
    if says_nothing(text) {
        return Ok(None);
    }
    if is_mail(text) {
        return Ok(Some(text.to_owned()));
    }
    let mut plain = text.to_lowercase();
    const SPELT: [(&str, &str); 11] = [
        ("@", "@"),
        ("at", "@"),
        ("arroba", "@"),
        ("arobase", "@"),
        ("chiocciola", "@"),
        ("dot", "."),
        ("punkt", "."),
        ("point", "."),
        ("punt", "."),
        ("punto", "."),
        ("ponto", "."),
    ];
    for (hidden, sign) in SPELT {
        // With a blank on both sides as the last, since the others are clearer signs.
        for (open, close) in [("[", "]"), ("(", ")"), ("{", "}"), ("<", ">"), (" ", " ")] {
            plain = plain.replace(&format!("{open}{hidden}{close}"), sign);
        }
    }
    let plain: String = plain.split_whitespace().collect();
    match is_mail(&plain) && plain.contains('.') {
        true => Ok(Some(plain)),
        false => Err("is no e-mail address and was not read"),
    }
}

fn is_mail(text: &str) -> bool {
    let plain = |part: &str| {
        !part.is_empty()
            && !part.contains(|c: char| {
                c.is_whitespace() || c.is_control() || "<>()[]{},;:/\\\"".contains(c)
            })
    };
    text.rsplit_once('@')
        .is_some_and(|(local, host)| plain(local) && plain(host) && !local.contains('@'))
}
