//! The certificate of the site: where it comes from, and that there always is a good one.
//!
//! Either the owner has files (`files.rs`), which are read again when they change; or an authority signs
//! one when it is asked (`renewal.rs`). When it may be asked is decided in `plan.rs`, without I/O; what
//! has to survive a restart is in the data folder (`kept.rs`).

mod files;
mod kept;
mod plan;
mod renewal;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use edge::Metrics;
use edge::serve::{Certificates, Pair, PairError};
use kernel::{Clock, Timestamp};

use crate::config::{CertificateSource, Tls};
use crate::regular;
use files::Files;
use plan::{Verdict, Worth};
use renewal::Renewal;

/// Why a site cannot be served with a certificate.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    #[error("the certificate cannot be read from {}: {cause}", file.display())]
    Unreadable { file: PathBuf, cause: io::Error },
    #[error("the certificate in {} cannot be used: {cause}", file.display())]
    Unusable { file: PathBuf, cause: PairError },
    #[error("the folder {} for certificates cannot be used: {cause}", folder.display())]
    Folder { folder: PathBuf, cause: io::Error },
    #[error("TLS cannot be set up: {0}")]
    NoTls(String),
}

/// Sees to it that there is a good certificate.
#[derive(Debug)]
pub(crate) struct Keeper {
    source: Source,
    shown: Shown,
}

#[derive(Debug)]
enum Source {
    Files(Files),
    Authority(Renewal),
}

/// What is shown, and what is told about it.
#[derive(Clone, Debug)]
struct Shown {
    certificates: Arc<Certificates>,
    names: Vec<String>,
    clock: Clock,
    metrics: Metrics,
}

impl Keeper {
    /// Shows what is there already. Files of the owner's have to be there.
    pub(crate) fn open(
        tls: &Tls,
        data_dir: &Path,
        clock: Clock,
        metrics: &Metrics,
    ) -> Result<Self, CertificateError> {
        let shown = Shown {
            certificates: Arc::default(),
            names: tls.names.clone(),
            clock,
            metrics: metrics.clone(),
        };
        let source = match &tls.source {
            CertificateSource::Files { certificate, key } => {
                Source::Files(Files::open(certificate, key, &shown)?)
            }
            CertificateSource::Authority(acme) => {
                Source::Authority(Renewal::open(acme, data_dir, &shown)?)
            }
        };
        Ok(Self { source, shown })
    }

    pub(crate) fn certificates(&self) -> Arc<Certificates> {
        self.shown.certificates.clone()
    }

    /// What to tell whoever has started the site, while there is none.
    pub(crate) fn sentence(&self) -> Option<String> {
        match (&self.source, self.shown.certificates.good_until()) {
            (Source::Authority(renewal), None) => Some(renewal.sentence(&self.shown)),
            _ => None,
        }
    }

    /// For as long as the process lives.
    pub(crate) async fn run(self) {
        match self.source {
            Source::Files(files) => files.follow(self.shown).await,
            Source::Authority(renewal) => renewal.run(self.shown).await,
        }
    }
}

impl Shown {
    /// Whether browsers take it for an answer, by its names.
    fn fits(&self, pair: &Pair) -> bool {
        self.names.iter().all(|name| pair.is_for(name))
    }

    /// What becomes of a new one.
    fn judge(&self, new: &Pair) -> Verdict {
        let worth = |pair: &Pair| Worth {
            from: pair.good_from(),
            until: pair.good_until(),
            fits: self.fits(pair),
        };
        plan::judge(worth(new), self.certificates.shown().as_ref().map(worth), self.now())
    }

    /// Shows it, and says what is wrong with it.
    fn show(&self, pair: Pair) {
        for name in self.names.iter().filter(|name| !pair.is_for(name)) {
            tracing::warn!(name, "the certificate is not for this name");
        }
        self.metrics.set_certificate_life(pair.good_from(), pair.good_until());
        self.certificates.show(pair);
        self.warn_of_times();
    }

    fn tell_of_wait(&self, pair: &Pair) {
        let from = pair.good_from();
        tracing::warn!(%from, "the new certificate is not good yet; the old one stays until then");
    }

    /// Its time has come, or that of the other one is over.
    fn show_at_last(&self, pair: Pair) {
        let until = pair.good_until();
        tracing::info!(%until, "the certificate that was waited for is shown");
        self.show(pair);
    }

    fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Says early that the end is near; and that the beginning is not yet.
    fn warn_of_times(&self) {
        let Some((from, until)) = self.certificates.life() else { return };
        let now = self.now();
        if now < from {
            tracing::error!(%from, "the certificate is not good yet; browsers refuse the site");
        }
        match plan::days_left(until, now) {
            Some(days) if plan::ends_soon(from, until, now) => {
                tracing::warn!(days, %until, "the certificate ends soon");
            }
            Some(_) => {}
            None => tracing::error!(%until, "the certificate has ended; browsers refuse the site"),
        }
    }
}

/// How often that is looked at.
const LOOK_AT_END: Duration = Duration::from_secs(12 * 60 * 60);

/// Chains of certificates have a few kilobytes.
const LARGEST: u64 = 1 << 20;

fn read(file: &Path) -> Result<Vec<u8>, CertificateError> {
    let unreadable = |cause| CertificateError::Unreadable { file: file.to_owned(), cause };
    regular::read(file, LARGEST).map_err(unreadable)
}
