//! What has to survive a restart: the account at an authority, what was asked of it, and what it has
//! signed. All in a folder of its own, readable by its owner only, one file of each for each authority.

use std::fs::{DirBuilder, File};
use std::io::{self, Write};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use edge::serve::Pair;
use outbound::acme::{Account, Issued};
use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

use super::plan::Attempts;

#[derive(Debug)]
pub(super) struct Kept {
    folder: PathBuf,
    /// Tells the files of one authority from those of another.
    authority: String,
}

impl Kept {
    pub(super) fn open(folder: PathBuf, directory: &str) -> io::Result<Self> {
        DirBuilder::new().recursive(true).mode(0o700).create(&folder)?;
        Ok(Self { folder, authority: short_hash(directory) })
    }

    pub(super) fn account(&self) -> Option<Account> {
        Account::from_json(&std::fs::read_to_string(self.file("account", "json")).ok()?)
    }

    pub(super) fn keep_account(&self, account: &Account) -> io::Result<()> {
        self.write(&self.file("account", "json"), account.to_json().as_bytes())
    }

    pub(super) fn forget_account(&self) -> io::Result<()> {
        std::fs::remove_file(self.file("account", "json"))
    }

    /// The certificate, if there is one that can be read.
    pub(super) fn certificate(&self) -> Option<Pair> {
        let file = self.file("certificate", "pem");
        let text = std::fs::read(&file).ok()?;
        let pair = Pair::read(&text, &text);
        if let Err(error) = &pair {
            tracing::warn!(%error, file = %file.display(), "the certificate that was kept is damaged");
        }
        pair.ok()
    }

    /// Key and certificates in one file, so that they are replaced at once.
    pub(super) fn keep_certificate(&self, issued: &Issued) -> io::Result<()> {
        let text = format!("{}\n{}\n", issued.key.trim_end(), issued.chain.trim_end());
        self.write(&self.file("certificate", "pem"), text.as_bytes())
    }

    pub(super) fn attempts(&self, names: &[String]) -> Attempts {
        let text = std::fs::read(self.attempts_file(names)).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    pub(super) fn keep_attempts(&self, names: &[String], attempts: &Attempts) -> io::Result<()> {
        let text = serde_json::to_vec(attempts).expect("times and numbers only");
        self.write(&self.attempts_file(names), &text)
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
        let kept = Kept::open(folder.path().join("tls"), "https://authority.example/").unwrap();
        let names = |list: &[&str]| list.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let mut attempts = Attempts::default();
        attempts.begin("2026-01-01T00:00:00Z".parse().unwrap());
        kept.keep_attempts(&names(&["a.example", "b.example"]), &attempts).unwrap();
        assert_eq!(kept.attempts(&names(&["b.example", "a.example"])), attempts);
        assert_eq!(kept.attempts(&names(&["a.example"])), Attempts::default());
        let other = Kept::open(folder.path().join("tls"), "https://other.example/").unwrap();
        assert_eq!(other.attempts(&names(&["a.example", "b.example"])), Attempts::default());
        let issued = Issued { chain: "chain".to_owned(), key: "key".to_owned() };
        kept.keep_certificate(&issued).unwrap();
        assert!(kept.certificate().is_none(), "no certificate at all");
        let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(&folder.path().join("tls")), 0o700);
        for entry in std::fs::read_dir(folder.path().join("tls")).unwrap() {
            assert_eq!(mode(&entry.unwrap().path()), 0o600);
        }
    }
}
