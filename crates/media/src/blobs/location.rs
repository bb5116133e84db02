use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use object_store::aws::{AmazonS3Builder, AmazonS3ConfigKey};
use object_store::path::Path;
use object_store::prefix::PrefixStore;
use object_store::{ObjectStore, RetryConfig};
use url::Url;

use super::BlobError;
use super::connector::Connector;

/// Where the files are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    Folder(PathBuf),
    Bucket(Bucket),
}

/// A bucket of S3 or of a service that speaks like it.
#[derive(Clone, PartialEq, Eq)]
pub struct Bucket {
    pub name: String,
    /// What keys begin with, or empty.
    pub prefix: String,
    /// Where the service is, when it is not Amazon's.
    pub endpoint: Option<Url>,
    /// The `AWS_…` variables: credentials, region and the like.
    pub variables: Vec<(String, String)>,
}

impl Bucket {
    pub(super) fn connect(&self) -> Result<Arc<dyn ObjectStore>, BlobError> {
        let mut builder = AmazonS3Builder::new();
        for (name, value) in &self.variables {
            // Variables of other programs are none of ours.
            if let Ok(key) = name.to_ascii_lowercase().parse::<AmazonS3ConfigKey>() {
                builder = builder.with_config(key, value);
            }
        }
        if let Some(endpoint) = &self.endpoint {
            builder = builder
                .with_endpoint(endpoint.as_str().trim_end_matches('/'))
                // Only where the owner has written `http`: credentials would otherwise go out in
                // the clear.
                .with_allow_http(endpoint.scheme() == "http");
        }
        // What was refused is tried again. What has hung is not: whoever waits has waited enough.
        let retries = RetryConfig {
            max_retries: 3,
            retry_timeout: Duration::from_secs(8),
            ..RetryConfig::default()
        };
        let store = builder
            .with_bucket_name(&self.name)
            .with_retry(retries)
            .with_http_connector(Connector)
            .build()?;
        Ok(match self.prefix.is_empty() {
            true => Arc::new(store),
            false => Arc::new(PrefixStore::new(store, Path::from(self.prefix.as_str()))),
        })
    }
}

/// Without the variables, which hold secrets.
impl std::fmt::Debug for Bucket {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bucket")
            .field("name", &self.name)
            .field("prefix", &self.prefix)
            .field("endpoint", &self.endpoint)
            .finish_non_exhaustive()
    }
}
