use std::time::Duration;

use store::{Filter, Query, Store, StoreError};

use super::OwnerLink;
use crate::identity::Identity;
use crate::secret::Secret;
use crate::sessions::{Arrival, Session, Sessions};

/// Makes and redeems the owner's link.
#[derive(Clone, Debug)]
pub struct Links {
    store: Store,
}

/// Long enough to walk over to a browser.
pub const LIFE: Duration = Duration::from_secs(15 * 60);

impl Links {
    pub fn new(store: Store) -> Self {
        Self { store }
    }

    /// A new link. Any earlier one stops working.
    pub async fn renew(&self) -> Result<Secret, StoreError> {
        let secret = Secret::generate("", self.store.randomness());
        let hash = secret.hash();
        self.store
            .write(move |transaction| {
                // A link in an old log or terminal must not open the site after a newer one was
                // printed.
                transaction.delete_where::<OwnerLink>(&[])?;
                let now = transaction.now();
                transaction
                    .insert(OwnerLink {
                        id: transaction.generate_id(),
                        hash: hash.clone(),
                        created_at: now,
                        expires_at: now.plus(LIFE),
                    })
                    .map(|_| ())
            })
            .await?;
        Ok(secret)
    }

    /// No link works any more.
    pub async fn withdraw(&self) -> Result<(), StoreError> {
        self.store.write(|transaction| transaction.delete_where::<OwnerLink>(&[]).map(|_| ())).await
    }

    /// Turns a link into a session: of many who try at once, one succeeds. Taking the link away
    /// and beginning the session are one transaction.
    pub(crate) async fn redeem(
        &self,
        link: &Secret,
        sessions: &Sessions,
        arrival: Arrival,
    ) -> Result<Option<(Session, Secret)>, StoreError> {
        let (hash, sessions) = (link.hash(), sessions.clone());
        self.store
            .write(move |transaction| {
                // Deleting is the test: two who try at once cannot both have removed the same row.
                let filter = [Filter::equal("hash", hash.as_str())];
                let query = Query::all().filter(Filter::equal("hash", hash.as_str()));
                let latest = transaction.now().plus(LIFE);
                let links = transaction.list::<OwnerLink>(&query)?;
                // Made by a clock that was ahead, it would be good for as much longer.
                if links.iter().any(|link| link.document.expires_at.is_beyond(latest)) {
                    return Ok(None);
                }
                match transaction.delete_where::<OwnerLink>(&filter)? {
                    0 => Ok(None),
                    _ => sessions.begin_in(transaction, Identity::Owner, &arrival).map(Some),
                }
            })
            .await
    }
}
