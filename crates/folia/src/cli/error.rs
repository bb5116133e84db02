use std::path::PathBuf;

use auth::tokens::TokenError;
use media::blobs::BlobError;
use memory::indexing::IndexError;
use store::StoreError;

use crate::app::AppError;
use crate::archive::{ArchiveError, with_advice};
use crate::config::ConfigError;
use crate::demo::DemoError;
use crate::restore::RestoreError;
use crate::serve::{DataDirError, ServeError};
use crate::transfer::TransferError;

const BY_HAND: &str = "change, replace or delete what is named, or restore a backup";

/// Why a command failed, in the words its user reads.
#[derive(Debug, thiserror::Error)]
pub(super) enum CommandError {
    #[error("configuration: {0}")]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Serve(#[from] ServeError),
    #[error(transparent)]
    DataDir(#[from] DataDirError),
    #[error("{}", with_advice(.0))]
    Store(#[from] StoreError),
    #[error(transparent)]
    App(#[from] AppError),
    #[error(transparent)]
    Media(#[from] BlobError),
    #[error("media: {0}")]
    MediaWork(#[from] ::media::MediaError),
    #[error(transparent)]
    Token(#[from] TokenError),
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    #[error(transparent)]
    Restore(#[from] RestoreError),
    #[error(transparent)]
    Transfer(#[from] TransferError),
    #[error(transparent)]
    Demo(#[from] DemoError),
    #[error("the index cannot be made: {0}")]
    Index(#[from] IndexError),
    #[error("there is no site here yet; `folia serve` makes one")]
    NoSite,
    #[error("no site is running on this folder; `folia serve` prints a sign-in link itself")]
    NotRunning,
    #[error("no site is running on this folder")]
    NobodyRuns,
    #[error("the site does not answer as it should: {0}")]
    Unwell(String),
    #[error("the site signs people in with {0}; there are no sign-in links")]
    HasProvider(String),
    #[error("a sign-in link works over loopback, and the site does not listen there")]
    NoLoopback,
    #[error(
        "something is being brought into this database or mended in it; try again when that has ended"
    )]
    Importing,
    #[error("the media are marked as another site's (.folia-site); nothing is made again")]
    AnotherSitesMedia,
    #[error("{} is in the folder of media, where only files of media may be; name another place", .0.display())]
    AmongMedia(PathBuf),
    #[error("{} is in the data folder, where the site has its own files; name another place, or one in {}", .0.display(), .1.display())]
    AmongData(PathBuf, PathBuf),
    #[error(
        "{} is written, but some of the site does not come back from it; put right what `folia check --bytes` names, and make another",
        .0.display()
    )]
    NotWhole(PathBuf),
    #[error("the answer cannot be written: {0}")]
    Unanswered(std::io::Error),
    #[error("{} found, which no repair makes good: {BY_HAND}", faults(*.0))]
    Faulty(usize),
    #[error("{} found; `folia check --repair` mends what has one right answer", faults(*.0))]
    Mendable(usize),
    #[error(
        "{} found, some of them in the file of the database; `folia check --repair` may mend them, or tells what helps",
        faults(*.0)
    )]
    PerhapsMendable(usize),
    #[error(
        "{} found in the file of the database, and nothing was mended: what is held to be gone may be there still; make a backup of what can be read, restore it or an older one into another folder, and keep this one until all is there",
        faults(*.0)
    )]
    Broken(usize),
    #[error("{} left that no repair makes good: {BY_HAND}", faults(*.0))]
    Left(usize),
}

impl CommandError {
    /// What the process ends with.
    pub(super) fn status(&self) -> u8 {
        match self {
            // Done, so scripts can tell it from what was not.
            Self::NotWhole(_) => 3,
            _ => 1,
        }
    }
}

fn faults(count: usize) -> String {
    if count == 1 { "1 fault".to_owned() } else { format!("{count} faults") }
}
