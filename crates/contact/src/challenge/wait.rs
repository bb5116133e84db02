use std::time::Duration;

use kernel::{Id, Timestamp};

use crate::seal::Seal;

/// What a browser without script gives instead of work: time. The first post of the form is
/// answered with a pass that is good only after a while, only for the same words from the same
/// network, and only once. It is weaker than work, since waiting costs a machine nothing; what it
/// keeps away is whoever posts and does not look at the answer. The rate limit stands behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Wait {
    pub(crate) id: Id,
    pub(crate) ready_at: Timestamp,
}

const PURPOSE: &str = "contact wait";
const WORDS: &str = "contact words";

/// How long a pass is good once it is ready.
pub(crate) const LIFE: Duration = Duration::from_secs(20 * 60);

impl Wait {
    /// As it is handed out, bound to the words it was asked for.
    pub(crate) fn write(&self, words: &str, seal: &Seal) -> String {
        let words = seal.digest(WORDS, words);
        seal.seal(PURPOSE, &format!("wait.{}.{}.{words}", self.ready_at.as_micros(), self.id))
    }

    /// The pass, if it is ours and was asked for with these words.
    pub(crate) fn read(token: &str, words: &str, seal: &Seal) -> Option<Self> {
        let claim = seal.open(PURPOSE, token)?;
        let mut values = claim.splitn(4, '.').skip(1);
        let wait = Self {
            ready_at: Timestamp::from_micros(values.next()?.parse().ok()?),
            id: values.next()?.parse().ok()?,
        };
        // Digests are compared, so how long it takes tells nothing about the words.
        (values.next()? == seal.digest(WORDS, words)).then_some(wait)
    }

    pub(crate) fn is_ready(&self, now: Timestamp) -> bool {
        now >= self.ready_at && now <= self.ready_at.plus(LIFE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pass_holds_for_its_words_after_its_wait_and_not_for_ever() {
        let seal = Seal::new([1; 32]);
        let ready_at: Timestamp = "2026-01-01T00:00:05Z".parse().unwrap();
        let id = "01939b1e-7c00-7abc-8def-0123456789ab".parse().unwrap();
        let wait = Wait { id, ready_at };
        let token = wait.write("hello", &seal);
        assert_eq!(Wait::read(&token, "hello", &seal), Some(wait));
        assert_eq!(Wait::read(&token, "hallo", &seal), None);
        assert_eq!(Wait::read(&token, "hello", &Seal::new([2; 32])), None);
        assert_eq!(Wait::read("", "", &seal), None);
        assert!(!wait.is_ready(ready_at.minus(Duration::from_micros(1))));
        assert!(wait.is_ready(ready_at));
        assert!(wait.is_ready(ready_at.plus(LIFE)));
        assert!(!wait.is_ready(ready_at.plus(LIFE).plus(Duration::from_micros(1))));
    }
}
