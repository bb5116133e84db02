//! What people type. Arguments as typed become a configuration and an action; every failure ends
//! in one line on standard error and a status that is not zero.

mod archive;
mod arguments;
mod check;
mod index;
mod login_link;
mod media;
mod token;

use std::process::ExitCode;

use clap::Parser;

use crate::app::{App, AppError, open_store};
use crate::config::{Config, ConfigError};
use crate::serve::{self, DataDirError, ServeError};
use crate::{data_dir, logging};
use ::media::blobs::{self, BlobError};
use arguments::{Arguments, Command};
use store::{Location, Options, Store, StoreError};

/// Why a command failed, in the words its user reads.
#[derive(Debug, thiserror::Error)]
enum CommandError {
    #[error("configuration: {0}")]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Serve(#[from] ServeError),
    #[error(transparent)]
    DataDir(#[from] DataDirError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    App(#[from] AppError),
    #[error(transparent)]
    Media(#[from] BlobError),
    #[error("media: {0}")]
    MediaWork(#[from] ::media::MediaError),
    #[error(transparent)]
    Token(#[from] auth::tokens::TokenError),
    #[error(transparent)]
    Archive(#[from] crate::archive::ArchiveError),
    #[error("the index cannot be made: {0}")]
    Index(#[from] memory::indexing::IndexError),
    #[error("there is no site here yet; `folia serve` makes one")]
    NoSite,
    #[error("no site is running on this folder; `folia serve` prints a sign-in link itself")]
    NotRunning,
    #[error("the site signs people in with {0}; there are no sign-in links")]
    HasProvider(String),
    #[error("a sign-in link works over loopback, and the site does not listen there")]
    NoLoopback,
    #[error("{0} faults found")]
    Faulty(usize),
}

pub async fn run() -> ExitCode {
    let arguments = Arguments::parse();
    match execute(arguments).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&error);
            ExitCode::FAILURE
        }
    }
}

async fn execute(arguments: Arguments) -> Result<(), CommandError> {
    let config = Config::load(&arguments.flags())?;
    logging::start(&config);
    match arguments.command {
        Command::Serve(_) => Ok(serve::serve(&config).await?),
        Command::Token(action) => token::run(action, &config).await,
        Command::LoginLink => login_link::run(&config).await,
        Command::Index(action) => index::run(action, &config).await,
        Command::Check { repair } => check::run(&config, repair).await,
        Command::Media(action) => media::run(action, &config).await,
        Command::Backup { file } => archive::backup(&config, &file).await,
        Command::Export { folder } => archive::export(&config, &folder).await,
        Command::Import { archive } => archive::import(&config, &archive).await,
        Command::Openapi => openapi(&config).await,
    }
}

/// Opens the site's documents beside a service that may be running.
async fn open(config: &Config) -> Result<Store, CommandError> {
    data_dir::create(&config.data_dir)?;
    Ok(open_store(&config.database, Options::default()).await?)
}

/// The same, for commands that make no sense without a site.
async fn open_existing(config: &Config) -> Result<Store, CommandError> {
    if matches!(&config.database, Location::File(file) if !file.exists()) {
        return Err(CommandError::NoSite);
    }
    open(config).await
}

/// Prints the description without touching the owner's data.
async fn openapi(config: &Config) -> Result<(), CommandError> {
    let unused = std::env::temp_dir().join(format!("folia-openapi-{}.db", std::process::id()));
    let mut config = config.clone();
    config.media.location = blobs::Location::Folder(unused.with_extension("media"));
    let location = Location::File(unused.clone());
    let store = open_store(&location, Options::default()).await?;
    let app = App::new(store.clone(), &config).await?;
    app.frame();
    store.close().await;
    std::fs::remove_dir(unused.with_extension("media")).ok();
    for suffix in ["", "-wal", "-shm"] {
        let mut file = unused.clone().into_os_string();
        file.push(suffix);
        std::fs::remove_file(file).ok();
    }
    print_line(&String::from_utf8_lossy(&app.openapi()));
    Ok(())
}

#[expect(clippy::print_stdout, reason = "commands answer on standard output")]
fn print_line(line: &str) {
    println!("{line}");
}

#[expect(clippy::print_stderr, reason = "a command's complaint belongs on standard error")]
fn complain(error: &CommandError) {
    eprintln!("folia: {error}");
}
