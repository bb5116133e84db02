use std::sync::Arc;

use bytes::Bytes;
use store::{StoreError, Transaction};

use super::SiteSettings;
use super::kind::ONLY;

/// The settings as readers see them.
pub(super) struct Snapshot {
    pub(super) settings: Arc<SiteSettings>,
    /// 0 while there are only defaults.
    pub(super) version: i64,
    /// The answer to everybody who asks, ready to send.
    pub(super) json: Bytes,
}

/// The version of what nobody has changed yet.
pub(super) const UNCHANGED: i64 = 0;

impl Snapshot {
    pub(super) fn load(transaction: &mut Transaction<'_>) -> Result<Self, StoreError> {
        let (version, settings) = match transaction.find::<SiteSettings>(ONLY)? {
            Some(stored) => (stored.version, stored.document),
            None => (UNCHANGED, SiteSettings::default()),
        };
        let json = serde_json::to_vec(&settings).expect("settings are plain text and numbers");
        Ok(Self { settings: Arc::new(settings), version, json: json.into() })
    }
}
