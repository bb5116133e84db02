use url::{Host, Url};

use super::OidcError;
use super::members::Members;

/// What a provider publishes about itself, as far as we use it.
#[derive(Clone, Debug)]
pub(super) struct Metadata {
    pub(super) authorization: Url,
    pub(super) token: Url,
    pub(super) keys: Url,
    pub(super) user_info: Option<Url>,
    /// Whether it says in its answers that they are its own.
    pub(super) names_itself: bool,
    /// Whether a client's secret goes into the body of a request instead of its header.
    pub(super) secret_in_body: bool,
}

/// Where it publishes that.
pub(super) fn address(issuer: &str) -> String {
    format!("{}/.well-known/openid-configuration", issuer.trim_end_matches('/'))
}

impl Metadata {
    pub(super) fn read(bytes: &[u8], issuer: &str) -> Result<Self, OidcError> {
        let unusable = |fact| OidcError::Unusable { document: "description", fact };
        let members = Members::read(bytes).ok_or(unusable("it is not an object"))?;
        // Otherwise one provider could speak for another.
        // To the letter, as the specification says: no slash more or less.
        if members.text("issuer") != Ok(Some(issuer)) {
            return Err(unusable("it names another issuer"));
        }
        // For a provider on this very machine, as in tests and while developing; never across a
        // network.
        let may_be_plain = Url::parse(issuer).is_ok_and(|issuer| issuer.scheme() == "http");
        let find = |name: &str| {
            let text = members.text(name).ok().flatten()?;
            Url::parse(text).ok().filter(|url| {
                url.scheme() == "https" || (may_be_plain && url.scheme() == "http" && is_here(url))
            })
        };
        let methods = members.texts("token_endpoint_auth_methods_supported").unwrap_or_default();
        Ok(Self {
            authorization: find("authorization_endpoint")
                .ok_or(unusable("no secure authorization endpoint"))?,
            token: find("token_endpoint").ok_or(unusable("no secure token endpoint"))?,
            keys: find("jwks_uri").ok_or(unusable("no secure address of its keys"))?,
            user_info: find("userinfo_endpoint"),
            names_itself: members.is_true("authorization_response_iss_parameter_supported"),
            // The header where both are possible: bodies are more often logged.
            secret_in_body: !methods.is_empty()
                && !methods.contains(&"client_secret_basic")
                && methods.contains(&"client_secret_post"),
        })
    }
}

fn is_here(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(issuer: &str, token: &str) -> Result<Metadata, OidcError> {
        let text = format!(
            r#"{{"issuer":"https://id.example","authorization_endpoint":"https://id.example/a",
                "token_endpoint":"{token}","jwks_uri":"https://id.example/k"}}"#
        );
        Metadata::read(text.as_bytes(), issuer)
    }

    #[test]
    fn a_description_speaks_for_its_own_issuer_and_over_tls() {
        assert!(read("https://id.example", "https://id.example/t").is_ok());
        assert!(read("https://id.example/", "https://id.example/t").is_err());
        assert!(read("https://id.example", "http://id.example/t").is_err());
        assert!(read("https://id.example", "http://127.0.0.1/t").is_err());
        assert!(read("https://id.example", "file:///etc/passwd").is_err());
        assert!(Metadata::read(b"<html>", "https://id.example").is_err());
    }
}
