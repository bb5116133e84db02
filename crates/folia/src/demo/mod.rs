//! `folia demo`: fills an empty site with a small sample, so that there is something to look at.
//!
//! It speaks to the site as any client does, through the API, only without a socket in between: what
//! it writes has passed the same checks as what people write. It works beside a running service, which
//! sees the changes as those of another node, and without one. What it says is in `fixtures/demo`;
//! the pictures are painted while it runs.

mod existing;
mod fill;
mod pictures;
mod texts;

use auth::tokens::{NewToken, TokenError};
use kernel::Role;
use store::{StoreError, Transaction};

use crate::app::App;
use crate::client::{Client, ClientError};
use crate::schema::COLLECTIONS;

pub(crate) use fill::Filled;

/// Why a site was not filled.
#[derive(Debug, thiserror::Error)]
pub enum DemoError {
    #[error("the site here is not empty; choose another folder with --data")]
    NotEmpty,
    #[error("the sample does not fit together: {0}")]
    Broken(String),
    #[error("the sample was refused at {place}: {detail}")]
    Refused { place: String, detail: String },
    #[error(transparent)]
    Token(#[from] TokenError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl From<ClientError> for DemoError {
    fn from(ClientError { place, detail, .. }: ClientError) -> Self {
        Self::Refused { place, detail }
    }
}

/// The key that the sample is made with. One that is still there was left by a run that was
/// stopped, and what is on the site is the beginning of the sample.
const TOKEN: &str = "folia demo";

/// Fills the site, or leaves it as it is when anything is in it but the beginning of the sample.
pub(crate) async fn fill(app: &App) -> Result<Filled, DemoError> {
    let left: Vec<_> =
        app.tokens.list().await?.into_iter().filter(|token| token.name == TOKEN).collect();
    if left.is_empty() {
        app.store.read(refuse_unless_empty).await?;
    }
    // Before anything else is written, so that a run that stops leaves its sign.
    let new =
        NewToken { name: TOKEN.to_owned(), role: Role::Admin, user_id: None, expires_at: None };
    let (token, secret) = app.tokens.create(new).await?;
    let client = Client::new(app.http_service(), secret.reveal());
    let filled = fill::fill(&client).await;
    // A sample that is not whole keeps its key, as the sign to go on from where it is.
    if filled.is_ok() {
        for token in left.iter().chain([&token]) {
            app.tokens.revoke(&token.id.to_string()).await?;
        }
    }
    filled
}

/// What is no content: keys to the site, and what was counted while somebody looked at the empty
/// start page, which says how to ask for the sample.
const NO_CONTENT: [&str; 3] = ["tokens", "page_counts", "misses"];

fn refuse_unless_empty(transaction: &mut Transaction<'_>) -> Result<(), DemoError> {
    let content = COLLECTIONS
        .iter()
        .filter(|collection| collection.archived && !NO_CONTENT.contains(&collection.kind.name));
    for collection in content {
        if !collection.is_empty(transaction)? {
            return Err(DemoError::NotEmpty);
        }
    }
    Ok(())
}
