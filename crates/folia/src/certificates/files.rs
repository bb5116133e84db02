use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use edge::serve::Pair;
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::{CertificateError, LOOK_AT_END, Shown, read};

/// A certificate and its key in files of the owner's.
#[derive(Debug)]
pub(super) struct Files {
    paths: Paths,
    /// How the files looked when they were last read.
    looked: Looks,
    /// Whether what is shown is for the names of the site.
    fits: bool,
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
        let fits = shown.fits(&pair);
        shown.show(pair);
        shown.warn_of_end();
        Ok(Self { paths, looked, fits })
    }

    /// Reads the files again whenever they change. What cannot be used is not shown, and said once.
    pub(super) async fn follow(mut self, shown: Shown) {
        let mut end = End { shown: shown.clone(), warned: Instant::now() };
        // A pair that was bad when it was first seen: the other file may still be on its way.
        let mut doubtful = None;
        loop {
            tokio::time::sleep(LOOK_EVERY).await;
            end.mind();
            let (paths, looked) = (self.paths.clone(), self.looked);
            let see = move || {
                let looks = paths.look();
                (looks, (looks != looked).then(|| paths.read()))
            };
            let Some((looks, Some(read))) = see_apart(see, &mut end).await else { continue };
            match read {
                // The worse of two is not taken while the better one is good.
                Ok(pair) if !(self.fits && has_good_one(&shown)) || is_good(&pair, &shown) => {
                    let until = pair.good_until();
                    self.fits = shown.fits(&pair);
                    shown.show(pair);
                    tracing::info!(%until, "the certificate was read again");
                    (self.looked, doubtful) = (looks, None);
                }
                read if doubtful == Some(looks) => {
                    let useless = "it has ended, or is not for the names of the site".to_owned();
                    let error = read.err().map_or(useless, |error| error.to_string());
                    tracing::warn!(error, "the new certificate is not used; the old one stays");
                    (self.looked, doubtful) = (looks, None);
                }
                _ => doubtful = Some(looks),
            }
        }
    }
}

/// Looks on a thread of its own: a disk elsewhere that has gone is waited for without end, and nobody else may
/// wait with it, not even the end of the process. There is never more than one such thread.
async fn see_apart(see: impl FnOnce() -> Seen + Send + 'static, end: &mut End) -> Option<Seen> {
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
        end.mind();
    }
}

/// That the end is near is said now and then.
struct End {
    shown: Shown,
    warned: Instant,
}

impl End {
    fn mind(&mut self) {
        if self.warned.elapsed() >= LOOK_AT_END {
            self.warned = Instant::now();
            self.shown.warn_of_end();
        }
    }
}

fn is_good(pair: &Pair, shown: &Shown) -> bool {
    pair.good_until() > shown.now() && shown.fits(pair)
}

fn has_good_one(shown: &Shown) -> bool {
    shown.certificates.good_until().is_some_and(|until| until > shown.now())
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
        let mut end = End { shown, warned: Instant::now() };
        let (never, waits) = std::sync::mpsc::channel::<()>();
        let see = move || {
            waits.recv().ok();
            ([None; 2], None)
        };
        // The only worker there is has to come round to this, too.
        let looking = tokio::time::timeout(PATIENCE / 20, see_apart(see, &mut end));
        assert!(looking.await.is_err());
        drop(never);
        assert!(see_apart(|| ([None; 2], None), &mut end).await.is_some());
    }
}
