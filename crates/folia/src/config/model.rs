use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use ::media::blobs;
use ::memory::embedding::PreviousService;
use edge::TrustedProxies;
use edge::serve::Limits;
use ipnet::IpNet;
use outbound::mail::Mailer;
use store::Location;
use url::Url;

use super::apart::{is_inside, keep_apart, leads_into};
use super::auth::read as read_auth;
use super::backup::{BackupSettings, read as read_backup};
use super::embedding::{Embedding, read as read_embedding, read_previous};
use super::error::ConfigError;
use super::media::{BucketAccess, read as read_media};
use super::settings::Settings;
use super::sources::Merged;
use super::tailoring::read as read_tailoring;
use super::tls::Tls;
use super::{contact, memory, tls};

/// The configuration as meant: every value checked and of its real type.
#[derive(Clone, Debug)]
pub struct Config {
    pub listen: SocketAddr,
    pub public_url: Option<Url>,
    /// How https is spoken, where that is not left to a proxy.
    pub tls: Option<Tls>,
    pub trusted_proxies: TrustedProxies,
    pub metrics: MetricsAccess,
    pub limits: Limits,
    pub data_dir: PathBuf,
    pub database: Location,
    pub auth: auth::Settings,
    pub content: content::Options,
    pub site: site::Options,
    pub media: ::media::Settings,
    pub backup: BackupSettings,
    pub buckets: BucketAccess,
    pub contact: ::contact::Settings,
    pub mailer: Mailer,
    pub embedding: Embedding,
    /// The service whose vectors serve until those of another model are made.
    pub previous_embedding: Option<PreviousService>,
    pub tailoring: career::runs::Settings,
    pub log_level: String,
    pub log_format: LogFormat,
    /// Variables that begin like settings and are none. Platforms set such names for a service that
    /// is called folia, so they do not stop the start; they are said once instead.
    pub ignored_variables: Vec<String>,
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

    /// Whether a path leads into the folder of media, where only files of media may be.
    pub fn is_among_media(&self, path: &Path) -> bool {
        is_inside(&self.media.location, path)
    }

    /// Whether a path leads into the data folder, but for where backups are kept there.
    pub fn is_among_data(&self, path: &Path) -> bool {
        let kept = match &self.backup.location {
            blobs::Location::Folder(folder) => Some(folder),
            blobs::Location::Bucket(_) => None,
        };
        let own = self.own_backups();
        let is_kept = kept.into_iter().chain([&own]).any(|folder| {
            // The data folder itself may be where they are to be kept: not for this.
            !leads_into(folder, &self.data_dir) && leads_into(folder, path)
        });
        !is_kept && leads_into(&self.data_dir, path)
    }

    /// Where backups are kept, or made for a bucket, in the data folder.
    pub fn own_backups(&self) -> PathBuf {
        self.data_dir.join("backups")
    }
}

pub(super) fn read(
    merged: Merged,
    variables: Vec<(String, String)>,
) -> Result<Config, ConfigError> {
    let settings = Settings::new(&merged.settings);
    // First, because other settings have places in it by default.
    let data_dir = PathBuf::from(settings.text("data.dir"));
    if data_dir.as_os_str().is_empty() {
        return Err(ConfigError::WrongValue { key: "data.dir", expected: "a folder" });
    }
    let public_url = tls::public_url(&settings)?;
    let buckets = BucketAccess::read(&settings, variables)?;
    let media = read_media(&settings, &data_dir, &buckets)?;
    let database = database(settings.text("database.url"), &data_dir)?;
    let backup = read_backup(&settings, &data_dir, &media.location, &buckets)?;
    keep_apart(&media.location, &data_dir, &database, &backup.location)?;
    Ok(Config {
        listen: settings
            .parse("server.listen", "an address with a port, such as 127.0.0.1:8080")?,
        tls: tls::read(&settings, public_url.as_ref())?,
        auth: read_auth(&settings, public_url.as_ref())?,
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
        backup,
        media,
        buckets,
        database,
        embedding: read_embedding(&settings, &data_dir)?,
        previous_embedding: read_previous(&settings)?,
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
        site: site::Options {
            // Only scheme, host and port: a site below a path is not supported, and links begin
            // with a slash.
            origin: public_url.as_ref().map(|url| url.origin().ascii_serialization()),
            page_cache: settings.whole("content.page_cache_megabytes", 1_000_000)? * 1024 * 1024,
            card_faces: crate::assets::CARD_FACES,
        },
        public_url,
        contact: contact::settings(&settings)?,
        mailer: contact::mailer(&settings)?,
        log_level: log_level(settings.text("log.level"))?,
        log_format: settings.choice(
            "log.format",
            "\"text\" or \"json\"",
            &[("text", LogFormat::Text), ("json", LogFormat::Json)],
        )?,
        ignored_variables: merged.ignored_variables,
    })
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
