use media::Media;
use memory::upkeep::index_again;
use store::{Location, Store, StoreError};

use super::error::CommandError;
use super::open::open_existing;
use super::output::print_line;
use crate::config::Config;
use crate::data_dir::DataDir;
use crate::upkeep::{self, Repaired};

/// Reads everything and tells what is wrong with it. Changes nothing, unless it is to be mended.
pub(super) async fn run(config: &Config, repair: bool) -> Result<(), CommandError> {
    let store = open_existing(config).await?;
    // Held to the end of a repair only: looking must not keep a service from starting.
    let claimed = DataDir::claim(&config.data_dir).ok();
    // Other nodes may serve a database that is on a server.
    let is_served = claimed.is_none() || matches!(config.database, Location::Server(_));
    let _mending = claimed.filter(|_| repair);
    let mut faults = store.integrity().await?;
    let mut beyond = 0;
    match repair {
        true => {
            let Repaired { done, left, notes, beyond: more } = mend(&store).await?;
            for line in done {
                print_line(&format!("mended: {line}"));
            }
            tell_notes(&notes);
            faults.extend(left);
            beyond += more;
        }
        false => {
            let findings = store.read(upkeep::inspect).await?;
            let notes = findings.list.iter().filter(|finding| finding.is_allowed);
            tell_notes(&notes.map(|finding| finding.fault.to_string()).collect::<Vec<_>>());
            faults.extend(findings.faults().map(ToString::to_string));
            beyond += findings.beyond;
        }
    }
    faults.extend(check_media(&store, config, repair, is_served).await?);
    store.close().await;
    for fault in &faults {
        print_line(fault);
    }
    if beyond > 0 {
        print_line(&format!("and {beyond} more"));
    }
    match faults.len() + beyond {
        0 => {
            print_line("everything is in order");
            Ok(())
        }
        count => Err(CommandError::Faulty(count)),
    }
}

fn tell_notes(notes: &[String]) {
    for note in notes {
        print_line(&format!("note: {note}"));
    }
}

async fn mend(store: &Store) -> Result<Repaired, StoreError> {
    store
        .write(|transaction| {
            let mut repaired = upkeep::repair(transaction)?;
            match index_again(transaction)? {
                0 => {}
                count => repaired.done.push(format!("chunks: {count} are to be indexed again")),
            }
            Ok(repaired)
        })
        .await
}

async fn check_media(
    store: &Store,
    config: &Config,
    repair: bool,
    is_served: bool,
) -> Result<Vec<String>, CommandError> {
    let media = Media::open(store.clone(), &config.media)?;
    let mut faults = media.check(is_served).await?;
    if repair && !faults.is_empty() {
        let found = faults.len();
        faults = media.repair(&faults, is_served).await?;
        let mended = found.saturating_sub(faults.len());
        if mended > 0 {
            print_line(&format!("mended: media: {mended} files and notes are removed"));
        }
    }
    Ok(faults.iter().map(ToString::to_string).collect())
}
