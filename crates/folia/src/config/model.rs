use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use edge::TrustedProxies;
use edge::serve::Limits;
use ipnet::IpNet;
use outbound::mail::Mailer;
use store::Location;
use toml::Table;
use url::Url;

use super::auth::read as read_auth;
use super::embedding::read as read_embedding;
use super::media::read as read_media;
use super::tailoring::read as read_tailoring;
use super::{ConfigError, Embedding, contact, memory};

/// The configuration as meant: every value checked and of its real type.
#[derive(Clone, Debug)]
pub struct Config {
    pub listen: SocketAddr,
    pub public_url: Option<Url>,
    pub trusted_proxies: TrustedProxies,
    pub metrics: MetricsAccess,
    pub limits: Limits,
    pub data_dir: PathBuf,
    pub database: Location,
    pub auth: auth::Settings,
    pub content: content::Options,
    pub media: ::media::Settings,
    pub contact: ::contact::Settings,
    pub mailer: Mailer,
    pub embedding: Embedding,
    pub tailoring: career::runs::Settings,
    pub log_level: String,
    pub log_format: LogFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricsAccess {
    Admin,
    Anyone,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    Text,
    Json,
}

impl Config {
    /// Whether visitors come over https, as far as the owner has told us.
    pub fn is_https(&self) -> bool {
        self.public_url.as_ref().is_some_and(|url| url.scheme() == "https")
    }
}

pub(super) fn read(
    settings: &Table,
    variables: Vec<(String, String)>,
) -> Result<Config, ConfigError> {
    let settings = Settings(settings);
    let data_dir = PathBuf::from(settings.text("data.dir"));
    if data_dir.as_os_str().is_empty() {
        return Err(ConfigError::WrongValue { key: "data.dir", expected: "a folder" });
    }
    let public_url = address(settings.text("server.public_url"), "server.public_url")?;
    Ok(Config {
        listen: settings
            .parse("server.listen", "an address with a port, such as 127.0.0.1:8080")?,
        auth: read_auth(&settings, public_url.as_ref())?,
        public_url,
        trusted_proxies: trusted_proxies(&settings)?,
        metrics: settings.choice(
            "server.metrics",
            "\"admin\" or \"anyone\"",
            &[("admin", MetricsAccess::Admin), ("anyone", MetricsAccess::Anyone)],
        )?,
        limits: Limits {
            connections: usize::try_from(settings.count("server.max_connections")?)
                .unwrap_or(usize::MAX),
            head_timeout: settings.seconds("server.head_timeout")?,
            body_timeout: settings.seconds("server.body_timeout")?,
            upload_timeout: settings.seconds("server.upload_timeout")?,
            drain_timeout: settings.seconds("server.drain_timeout")?,
        },
        media: read_media(&settings, &data_dir, variables)?,
        database: database(settings.text("database.url"), &data_dir)?,
        embedding: read_embedding(&settings, &data_dir)?,
        tailoring: read_tailoring(&settings)?,
        data_dir,
        content: content::Options {
            redirect_life: match settings.whole("content.redirect_days", 36_500)? {
                0 => None,
                days => Some(Duration::from_secs(days * 24 * 60 * 60)),
            },
            body_cache: match settings.whole("content.cache_megabytes", 1_000_000)? {
                0 => memory::an_eighth(),
                megabytes => megabytes * 1024 * 1024,
            },
        },
        contact: contact::settings(&settings)?,
        mailer: contact::mailer(&settings)?,
        log_level: log_level(settings.text("log.level"))?,
        log_format: settings.choice(
            "log.format",
            "\"text\" or \"json\"",
            &[("text", LogFormat::Text), ("json", LogFormat::Json)],
        )?,
    })
}

/// The merged table. Presence and types were checked while merging.
pub(super) struct Settings<'a>(&'a Table);

impl Settings<'_> {
    pub(super) fn value(&self, key: &str) -> &toml::Value {
        let (section, name) = key.split_once('.').expect("keys have a section");
        &self.0[section][name]
    }

    pub(super) fn text(&self, key: &str) -> &str {
        self.value(key).as_str().expect("a text, like its default")
    }

    pub(super) fn parse<T: std::str::FromStr>(
        &self,
        key: &'static str,
        expected: &'static str,
    ) -> Result<T, ConfigError> {
        self.text(key).parse().map_err(|_| ConfigError::WrongValue { key, expected })
    }

    /// A number from 0 to the largest that makes sense.
    pub(super) fn whole(&self, key: &'static str, largest: u64) -> Result<u64, ConfigError> {
        let number = self.value(key).as_integer().expect("a whole number, like its default");
        let expected = "a whole number, neither negative nor that large";
        let number = u64::try_from(number).ok().filter(|number| *number <= largest);
        number.ok_or(ConfigError::WrongValue { key, expected })
    }

    /// A list of texts; anything else in it is not what was asked for.
    pub(super) fn texts(&self, key: &'static str) -> Option<Vec<&str>> {
        let list = self.value(key).as_array().expect("a list, like its default");
        list.iter().map(toml::Value::as_str).collect()
    }

    pub(super) fn count(&self, key: &'static str) -> Result<u64, ConfigError> {
        let expected = "between 1 and 1000000";
        match self.whole(key, 1_000_000) {
            Ok(count @ 1..) => Ok(count),
            _ => Err(ConfigError::WrongValue { key, expected }),
        }
    }

    pub(super) fn seconds(&self, key: &'static str) -> Result<Duration, ConfigError> {
        self.count(key).map(Duration::from_secs)
    }

    pub(super) fn choice<T: Copy>(
        &self,
        key: &'static str,
        expected: &'static str,
        choices: &[(&str, T)],
    ) -> Result<T, ConfigError> {
        let given = self.text(key);
        let chosen = choices.iter().find(|(name, _)| *name == given).map(|(_, value)| *value);
        chosen.ok_or(ConfigError::WrongValue { key, expected })
    }
}

