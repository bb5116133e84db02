//! Two sides under the same load, each one server or several, in turns, so that whatever else the machine does in the
//! meantime happens to both.

use std::time::Duration;

use crate::Outcome;
use crate::figures::{Spread, median};
use crate::load::{Load, Seen, Until};
use crate::process::{Machine, Server, Usage};

/// How long to measure. Warming up comes on top.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) rounds: usize,
    pub(crate) length: Duration,
}

const WARM_UP: Duration = Duration::from_millis(100);

/// One side in one round.
#[derive(Debug)]
pub(crate) struct Turn {
    seen: Seen,
    server: Duration,
    generator: Duration,
    busy: f64,
}

impl Turn {
    async fn take(servers: &[&Server], load: &mut Load, length: Duration) -> Outcome<Self> {
        load.run(Until::Passed(WARM_UP)).await?;
        let before = (usage(servers)?, Usage::own()?, Machine::now()?);
        let seen = load.run(Until::Passed(length)).await?;
        Ok(Self {
            seen,
            server: usage(servers)?.saturating_sub(before.0),
            generator: Usage::own()?.since(before.1),
            busy: Machine::now()?.busy_since(before.2),
        })
    }

    fn rate(&self) -> f64 {
        self.seen.times.len() as f64 / self.seen.elapsed.as_secs_f64()
    }

    /// Processor time of the server for one request, in seconds.
    fn cost(&self) -> f64 {
        self.server.as_secs_f64() / self.seen.times.len() as f64
    }

    fn processors(&self, taken: Duration) -> f64 {
        taken.as_secs_f64() / self.seen.elapsed.as_secs_f64()
    }
}

/// The turns of both servers, round by round.
#[derive(Debug)]
pub(crate) struct Rounds {
    folia: Vec<Turn>,
    bare: Vec<Turn>,
}

/// The middle of what the rounds of one server say.
#[derive(Debug)]
pub(crate) struct Middle {
    pub(crate) rate: f64,
    pub(crate) median: Duration,
    pub(crate) slowest: Duration,
    pub(crate) cost: Duration,
    /// How many processors the server and the generator kept busy.
    pub(crate) server: f64,
    pub(crate) generator: f64,
    pub(crate) busy: f64,
}

impl Rounds {
    pub(crate) async fn take(
        plan: Plan,
        folia: (&[&Server], &mut Load),
        bare: (&[&Server], &mut Load),
    ) -> Outcome<Self> {
        let mut rounds = Self { folia: Vec::new(), bare: Vec::new() };
        for round in 0..plan.rounds {
            // Who goes first changes, so that nobody always follows the other.
            for folias_turn in [round % 2 == 0, round % 2 != 0] {
                match folias_turn {
                    true => rounds.folia.push(Turn::take(folia.0, folia.1, plan.length).await?),
                    false => rounds.bare.push(Turn::take(bare.0, bare.1, plan.length).await?),
                }
            }
        }
        Ok(rounds)
    }

    pub(crate) fn folia(&self) -> Middle {
        middle(&self.folia)
    }

    pub(crate) fn bare(&self) -> Middle {
        middle(&self.bare)
    }

    /// How much more processor time a request costs.
    pub(crate) fn cost(&self) -> Spread {
        self.compare(|folia, bare| folia.cost() / bare.cost())
    }

    /// How much longer the same number of requests takes.
    pub(crate) fn duration(&self) -> Spread {
        self.compare(|folia, bare| bare.rate() / folia.rate())
    }

    fn compare(&self, compare: impl Fn(&Turn, &Turn) -> f64) -> Spread {
        let pairs = self.folia.iter().zip(&self.bare);
        Spread::of(pairs.map(|(folia, bare)| compare(folia, bare)))
    }
}

/// Of all of them together, so far.
fn usage(servers: &[&Server]) -> Outcome<Duration> {
    servers.iter().map(|server| Ok(server.usage()?.so_far())).sum()
}

fn middle(turns: &[Turn]) -> Middle {
    let of = |figure: &dyn Fn(&Turn) -> f64| median(turns.iter().map(figure));
    let time = |figure: &dyn Fn(&Turn) -> f64| Duration::from_secs_f64(of(figure).max(0.0));
    Middle {
        rate: of(&Turn::rate),
        median: time(&|turn| turn.seen.times.median().as_secs_f64()),
        slowest: time(&|turn| turn.seen.times.within(0.99).as_secs_f64()),
        cost: time(&Turn::cost),
        server: of(&|turn| turn.processors(turn.server)),
        generator: of(&|turn| turn.processors(turn.generator)),
        busy: of(&|turn| turn.busy),
    }
}
