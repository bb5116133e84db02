use std::path::Path;
use std::time::Duration;

use edge::serve::{Certificates, Pair};
use kernel::Timestamp;
use outbound::acme::{AcmeError, Issued, Proof};

use super::kept::Kept;
use super::{CertificateError, LOOK_AT_END, Shown, plan};
use crate::config::Acme;

/// A certificate that an authority signs, and signs again before it ends.
#[derive(Debug)]
pub(super) struct Renewal {
    acme: Acme,
    kept: Kept,
    /// From when on the one that is shown is to be replaced; none: at once.
    due: Option<Timestamp>,
}

/// How long to wait at most before the clock is looked at again: machines sleep, and clocks are set.
const NAP: Duration = Duration::from_secs(60);

impl Renewal {
    pub(super) fn open(
        acme: &Acme,
        data_dir: &Path,
        shown: &Shown,
    ) -> Result<Self, CertificateError> {
        let folder = data_dir.join("tls");
        let kept = Kept::open(folder.clone(), acme.directory.as_str())
            .map_err(|cause| CertificateError::Folder { folder, cause })?;
        let mut renewal = Self { acme: acme.clone(), kept, due: None };
        if let Some(pair) = renewal.kept.certificate() {
            renewal.show(pair, shown);
            shown.warn_of_end();
        }
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
        let is_for_all = shown.names.iter().all(|name| pair.is_for(name));
        self.due = is_for_all.then(|| plan::renewal_of(pair.good_from(), pair.good_until()));
        shown.show(pair);
    }

    pub(super) async fn run(mut self, shown: Shown) {
        let mut warned = shown.now();
        loop {
            let now = shown.now();
            let mut attempts = self.kept.attempts(&shown.names);
            if attempts.bring_back(now)
                && let Err(error) = self.kept.keep_attempts(&shown.names, &attempts)
            {
                tracing::error!(%error, "that the clock was set back cannot be written down");
            }
            let next = self.due.max(attempts.earliest());
            match next.filter(|next| *next > now) {
                Some(next) => tokio::time::sleep(next.since(now).min(NAP)).await,
                None => self.ask(attempts, &shown).await,
            }
            if now.since(warned) >= LOOK_AT_END {
                warned = now;
                shown.warn_of_end();
            }
        }
    }

    async fn ask(&mut self, mut attempts: plan::Attempts, shown: &Shown) {
        let names = shown.names.join(", ");
        let failures = attempts.failures();
        attempts.begin(shown.now());
        // Nobody is asked whom we could not remember having asked.
        if let Err(error) = self.kept.keep_attempts(&shown.names, &attempts) {
            tracing::error!(%error, "no certificate is asked for, as nothing can be written down");
            tokio::time::sleep(NAP).await;
            return;
        }
        tracing::info!(names, directory = %self.acme.directory, "asking for a certificate");
        let asked = self.try_to_get_one(failures, shown).await;
        shown.certificates.forget_proofs();
        match asked {
            Ok(pair) => {
                attempts.succeed(shown.now());
                tracing::info!(names, until = %pair.good_until(), "there is a new certificate");
                self.show(pair, shown);
            }
            Err(error) => {
                if let RenewalError::Authority(error) = &error {
                    attempts.wait(shown.now(), error.come_back());
                }
                self.complain(&error, attempts.earliest(), shown);
            }
        }
        if let Err(error) = self.kept.keep_attempts(&shown.names, &attempts) {
            tracing::error!(%error, "what an authority was asked cannot be written down");
        }
    }

    async fn try_to_get_one(&self, failures: u32, shown: &Shown) -> Result<Pair, RenewalError> {
        let Acme { authority, contact, proofs, .. } = &self.acme;
        let account = match self.kept.account() {
            Some(account) => account,
            None => {
                let account = authority.register(contact.as_deref()).await?;
                self.kept.keep_account(&account)?;
                account
            }
        };
        // Where one way is closed, the other may be open.
        let kind = proofs[usize::try_from(failures).unwrap_or(0) % proofs.len()];
        let show = |proof| prove(&shown.certificates, proof);
        let ordered = authority.order(&account, &shown.names, kind, &show).await;
        if let Err(AcmeError::Refused { knows_account: false, .. }) = &ordered {
            // The next attempt makes a new one.
            self.kept.forget_account()?;
        }
        self.take(&ordered?, shown)
    }

    /// Looked at before it replaces anything.
    fn take(&self, issued: &Issued, shown: &Shown) -> Result<Pair, RenewalError> {
        let pair = Pair::read(issued.chain.as_bytes(), issued.key.as_bytes())
            .map_err(|error| RenewalError::Unusable(error.to_string()))?;
        if let Some(name) = shown.names.iter().find(|name| !pair.is_for(name)) {
            return Err(RenewalError::Unusable(format!("it is not for {name}")));
        }
        self.kept.keep_certificate(issued)?;
        Ok(pair)
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
    #[error("it cannot be written down: {0}")]
    Folder(#[from] std::io::Error),
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
