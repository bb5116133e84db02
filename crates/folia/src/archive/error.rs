use std::path::PathBuf;

use store::StoreError;

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
        "there is another file at {0} in media already; a site with its own files goes to another place (--data, media)"
    )]
    FileInTheWay(String),
    #[error("this is not an archive of a site: {0}")]
    NotAnArchive(&'static str),
    #[error("this archive was made by a newer folia: {0}")]
    TooNew(String),
    #[error("the archive is damaged: {file} {fault}")]
    Damaged { file: String, fault: String },
    #[error("{}", told(faults, *beyond))]
    Refused { faults: Vec<String>, beyond: usize },
    #[error("an archive could not be written or read: {0}")]
    Broken(#[from] std::io::Error),
    #[error(transparent)]
    Media(#[from] media::blobs::BlobError),
    #[error("media: {0}")]
    MediaWork(#[from] media::MediaError),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// As many as a terminal keeps. Who mends an archive by hand wants to see more than a few.
const MOST_TOLD: usize = 2000;

fn told(faults: &[String], beyond: usize) -> String {
    let mut text =
        "the archive holds what this site would not take; nothing was brought in".to_owned();
    for fault in faults {
        text.push_str("\n  ");
        text.push_str(fault);
    }
    if beyond > 0 {
        text.push_str(&format!("\n  and {beyond} more, which are named when these are gone"));
    }
    text.push_str("\nwith --repair, what has one right answer is mended on the way in");
    text
}

impl ArchiveError {
    pub(super) fn refused(mut faults: Vec<String>, beyond: usize) -> Self {
        let beyond = beyond + faults.len().saturating_sub(MOST_TOLD);
        faults.truncate(MOST_TOLD);
        Self::Refused { faults, beyond }
    }

    pub(crate) fn damaged(file: &str, fault: impl ToString) -> Self {
        Self::Damaged { file: file.to_owned(), fault: fault.to_string() }
    }
}
