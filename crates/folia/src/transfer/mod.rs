//! Sites from elsewhere: a folder of Markdown and the exports of other systems become sections, items,
//! pictures and redirects of this one.
//!
//! Each source only fills a [`Plan`]; it reads files and decides nothing about the site. One executor
//! carries a plan out, through the site's own API, so that what comes in has passed the same checks as
//! what people write; a dry run goes the same way and writes nothing. What is there already stays as it
//! is, so that a run can be repeated, also one that was stopped.
//!
//! What was public elsewhere is public here as far as that can be judged ([`publication`]); whoever must be sure asks
//! for drafts, and publishes by hand.
//!
//! Nothing is fetched from the network: a picture comes along when its file does.

mod addresses;
mod dates;
mod error;
mod execute;
mod existing;
mod ghost;
mod html;
mod legacy;
mod local;
mod markdown;
mod pictures;
mod plan;
mod publication;
mod report;
mod wordpress;
mod words;

use std::path::{Path, PathBuf};
use std::time::Duration;

use auth::tokens::NewToken;
use kernel::{Role, Timestamp};

use crate::app::App;
use crate::client::Client;
use crate::progress::Progress;

pub(crate) use error::TransferError;
use plan::Plan;
use publication::Judge;
pub(crate) use report::Report;

/// Where a site comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Markdown,
    Ghost,
    WordPress,
    /// The service that had this specification before.
    Legacy,
}

/// The key that a transfer writes with, while it runs.
const TOKEN: &str = "folia import";
/// Longer than any transfer takes.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// What is to be brought in.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub(crate) origin: Origin,
    pub(crate) path: PathBuf,
    pub(crate) dry_run: bool,
    /// Everything is to be a draft, whatever is said of it.
    pub(crate) drafts: bool,
    /// Names that say nothing about who may read a text.
    pub(crate) ignored: Vec<String>,
}

/// Brings a site in, or tells what that would do.
pub(crate) async fn run(
    app: &App,
    wanted: Wanted,
    progress: &Progress,
) -> Result<Report, TransferError> {
    let Wanted { origin, path, dry_run, drafts, ignored } = wanted;
    if !ignored.is_empty() && origin == Origin::Ghost {
        return Err(TransferError::NothingToIgnore);
    }
    let judge = Judge::new(app.store.clock().now(), &ignored);
    let planning = tokio::task::spawn_blocking(move || plan_of(origin, &path, judge));
    let mut plan = planning.await.map_err(|_| TransferError::CutShort)??;
    if drafts {
        plan.close();
    }
    for name in ignored.iter().filter(|name| is_known(name)) {
        let why =
            format!("it says who may read a text; nobody looks at it, as you say --ignore {name}");
        plan.refuse(format!("the meaning of `{name}`"), why);
    }
    // A run that is killed cannot take its key back, so the key has an end of its own. Keys of others
    // are left alone, whatever they are called.
    let expires_at = Some(app.store.clock().now().plus(LONGEST));
    let new = NewToken { name: TOKEN.to_owned(), role: Role::Admin, user_id: None, expires_at };
    let (token, secret) = app.tokens.create(new).await?;
    let client = Client::new(app.http_service(), secret.reveal());
    let report = execute::execute(app, &client, plan, dry_run, progress).await;
    app.tokens.revoke(&token.id.to_string()).await?;
    report
}

/// Whether a name that is to be ignored is known to speak of readers.
fn is_known(name: &str) -> bool {
    publication::speaks_of_readers(name.rsplit('.').next().unwrap_or(name))
}

fn plan_of(origin: Origin, path: &Path, judge: Judge) -> Result<Plan, TransferError> {
    match origin {
        Origin::Markdown => markdown::plan(path, &judge),
        Origin::Ghost => ghost::plan(path),
        Origin::WordPress => wordpress::plan(path, &judge),
        Origin::Legacy => legacy::plan(path, judge),
    }
}

/// The items that a source holds: each with its path and its body.
pub(crate) fn plan_items(
    origin: Origin,
    path: &Path,
) -> Result<Vec<(String, String)>, TransferError> {
    let judge = Judge::new(Timestamp::from_micros(0), &[]);
    let items = plan_of(origin, path, judge)?.items.into_iter();
    Ok(items.map(|item| (item.path(), item.body)).collect())
}
