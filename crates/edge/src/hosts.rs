use std::net::IpAddr;

use axum::extract::Request;
use http::header::HOST;
use http::{HeaderMap, HeaderValue, Version};

use crate::Problem;
use crate::connection::OnWire;

/// By which names the site lets itself be asked for. A page of another site can have its own name
/// lead to this machine, and would then be a page of this site to the browser that shows it; so a
/// name that is not ours is refused. An address in numbers is nobody's name.
#[derive(Clone, Debug, Default)]
pub struct Hosts {
    names: Vec<String>,
    /// Whether names that nobody can own are ours, too.
    unowned: bool,
    scope: Scope,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Scope {
    #[default]
    Nowhere,
    /// Where not everybody may call.
    Guarded,
    Everywhere,
}

impl Hosts {
    /// On every route: only by these names, and by those of the machine itself.
    pub fn everywhere(names: impl IntoIterator<Item = String>) -> Self {
        Self { names: names.into_iter().collect(), unowned: false, scope: Scope::Everywhere }
    }

    /// The same on the routes that not everybody may call.
    pub fn where_guarded(names: impl IntoIterator<Item = String>) -> Self {
        Self { names: names.into_iter().collect(), unowned: false, scope: Scope::Guarded }
    }

    /// The same for a site that was not told its name. A machine at home is opened by a name of that
    /// home, which nobody else can have lead here.
    pub fn unnamed() -> Self {
        Self { names: Vec::new(), unowned: true, scope: Scope::Guarded }
    }

    /// Turns requests away that do not say once for whom they are, or that are for somebody else.
    pub(crate) fn check(&self, request: &Request) -> Result<(), Problem> {
        let mut given = request.headers().get_all(HOST).iter();
        let host = given.next();
        // Two would let a proxy and us disagree about which site is meant.
        if given.next().is_some() {
            return Err(Problem::malformed("A request has one Host."));
        }
        let needs_host =
            // In tests requests do not come by a socket and need none.
            request.version() >= Version::HTTP_11 && request.extensions().get::<OnWire>().is_some();
        if needs_host && host.is_none() {
            return Err(Problem::malformed("A request has to say in Host for whom it is."));
        }
        let named = request.uri().authority().map(|authority| authority.as_str().as_bytes());
        // An absolute address in the request line names a site as well. Routing by one and checking
        // the other is how caches are poisoned.
        if named.is_some_and(|named| host.is_some_and(|host| host.as_bytes() != named)) {
            return Err(Problem::malformed("The address and Host name two different sites."));
        }
        match self.scope == Scope::Everywhere && !self.knows(host) {
            true => Err(unknown()),
            false => Ok(()),
        }
    }

    /// Whether a request for this host may reach what not everybody may call.
    pub(crate) fn admits(&self, host: Option<&HeaderValue>) -> bool {
        self.scope == Scope::Nowhere || self.knows(host)
    }

    fn knows(&self, host: Option<&HeaderValue>) -> bool {
        // Without one it did not come from a browser; see above for what comes by a socket.
        let Some(host) = host else { return true };
        let Ok(host) = host.to_str() else { return false };
        let (name, port) = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
            Some((inside, rest)) => (inside, rest.strip_prefix(':').unwrap_or(rest)),
            None => host.split_once(':').unwrap_or((host, "")),
        };
        // Of `localhost:80@evil.example` the name is the last one.
        if !port.bytes().all(|byte| byte.is_ascii_digit()) {
            return false;
        }
        // `example.org.` is the same name with its root written out.
        let name = name.strip_suffix('.').unwrap_or(name);
        name.eq_ignore_ascii_case("localhost")
            // Nobody can make the address of another machine lead to this one, which is what this
            // guards against.
            || name.parse::<IpAddr>().is_ok()
            || self.names.iter().any(|known| known.eq_ignore_ascii_case(name))
            || (self.unowned && is_unowned(name))
    }
}

/// Names that no registry gives out: of one word, and below what is kept for the use at home.
fn is_unowned(name: &str) -> bool {
    let letter = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let ends_in = |end: &str| {
        let start = name.len().checked_sub(end.len()).filter(|start| *start > 0);
        start.and_then(|start| name.get(start..)).is_some_and(|it| it.eq_ignore_ascii_case(end))
    };
    !name.is_empty()
        && name.bytes().all(letter)
        && (!name.contains('.') || HOME.iter().any(|end| ends_in(end)))
}

