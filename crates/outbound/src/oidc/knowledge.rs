use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use bytes::Bytes;
use http::Request;
use http::header::ACCEPT;
use kernel::{Clock, Timestamp};
use tokio::sync::Mutex;
use url::Url;

use super::OidcError;
use super::discovery::{self, Metadata};
use super::keys::Keys;
use crate::http::{Client, HttpError};

/// What we know of the provider, and when we learned it.
#[derive(Debug)]
pub(super) struct Known {
    pub(super) metadata: Metadata,
    pub(super) keys: Keys,
    learned_at: Timestamp,
}

/// Keeps what the provider publishes, and asks again within bounds: whoever sends tokens with
/// made-up key names must not be able to make us flood it.
#[derive(Debug)]
pub(super) struct Knowledge {
    issuer: String,
    client: Client,
    clock: Clock,
    known: RwLock<Option<Arc<Known>>>,
    /// Who asks holds this, so that many who want to know ask once. When it was last asked.
    asked_at: Mutex<Option<Timestamp>>,
}

/// Asked for again in the normal course of things.
const FRESH: Duration = Duration::from_secs(60 * 60);
/// Good for when the provider does not answer.
const USABLE: Duration = Duration::from_secs(24 * 60 * 60);
/// Between two questions out of turn.
const PAUSE: Duration = Duration::from_secs(30);
/// For description and keys together: somebody waits for them.
const PATIENCE: Duration = Duration::from_secs(4);
/// For a token that names a key we do not know.
const PATIENCE_FOR_NEWER: Duration = Duration::from_millis(500);
/// After a question in vain.
const PAUSE_IN_VAIN: Duration = Duration::from_secs(5);

impl Knowledge {
    pub(super) fn new(issuer: String, client: Client, clock: Clock) -> Self {
        let (known, asked_at) = (RwLock::default(), Mutex::default());
        Self { issuer, client, clock, known, asked_at }
    }

    /// What is no longer fresh but usable is answered at once, and asked for on the side: a provider
    /// that hangs must not hold up those whose keys we know.
    pub(super) async fn get(self: &Arc<Self>) -> Result<Arc<Known>, OidcError> {
        let now = self.clock.now();
        match self.current() {
            Some(known) if now.since(known.learned_at) < FRESH => Ok(known),
            Some(known) if now.since(known.learned_at) < USABLE => {
                // When somebody is asking already, one question is enough.
                if self.asked_at.try_lock().is_ok() {
                    let (knowledge, old) = (self.clone(), known.clone());
                    tokio::spawn(async move { knowledge.learn(Some(&old), PAUSE_IN_VAIN).await });
                }
                Ok(known)
            }
            known => self.learn(known.as_ref(), PAUSE_IN_VAIN).await,
        }
    }

    /// For a token that names a key which is not among those we know: perhaps it is new.
    /// A provider that hangs holds nobody up for long: the question goes on without them.
    pub(super) async fn get_newer(self: &Arc<Self>, than: &Arc<Known>) -> Arc<Known> {
        let (knowledge, old) = (self.clone(), than.clone());
        let asking = tokio::spawn(async move { knowledge.learn(Some(&old), PAUSE).await });
        match tokio::time::timeout(PATIENCE_FOR_NEWER, asking).await {
            Ok(Ok(Ok(newer))) => newer,
            _ => self.current().unwrap_or_else(|| than.clone()),
        }
    }

    fn current(&self) -> Option<Arc<Known>> {
        self.known.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    async fn learn(
        &self,
        than: Option<&Arc<Known>>,
        pause: Duration,
    ) -> Result<Arc<Known>, OidcError> {
        let mut asked_at = self.asked_at.lock().await;
        // Somebody else may have asked while we waited for our turn.
        if let Some(current) = self.current()
            && than.is_none_or(|than| !Arc::ptr_eq(&current, than))
        {
            return Ok(current);
        }
        let now = self.clock.now();
        // A time to come was noted before the clock was set back, and says nothing.
        if asked_at.is_some_and(|asked_at| asked_at <= now && now.since(asked_at) < pause) {
            return Err(OidcError::InVain);
        }
        // Before asking, so that a provider that hangs is not asked by everybody in turn.
        *asked_at = Some(now);
        let asked = tokio::time::timeout(PATIENCE, self.ask(now)).await;
        let asked = asked.unwrap_or(Err(HttpError::TimedOut.into()));
        if let Err(error) = &asked {
            tracing::warn!(%error, "the identity provider's description could not be read");
        }
        let known = Arc::new(asked?);
        *self.known.write().unwrap_or_else(PoisonError::into_inner) = Some(known.clone());
        Ok(known)
    }

    async fn ask(&self, now: Timestamp) -> Result<Known, OidcError> {
        let unusable = |document, fact| OidcError::Unusable { document, fact };
        let address = Url::parse(&discovery::address(&self.issuer))
            .map_err(|_| unusable("issuer", "it is no address"))?;
        // The keys after the description, which says where they are.
        let metadata = Metadata::read(&self.fetch(&address).await?, &self.issuer)?;
        let keys = Keys::read(&self.fetch(&metadata.keys).await?)
            .ok_or(unusable("keys", "they are no list"))?;
        // Better those we have than none: whoever publishes nothing has made a mistake.
        if keys.is_empty() {
            return Err(unusable("keys", "none of them can be used"));
        }
        Ok(Known { metadata, keys, learned_at: now })
    }

    async fn fetch(&self, address: &Url) -> Result<Bytes, OidcError> {
        let request = Request::get(address.as_str())
            .header(ACCEPT, "application/json")
            .body(Bytes::new())
            .expect("a parsed address makes a request");
        let answer = self.client.send(request).await?;
        match answer.status().as_u16() {
            200 => Ok(answer.into_body()),
            status => Err(OidcError::Status(status)),
        }
    }
}
