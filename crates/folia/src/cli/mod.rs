//! What people type. Arguments as typed become a configuration and an action; every failure ends
//! in one line on standard error and a status that is not zero.

mod archive;
mod arguments;
mod check;
mod demo;
mod error;
mod health;
mod index;
mod login_link;
mod media;
mod open;
mod openapi;
mod output;
mod progress;
mod token;
mod transfer;

use std::process::ExitCode;

use clap::Parser;

use crate::config::Config;
use crate::transfer::Wanted;
use crate::{logging, serve};
use arguments::{Arguments, Command};
use error::CommandError;
use output::{complain, require_answer};

/// Not `async`, so that the whole of it is compiled with this library: the body of an `async` function
/// is compiled again where it is awaited, and the binary would take as long to build as the library.
pub fn run() -> ExitCode {
    let arguments = Arguments::parse();
    let runtime =
        tokio::runtime::Runtime::new().expect("the system gives a new process its threads");
    let outcomes = [runtime.block_on(execute(arguments)), require_answer()];
    outcomes.iter().filter_map(|outcome| outcome.as_ref().err()).for_each(complain);
    // Where the answer was lost as well, nobody knows what was done.
    let failures = outcomes.iter().filter_map(|outcome| outcome.as_ref().err());
    ExitCode::from(failures.map(CommandError::status).min().unwrap_or(0))
}

async fn execute(arguments: Arguments) -> Result<(), CommandError> {
    let config = Config::load(&arguments.flags())?;
    logging::start(&config);
    match arguments.command {
        Command::Serve(_) => Ok(serve::serve(&config).await?),
        Command::Demo => demo::run(&config).await,
        Command::Token(action) => token::run(action, &config).await,
        Command::Health => health::run(&config),
        Command::LoginLink => login_link::run(&config).await,
        Command::Index(action) => index::run(action, &config).await,
        Command::Check { repair, bytes, all } => {
            check::run(&config, check::Wanted { repair, bytes, all }).await
        }
        Command::Media(action) => media::run(action, &config).await,
        Command::Backup { file } => archive::backup(&config, &file).await,
        Command::Restore { archive, repair } => archive::restore(&config, &archive, repair).await,
        Command::Export { folder } => archive::export(&config, &folder).await,
        Command::Import { archive: path, from: Some(from), dry_run, drafts, ignore, .. } => {
            let (origin, ignored) = (from.into(), ignore);
            transfer::run(&config, Wanted { origin, path, dry_run, drafts, ignored }).await
        }
        Command::Import { archive, repair, .. } => archive::import(&config, &archive, repair).await,
        Command::Openapi => openapi::run(&config).await,
    }
}
