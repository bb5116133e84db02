//! Who signs in and how, as the configuration says it.

use std::time::Duration;

use auth::sessions::Life;
use auth::{AccessList, Home, Roles};
use outbound::oidc;
use url::{Host, Url};

use super::error::ConfigError;
use super::settings::Settings;

pub(super) fn read(
    settings: &Settings<'_>,
    public_url: Option<&Url>,
) -> Result<auth::Settings, ConfigError> {
    let provider = provider(settings)?;
    let hours = |hours: u64| Duration::from_secs(hours * 60 * 60);
    Ok(auth::Settings {
        home: Home { public: public_url.map(|url| url.origin().ascii_serialization()) },
        https: public_url.is_some_and(|url| url.scheme() == "https"),
        life: Life {
            idle: hours(settings.count("auth.session_idle_hours")?),
            absolute: hours(settings.count("auth.session_days")? * 24),
        },
        roles: Roles {
            issuer: provider.as_ref().map(|provider| provider.issuer.clone()),
            admins: access_list(settings, "auth.admins")?,
            members: access_list(settings, "auth.members")?,
        },
        provider,
    })
}

/// A provider is an issuer and a client id. Half of that is a mistake, not a choice.
fn provider(settings: &Settings<'_>) -> Result<Option<oidc::Settings>, ConfigError> {
    let given = |key| !settings.text(key).is_empty();
    if !given("auth.issuer") {
        let because = ["auth.client_id", "auth.client_secret", "auth.audience"];
        return match because.into_iter().find(|key| given(key)) {
            Some(because) => Err(ConfigError::Incomplete { key: "auth.issuer", because }),
            None => Ok(None),
        };
    }
    let issuer = settings.text("auth.issuer");
    if !Url::parse(issuer).is_ok_and(|url| is_trustworthy(&url)) {
        let expected = "an https address without a query (http only on this machine)";
        return Err(ConfigError::WrongValue { key: "auth.issuer", expected });
    }
    if !given("auth.client_id") {
        let because = "auth.issuer";
        return Err(ConfigError::Incomplete { key: "auth.client_id", because });
    }
    let text = |key| Some(settings.text(key)).filter(|text| !text.is_empty());
    let client_id = settings.text("auth.client_id");
    Ok(Some(oidc::Settings {
        issuer: issuer.to_owned(),
        client_id: client_id.to_owned(),
        client_secret: text("auth.client_secret").map(oidc::ClientSecret::new),
        // Most providers issue tokens for the client that asks for them.
        audience: text("auth.audience").unwrap_or(client_id).to_owned(),
    }))
}

/// Whoever can change what the provider says can be anybody here.
fn is_trustworthy(url: &Url) -> bool {
    let is_here = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(ip)) => ip.is_loopback(),
        Some(Host::Ipv6(ip)) => ip.is_loopback(),
        None => false,
    };
    let safe = url.scheme() == "https" || (url.scheme() == "http" && is_here);
    // A name in an address goes over the wire with each request and into logs.
    safe && url.query().is_none() && url.fragment().is_none() && url.username().is_empty()
}

fn access_list(settings: &Settings<'_>, key: &'static str) -> Result<AccessList, ConfigError> {
    let expected = "a list of e-mail addresses, \"@domain\" or \"*\"";
    let list = settings.texts(key).and_then(|entries| AccessList::parse(entries).ok());
    list.ok_or(ConfigError::WrongValue { key, expected })
}
