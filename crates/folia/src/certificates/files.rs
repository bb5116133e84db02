use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use edge::serve::Pair;
use tokio::time::Instant;

use super::{CertificateError, LOOK_AT_END, Shown, read};

/// A certificate and its key in files of the owner's.
#[derive(Debug)]
pub(super) struct Files {
    certificate: PathBuf,
    key: PathBuf,
    /// How the files looked when they were last read.
    looked: Looks,
}

type Looks = [Option<(SystemTime, u64)>; 2];

const LOOK_EVERY: Duration = Duration::from_secs(5);

impl Files {
    pub(super) fn open(
        certificate: &Path,
        key: &Path,
        shown: &Shown,
    ) -> Result<Self, CertificateError> {
        let mut files =
            Self { certificate: certificate.to_owned(), key: key.to_owned(), looked: [None; 2] };
        files.looked = files.look();
        shown.show(files.read()?);
        shown.warn_of_end();
        Ok(files)
    }

    fn read(&self) -> Result<Pair, CertificateError> {
        let pair = Pair::read(&read(&self.certificate)?, &read(&self.key)?);
        let file = self.certificate.clone();
        pair.map_err(|cause| CertificateError::Unusable { file, cause })
    }

    /// Told by time and size, as files behind links are, too.
    fn look(&self) -> Looks {
        [&self.certificate, &self.key].map(|file| {
            let told = std::fs::metadata(file).ok()?;
            Some((told.modified().ok()?, told.len()))
        })
    }

    /// Reads the files again whenever they change. What cannot be used is not shown, and said once.
    pub(super) async fn follow(mut self, shown: Shown) {
        let mut warned = Instant::now();
        // A pair that was bad when it was first seen: the other file may still be on its way.
        let mut doubtful = None;
        loop {
            tokio::time::sleep(LOOK_EVERY).await;
            let looks = self.look();
            if looks != self.looked {
                match self.read() {
                    Ok(pair) if pair.good_until() > shown.now() || !has_good_one(&shown) => {
                        let until = pair.good_until();
                        shown.show(pair);
                        tracing::info!(%until, "the certificate was read again");
                        (self.looked, doubtful) = (looks, None);
                    }
                    read if doubtful == Some(looks) => {
                        let error = read.err().map_or("it has ended".to_owned(), |e| e.to_string());
                        tracing::warn!(error, "the new certificate is not used; the old one stays");
                        (self.looked, doubtful) = (looks, None);
                    }
                    _ => doubtful = Some(looks),
                }
            }
            if warned.elapsed() >= LOOK_AT_END {
                warned = Instant::now();
                shown.warn_of_end();
            }
        }
    }
}

fn has_good_one(shown: &Shown) -> bool {
    shown.certificates.good_until().is_some_and(|until| until > shown.now())
}
