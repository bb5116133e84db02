use std::time::Duration;

use kernel::{Id, Page, Role, Slice, Timestamp};
use store::{Filter, Query, Store};

use super::{Token, TokenError, model};
use crate::identity::OWNER;
use crate::secret::Secret;

/// Makes, lists, revokes and recognises tokens.
#[derive(Clone, Debug)]
pub struct Tokens {
    store: Store,
}

/// What a new token is to be.
#[derive(Clone, Debug)]
pub struct NewToken {
    pub name: String,
    pub role: Role,
    pub user_id: Option<String>,
    pub expires_at: Option<Timestamp>,
}

/// Writing down every single use would make every read a write.
const NOTE_USE_EVERY: Duration = Duration::from_secs(60);

impl Tokens {
    pub fn new(store: Store) -> Self {
        Self { store }
    }

    /// The secret is in no other place than this answer.
    pub async fn create(&self, new: NewToken) -> Result<(Token, Secret), TokenError> {
        check_name(&new.name)?;
        if new.user_id.as_deref().is_some_and(|user| !is_user_id(user)) {
            return Err(TokenError::BadUser);
        }
        if new.expires_at.is_some_and(|end| end <= self.store.clock().now()) {
            return Err(TokenError::Past);
        }
        let secret = model::generate(self.store.randomness());
        let hash = secret.hash();
        let token = self
            .store
            .write(move |transaction| {
                let id = transaction.generate_id();
                let user_id = new.user_id.clone().unwrap_or_else(|| match new.role {
                    Role::Admin => OWNER.to_owned(),
                    // A user of its own, so that a member's token does not see what belongs to
                    // anybody else.
                    Role::Member => format!("token:{id}"),
                });
                let token = Token {
                    id,
                    name: new.name.clone(),
                    role: new.role,
                    user_id,
                    hash: hash.clone(),
                    created_at: transaction.now(),
                    expires_at: new.expires_at,
                    last_used_at: None,
                };
                transaction.insert(token)
            })
            .await;
        Ok((token.map_err(TokenError::Store)?.document, secret))
    }

    /// Newest last. Expired tokens no longer exist.
    pub async fn list(&self) -> Result<Vec<Token>, TokenError> {
        let tokens = self.store.list::<Token>(Query::all().ascending("created_at")).await?;
        Ok(tokens.into_iter().map(|stored| stored.document).collect())
    }

    pub async fn get(&self, id: Id) -> Result<Token, TokenError> {
        Ok(self.store.get::<Token>(id).await?.document)
    }

    pub async fn page(&self, page: Page) -> Result<Slice<Token>, TokenError> {
        let oldest_first = Query::all().ascending("created_at");
        let tokens = self.store.page::<Token>(oldest_first, page).await?;
        Ok(tokens.map(|stored| stored.document))
    }

    pub async fn revoke(&self, id: &str) -> Result<(), TokenError> {
        let unknown = || TokenError::Unknown(id.to_owned());
        let parsed: Id = id.parse().map_err(|_| unknown())?;
        match self.store.write(move |transaction| transaction.delete::<Token>(parsed)).await {
            // The store speaks of ids; whoever revokes has typed a text and should see that.
            Err(store::StoreError::Missing { .. }) => Err(unknown()),
            other => Ok(other?),
        }
    }

    /// The token a secret belongs to, if it is still good.
    pub async fn recognise(&self, secret: &Secret) -> Result<Option<Token>, TokenError> {
        let query = Query::all().filter(Filter::equal("hash", secret.hash()));
        let found = self.store.list::<Token>(query).await?.pop().map(|stored| stored.document);
        if let Some(token) = &found {
            self.note_use(token);
        }
        Ok(found)
    }

    /// Notes in the background that a token was used. Nobody waits for it, and losing one note
    /// loses nothing that was promised.
    fn note_use(&self, token: &Token) {
        let now = self.store.clock().now();
        let fresh = token.last_used_at.is_some_and(|last| now.since(last) < NOTE_USE_EVERY);
        if fresh {
            return;
        }
        let (store, id) = (self.store.clone(), token.id);
        tokio::spawn(async move {
            let noted = store
                .write(move |transaction| {
                    // Revoked meanwhile.
                    let Some(mut stored) = transaction.find::<Token>(id)? else { return Ok(()) };
                    stored.document.last_used_at = Some(now);
                    transaction.replace(stored).map(|_| ())
                })
                .await;
            if let Err(error) = noted {
                let error: store::StoreError = error;
                tracing::debug!(%error, "a token's use was not noted");
            }
        });
    }
}

/// Names are shown in lists and in the log, where control characters could write other lines.
pub(super) fn check_name(name: &str) -> Result<(), TokenError> {
    let control = name.chars().any(char::is_control);
    match name.trim().is_empty() || name.chars().count() > 100 || control {
        true => Err(TokenError::BadName),
        false => Ok(()),
    }
}

pub(super) fn is_user_id(text: &str) -> bool {
    (1..=200).contains(&text.chars().count())
        && !text.chars().any(|character| character.is_whitespace() || character.is_control())
}
