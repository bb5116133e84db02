//! What has to survive a restart: the account at an authority, what was asked of it, and what it has
//! signed. All in a folder of its own, readable by its owner only, one file of each for each authority.
//!
//! What an authority has given is not had again for the asking. Where it cannot be written down it is kept in memory,
//! counts as if it were written, and is tried again.

use std::collections::BTreeMap;
use std::fs::{DirBuilder, File};
use std::io::{self, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use edge::serve::Pair;
use kernel::Timestamp;
use outbound::acme::{Account, Issued};
use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

use super::plan::Attempts;

#[derive(Debug)]
pub(super) struct Kept {
    folder: PathBuf,
    /// Tells the files of one authority from those of another.
    authority: String,
    /// What should stand in a file and does not yet.
    unwritten: BTreeMap<PathBuf, Vec<u8>>,
}

const UNWRITTEN: &str = "cannot be written down and would be lost with this process";

impl Kept {
    pub(super) fn open(folder: PathBuf, directory: &str) -> io::Result<Self> {
        DirBuilder::new().recursive(true).mode(0o700).create(&folder)?;
        Ok(Self { folder, authority: short_hash(directory), unwritten: BTreeMap::new() })
    }

    pub(super) fn account(&self) -> Option<Account> {
        let text = self.read(&self.file("account", "json"))?;
        Account::from_json(std::str::from_utf8(&text).ok()?)
    }

    pub(super) fn keep_account(&mut self, account: &Account) {
        self.keep(self.file("account", "json"), account.to_json().into_bytes());
    }

    pub(super) fn forget_account(&mut self) {
        self.forget(&self.file("account", "json"));
    }

    /// The certificate, if there is one that can be read.
    pub(super) fn certificate(&self) -> Option<Pair> {
        self.pair(&self.file("certificate", "pem"))
    }

    /// The one that will be good when its time has come.
    pub(super) fn coming(&self) -> Option<Pair> {
        self.pair(&self.file("coming", "pem"))
    }

    fn pair(&self, file: &Path) -> Option<Pair> {
        let text = self.read(file)?;
        let pair = Pair::read(&text, &text);
        if let Err(error) = &pair {
            tracing::warn!(%error, file = %file.display(), "the certificate that was kept is damaged");
        }
        pair.ok()
    }

    pub(super) fn keep_certificate(&mut self, issued: &Issued) {
        self.keep(self.file("certificate", "pem"), in_one(issued));
        self.forget_coming();
    }

    /// Beside the one that is shown, which stays what it is.
    pub(super) fn keep_coming(&mut self, issued: &Issued) {
        self.keep(self.file("coming", "pem"), in_one(issued));
    }

    /// What was to come is the certificate from now on.
    pub(super) fn take_coming(&mut self) {
        let file = self.file("coming", "pem");
        let Some(text) = self.read(&file) else { return };
        if self.keep(self.file("certificate", "pem"), text) {
            self.forget(&file);
        }
    }

    pub(super) fn forget_coming(&mut self) {
        self.forget(&self.file("coming", "pem"));
    }

    /// What cannot be read is not taken for nothing: it counts as if it had been asked now.
    pub(super) fn attempts(&mut self, names: &[String], now: Timestamp) -> Attempts {
        let file = self.attempts_file(names);
        let text = match self.unwritten.get(&file) {
            Some(text) => Ok(text.clone()),
            None => std::fs::read(&file),
        };
        let error = match text.map(|text| serde_json::from_slice(&text)) {
            Ok(Ok(attempts)) => return attempts,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Attempts::default(),
            Ok(Err(error)) => error.to_string(),
            Err(error) => error.to_string(),
        };
        let later = "what an authority was asked cannot be read; it is not asked within an hour";
        tracing::warn!(error, file = %file.display(), "{later}");
        let attempts = Attempts::unknown(now);
        self.keep_attempts(names, &attempts);
        attempts
    }

    pub(super) fn keep_attempts(&mut self, names: &[String], attempts: &Attempts) {
        self.keep(self.attempts_file(names), as_json(attempts));
    }

    /// On disk, or not at all.
    pub(super) fn write_attempts(
        &mut self,
        names: &[String],
        attempts: &Attempts,
    ) -> io::Result<()> {
        let file = self.attempts_file(names);
        self.write(&file, &as_json(attempts))?;
        self.unwritten.remove(&file);
        Ok(())
    }

    /// Tries again to write down what could not be. Whether all of it is written now.
    pub(super) fn catch_up(&mut self) -> bool {
        for (file, text) in std::mem::take(&mut self.unwritten) {
            match self.write(&file, &text) {
                Ok(()) => tracing::info!(file = %file.display(), "it is written down now"),
                Err(_) => drop(self.unwritten.insert(file, text)),
            }
        }
        self.unwritten.is_empty()
    }

    /// Says what is in memory alone.
    pub(super) fn warn_of_loss(&self) {
        for file in self.unwritten.keys() {
            tracing::error!(file = %file.display(), "it {UNWRITTEN}");
        }
    }

    /// By the names, as what an authority allows is counted by them.
    fn attempts_file(&self, names: &[String]) -> PathBuf {
        let mut names = names.to_vec();
        names.sort_unstable();
        self.file(&format!("attempts-{}", short_hash(&names.join(" "))), "json")
    }

    fn file(&self, what: &str, ending: &str) -> PathBuf {
        self.folder.join(format!("{what}-{}.{ending}", self.authority))
    }

    fn read(&self, file: &Path) -> Option<Vec<u8>> {
        self.unwritten.get(file).cloned().or_else(|| std::fs::read(file).ok())
    }

    /// Written down, or else in memory, which is said. Whether it is written.
    fn keep(&mut self, file: PathBuf, text: Vec<u8>) -> bool {
        let written = self.write(&file, &text);
        match &written {
            Ok(()) => drop(self.unwritten.remove(&file)),
            Err(error) => {
                tracing::error!(%error, file = %file.display(), "it {UNWRITTEN}; that is tried again");
                self.unwritten.insert(file, text);
            }
        }
        written.is_ok()
    }

    fn forget(&mut self, file: &Path) {
        self.unwritten.remove(file);
        match std::fs::remove_file(file) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                tracing::warn!(%error, file = %file.display(), "it cannot be removed");
            }
            _ => {}
        }
    }

    /// Whole or not at all, and on disk when this returns. Temporary files are readable by their owner
    /// only, and stay so under their new name.
    fn write(&self, file: &Path, bytes: &[u8]) -> io::Result<()> {
        let mut temporary = NamedTempFile::new_in(&self.folder)?;
        temporary.write_all(bytes)?;
        temporary.as_file().sync_all()?;
        temporary.persist(file).map_err(|error| error.error)?;
        File::open(&self.folder)?.sync_all()
    }
}

