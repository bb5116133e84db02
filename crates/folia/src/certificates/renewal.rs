use std::path::Path;
use std::time::Duration;

use edge::serve::{Certificates, Pair};
use kernel::Timestamp;
use outbound::acme::{AcmeError, Issued, Proof};
use tokio::time::Instant;

use super::kept::Kept;
use super::plan::Verdict;
use super::{CertificateError, LOOK_AT_END, Shown, plan};
use crate::config::Acme;

/// A certificate that an authority signs, and signs again before it ends.
#[derive(Debug)]
pub(super) struct Renewal {
    acme: Acme,
    kept: Kept,
    /// From when on the one that is shown, or that is to come, is to be replaced; none: at once.
    due: Option<Timestamp>,
    /// Signed and not good yet, while the one that is shown is.
    coming: Option<Pair>,
}

/// How long to wait at most before the clock is looked at again: machines sleep, and clocks are set.
const NAP: Duration = Duration::from_secs(60);
/// The same while something has yet to be written down, or a certificate to become good.
const SHORT_NAP: Duration = Duration::from_secs(5);

impl Renewal {
    pub(super) fn open(
        acme: &Acme,
        data_dir: &Path,
        shown: &Shown,
    ) -> Result<Self, CertificateError> {
        let folder = data_dir.join("tls");
        let kept = Kept::open(folder.clone(), acme.directory.as_str())
            .map_err(|cause| CertificateError::Folder { folder, cause })?;
        let mut renewal = Self { acme: acme.clone(), kept, due: None, coming: None };
        if let Some(pair) = renewal.kept.certificate() {
            renewal.show(pair, shown);
        }
        renewal.find_coming(shown);
        Ok(renewal)
    }

    pub(super) fn sentence(&self, shown: &Shown) -> String {
        format!(
            "waiting for a certificate for {} from {}; the log tells how it goes",
            shown.names.join(", "),
            self.acme.directory,
        )
    }

    fn show(&mut self, pair: Pair, shown: &Shown) {
        // Shown also when it has ended, or is not for all of the names: most visitors come by those that
        // it is for, and a warning in a browser says more than silence.
        self.due = due(&pair, shown);
        shown.show(pair);
    }

    /// From an earlier process.
    fn find_coming(&mut self, shown: &Shown) {
        let Some(pair) = self.kept.coming() else { return };
        // What is shown may have taken its place since.
        let is_later = |other: &Pair| pair.good_from() > other.good_from();
        if !shown.fits(&pair) || !shown.certificates.shown().as_ref().is_none_or(is_later) {
            self.kept.forget_coming();
            return;
        }
        self.wait_for(pair, shown);
    }

    fn wait_for(&mut self, pair: Pair, shown: &Shown) {
        self.due = due(&pair, shown);
        self.coming = Some(pair);
        self.mind_coming(shown);
        if let Some(pair) = &self.coming {
            shown.tell_of_wait(pair);
        }
    }

    /// Shows what is to come when its time has come.
    fn mind_coming(&mut self, shown: &Shown) {
        let Some(pair) = self.coming.take() else { return };
        match shown.judge(&pair) {
            Verdict::Wait => self.coming = Some(pair),
            Verdict::Take => {
                self.kept.take_coming();
                self.due = due(&pair, shown);
                shown.show_at_last(pair);
            }
            Verdict::Refuse => {
                self.kept.forget_coming();
                self.due = shown.certificates.shown().and_then(|pair| due(&pair, shown));
            }
        }
    }

    pub(super) async fn run(mut self, shown: Shown) {
        let mut warned = shown.now();
        // Since when nobody was asked, and the clock was not set back, by a clock that nobody sets.
        let mut quiet = Instant::now();
        loop {
            let now = shown.now();
            self.mind_coming(&shown);
            let is_all_done = self.kept.catch_up() && self.coming.is_none();
            let nap = if is_all_done { NAP } else { SHORT_NAP };
            let mut attempts = self.kept.attempts(&shown.names, now);
            if attempts.bring_back(now) {
                quiet = Instant::now();
                self.kept.keep_attempts(&shown.names, &attempts);
            }
            if attempts.believe(quiet.elapsed()) {
                self.kept.keep_attempts(&shown.names, &attempts);
            }
            let patience = attempts.patience().saturating_sub(quiet.elapsed());
            let next = self.due.max(attempts.earliest()).max(Some(now.plus(patience)));
            match next.filter(|next| *next > now) {
                Some(next) => {
                    let from = self.coming.as_ref().map_or(next, Pair::good_from);
                    // Never without a pause, whatever the clock does.
                    let pause = next.min(from).since(now).max(Duration::from_secs(1));
                    tokio::time::sleep(pause.min(nap)).await;
                }
                None => {
                    self.ask(attempts, &shown).await;
                    quiet = Instant::now();
                }
            }
            if now.since(warned) >= LOOK_AT_END {
                warned = now;
                shown.warn_of_times();
                self.kept.warn_of_loss();
            }
        }
    }