pub(super) fn address(text: &str, key: &'static str) -> Result<Option<Url>, ConfigError> {
    if text.is_empty() {
        return Ok(None);
    }
    let expected = "an address such as https://example.org";
    let wrong = ConfigError::WrongValue { key, expected };
    match Url::parse(text) {
        Ok(url) if matches!(url.scheme(), "http" | "https") && url.host().is_some() => {
            Ok(Some(url))
        }
        _ => Err(wrong),
    }
}

/// Addresses and networks. A network of everybody is taken, since it is right behind a proxy that
/// cannot be gone around; that it is dangerous otherwise is said at the start.
fn trusted_proxies(settings: &Settings<'_>) -> Result<TrustedProxies, ConfigError> {
    let key = "server.trusted_proxies";
    let expected = "a list of addresses or networks, such as [\"127.0.0.1\", \"10.0.0.0/8\"]";
    let network = |text: &str| {
        let address = || text.parse::<std::net::IpAddr>().map(IpNet::from);
        text.parse::<IpNet>().or_else(|_| address()).ok()
    };
    let networks: Option<Vec<IpNet>> =
        settings.texts(key).and_then(|texts| texts.into_iter().map(network).collect());
    let networks = networks.ok_or(ConfigError::WrongValue { key, expected })?;
    Ok(TrustedProxies::new(networks))
}

fn database(text: &str, data_dir: &Path) -> Result<Location, ConfigError> {
    if text.starts_with("postgres://") || text.starts_with("postgresql://") {
        if Url::parse(text).is_ok() {
            return Ok(Location::Server(text.to_owned()));
        }
    } else if let Some(file) = text.strip_prefix("sqlite:") {
        let file = match file.strip_prefix("//").unwrap_or(file) {
            "" => data_dir.join("folia.db"),
            file => PathBuf::from(file),
        };
        return Ok(Location::File(file));
    }
    let expected = "sqlite:, sqlite:FILE or a postgres:// address";
    Err(ConfigError::WrongValue { key: "database.url", expected })
}

fn log_level(text: &str) -> Result<String, ConfigError> {
    let expected = "error, warn, info, debug or trace";
    // "info" or "store=debug"; the parser alone would take any word for the name of a part.
    let is_level = |part: &str| {
        let level = part.rsplit('=').next().unwrap_or_default().trim();
        ["error", "warn", "info", "debug", "trace"].contains(&level)
    };
    let parses = text.parse::<tracing_subscriber::filter::Targets>().is_ok();
    match parses && text.split(',').all(is_level) {
        true => Ok(text.to_owned()),
        false => Err(ConfigError::WrongValue { key: "log.level", expected }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{DEFAULT, Flags};

    fn with(key: &'static str, value: &str) -> Result<Config, String> {
        let flags = Flags { file: None, settings: vec![(key, value.to_owned())] };
        let settings = super::super::sources::merge(&flags, std::iter::empty());
        settings.and_then(|settings| read(&settings, Vec::new())).map_err(|error| error.to_string())
    }

    #[test]
    fn the_defaults_are_what_the_documentation_says() {
        let config = read(&DEFAULT.parse().unwrap(), Vec::new()).unwrap();
        assert_eq!(config.listen.to_string(), "127.0.0.1:8080");
        assert_eq!(config.database, Location::File("./data/folia.db".into()));
        assert!(!config.is_https());
    }

    #[test]
    fn wrong_values_name_their_key_and_not_themselves() {
        for (key, value) in [
            ("server.listen", "127.0.0.1:70000"),
            ("server.listen", "localhost"),
            ("server.public_url", "example.org"),
            ("server.public_url", "ftp://example.org"),
            ("server.trusted_proxies", "canary.example.org"),
            ("server.trusted_proxies", "[1, 2]"),
            ("server.metrics", "everybody"),
            ("server.max_connections", "0"),
            ("server.head_timeout", "-3"),
            ("data.dir", ""),
            ("database.url", "mysql://user:canary@host/x"),
            ("database.url", "postgres://[canary"),
            ("media.url", "ftp://canary"),
            ("media.url", "s3://"),
            ("media.max_video_bytes", "-1"),
            ("auth.admins", "canary"),
            ("auth.members", "[1]"),
            ("auth.session_days", "0"),
            ("auth.issuer", "http://canary.example"),
            ("embedding.provider", "canary"),
            ("embedding.url", "canary"),
            ("embedding.url", "ftp://canary"),
            ("embedding.model", "../canary"),
            ("llm.url", "canary"),
            ("llm.url", "ftp://canary"),
            ("tailor.at_a_time", "0"),
            ("tailor.deadline_seconds", "-1"),
            ("tailor.page_lines", "19"),
            ("log.level", "loud"),
            ("log.format", "xml"),
        ] {
            let error = with(key, value).unwrap_err();
            assert!(error.starts_with(key), "{error}");
            assert!(!error.contains("canary"), "{error}");
        }
    }

    #[test]
    fn databases_are_chosen_by_their_address() {
        let location = |url| with("database.url", url).unwrap().database;
        assert_eq!(location("sqlite:elsewhere.db"), Location::File("elsewhere.db".into()));
        assert_eq!(location("sqlite:///var/x.db"), Location::File("/var/x.db".into()));
        let server = "postgres://me@host/site";
        assert_eq!(location(server), Location::Server(server.into()));
    }
}
