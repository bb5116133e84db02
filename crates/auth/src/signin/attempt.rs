use std::time::Duration;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use kernel::{Randomness, Timestamp};
use sha2::{Digest, Sha256};

use super::key::AttemptSeal;
use super::return_to;
use crate::secret::{Secret, digest, hexadecimal, same};

/// One way to the provider and back, as its browser's cookie holds it: when it began, a secret, and
/// where to go afterwards. Everything the provider gets to see is a hash of the whole, each for
/// its own purpose. So an altered cookie no longer fits its state, and nobody who sees the state
/// can tell the verifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Attempt {
    cookie: String,
    began_at: Timestamp,
    return_to: String,
}

/// How long somebody may take at the provider.
pub(crate) const LIFE: Duration = Duration::from_secs(10 * 60);

impl Attempt {
    pub(crate) fn begin(
        return_to: Option<&str>,
        now: Timestamp,
        randomness: &Randomness,
        seal: &AttemptSeal,
    ) -> Self {
        let return_to = return_to::sanitise(return_to.unwrap_or_default());
        let secret = Secret::generate("", randomness);
        let encoded = URL_SAFE_NO_PAD.encode(&return_to);
        // The seal covers all three. A cookie that was put together by somebody else does not fit.
        let claim = format!("{}.{}.{encoded}", now.as_micros(), secret.reveal());
        let cookie = format!("{claim}.{}", seal.mark(&claim));
        Self { cookie, began_at: now, return_to }
    }

    /// None for what this site has not begun.
    pub(crate) fn parse(cookie: &str, seal: &AttemptSeal) -> Option<Self> {
        let (claim, mark) = cookie.rsplit_once('.')?;
        // Before anything of it is read.
        if !same(mark.as_bytes(), seal.mark(claim).as_bytes()) {
            return None;
        }
        let mut parts = claim.split('.');
        let began_at = Timestamp::from_micros(parts.next()?.parse().ok()?);
        Secret::parse("", parts.next()?)?;
        let decoded = URL_SAFE_NO_PAD.decode(parts.next()?).ok()?;
        // Checked again: the browser has held it meanwhile, and may hold another one.
        let return_to = return_to::sanitise(std::str::from_utf8(&decoded).ok()?);
        // Nothing may follow: a fourth part would be covered by the seal and mean nothing.
        let whole = parts.next().is_none();
        whole.then(|| Self { cookie: cookie.to_owned(), began_at, return_to })
    }

    pub(crate) fn cookie(&self) -> &str {
        &self.cookie
    }

    pub(crate) fn return_to(&self) -> &str {
        &self.return_to
    }

    pub(crate) fn state(&self) -> String {
        self.derive("folia state")
    }

    pub(crate) fn nonce(&self) -> String {
        self.derive("folia nonce")
    }

    pub(crate) fn verifier(&self) -> String {
        self.derive("folia verifier")
    }

    /// What the provider compares the verifier with later.
    pub(crate) fn challenge(&self) -> String {
        URL_SAFE_NO_PAD.encode(Sha256::digest(self.verifier()))
    }

    /// What is remembered of it when it has come back.
    pub(crate) fn mark(&self) -> String {
        hexadecimal(&digest("folia spent", &self.cookie))
    }

    /// Whether an answer belongs to this attempt, and in time.
    pub(crate) fn fits(&self, state: &str, now: Timestamp) -> bool {
        // An attempt from the future was not made by us, or on another node with a wrong clock.
        let in_time = self.began_at <= now && now.since(self.began_at) < LIFE;
        in_time && same(state.as_bytes(), self.state().as_bytes())
    }

    fn derive(&self, purpose: &str) -> String {
        URL_SAFE_NO_PAD.encode(digest(purpose, &self.cookie))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    #[test]
    fn an_attempt_comes_back_whole_from_its_cookie() {
        let now = at("2026-01-01T00:00:00Z");
        let seal = AttemptSeal::for_tests("a key");
        let attempt = Attempt::begin(Some("/a?b=c"), now, &Randomness::seeded(1), &seal);
        let back = Attempt::parse(attempt.cookie(), &seal).unwrap();
        assert_eq!(back, attempt);
        assert_eq!(back.return_to(), "/a?b=c");
        assert!(back.fits(&attempt.state(), now));
        assert_eq!(attempt.verifier().len(), 43, "as PKCE wants it");
        let all = [attempt.state(), attempt.nonce(), attempt.verifier(), attempt.mark()];
        for (place, one) in all.iter().enumerate() {
            assert!(!all[place + 1..].contains(one));
        }
    }

    #[test]
    fn an_altered_or_foreign_or_old_attempt_does_not_fit() {
        let now = at("2026-01-01T00:00:00Z");
        let randomness = Randomness::seeded(1);
        let seal = AttemptSeal::for_tests("a key");
        let attempt = Attempt::begin(Some("/a"), now, &randomness, &seal);
        let other = Attempt::begin(Some("/a"), now, &randomness, &seal);
        assert!(!other.fits(&attempt.state(), now));
        assert!(!attempt.fits("", now));
        assert!(!attempt.fits(&attempt.state(), now.plus(LIFE)));
        assert!(!attempt.fits(&attempt.state(), now.minus(Duration::from_secs(1))));
        let parts: Vec<_> = attempt.cookie().split('.').collect();
        let elsewhere = URL_SAFE_NO_PAD.encode("/b");
        let altered = format!("{}.{}.{elsewhere}.{}", parts[0], parts[1], parts[3]);
        assert_eq!(Attempt::parse(&altered, &seal), None);
        let stranger = AttemptSeal::for_tests("another key");
        let forged = Attempt::begin(Some("/a"), now, &randomness, &stranger);
        assert_eq!(Attempt::parse(forged.cookie(), &seal), None);
        for broken in ["", "1.2.3", "x.y.z.w", &format!("{}.x", attempt.cookie())] {
            assert_eq!(Attempt::parse(broken, &seal), None, "{broken}");
        }
    }
}
