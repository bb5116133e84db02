//! Proof that sending costs something. Either our own: work a browser does by itself ([`Puzzle`])
//! or, without script, time (`Wait`), each handed out sealed, good once, and more of it the more
//! messages get through. Or the word of a verification service, asked by `outbound`; when that does not answer,
//! nothing passes.

mod pressure;
mod puzzle;
mod wait;
mod widget;

use std::net::IpAddr;
use std::time::Duration;

use kernel::{Clock, Id, Randomness, Timestamp};
use outbound::Rate;
use outbound::challenge::Verifier;
use schemars::JsonSchema;
use serde::Serialize;

use crate::chain::Refusal;
use crate::seal::Seal;
use pressure::Pressure;
pub use puzzle::{PARTS, Puzzle, solve};
pub(crate) use wait::Wait;
pub use widget::Widget;

/// Who judges.
#[derive(Clone, Debug)]
pub enum Provider {
    /// We do, by work of this many bits for each part of a puzzle.
    Builtin {
        bits: u32,
    },
    External {
        verifier: Verifier,
        site_key: Option<String>,
        widget: Option<&'static Widget>,
    },
}

/// What a form needs to get a `challenge_token`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Challenge {
    /// `builtin`, the name of a well-known service, or `external`.
    provider: &'static str,
    /// The key of this site at the service.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    site_key: Option<String>,
    /// Of the built-in one: the text to work on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    pub challenge: Option<String>,
    /// How many numbers to find.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    pub parts: Option<u32>,
    /// How many zero bits each of their hashes begins with.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    pub bits: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(default)]
    expires_at: Option<Timestamp>,
}

#[cfg(test)]
impl Challenge {
    pub(crate) fn example() -> Self {
        let (site_key, challenge, parts, bits, expires_at) = (None, None, None, None, None);
        Self { provider: "builtin", site_key, challenge, parts, bits, expires_at }
    }
}

/// A proof that was accepted. One of ours has to be spent with the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    Ours { id: Id, expires_at: Timestamp },
    Theirs,
}

#[derive(Debug)]
pub(crate) struct Challenges {
    pub(crate) provider: Provider,
    pressure: Pressure,
    /// How often one network can make us ask the verification service.
    asking: Rate,
    clock: Clock,
    randomness: Randomness,
}

const PUZZLE_LIFE: Duration = Duration::from_secs(20 * 60);
const MOST_BITS: u32 = 22;
const SHORTEST_WAIT: Duration = Duration::from_secs(5);
const LONGEST_WAIT: Duration = Duration::from_secs(60);
/// Of one network, for whom the verification service is asked: a school may share one address.
const ASK_AT_ONCE: u32 = 60;
const ASK_EVERY: Duration = Duration::from_secs(5);
/// Longer than any service's tokens.
const LONGEST_TOKEN: usize = 8 * 1024;

impl Challenges {
    pub(crate) fn new(provider: Provider, clock: Clock, randomness: Randomness) -> Self {
        let (pressure, asking) = (Pressure::new(clock.now()), Rate::new(ASK_AT_ONCE, ASK_EVERY));
        Self { provider, pressure, asking, clock, randomness }
    }

    /// Counts a message that got through. What was refused does not count: it would let anybody make
    /// the form expensive for everybody, for nothing.
    pub(crate) fn note_accepted(&self) {
        self.pressure.note(self.clock.now());
    }

    pub(crate) fn hand_out(&self, seal: &Seal) -> Challenge {
        match &self.provider {
            Provider::Builtin { bits } => {
                let now = self.clock.now();
                let puzzle = Puzzle {
                    id: Id::generate(&self.clock, &self.randomness),
                    expires_at: now.plus(PUZZLE_LIFE),
                    bits: (bits + self.pressure.level(now)).min(MOST_BITS),
                };
                Challenge {
                    provider: "builtin",
                    site_key: None,
                    challenge: Some(puzzle.write(seal)),
                    parts: Some(PARTS),
                    bits: Some(puzzle.bits),
                    expires_at: Some(puzzle.expires_at),
                }
            }
            Provider::External { site_key, widget, .. } => Challenge {
                provider: widget.map_or("external", |widget| widget.name),
                site_key: site_key.clone(),
                challenge: None,
                parts: None,
                bits: None,
                expires_at: None,
            },
        }
    }

    /// A pass for whoever has no script, and when it is good.
    pub(crate) fn hand_out_wait(&self, words: &str, seal: &Seal) -> (String, Duration) {
        let now = self.clock.now();
        let wait_for = SHORTEST_WAIT.saturating_mul(1 << self.pressure.level(now));
        let wait_for = wait_for.min(LONGEST_WAIT);
        let id = Id::generate(&self.clock, &self.randomness);
        let wait = Wait { id, ready_at: now.plus(wait_for) };
        (wait.write(words, seal), wait_for)
    }

    pub(crate) async fn verify(
        &self,
        token: &str,
        words: &str,
        address: IpAddr,
        seal: &Seal,
    ) -> Result<Proof, Refusal> {
        if token.is_empty() || token.len() > LONGEST_TOKEN {
            return Err(Refusal::Challenge);
        }
        match &self.provider {
            Provider::Builtin { .. } => self.check_ours(token, words, seal),
            Provider::External { .. } if !self.asking.take(address) => Err(Refusal::Challenge),
            Provider::External { verifier, .. } => match verifier.verify(token, address).await {
                Ok(true) => Ok(Proof::Theirs),
                Ok(false) => Err(Refusal::Challenge),
                Err(error) => {
                    tracing::warn!(%error, "a challenge could not be verified");
                    Err(Refusal::ChallengeUnavailable)
                }
            },
        }
    }

    fn check_ours(&self, token: &str, words: &str, seal: &Seal) -> Result<Proof, Refusal> {
        let now = self.clock.now();
        if token.starts_with("wait.") {
            let wait = Wait::read(token, words, seal).filter(|wait| wait.is_ready(now));
            let wait = wait.ok_or(Refusal::Challenge)?;
            return Ok(Proof::Ours { id: wait.id, expires_at: wait.ready_at.plus(wait::LIFE) });
        }
        let puzzle = Puzzle::solved(token, seal).filter(|puzzle| now <= puzzle.expires_at);
        let puzzle = puzzle.ok_or(Refusal::Challenge)?;
        Ok(Proof::Ours { id: puzzle.id, expires_at: puzzle.expires_at })
    }
}
