//! What the owner has asked for. The embedded `config.default.toml` is both the documentation and
//! the list of what exists: a key that is not in it, or a value of another type, stops the start.
//! Later sources win: defaults, file, environment, flags.

mod apart;
mod auth;
mod backup;
mod contact;
mod embedding;
mod error;
mod media;
mod memory;
mod model;
mod settings;
mod sources;
mod tailoring;
#[cfg(test)]
mod tests;
mod tls;

pub use backup::BackupSettings;
pub use embedding::Embedding;
pub use error::ConfigError;
pub use media::BucketAccess;
pub use model::{Config, LogFormat, MetricsAccess};
pub use sources::{DEFAULT, Flags};
pub use tls::{Acme, CertificateSource, Tls};

impl Config {
    /// Reads all sources.
    pub fn load(flags: &Flags) -> Result<Self, ConfigError> {
        #[expect(clippy::disallowed_methods, reason = "this is where the environment is read")]
        let environment: Vec<_> = std::env::vars_os().collect();
        let buckets = sources::bucket_variables(&environment);
        model::read(sources::merge(flags, environment.into_iter())?, buckets)
    }
}