/// RFC 6762, 6761 and 8375, what ICANN has set aside, and what many routers use, which is no
/// registry's either.
const HOME: [&str; 5] = [".local", ".localhost", ".home.arpa", ".internal", ".lan"];

pub(crate) fn unknown() -> Problem {
    Problem::malformed(
        "This site is not known by the name in Host. If it is the site's own, its owner has to set \
         server.public_url.",
    )
}

/// The address that a request came to, for a site that was not told its own. Whoever asks chooses
/// what stands in `Host`, so nothing gets through that is no name.
pub fn asked_origin(headers: &HeaderMap) -> String {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let plain = |host: &&str| {
        let letter = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]_".contains(&byte);
        (1..=255).contains(&host.len()) && host.bytes().all(letter)
    };
    format!("http://{}", host.filter(plain).unwrap_or("localhost"))
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;
    use crate::WhoseTurn;

    fn status(hosts: &Hosts, given: &[&str]) -> u16 {
        let mut request = Request::new(Body::empty());
        request.extensions_mut().insert(OnWire(WhoseTurn::default()));
        for host in given {
            request.headers_mut().append(HOST, host.parse().unwrap());
        }
        hosts.check(&request).map_or_else(|problem| problem.code().status(), |()| 200)
    }

    #[test]
    fn a_request_says_once_for_whom_it_is() {
        let any = Hosts::default();
        assert_eq!(status(&any, &["a.example"]), 200);
        assert_eq!(status(&any, &[]), 400);
        assert_eq!(status(&any, &["a.example", "a.example"]), 400);
    }

    #[test]
    fn a_name_that_is_not_ours_is_refused() {
        let ours = Hosts::everywhere(["site.example".to_owned()]);
        for good in [
            "site.example",
            "SITE.example:8080",
            "localhost:8080",
            "127.0.0.1",
            "[::1]:8080",
            "192.0.2.7:80",
        ] {
            assert_eq!(status(&ours, &[good]), 200, "{good}");
        }
        for bad in ["evil.example", "site.example.evil.example", "localhost.evil.example", ""] {
            assert_eq!(status(&ours, &[bad]), 400, "{bad}");
        }
        for odd in ["localhost:80@evil.example", "localhost:x", "[::1]x", "localhost@evil.example"]
        {
            assert_eq!(status(&ours, &[odd]), 400, "{odd}");
        }
        let guarded = Hosts::where_guarded(["site.example".to_owned()]);
        assert_eq!(status(&guarded, &["evil.example"]), 200);
        assert!(!guarded.admits(Some(&HeaderValue::from_static("evil.example"))));
        assert!(guarded.admits(Some(&HeaderValue::from_static("site.example"))));
    }
    #[test]
    fn without_a_name_of_its_own_a_site_has_those_that_nobody_can_own() {
        let unnamed = Hosts::unnamed();
        let admits = |host: &str| unnamed.admits(Some(&host.parse().unwrap()));
        for good in [
            "localhost",
            "192.168.0.7:8080",
            "[fd00::7]:8080",
            "nas",
            "NAS:8080",
            "my_pi.local.",
            "a.b.home.arpa:80",
            "folia.internal",
            "folia.lan",
            "folia.localhost",
        ] {
            assert!(admits(good), "{good}");
        }
        for bad in [
            "evil.example",
            "nas.evil.example",
            "local.evil.example",
            "evillocal.example",
            "evil.lan.example",
            "fritz.box",
            "home.arpa",
            ".local",
            "",
            "a b",
            "nas:80@evil.example",
        ] {
            assert!(!admits(bad), "{bad}");
        }
        // Whoever only reads is answered by any name.
        assert_eq!(status(&unnamed, &["evil.example"]), 200);
        assert!(unnamed.admits(None), "no browser");
        let named = Hosts::where_guarded(["site.example".to_owned()]);
        assert!(!named.admits(Some(&HeaderValue::from_static("nas"))), "it has been told its name");
    }
}
