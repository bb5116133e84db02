//! How the site is reached by https without a proxy: by a certificate of its owner's, or by one that an
//! authority signs when it is asked.

use std::net::SocketAddr;
use std::path::PathBuf;

use outbound::acme::{Authority, ProofKind};
use outbound::tls::certificates;
use url::{Host, Url};

use super::error::ConfigError;
use super::settings::{Settings, address};

#[derive(Clone, Debug)]
pub struct Tls {
    pub listen: SocketAddr,
    /// Where http leads to https.
    pub redirect_listen: Option<SocketAddr>,
    /// What the certificate is for, the usual name first.
    pub names: Vec<String>,
    pub source: CertificateSource,
}

/// Where the certificate comes from.
#[derive(Clone, Debug)]
pub enum CertificateSource {
    Files { certificate: PathBuf, key: PathBuf },
    Authority(Acme),
}

#[derive(Clone, Debug)]
pub struct Acme {
    pub authority: Authority,
    /// The address of its directory, which tells one authority from another.
    pub directory: Url,
    pub contact: Option<String>,
    /// What is tried, one after the other.
    pub proofs: Vec<ProofKind>,
}

const DOMAINS: &str = "tls.domains";
const CERTIFICATE: &str = "tls.certificate";
const KEY: &str = "tls.key";
const PUBLIC_URL: &str = "server.public_url";

/// How visitors reach the site: as the owner says, or else by the first of its domains.
pub(super) fn public_url(settings: &Settings<'_>) -> Result<Option<Url>, ConfigError> {
    let told = address(settings.text(PUBLIC_URL), PUBLIC_URL)?;
    let first = domains(settings)?.into_iter().next();
    let by_domain = first.map(|name| format!("https://{name}"));
    Ok(told.or_else(|| by_domain.and_then(|url| Url::parse(&url).ok())))
}

pub(super) fn read(
    settings: &Settings<'_>,
    public_url: Option<&Url>,
) -> Result<Option<Tls>, ConfigError> {
    let mut names = domains(settings)?;
    let [certificate, key] = [CERTIFICATE, KEY].map(|name| settings.text(name));
    let source = match (names.is_empty(), certificate.is_empty(), key.is_empty()) {
        (true, true, true) => return Ok(None),
        (_, false, true) => {
            return Err(ConfigError::Incomplete { key: KEY, because: CERTIFICATE });
        }
        (_, true, false) => {
            return Err(ConfigError::Incomplete { key: CERTIFICATE, because: KEY });
        }
        (_, false, false) => {
            CertificateSource::Files { certificate: certificate.into(), key: key.into() }
        }
        (false, true, true) => CertificateSource::Authority(acme(settings)?),
    };
    let because = if names.is_empty() { CERTIFICATE } else { DOMAINS };
    let Some(public_url) = public_url else {
        return Err(ConfigError::Incomplete { key: PUBLIC_URL, because });
    };
    // The site would tell everybody to come by http, where nobody is let in.
    if public_url.scheme() != "https" {
        let expected = "an https address where TLS is spoken";
        return Err(ConfigError::WrongValue { key: PUBLIC_URL, expected });
    }
    // With own files, whatever the site is called is what they are for.
    if names.is_empty() {
        names.extend(public_url.host_str().map(str::to_owned));
    }
    let listen = "an address with a port, such as [::]:443";
    Ok(Some(Tls {
        listen: settings.parse("tls.listen", listen)?,
        redirect_listen: match settings.text("tls.redirect_listen") {
            "" => None,
            _ => Some(settings.parse("tls.redirect_listen", listen)?),
        },
        names,
        source,
    }))
}

fn domains(settings: &Settings<'_>) -> Result<Vec<String>, ConfigError> {
    let expected = "a list of names that lead here, such as [\"example.org\"]";
    let wrong = ConfigError::WrongValue { key: DOMAINS, expected };
    let name = |text: &str| match Host::parse(text.trim()) {
        // Names with stars need a proof that this program cannot give, and numbers are no names.
        Ok(Host::Domain(name)) if outbound::tls::is_server_name(&name) => Some(name),
        _ => None,
    };
    let names: Option<Vec<String>> =
        settings.texts(DOMAINS).and_then(|texts| texts.into_iter().map(name).collect());
    names.ok_or(wrong)
}

fn acme(settings: &Settings<'_>) -> Result<Acme, ConfigError> {
    let (key, ca_file) = ("acme.directory", "acme.ca_file");
    let directory = address(settings.text(key), key)?.filter(|url| url.scheme() == "https");
    let expected = "the https address of an authority's directory";
    let directory = directory.ok_or(ConfigError::WrongValue { key, expected })?;
    let trusted = match settings.text(ca_file) {
        "" => Vec::new(),
        file => {
            let read = std::fs::read(file).ok().and_then(|pem| certificates(&pem));
            let expected = "a readable file of PEM certificates";
            read.ok_or(ConfigError::WrongValue { key: ca_file, expected })?
        }
    };
    Ok(Acme {
        authority: Authority::new(directory.to_string(), trusted),
        directory,
        contact: Some(settings.text("acme.contact").trim())
            .filter(|address| !address.is_empty())
            .map(str::to_owned),
        proofs: proofs(settings)?,
    })
}

fn proofs(settings: &Settings<'_>) -> Result<Vec<ProofKind>, ConfigError> {
    let key = "acme.challenges";
    let expected = "a list of \"http-01\" and \"tls-alpn-01\"";
    let kind = |text: &str| match text {
        "http-01" => Some(ProofKind::Http),
        "tls-alpn-01" => Some(ProofKind::Tls),
        _ => None,
    };
    let kinds: Option<Vec<ProofKind>> =
        settings.texts(key).and_then(|texts| texts.into_iter().map(kind).collect());
    let kinds = kinds.filter(|kinds| !kinds.is_empty());
    kinds.ok_or(ConfigError::WrongValue { key, expected })
}
