use std::fmt::Display;

use media::Media;
use memory::indexing::{OwnVectors, inspect_vectors};
use memory::upkeep::index_again;
use store::{Alone, Fault, Findings, Integrity, Location, Store, StoreError, Transaction};

use super::error::CommandError;
use super::open::open_existing;
use super::output::print_line;
use super::progress::Shown;
use crate::config::Config;
use crate::data_dir::DataDir;
use crate::upkeep::{self, Repaired};

/// What was asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted {
    pub(super) repair: bool,
    /// Read the files of media too.
    pub(super) bytes: bool,
    /// Name everything, however much it is.
    pub(super) all: bool,
}

impl Wanted {
    fn room(self) -> Findings {
        if self.all { Findings::without_end() } else { Findings::default() }
    }
}

/// Reads everything and tells what is wrong with it. Changes nothing, unless it is to be mended.
pub(super) async fn run(config: &Config, wanted: Wanted) -> Result<(), CommandError> {
    let store = open_existing(config).await?;
    // Held to the end of a repair only: looking must not keep a service from starting.
    let claimed = DataDir::claim(&config.data_dir).ok();
    // Other nodes may serve a database that is on a server.
    let is_shared = matches!(config.database, Location::Server(_));
    let is_served = claimed.is_none() || is_shared;
    let _mending = claimed.filter(|_| wanted.repair);
    // An import has brought files whose documents are not there yet.
    let alone = if wanted.repair { Some(Alone::claim(&config.database).await?) } else { None };
    if matches!(alone, Some(None)) {
        return Err(CommandError::Importing);
    }
    let shown = Shown::begin_to_end();
    shown.progress.tell("checking the database", 0, None);
    let mut found = store.integrity().await?;
    if wanted.repair && !found.broken.is_empty() {
        found = mend_indexes(&store, found, &shown).await;
        if !found.broken.is_empty() {
            store.close().await;
            drop((shown, alone));
            found.broken.iter().for_each(|fault| print_line(fault));
            return Err(CommandError::Broken(found.broken.len()));
        }
    }
    tell_notes(&shown, &found.odd);
    let is_broken = !found.broken.is_empty();
    let mut seen = Seen { faults: found.broken, ..Seen::default() };
    let site = Site { store: &store, config, wanted, is_served, is_shared, shown: &shown };
    let looked = site.look(&mut seen).await;
    store.close().await;
    drop((shown, alone));
    let Seen { faults, beyond, can_be_mended } = seen;
    for fault in &faults {
        print_line(fault);
    }
    looked?;
    if beyond > 0 {
        print_line(&format!("and {beyond} more; `folia check --all` names all of them"));
    }
    match faults.len() + beyond {
        0 => {
            print_line("everything is in order");
            Ok(())
        }
        count if wanted.repair => Err(CommandError::Left(count)),
        count if is_broken => Err(CommandError::PerhapsMendable(count)),
        count if can_be_mended => Err(CommandError::Mendable(count)),
        count => Err(CommandError::Faulty(count)),
    }
}

/// What was found, also where the look at it came to no end.
#[derive(Default)]
struct Seen {
    faults: Vec<String>,
    beyond: usize,
    can_be_mended: bool,
}

struct Site<'a> {
    store: &'a Store,
    config: &'a Config,
    wanted: Wanted,
    is_served: bool,
    is_shared: bool,
    shown: &'a Shown,
}