/// Key and certificates in one file, so that they are replaced at once.
fn in_one(issued: &Issued) -> Vec<u8> {
    format!("{}\n{}\n", issued.key.trim_end(), issued.chain.trim_end()).into_bytes()
}

fn as_json(attempts: &Attempts) -> Vec<u8> {
    serde_json::to_vec(attempts).expect("times and numbers only")
}

fn short_hash(text: &str) -> String {
    Sha256::digest(text).iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn what_is_kept_is_private_and_belongs_to_its_names() {
        let folder = tempfile::tempdir().unwrap();
        let mut kept = Kept::open(folder.path().join("tls"), "https://authority.example/").unwrap();
        let names = |list: &[&str]| list.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let mut attempts = Attempts::default();
        attempts.begin("2026-01-01T00:00:00Z".parse().unwrap());
        kept.keep_attempts(&names(&["a.example", "b.example"]), &attempts);
        let now = "2026-01-01T00:00:00Z".parse().unwrap();
        assert_eq!(kept.attempts(&names(&["b.example", "a.example"]), now), attempts);
        assert_eq!(kept.attempts(&names(&["a.example"]), now), Attempts::default());
        let mut other = Kept::open(folder.path().join("tls"), "https://other.example/").unwrap();
        assert_eq!(other.attempts(&names(&["a.example", "b.example"]), now), Attempts::default());
        let issued = Issued { chain: "chain".to_owned(), key: "key".to_owned() };
        kept.keep_certificate(&issued);
        assert!(kept.certificate().is_none(), "no certificate at all");
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&folder.path().join("tls")), 0o700);
        for entry in std::fs::read_dir(folder.path().join("tls")).unwrap() {
            assert_eq!(mode(&entry.unwrap().path()), 0o600);
        }
    }

    /// Folders in place of the files: they can be neither read nor replaced, also by root.
    #[test]
    fn what_cannot_be_written_counts_from_memory_until_it_can() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Kept::open(folder.path().to_owned(), "https://authority.example/").unwrap();
        let (mut kept, names) = (open(), ["a.example".to_owned()]);
        let made = testkit::certificate::make(testkit::certificate::Certificate::Good);
        let issued = Issued { chain: made.certificate, key: made.key };
        let mut attempts = Attempts::default();
        let now: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
        attempts.begin(now);
        attempts.succeed(now);
        let blocked = [kept.file("certificate", "pem"), kept.attempts_file(&names)];
        blocked.iter().for_each(|file| std::fs::create_dir(file).unwrap());
        kept.keep_certificate(&issued);
        kept.keep_attempts(&names, &attempts);
        assert!(kept.certificate().is_some());
        assert_eq!(kept.attempts(&names, now), attempts);
        assert!(!kept.catch_up());
        let mut next = attempts.clone();
        next.begin(now);
        assert!(kept.write_attempts(&names, &next).is_err());
        assert_eq!(kept.attempts(&names, now), attempts, "that did not happen");
        assert!(open().certificate().is_none(), "it would be lost");
        blocked.iter().for_each(|file| std::fs::remove_dir(file).unwrap());
        assert!(kept.catch_up());
        assert!(open().certificate().is_some());
        assert_eq!(open().attempts(&names, now), attempts);
        // What was written since is not replaced by what was not.
        kept.write_attempts(&names, &next).unwrap();
        assert!(kept.catch_up());
        assert_eq!(open().attempts(&names, now), next);
    }

    #[test]
    fn what_is_to_come_takes_the_place_of_the_other_when_it_is_told_to() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Kept::open(folder.path().to_owned(), "https://authority.example/").unwrap();
        let made = testkit::certificate::make(testkit::certificate::Certificate::Good);
        let issued = Issued { chain: made.certificate, key: made.key };
        let mut kept = open();
        kept.keep_coming(&issued);
        assert!(open().coming().is_some() && open().certificate().is_none());
        // Where it cannot be written under its new name, it keeps the one it has.
        let blocked = kept.file("certificate", "pem");
        std::fs::create_dir(&blocked).unwrap();
        kept.take_coming();
        assert!(kept.certificate().is_some() && open().coming().is_some());
        std::fs::remove_dir(&blocked).unwrap();
        kept.take_coming();
        assert!(open().certificate().is_some() && open().coming().is_none());
    }

    #[test]
    fn a_count_that_cannot_be_read_is_not_taken_for_none() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Kept::open(folder.path().to_owned(), "https://authority.example/").unwrap();
        let (mut kept, names) = (open(), ["a.example".to_owned()]);
        let now: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
        let file = kept.attempts_file(&names);
        for half in ["", "{\"last\":"] {
            std::fs::write(&file, half).unwrap();
            let hour = std::time::Duration::from_secs(60 * 60);
            assert_eq!(kept.attempts(&names, now).earliest(), Some(now.plus(hour)), "{half}");
            assert_eq!(open().attempts(&names, now.plus(hour)), Attempts::unknown(now));
        }
    }
}