    async fn ask(&mut self, mut attempts: plan::Attempts, shown: &Shown) {
        let names = shown.names.join(", ");
        let failures = attempts.failures();
        attempts.begin(shown.now());
        // Nobody is asked whom we could not remember having asked.
        if let Err(error) = self.kept.write_attempts(&shown.names, &attempts) {
            tracing::error!(%error, "no certificate is asked for, as nothing can be written down");
            tokio::time::sleep(NAP).await;
            return;
        }
        tracing::info!(names, directory = %self.acme.directory, "asking for a certificate");
        let asked = self.try_to_get_one(failures, shown).await;
        shown.certificates.forget_proofs();
        let now = shown.now();
        // What was signed counts, whether it is of use and can be written down or not.
        let taken = match asked {
            Ok(issued) => {
                let taken = self.take(&issued, shown);
                if taken.is_ok() {
                    attempts.succeed(now)
                } else {
                    attempts.count(now)
                }
                taken
            }
            Err(error) => {
                if error.may_have_signed() {
                    attempts.count(now);
                }
                attempts.wait(now, error.come_back());
                // No longer than it is kept, so that what is told is what happens.
                attempts.bring_back(now);
                Err(error.into())
            }
        };
        self.kept.keep_attempts(&shown.names, &attempts);
        match taken {
            Ok(until) => tracing::info!(names, %until, "there is a new certificate"),
            Err(error) => self.complain(&error, attempts.earliest(), shown),
        }
    }

    async fn try_to_get_one(&mut self, failures: u32, shown: &Shown) -> Result<Issued, AcmeError> {
        let Acme { authority, contact, proofs, .. } = &self.acme;
        let account = match self.kept.account() {
            Some(account) => account,
            None => {
                let account = authority.register(contact.as_deref()).await?;
                self.kept.keep_account(&account);
                account
            }
        };
        // Where one way is closed, the other may be open.
        let kind = proofs[usize::try_from(failures).unwrap_or(0) % proofs.len()];
        let show = |proof| prove(&shown.certificates, proof);
        let ordered = authority.order(&account, &shown.names, kind, &show).await;
        if let Err(AcmeError::Refused { knows_account: false, .. }) = &ordered {
            // The next attempt makes a new one.
            self.kept.forget_account();
        }
        ordered
    }

    /// Looked at before it replaces anything. It is shown also where it cannot be written down. Tells its end.
    fn take(&mut self, issued: &Issued, shown: &Shown) -> Result<Timestamp, RenewalError> {
        let pair = Pair::read(issued.chain.as_bytes(), issued.key.as_bytes())
            .map_err(|error| RenewalError::Unusable(error.to_string()))?;
        if let Some(name) = shown.names.iter().find(|name| !pair.is_for(name)) {
            return Err(RenewalError::Unusable(format!("it is not for {name}")));
        }
        let until = pair.good_until();
        match shown.judge(&pair) {
            Verdict::Refuse => {
                return Err(RenewalError::Unusable(format!("its end was {until}")));
            }
            Verdict::Wait => {
                self.kept.keep_coming(issued);
                self.wait_for(pair, shown);
            }
            Verdict::Take => {
                self.kept.keep_certificate(issued);
                self.coming = None;
                self.show(pair, shown);
            }
        }
        Ok(until)
    }

    fn complain(&self, error: &RenewalError, next: Option<Timestamp>, shown: &Shown) {
        let names = shown.names.join(", ");
        let next = next.map(|next| next.to_string()).unwrap_or_default();
        match shown.certificates.good_until() {
            Some(until) if until > shown.now() => tracing::warn!(
                %error, names, next, %until,
                "no new certificate could be had; the old one serves until its end"
            ),
            Some(until) => tracing::error!(
                %error, names, next, %until,
                "no new certificate could be had, and the old one has ended"
            ),
            None => tracing::error!(
                %error, names, next,
                "no certificate could be had, and there is none yet"
            ),
        }
    }
}

#[derive(Debug, thiserror::Error)]
enum RenewalError {
    #[error(transparent)]
    Authority(#[from] AcmeError),
    #[error("the authority's certificate cannot be used: {0}")]
    Unusable(String),
}

/// When it is to be replaced; none: at once, as it is not for all of the names.
fn due(pair: &Pair, shown: &Shown) -> Option<Timestamp> {
    shown.fits(pair).then(|| plan::renewal_of(pair.good_from(), pair.good_until()))
}

fn prove(certificates: &Certificates, proof: Proof) {
    match proof {
        Proof::Http { token, answer } => certificates.answer(&token, &answer),
        Proof::Tls { name, certificate, key } => {
            if let Err(error) = certificates.prove(&name, certificate, key) {
                tracing::error!(%error, name, "a proof cannot be shown");
            }
        }
    }
}
