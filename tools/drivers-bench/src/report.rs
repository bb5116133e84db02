//! The figures as Markdown tables. Ratios are against the first line of each table.
//!
//! Other work on the machine only ever makes a round slower, so the figures are those of the
//! fastest third of the rounds.

use std::time::Duration;

use crate::bulk::BulkSample;
use crate::measure::{Kind, Sample};

pub fn cases(kind: Kind, tasks: usize, lines: &[(&str, &[Sample])]) {
    println!("\n### {}, {tasks} at once\n", kind.title());
    let extra = if kind.is_postgres() { "server CPU s/1,000" } else { "ready task waits, p99" };
    let extra = if kind == Kind::SqliteWrite { "" } else { extra };
    let (head, rule) =
        if extra.is_empty() { (String::new(), "") } else { (format!(" {extra} |"), "---:|") };
    println!("| | ops/s | ratio | p50 | p99 | CPU s/1,000 | ratio |{head}");
    println!("|---|---:|---:|---:|---:|---:|---:|{rule}");
    let mut first = None;
    for (variant, samples) in lines {
        let best = fastest_third(samples, |sample| sample.wall.as_secs_f64() / sample.count());
        let count: f64 = best.iter().map(|sample| sample.count()).sum();
        let rate = count / total(&best, |sample| sample.wall);
        let cpu = total(&best, |sample| sample.cpu) * 1e3 / count;
        let (first_rate, first_cpu) = *first.get_or_insert((rate, cpu));
        let latencies = sorted(&best, |sample| &sample.latencies);
        let last = match kind {
            Kind::SqlitePoint | Kind::SqlitePage => {
                let waits = sorted(&best, |sample| &sample.probe);
                format!(" {} |", time(percentile(&waits, 99)))
            }
            Kind::SqliteWrite => String::new(),
            _ => format!(" {:.3} |", total(&best, |sample| sample.server_cpu) * 1e3 / count),
        };
        println!(
            "| {variant} | {rate:.0} | {:.2} | {} | {} | {cpu:.4} | {:.2} |{last}",
            rate / first_rate,
            time(percentile(&latencies, 50)),
            time(percentile(&latencies, 99)),
            cpu / first_cpu,
        );
    }
}

pub fn bulks(title: &str, lines: &[(&str, &[BulkSample])]) {
    println!("\n### {title}, one transaction\n");
    println!("| | time | ratio | CPU s | server CPU s |");
    println!("|---|---:|---:|---:|---:|");
    let mut first = None;
    for (variant, samples) in lines {
        let best = fastest_third(samples, |sample| sample.wall.as_secs_f64());
        let rounds = best.len() as f64;
        let wall = total(&best, |sample| sample.wall) / rounds;
        let cpu = total(&best, |sample| sample.cpu) / rounds;
        let server = total(&best, |sample| sample.server_cpu) / rounds;
        let first = *first.get_or_insert(wall);
        let ratio = wall / first;
        println!("| {variant} | {:.0} ms | {ratio:.2} | {cpu:.3} | {server:.3} |", wall * 1e3);
    }
}

fn fastest_third<T>(samples: &[T], slowness: impl Fn(&T) -> f64) -> Vec<&T> {
    let mut samples: Vec<&T> = samples.iter().collect();
    samples.sort_by(|a, b| slowness(a).total_cmp(&slowness(b)));
    samples.truncate(samples.len().div_ceil(3));
    samples
}

fn total<T>(samples: &[&T], of: impl Fn(&T) -> Duration) -> f64 {
    samples.iter().map(|sample| of(sample).as_secs_f64()).sum()
}

fn sorted(samples: &[&Sample], of: impl Fn(&Sample) -> &Vec<u64>) -> Vec<u64> {
    let mut values: Vec<u64> =
        samples.iter().flat_map(|sample| of(sample).iter().copied()).collect();
    values.sort_unstable();
    values
}

fn percentile(sorted: &[u64], percent: usize) -> u64 {
    let at = (sorted.len() * percent / 100).min(sorted.len().saturating_sub(1));
    sorted.get(at).copied().unwrap_or(0)
}

fn time(nanos: u64) -> String {
    match nanos as f64 {
        n if n < 1e6 => format!("{:.0} µs", n / 1e3),
        n if n < 1e8 => format!("{:.1} ms", n / 1e6),
        n => format!("{:.0} ms", n / 1e6),
    }
}
