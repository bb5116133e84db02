use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use edge::serve::Pair;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::plan::Verdict;
use super::{CertificateError, LOOK_AT_END, Shown, read};

/// A certificate and its key in files of the owner's.
#[derive(Debug)]
pub(super) struct Files {
    paths: Paths,
    /// How the files looked when they were last read.
    looked: Looks,
}

#[derive(Clone, Debug)]
struct Paths {
    certificate: PathBuf,
    key: PathBuf,
}

type Looks = [Option<(SystemTime, u64)>; 2];
/// How the files look, and what stands in them where that is new.
type Seen = (Looks, Option<Result<Pair, CertificateError>>);

const LOOK_EVERY: Duration = Duration::from_secs(5);
/// How long after a pair that could not be used it is read again: who may read a file, and what the clock says, changes
/// without the file.
const READ_AGAIN: Duration = Duration::from_secs(60);
/// How long reading may take before it is said that it does.
const PATIENCE: Duration = Duration::from_secs(10);

impl Paths {
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
}

impl Files {
    pub(super) fn open(
        certificate: &Path,
        key: &Path,
        shown: &Shown,
    ) -> Result<Self, CertificateError> {
        let paths = Paths { certificate: certificate.to_owned(), key: key.to_owned() };
        let looked = paths.look();
        let pair = paths.read()?;
        shown.show(pair);
        Ok(Self { paths, looked })
    }

    /// Reads the files again whenever they change, and now and then while they cannot be used. What cannot be used is
    /// not shown, and said once.
    pub(super) async fn follow(mut self, shown: Shown) {
        let mut times = Times::new(shown.clone());
        // A pair that was bad when it was first seen: the other file may still be on its way.
        let mut doubtful = None;
        // When a pair was last refused, and why.
        let mut refused: Option<(Instant, String)> = None;
        loop {
            tokio::time::sleep(LOOK_EVERY).await;
            times.mind();
            let (paths, looked) = (self.paths.clone(), self.looked);
            let is_again = refused.as_ref().is_some_and(|(at, _)| at.elapsed() >= READ_AGAIN);
            let see = move || {
                let looks = paths.look();
                (looks, (looks != looked || is_again).then(|| paths.read()))
            };
            let Some((looks, Some(read))) = see_apart(see, &mut times).await else { continue };
            let verdict = read.as_ref().map_or(Verdict::Refuse, |pair| shown.judge(pair));
            match read {
                Ok(pair) if verdict == Verdict::Take => {
                    tracing::info!(until = %pair.good_until(), "the certificate was read again");
                    shown.show(pair);
                    refused = None;
                    (self.looked, doubtful, times.coming) = (looks, None, None);
                }
                Ok(pair) if verdict == Verdict::Wait => {
                    shown.tell_of_wait(&pair);
                    refused = None;
                    (self.looked, doubtful, times.coming) = (looks, None, Some(pair));
                }
                read if doubtful == Some(looks) || self.looked == looks => {
                    let useless = "it has ended, or is not for the names of the site".to_owned();
                    let error = read.err().map_or(useless, |error| error.to_string());
                    let is_told = refused.as_ref().is_some_and(|(_, told)| *told == error);
                    if self.looked != looks || !is_told {
                        tracing::warn!(error, "the new certificate is not used; the old one stays");
                    }
                    refused = Some((Instant::now(), error));
                    (self.looked, doubtful) = (looks, None);
                }
                _ => doubtful = Some(looks),
            }
        }
    }
}

/// Looks on a thread of its own: a disk elsewhere that has gone is waited for without end, and nobody else may
/// wait with it, not even the end of the process. There is never more than one such thread.
async fn see_apart(see: impl FnOnce() -> Seen + Send + 'static, times: &mut Times) -> Option<Seen> {
    let (done, mut seen) = oneshot::channel();
    let thread = std::thread::Builder::new().name("certificates".to_owned());
    if let Err(error) = thread.spawn(move || done.send(see()).ok()) {
        tracing::warn!(%error, "the files of the certificate cannot be looked at");
        return None;
    }
    let mut is_told = false;
    loop {
        match tokio::time::timeout(PATIENCE, &mut seen).await {
            Ok(seen) => return seen.ok(),
            Err(_) if !is_told => {
                is_told = true;
                tracing::warn!("the files of the certificate do not answer; the old one stays");
            }
            Err(_) => {}
        }
        times.mind();
    }
}

/// What time alone brings: a new certificate becomes good, and the end of the one that is shown draws near.
struct Times {
    shown: Shown,
    warned: Instant,
    /// Not good yet, while the one that is shown is.
    coming: Option<Pair>,
}

impl Times {
    fn new(shown: Shown) -> Self {
        Self { shown, warned: Instant::now(), coming: None }
    }

    fn mind(&mut self) {
        if let Some(pair) = self.coming.take() {
            match self.shown.judge(&pair) {
                Verdict::Take => self.shown.show_at_last(pair),
                Verdict::Wait => self.coming = Some(pair),
                Verdict::Refuse => tracing::warn!("the new certificate ended before it was shown"),
            }
        }
        // Said now and then.
        if self.warned.elapsed() >= LOOK_AT_END {
            self.warned = Instant::now();
            self.shown.warn_of_times();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use edge::Metrics;
    use kernel::Clock;

    use super::*;

    /// As of a mount that hangs: what is asked of it never comes back.
    #[tokio::test]
    async fn files_that_never_answer_hold_up_nobody() {
        let shown = Shown {
            certificates: Arc::default(),
            names: Vec::new(),
            clock: Clock::system(),
            metrics: Metrics::default(),
        };
        let mut times = Times::new(shown);
        let (never, waits) = std::sync::mpsc::channel::<()>();
        let see = move || {
            waits.recv().ok();
            ([None; 2], None)
        };
        // The only worker there is has to come round to this, too.
        let looking = tokio::time::timeout(PATIENCE / 20, see_apart(see, &mut times));
        assert!(looking.await.is_err());
        drop(never);
        assert!(see_apart(|| ([None; 2], None), &mut times).await.is_some());
    }
}
