//! Three nodes beside one of them, each side behind a balancer of its own.
//!
//! Asked as fast as they answer, one node has always something to do, and three wait for each other on two processors:
//! a process that is woken for every request costs more than one that never sleeps. That is seen with a handler that
//! does nothing, too, and says nothing of the service. So the nodes are also asked at one pace, each the same.

use std::io::Write;
use std::time::Duration;

use testkit::Nginx;

use super::balancer::balance;
use super::{CONNECTIONS, NODES, Question};
use crate::Outcome;
use crate::figures::{per_second, ratio, time};
use crate::http::start_bare;
use crate::load::{Get, Load};
use crate::process::Server;
use crate::rounds::{Plan, Rounds};
use crate::table::Table;

/// What each node is asked in a second: less than it can answer.
const PACE: f64 = 2_000.0;
/// How long at that pace: the kernel tells processor time in hundredths of a second.
const TURN: Duration = Duration::from_secs(4);
/// About as long as a page of children.
const BARE: usize = 4_000;

pub(super) async fn compare(
    plan: Plan,
    nodes: &[&Server],
    questions: impl IntoIterator<Item = Question>,
    items: usize,
) -> Outcome<Table> {
    let title = format!("fleet: three nodes ÷ one, {items} items, {CONNECTIONS} connections");
    let columns =
        ["", "rate", "CPU per request", "at one pace", "requests, one / three", "p99, one / three"];
    let mut table = Table::new(title, &columns);
    let sides = Sides::start(nodes);
    for (name, gets) in questions {
        table.row(sides.ask(plan, name, gets).await?);
    }
    let mut body = tempfile::NamedTempFile::new()?;
    body.write_all(&[b' '; BARE])?;
    let bare = (0..NODES).map(|_| start_bare(body.path())).collect::<Outcome<Vec<_>>>()?;
    let bare: Vec<_> = bare.iter().collect();
    table.row(Sides::start(&bare).ask(plan, "a bare handler", vec![Get::ok("/navlinks")]).await?);
    table.note(
        "Through nginx: as fast as they answer, then each node at the same pace. Aim: at one pace a request costs a \
         node of three what it costs one alone, within 10 %.",
    );
    Ok(table)
}

struct Sides<'a> {
    nodes: &'a [&'a Server],
    to_one: Nginx,
    to_all: Nginx,
}

impl<'a> Sides<'a> {
    fn start(nodes: &'a [&'a Server]) -> Self {
        let addresses: Vec<_> = nodes.iter().map(|node| node.address).collect();
        Self { nodes, to_one: balance(&addresses[..1]), to_all: balance(&addresses) }
    }

    async fn ask(&self, plan: Plan, name: &str, gets: Vec<Get>) -> Outcome<[String; 6]> {
        let connect = |address| Load::connect(address, gets.clone(), CONNECTIONS);
        let (mut one, mut all) =
            (connect(self.to_one.address).await?, connect(self.to_all.address).await?);
        let full = self.take(plan, &mut all, &mut one).await?;
        let (mut one, mut all) = (one.at_pace(PACE), all.at_pace(PACE * self.nodes.len() as f64));
        let plan = Plan { rounds: plan.rounds.div_ceil(4), length: plan.length.max(TURN) };
        let paced = self.take(plan, &mut all, &mut one).await?;
        let (three, one) = (full.folia(), full.bare());
        Ok([
            name.to_owned(),
            ratio(1.0 / full.duration().middle),
            ratio(full.cost().middle),
            ratio(paced.cost().middle),
            format!("{} / {}", per_second(one.rate), per_second(three.rate)),
            format!("{} / {}", time(one.slowest), time(three.slowest)),
        ])
    }

    async fn take(&self, plan: Plan, all: &mut Load, one: &mut Load) -> Outcome<Rounds> {
        Rounds::take(plan, (self.nodes, all), (&self.nodes[..1], one)).await
    }
}
