//! Where an archive is written to: a folder or a tar file.

use std::fs::{DirBuilder, File};
use std::io::{self, BufWriter, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use kernel::Timestamp;
use tempfile::NamedTempFile;

use super::leftovers::{self, PREFIX};
use super::target::refuse_in_the_way;

pub(super) trait Place: Send + 'static {
    /// What there is when everything is written.
    type Done: Send + 'static;

    /// A folder on the same disk.
    fn near(&self) -> &Path;

    /// Takes a file of so many bytes.
    fn add(&mut self, name: &str, size: u64, content: &mut dyn Read) -> io::Result<()>;

    /// Everything is on disk when this returns.
    fn finish(self) -> io::Result<Self::Done>;
}

#[derive(Debug)]
pub(super) struct Folder(PathBuf);

impl Folder {
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        make_folder(path)?;
        Ok(Self(path.to_owned()))
    }

    pub(super) fn is_empty(&self) -> io::Result<bool> {
        Ok(std::fs::read_dir(&self.0)?.next().is_none())
    }
}

impl Place for Folder {
    type Done = ();

    fn near(&self) -> &Path {
        &self.0
    }

    fn add(&mut self, name: &str, size: u64, content: &mut dyn Read) -> io::Result<()> {
        let path = self.0.join(name);
        let folder = path.parent().unwrap_or(&self.0);
        make_folder(folder)?;
        // Nothing that is there already is written over, also when the archive names a file twice.
        let mut file = File::options().write(true).create_new(true).mode(0o600).open(&path)?;
        if io::copy(content, &mut file)? != size {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "a file changed its size"));
        }
        file.sync_all()?;
        // A new file is only in its folder for good when the folder itself is on disk.
        File::open(folder)?.sync_all()
    }

    fn finish(self) -> io::Result<()> {
        File::open(&self.0)?.sync_all()
    }
}

/// Written aside and renamed when it was read back: there is a whole file or none.
pub(super) struct Bundle {
    tar: tar::Builder<BufWriter<NamedTempFile>>,
    target: PathBuf,
    made_at: u64,
}

impl Bundle {
    /// Only its owner may read the file from the moment it exists.
    pub(super) fn create(target: &Path, made_at: Timestamp) -> io::Result<Self> {
        refuse_in_the_way(target)?;
        // What was left by those who were killed is gone before there has to be room for more.
        leftovers::remove(beside(target))?;
        let file = tempfile::Builder::new().prefix(PREFIX).tempfile_in(beside(target))?;
        // Held while we live, which tells the file from one that was left.
        leftovers::hold(file.as_file());
        let tar = tar::Builder::new(BufWriter::new(file));
        let made_at = u64::try_from(made_at.as_micros() / 1_000_000).unwrap_or(0);
        Ok(Self { tar, target: target.to_owned(), made_at })
    }
}

impl Place for Bundle {
    type Done = Draft;

    fn near(&self) -> &Path {
        beside(&self.target)
    }

    fn add(&mut self, name: &str, size: u64, content: &mut dyn Read) -> io::Result<()> {
        let mut header = tar::Header::new_gnu();
        header.set_mode(0o600);
        header.set_size(size);
        header.set_mtime(self.made_at);
        // A file that grew meanwhile would run over what the header says, and break every file
        // behind it.
        let mut counted = content.take(size);
        self.tar.append_data(&mut header, name, &mut counted)?;
        match counted.limit() {
            0 => Ok(()),
            _ => Err(io::Error::new(io::ErrorKind::UnexpectedEof, "a file changed its size")),
        }
    }

    fn finish(self) -> io::Result<Draft> {
        let mut writer = self.tar.into_inner()?;
        writer.flush()?;
        let file = writer.into_inner().map_err(|error| error.into_error())?;
        file.as_file().sync_all()?;
        Ok(Draft { file, target: self.target })
    }
}

/// A whole backup that has not got its name yet. Dropped before, it is gone.
#[derive(Debug)]
pub(crate) struct Draft {
    file: NamedTempFile,
    target: PathBuf,
}

impl Draft {
    pub(crate) fn path(&self) -> &Path {
        self.file.path()
    }

    /// Where it is, and stays.
    pub(super) fn folder(&self) -> &Path {
        beside(&self.target)
    }

    /// Gives it its name. It is on disk already: the other way round, a loss of power would leave a name
    /// without content. What has come there meanwhile is looked at like what was there before.
    pub(crate) fn publish(self) -> io::Result<()> {
        if let Err(failed) = self.file.persist_noclobber(&self.target) {
            // Something is there, or this disk cannot tell.
            refuse_in_the_way(&self.target)?;
            failed.file.persist(&self.target).map_err(|error| error.error)?;
        }
        File::open(beside(&self.target))?.sync_all()
    }
}

/// The folder in which a file is or will be.
pub(crate) fn beside(file: &Path) -> &Path {
    match file.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

fn make_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(path)
}
