use std::time::Duration;

use kernel::Id;
use store::{Filter, Query, Store, StoreError, Transaction};

use super::{Life, Session};
use crate::identity::Identity;
use crate::secret::Secret;

/// Begins, recognises and ends sessions.
#[derive(Clone, Debug)]
pub struct Sessions {
    store: Store,
    life: Life,
}

/// A browser that is about to get a session.
#[derive(Clone, Debug, Default)]
pub struct Arrival {
    /// The session it has had so far, good or not.
    pub previous: Option<Secret>,
    /// What to call it, in plain words.
    pub browser: Option<String>,
}

/// Whoever signs in once more beyond this loses the oldest session.
pub const MOST_PER_USER: usize = 50;

/// Writing down every single request would make every read a write.
const NOTE_EVERY: Duration = Duration::from_secs(60);

impl Sessions {
    pub fn new(store: Store, life: Life) -> Self {
        Self { store, life }
    }

    pub fn life(&self) -> Life {
        self.life
    }

    /// A fresh session in place of the one the browser had, if any: signing in always changes the
    /// secret, so that nobody can have planted it.
    pub async fn begin(
        &self,
        identity: Identity,
        arrival: Arrival,
    ) -> Result<(Session, Secret), StoreError> {
        let sessions = self.clone();
        self.store
            .write(move |transaction| sessions.begin_in(transaction, identity.clone(), &arrival))
            .await
    }

    /// The same as part of a larger transaction.
    pub(crate) fn begin_in(
        &self,
        transaction: &mut Transaction<'_>,
        identity: Identity,
        arrival: &Arrival,
    ) -> Result<(Session, Secret), StoreError> {
        // One sign-in at a time, so that the count below holds.
        transaction.enter("sessions")?;
        if let Some(previous) = &arrival.previous {
            transaction.delete_where::<Session>(&[Filter::equal("hash", previous.hash())])?;
        }
        let user_id = identity.user_id();
        let newest_first = Query::all()
            .filter(Filter::equal("user_id", user_id.as_str()))
            .descending("created_at");
        // All of them are read: there are fifty at most.
        let others = transaction.list::<Session>(&newest_first)?;
        // One less than the most: the new session takes the last place.
        for surplus in others.iter().skip(MOST_PER_USER - 1) {
            transaction.delete::<Session>(surplus.document.id)?;
        }
        let secret = Secret::generate("", self.store.randomness());
        let now = transaction.now();
        let session = Session {
            id: transaction.generate_id(),
            hash: secret.hash(),
            user_id,
            identity,
            browser: arrival.browser.clone(),
            created_at: now,
            seen_at: now,
            expires_at: self.life.end(now, now),
        };
        Ok((transaction.insert(session)?.document, secret))
    }

    /// The session a cookie belongs to, if it is still good. Being recognised keeps it alive.
    pub async fn recognise(&self, secret: &Secret) -> Result<Option<Session>, StoreError> {
        let query = Query::all().filter(Filter::equal("hash", secret.hash()));
        let found = self.store.list::<Session>(query).await?.pop().map(|stored| stored.document);
        let now = self.store.clock().now();
        match found {
            // By today's settings, although the row is still there under the old ones.
            Some(session) if session.is_over(self.life, now) => Ok(None),
            Some(session) if session.is_of_the_future(now) => self.note(session.id).await,
            // A minute of not knowing is the price for reads that stay reads.
            Some(session) if now.since(session.seen_at) >= NOTE_EVERY => {
                self.note(session.id).await
            }
            other => Ok(other),
        }
    }

    async fn note(&self, id: Id) -> Result<Option<Session>, StoreError> {
        let life = self.life;
        self.store
            .write(move |transaction| {
                // Ended meanwhile. Noting must not bring it back.
                let Some(mut stored) = transaction.find::<Session>(id)? else { return Ok(None) };
                let session = &mut stored.document;
                session.seen_at = transaction.now();
                // Begun by a clock that was ahead, it would go on for as much longer.
                session.created_at = session.created_at.min(session.seen_at);
                session.expires_at = life.end(session.created_at, session.seen_at);
                Ok(Some(transaction.replace(stored)?.document))
            })
            .await
    }

    pub async fn end(&self, id: Id) -> Result<(), StoreError> {
        let only = move |transaction: &mut Transaction<'_>| {
            transaction.delete_where::<Session>(&[Filter::equal("id", id)])
        };
        self.store.write(only).await.map(|_| ())
    }

    /// The sessions of a user that are still good, the one that was used last first.
    pub async fn list(&self, user_id: &str) -> Result<Vec<Session>, StoreError> {
        let query = Query::all().filter(Filter::equal("user_id", user_id));
        let found = self.store.list::<Session>(query).await?;
        let now = self.store.clock().now();
        let mut sessions: Vec<_> = found.into_iter().map(|stored| stored.document).collect();
        sessions.retain(|session| !session.is_over(self.life, now));
        sessions.sort_by_key(|session| std::cmp::Reverse((session.seen_at, session.id)));
        Ok(sessions)
    }

    /// Ends a session of a user. Says whether there was one: nobody can end, or find out about,
    /// those of others.
    pub async fn end_own(&self, user_id: &str, id: Id) -> Result<bool, StoreError> {
        let user_id = user_id.to_owned();
        let only = move |transaction: &mut Transaction<'_>| {
            transaction.delete_where::<Session>(&[
                Filter::equal("id", id),
                Filter::equal("user_id", user_id.as_str()),
            ])
        };
        Ok(self.store.write(only).await? > 0)
    }

    /// Ends all sessions of a user but one. How many sessions that ended.
    pub async fn end_others(&self, user_id: &str, kept: Id) -> Result<u64, StoreError> {
        let user_id = user_id.to_owned();
        self.store
            .write(move |transaction| {
                transaction.delete_where::<Session>(&[
                    Filter::equal("user_id", user_id.as_str()),
                    Filter::NotEqual("id", kept.into()),
                ])
            })
            .await
    }

    /// Ends the session of a browser, if it has one.
    pub(crate) async fn end_of(&self, secret: &Secret) -> Result<(), StoreError> {
        let hash = secret.hash();
        let only = move |transaction: &mut Transaction<'_>| {
            transaction.delete_where::<Session>(&[Filter::equal("hash", hash.as_str())])
        };
        self.store.write(only).await.map(|_| ())
    }

    /// Signs a user out everywhere. How many sessions that ended.
    pub async fn end_all(&self, user_id: &str) -> Result<u64, StoreError> {
        let user_id = user_id.to_owned();
        self.store
            .write(move |transaction| {
                transaction.delete_where::<Session>(&[Filter::equal("user_id", user_id.as_str())])
            })
            .await
    }
}
