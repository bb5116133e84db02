//! Where an archive is written to: a folder or a tar file.

use std::fs::{DirBuilder, File};
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use kernel::Timestamp;
use tempfile::NamedTempFile;

use super::leftovers;
use super::target::refuse_in_the_way;

pub(super) trait Place: Send + 'static {
    /// What there is when everything is written.
    type Done: Send + 'static;

    /// A folder on the same disk.
    fn near(&self) -> &Path;

    /// Takes a file of so many bytes.
    fn add(&mut self, name: &str, size: u64, content: &mut dyn Read) -> io::Result<()>;

    /// What is added from here on can be taken back.
    fn mark(&mut self) -> io::Result<()>;

    /// Forgets the files that were added since the mark.
    fn take_back(&mut self) -> io::Result<()>;

    /// Everything is on disk when this returns.
    fn finish(self) -> io::Result<Self::Done>;
}

#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    /// What was added since the mark.
    marked: Vec<PathBuf>,
}

impl Folder {
    pub(super) fn create(path: &Path) -> io::Result<Self> {
        make_folder(path)?;
        Ok(Self { path: path.to_owned(), marked: Vec::new() })
    }

    pub(super) fn is_empty(&self) -> io::Result<bool> {
        Ok(std::fs::read_dir(&self.path)?.next().is_none())
    }
}

impl Place for Folder {
    type Done = ();

    fn near(&self) -> &Path {
        &self.path
    }

    fn add(&mut self, name: &str, size: u64, content: &mut dyn Read) -> io::Result<()> {
        let path = self.path.join(name);
        let folder = path.parent().unwrap_or(&self.path);
        make_folder(folder)?;
        // Nothing that is there already is written over, also when the archive names a file twice.
        let mut file = File::options().write(true).create_new(true).mode(0o600).open(&path)?;
        if io::copy(content, &mut file)? != size {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "a file changed its size"));
        }
        file.sync_all()?;
        // A new file is only in its folder for good when the folder itself is on disk.
        File::open(folder)?.sync_all()?;
        self.marked.push(path);
        Ok(())
    }

    fn mark(&mut self) -> io::Result<()> {
        self.marked.clear();
        Ok(())
    }

    fn take_back(&mut self) -> io::Result<()> {
        self.marked.drain(..).try_for_each(std::fs::remove_file)
    }

    fn finish(self) -> io::Result<()> {
        File::open(&self.path)?.sync_all()
    }
}

/// Written aside and renamed when it was read back: there is a whole file or none.
pub(super) struct Bundle {
    tar: tar::Builder<BufWriter<NamedTempFile>>,
    target: PathBuf,
    made_at: u64,
    /// How long it was at the mark.
    marked: u64,
}

impl Bundle {
    /// Only its owner may read the file from the moment it exists.
    pub(super) fn create(target: &Path, made_at: Timestamp) -> io::Result<Self> {
        refuse_in_the_way(target)?;
        // What was left by those who were killed is gone before there has to be room for more.
        leftovers::remove(beside(target))?;
        let file = leftovers::begin(beside(target))?;
        let tar = tar::Builder::new(BufWriter::new(file));
        let made_at = u64::try_from(made_at.as_micros() / 1_000_000).unwrap_or(0);
        Ok(Self { tar, target: target.to_owned(), made_at, marked: 0 })
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

    fn mark(&mut self) -> io::Result<()> {
        self.marked = self.tar.get_mut().stream_position()?;
        Ok(())
    }

    fn take_back(&mut self) -> io::Result<()> {
        let writer = self.tar.get_mut();
        // Whatever is still on its way is written by this.
        writer.seek(SeekFrom::Start(self.marked))?;
        writer.get_ref().as_file().set_len(self.marked)
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

    /// Gives it its name, unless something has that already; then it is given back. It is on disk already: the other
    /// way round, a loss of power would leave a name without content.
    pub(crate) fn publish(self) -> io::Result<Option<Self>> {
        if let Err(failed) = self.file.persist_noclobber(&self.target) {
            // Something is there, or this disk cannot tell.
            if !is_nothing(&self.target)? {
                return Ok(Some(Self { file: failed.file, target: self.target }));
            }
            failed.file.persist(&self.target).map_err(|error| error.error)?;
        }
        File::open(beside(&self.target))?.sync_all().map(|()| None)
    }

    /// Gives it its name in place of an older backup. What has come there meanwhile is looked at like what was there
    /// before; where that one was judged, it has to be that one still.
    pub(super) fn replace(self, judged: Option<Judged>) -> io::Result<()> {
        refuse_in_the_way(&self.target)?;
        if let Some(judged) = judged
            && Judged::at(&self.target)? != judged
        {
            let why = "another file has come there meanwhile, which may be better, so it stays";
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
        }
        self.file.persist(&self.target).map_err(|error| error.error)?;
        File::open(beside(&self.target))?.sync_all()
    }
}

/// Which file was looked at.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Judged {
    device: u64,
    number: u64,
    size: u64,
    changed: (i64, i64),
}

impl Judged {
    pub(super) fn at(path: &Path) -> io::Result<Self> {
        let found = path.symlink_metadata()?;
        let changed = (found.ctime(), found.ctime_nsec());
        Ok(Self { device: found.dev(), number: found.ino(), size: found.size(), changed })
    }
}

fn is_nothing(path: &Path) -> io::Result<bool> {
    match path.symlink_metadata() {
        Ok(_) => Ok(false),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(true),
        Err(error) => Err(error),
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
