use std::collections::HashMap;
use std::sync::{Arc, PoisonError, RwLock};

use kernel::Timestamp;
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;

use super::pair::{self, Pair, PairError};

/// The protocol by which an authority asks for a proof (RFC 8737).
pub(super) const ACME: &[u8] = b"acme-tls/1";

/// Which certificate is shown to whom. It can be replaced at any time: connections that are open keep
/// the one they have seen.
#[derive(Debug, Default)]
pub struct Certificates(RwLock<Kept>);

#[derive(Debug, Default)]
struct Kept {
    shown: Option<Pair>,
    /// For an authority that wants to know whether a name leads here, by that name.
    proofs: HashMap<String, Arc<CertifiedKey>>,
    /// The same by http: the answer for each token.
    answers: HashMap<String, String>,
}

impl Certificates {
    /// From now on this one is shown.
    pub fn show(&self, pair: Pair) {
        self.change(|kept| kept.shown = Some(pair));
    }

    /// The one that is shown, if there is one.
    pub fn shown(&self) -> Option<Pair> {
        self.read(|kept| kept.shown.clone())
    }

    /// Until when the one that is shown is good, if there is one.
    pub fn good_until(&self) -> Option<Timestamp> {
        self.read(|kept| kept.shown.as_ref().map(Pair::good_until))
    }

    /// From when the one that is shown is good, and until when.
    pub fn life(&self) -> Option<(Timestamp, Timestamp)> {
        self.read(|kept| kept.shown.as_ref().map(|pair| (pair.good_from(), pair.good_until())))
    }

    /// What an authority is shown when it asks for this name: a certificate and its key, both in DER.
    pub fn prove(&self, name: &str, certificate: Vec<u8>, key: Vec<u8>) -> Result<(), PairError> {
        let proof = Arc::new(pair::proof(certificate, key)?);
        self.change(|kept| kept.proofs.insert(name.to_ascii_lowercase(), proof));
        Ok(())
    }

    /// What an authority is answered by http when it asks for this token.
    pub fn answer(&self, token: &str, answer: &str) {
        self.change(|kept| kept.answers.insert(token.to_owned(), answer.to_owned()));
    }

    pub(crate) fn find_answer(&self, token: &str) -> Option<String> {
        self.read(|kept| kept.answers.get(token).cloned())
    }

    /// The authority has seen what it wanted to see, or never will.
    pub fn forget_proofs(&self) {
        self.change(|kept| {
            kept.proofs.clear();
            kept.answers.clear();
        });
    }

    fn read<T>(&self, read: impl FnOnce(&Kept) -> T) -> T {
        read(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    fn change<T>(&self, change: impl FnOnce(&mut Kept) -> T) {
        change(&mut self.0.write().unwrap_or_else(PoisonError::into_inner));
    }
}

impl ResolvesServerCert for Certificates {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let wants_proof = hello.alpn().is_some_and(|mut offered| offered.any(|name| name == ACME));
        self.read(|kept| match wants_proof {
            // Never the real one: the proof is that we can show this very certificate.
            true => kept.proofs.get(&hello.server_name()?.to_ascii_lowercase()).cloned(),
            // Whatever name was asked for. There is one site here.
            false => kept.shown.as_ref().map(Pair::key),
        })
    }
}
