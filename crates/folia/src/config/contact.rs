//! The settings of the contact form. A service that is set by half stops the start: whoever began to
//! set it up wants it, and going without would go unnoticed.

use std::time::Duration;

use ::contact::Settings as ContactSettings;
use ::contact::challenge::{Provider, Widget};
use outbound::Secret;
use outbound::challenge::Verifier;
use outbound::mail::{Mailbox, Mailer, Settings as SmtpSettings, Smtp};
use outbound::tls;
use url::Url;

use super::error::ConfigError;
use super::settings::Settings;

pub(super) fn settings(settings: &Settings<'_>) -> Result<ContactSettings, ConfigError> {
    Ok(ContactSettings {
        shortest: Duration::from_secs(settings.whole("contact.min_seconds", 3600)?),
        per_hour: settings.count("contact.per_hour")?,
        provider: provider(settings)?,
    })
}

fn provider(settings: &Settings<'_>) -> Result<Provider, ConfigError> {
    let [url, secret, site_key] =
        ["challenge.verify_url", "challenge.secret", "challenge.site_key"];
    if settings.text(url).is_empty() {
        require_unset(settings, url, &[secret, site_key])?;
        return Ok(Provider::Builtin { bits: difficulty(settings)? });
    }
    let address = verify_url(settings.text(url));
    let expected = "an https address";
    let address = address.ok_or(ConfigError::WrongValue { key: url, expected })?;
    let widget = address.host_str().and_then(Widget::of_service);
    let key = Secret::new(required(settings, secret, url)?);
    Ok(Provider::External {
        verifier: Verifier::new(address, key),
        site_key: Some(settings.text(site_key)).filter(|key| !key.is_empty()).map(str::to_owned),
        widget,
    })
}

fn difficulty(settings: &Settings<'_>) -> Result<u32, ConfigError> {
    let (key, expected) = ("challenge.difficulty", "between 1 and 22");
    // Each bit doubles the work, and a puzzle has several parts: with more, a phone would work for
    // minutes.
    let bits = settings.whole(key, 22).ok().and_then(|bits| u32::try_from(bits).ok());
    bits.filter(|bits| *bits > 0).ok_or(ConfigError::WrongValue { key, expected })
}

/// The secret goes there, so it goes encrypted, or does not leave the machine.
fn verify_url(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    let is_here = match url.host()? {
        url::Host::Domain(name) => name == "localhost",
        url::Host::Ipv4(address) => address.is_loopback(),
        url::Host::Ipv6(address) => address.is_loopback(),
    };
    (url.scheme() == "https" || (url.scheme() == "http" && is_here)).then_some(url)
}

pub(super) fn mailer(settings: &Settings<'_>) -> Result<Mailer, ConfigError> {
    let [host, port, username, password] =
        ["smtp.host", "smtp.port", "smtp.username", "smtp.password"];
    let [from, to, ca_file] = ["smtp.from", "smtp.to", "smtp.ca_file"];
    if settings.text(host).is_empty() {
        require_unset(settings, host, &[username, password, from, to, ca_file])?;
        return Ok(Mailer::Console);
    }
    let name = settings.text(host);
    if !tls::is_server_name(name) {
        let expected = "the name or the address of a host";
        return Err(ConfigError::WrongValue { key: host, expected });
    }
    // Zero would mean any port.
    let number = settings.whole(port, 65_535)?;
    let number = u16::try_from(number).ok().filter(|number| *number > 0);
    let wrong_port = ConfigError::WrongValue { key: port, expected: "between 1 and 65535" };
    let credentials = match settings.text(username) {
        "" => {
            require_unset(settings, username, &[password])?;
            None
        }
        name => {
            let secret = Secret::new(required(settings, password, username)?);
            Some((name.to_owned(), secret))
        }
    };
    Ok(Mailer::Smtp(Smtp::new(SmtpSettings {
        host: name.to_owned(),
        port: number.ok_or(wrong_port)?,
        credentials,
        patience: patience(settings)?,
        from: mailbox(settings, from, host)?,
        to: mailbox(settings, to, host)?,
        authorities: match settings.text(ca_file) {
            "" => Vec::new(),
            file => {
                let read = std::fs::read(file).ok().and_then(|pem| tls::certificates(&pem));
                let expected = "a readable file of PEM certificates";
                read.ok_or(ConfigError::WrongValue { key: ca_file, expected })?
            }
        },
    })))
}

/// Together the steps stay below the time a job may take.
fn patience(settings: &Settings<'_>) -> Result<Duration, ConfigError> {
    match settings.whole("smtp.timeout", 12) {
        Ok(seconds @ 1..) => Ok(Duration::from_secs(seconds)),
        _ => Err(ConfigError::WrongValue { key: "smtp.timeout", expected: "between 1 and 12" }),
    }
}

fn mailbox(
    settings: &Settings<'_>,
    key: &'static str,
    other: &'static str,
) -> Result<Mailbox, ConfigError> {
    let expected = "an e-mail address, such as folia@example.org";
    let mailbox: Option<Mailbox> = required(settings, key, other)?.parse().ok();
    // The name in an address outside ASCII needs an extension that many mail servers lack.
    let is_plain = |mailbox: &Mailbox| mailbox.email.to_string().is_ascii();
    mailbox.filter(is_plain).ok_or(ConfigError::WrongValue { key, expected })
}

fn required<'a>(
    settings: &'a Settings<'_>,
    key: &'static str,
    other: &'static str,
) -> Result<&'a str, ConfigError> {
    match settings.text(key) {
        "" => Err(ConfigError::Incomplete { key, because: other }),
        text => Ok(text),
    }
}

/// What makes no sense while `key` is not set.
fn require_unset(
    settings: &Settings<'_>,
    key: &'static str,
    others: &[&'static str],
) -> Result<(), ConfigError> {
    match others.iter().find(|other| !settings.text(other).is_empty()) {
        Some(other) => Err(ConfigError::Incomplete { key, because: other }),
        None => Ok(()),
    }
}