impl Site<'_> {
    async fn look(&self, seen: &mut Seen) -> Result<(), CommandError> {
        let Self { store, config, wanted, is_served, is_shared, shown } = *self;
        match wanted.repair {
            true => {
                let repaired = mend(store, wanted, shown).await?;
                for line in repaired.done {
                    shown.print_line(&format!("mended: {line}"));
                }
                tell_notes(shown, &repaired.notes);
                tell_more_notes(shown, repaired.notes_beyond);
                seen.faults.extend(repaired.unread);
                seen.faults.extend(repaired.left);
                seen.beyond += repaired.beyond;
            }
            false => {
                let progress = shown.progress.clone();
                let looking = move |all: &mut Transaction<'_>| {
                    upkeep::inspect_and_tell(all, wanted.room(), &progress)
                };
                let findings = store.read(looking).await?;
                let notes = findings.list.iter().filter(|finding| finding.is_allowed);
                tell_notes(shown, notes.map(|finding| &finding.fault));
                tell_more_notes(shown, findings.notes_beyond);
                seen.faults.extend(findings.faults().map(ToString::to_string));
                seen.beyond += findings.beyond;
                seen.can_be_mended |= findings.can_be_mended();
                tell_notes(shown, &look_at_vectors(store, config, !is_shared, shown).await?);
            }
        }
        let of_media = check_media(store, config, wanted, is_served, shown).await?;
        seen.can_be_mended |= of_media.iter().any(media::Fault::can_be_mended);
        seen.faults.extend(of_media.iter().map(ToString::to_string));
        Ok(())
    }
}

/// Makes the indexes again, which is most of what can be wrong with a database that can still be read, and tells what
/// is left. Before all else: whatever is not found is held to be gone, and what belonged to it would go as well.
async fn mend_indexes(store: &Store, found: Integrity, shown: &Shown) -> Integrity {
    match store.rebuild_indexes().await {
        Ok(left) => {
            shown.print_line("mended: database: its indexes were made again");
            left
        }
        Err(error) => {
            tracing::warn!(%error, "the indexes of the database cannot be made again");
            found
        }
    }
}

fn tell_notes(shown: &Shown, notes: impl IntoIterator<Item = impl Display>) {
    for note in notes {
        shown.print_line(&format!("note: {note}"));
    }
}

fn tell_more_notes(shown: &Shown, beyond: usize) {
    if beyond > 0 {
        shown
            .print_line(&format!("note: and {beyond} more; `folia check --all` names all of them"));
    }
}

async fn mend(store: &Store, wanted: Wanted, shown: &Shown) -> Result<Repaired, StoreError> {
    let progress = shown.progress.clone();
    store
        .write(move |transaction| {
            transaction.take_time()?;
            let mut repaired = upkeep::repair_and_tell(transaction, wanted.room(), &progress)?;
            match index_again(transaction)? {
                0 => {}
                count => repaired.done.push(format!("chunks: {count} are to be indexed again")),
            }
            Ok(repaired)
        })
        .await
}

/// Whether every chunk has its vector. What is missing or old the service makes good by itself.
async fn look_at_vectors(
    store: &Store,
    config: &Config,
    is_alone: bool,
    shown: &Shown,
) -> Result<Vec<Fault>, StoreError> {
    shown.progress.tell("comparing vectors with their chunks", 0, None);
    let folder = config.data_dir.join("index");
    let reading = tokio::task::spawn_blocking(move || OwnVectors::read(&folder));
    let own = reading.await.map_err(|_| StoreError::Panicked)?;
    store.read(move |transaction| inspect_vectors(transaction, &own, is_alone)).await
}

async fn check_media(
    store: &Store,
    config: &Config,
    wanted: Wanted,
    is_served: bool,
    shown: &Shown,
) -> Result<Vec<media::Fault>, CommandError> {
    shown.progress.tell("comparing files with their records", 0, None);
    let media = Media::open(store.clone(), &config.media)?;
    let mut faults = media.check(is_served).await?;
    // A site that has not been served since there are marks.
    if wanted.repair && media.mark_place().await? && !faults.is_empty() {
        faults = media.check(is_served).await?;
    }
    if wanted.repair && !faults.is_empty() {
        let had = faults;
        faults = media.repair(&had, is_served).await?;
        let mended = had.len().saturating_sub(faults.len());
        if mended > 0 {
            let is_moved = had.iter().any(|fault| {
                matches!(fault, media::Fault::Orphan { .. } | media::Fault::Strange { .. })
            });
            let what = if is_moved { "; what belonged to nothing is in set-aside" } else { "" };
            shown.print_line(&format!("mended: media: {mended} files and notes{what}"));
        }
    }
    if wanted.bytes {
        let tell = |number, all| shown.progress.tell("reading the files", number, Some(all));
        faults.extend(media.check_bytes(tell).await?);
    }
    Ok(faults)
}
