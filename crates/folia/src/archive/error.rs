use std::path::PathBuf;

use store::StoreError;

use super::worth::Worth;

/// Why an archive was not written or not read, in the words its user sees.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ArchiveError {
    #[error("{}: {cause}", path.display())]
    Files { path: PathBuf, cause: std::io::Error },
    #[error("{} is not empty; name a new folder", .0.display())]
    FolderNotEmpty(PathBuf),
    #[error(
        "the site here is not empty; an import goes into a new one (another --data folder or --database)"
    )]
    SiteNotEmpty,
    #[error("another import or restore is at work in this database; wait until it has ended")]
    NotAlone,
    #[error(
        "the connection that kept others out of this database was cut; nothing was brought in, and nothing was taken away \
         that may be theirs by now; try again"
    )]
    ClaimLost,
    #[error(
        "there is another file at {0} in media already; a site with its own files goes to another place (--data, media)"
    )]
    FileInTheWay(String),
    #[error("somebody has removed {0} from media while the archive was brought in; try again")]
    FileWentAway(String),
    #[error(
        "somebody took this import for one that was killed, and has removed its files; try again"
    )]
    ClearedAway,
    /// The notes of them are in the database, which therefore stays.
    #[error(
        "{0}\nnobody could tell whether the documents came in, so the files that were brought are left; `folia check` tells, and if there are no documents, the next import or restore here removes them"
    )]
    FilesLeft(Box<ArchiveError>),
    #[error("this is not an archive of a site: {0}")]
    NotAnArchive(&'static str),
    #[error(
        "there is more than one archive of a site in it, in {0}; unpack it and name one of them"
    )]
    Several(String),
    #[error(
        "{0} is in the archive more than once, as where files were added to a tar file that had them; unpack it and name the folder"
    )]
    Twice(String),
    #[error("this archive was made by a newer folia: {0}")]
    TooNew(String),
    #[error("{0} does not belong to the archive; take it out")]
    UnknownFile(String),
    #[error("the archive is damaged: {file} {fault}")]
    Damaged { file: String, fault: String },
    #[error("{}", told(faults, *beyond, *is_mendable))]
    Refused { faults: Vec<String>, beyond: usize, is_mendable: bool },
    #[error(
        "{} holds a better backup, which stays, and nothing was written: the one there {}; the new one {}; put right what \
         `folia check --bytes` names, or name another file", path.display(), old.describe(), new.describe()
    )]
    Worse { path: PathBuf, old: Worth, new: Worth },
    #[error(
        "{} holds a backup that may be better and cannot be compared, so it stays, and nothing was written: {cause}; the new \
         one {}; put right what `folia check --bytes` names, or name another file", path.display(), new.describe()
    )]
    NotComparable { path: PathBuf, new: Worth, cause: Box<ArchiveError> },
    #[error("an archive could not be written or read: {0}")]
    Broken(#[from] std::io::Error),
    #[error(transparent)]
    Media(#[from] media::blobs::BlobError),
    #[error("media: {0}")]
    MediaWork(#[from] media::MediaError),
    #[error("{}", with_advice(.0))]
    Store(#[from] StoreError),
}

/// What went wrong in the database, and what helps where its file cannot be read any further.
pub(crate) fn with_advice(error: &StoreError) -> String {
    match error.is_of_a_broken_file() {
        true => format!(
            "{error}; its file is damaged: restore a backup into another folder, and keep this one until all is there"
        ),
        false => error.to_string(),
    }
}

/// As many as a terminal keeps. Who mends an archive by hand wants to see more than a few.
const MOST_TOLD: usize = 2000;

fn told(faults: &[String], beyond: usize, is_mendable: bool) -> String {
    let mut text =
        "the archive holds what this site would not take; nothing was brought in".to_owned();
    for fault in faults {
        text.push_str("\n  ");
        text.push_str(fault);
    }
    if beyond > 0 {
        text.push_str(&format!("\n  and {beyond} more, which are named when these are gone"));
    }
    text.push_str(match is_mendable {
        true => "\nwith --repair, what has one right answer is mended on the way in",
        false => "\nno repair makes this good: put it right in the site it comes from, and make another archive",
    });
    text
}

impl ArchiveError {
    /// Some of it may be what `--repair` makes good.
    pub(super) fn refused(mut faults: Vec<String>, beyond: usize, is_mendable: bool) -> Self {
        let beyond = beyond + faults.len().saturating_sub(MOST_TOLD);
        faults.truncate(MOST_TOLD);
        Self::Refused { faults, beyond, is_mendable }
    }

    /// Two folders, whose names somebody else chose.
    pub(super) fn several(one: &str, other: &str) -> Self {
        let part = |name: &str| name.escape_debug().take(100).collect::<String>();
        Self::Several(format!("{} and {}", part(one), part(other)))
    }

    /// A file, whose name somebody else chose.
    pub(super) fn twice(name: &str) -> Self {
        Self::Twice(name.escape_debug().take(200).collect())
    }

    pub(crate) fn damaged(file: &str, fault: impl ToString) -> Self {
        Self::Damaged { file: file.to_owned(), fault: fault.to_string() }
    }
}
