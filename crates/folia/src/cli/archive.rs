use std::path::Path;

use media::Media;

use super::error::CommandError;
use super::open::open_existing;
use super::output::print_line;
use super::progress::Shown;
use crate::archive::{self, Imported, Written};
use crate::config::Config;
use crate::restore;

pub(super) async fn backup(config: &Config, file: &Path) -> Result<(), CommandError> {
    // A link there is refused, so it is not followed.
    refuse_among_media(config, archive::beside(file), file)?;
    refuse_among_data(config, archive::beside(file), file)?;
    let store = open_existing(config).await?;
    let media = Media::open(store.clone(), &config.media)?;
    let shown = Shown::begin();
    let made = archive::backup(&store, &media, file, &config.data_dir, &shown.progress).await;
    drop(shown);
    store.close().await;
    let written = made?;
    let (documents, files) = (written.documents, written.files);
    print_line(&format!("{documents} documents and {files} files are in {}", file.display()));
    tell_missing(&written);
    let (faults, removed) = (written.faults, written.removed());
    if !written.worth.comes_back {
        print_line(&format!(
            "note: {faults} things in it are not in order, and it cannot be brought back, not even with --repair; \
             put right what `folia check` names, and make another"
        ));
    } else if removed > 0 {
        print_line(&format!(
            "note: {faults} things in it are not in order; bringing it back needs --repair, which removes {removed} of them, as what they \
             belong to is not there; `folia check` names them"
        ));
    } else if faults > 0 {
        print_line(&format!(
            "note: {faults} things in it are not in order; `folia check` names them, and bringing it back needs --repair"
        ));
    }
    require_whole(&written, file)
}

pub(super) async fn export(config: &Config, folder: &Path) -> Result<(), CommandError> {
    refuse_among_media(config, folder, folder)?;
    refuse_among_data(config, folder, folder)?;
    let store = open_existing(config).await?;
    let media = Media::open(store.clone(), &config.media)?;
    let shown = Shown::begin();
    let made = archive::export(&store, &media, folder, &shown.progress).await;
    drop(shown);
    store.close().await;
    let written = made?;
    let (documents, files) = (written.documents, written.files);
    print_line(&format!("{documents} documents and {files} files are in {}", folder.display()));
    tell_missing(&written);
    require_whole(&written, folder)
}

pub(super) async fn import(config: &Config, path: &Path, repair: bool) -> Result<(), CommandError> {
    let shown = Shown::begin();
    let imported = restore::import(config, path, repair, &shown.progress).await;
    drop(shown);
    tell(imported?, "were brought back");
    Ok(())
}

pub(super) async fn restore(
    config: &Config,
    archive: &str,
    repair: bool,
) -> Result<(), CommandError> {
    let shown = Shown::begin();
    let restored = restore::restore(config, archive, repair, &shown.progress).await;
    drop(shown);
    tell(restored?, "are restored; `folia serve` runs the site");
    Ok(())
}

/// A check would call an archive in it what belongs to nothing, and set it aside.
fn refuse_among_media(config: &Config, folder: &Path, named: &Path) -> Result<(), CommandError> {
    match config.is_among_media(folder) {
        true => Err(CommandError::AmongMedia(named.to_owned())),
        false => Ok(()),
    }
}

/// A file beside the site's own could be taken for one of them, as a log of the database is.
fn refuse_among_data(config: &Config, folder: &Path, named: &Path) -> Result<(), CommandError> {
    match config.is_among_data(folder) {
        true => Err(CommandError::AmongData(named.to_owned(), config.own_backups())),
        false => Ok(()),
    }
}

/// Who lets it run by night sees the status and nothing else.
fn require_whole(written: &Written, path: &Path) -> Result<(), CommandError> {
    match written.worth.is_whole() {
        true => Ok(()),
        false => Err(CommandError::NotWhole(path.to_owned())),
    }
}

fn tell_missing(written: &Written) {
    let Written { missing, broken, .. } = *written;
    if broken > 0 {
        print_line(
            "note: the file of the database is damaged, so documents may be missing in it; `folia check` tells more",
        );
    }
    if missing > 0 {
        print_line(&format!(
            "note: files of media that do not come back from it, as they are missing or not whole: {missing}; `folia check --bytes` names them"
        ));
    }
}

fn tell(imported: Imported, end: &str) {
    let Imported { documents, files, missing, mended, unread } = imported;
    for line in mended {
        print_line(&format!("mended: {line}"));
    }
    for line in unread {
        print_line(&format!("left as it was: {line}"));
    }
    print_line(&format!("{documents} documents and {files} files {end}"));
    if let Some(missing) = missing {
        print_line(&format!("note: files of media that the archive misses: {missing}"));
    }
}
