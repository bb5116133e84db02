//! Many measurements become few figures, and figures become text.

use std::time::Duration;

/// How long each of many things took.
#[derive(Debug, Default)]
pub(crate) struct Times {
    sorted: Vec<Duration>,
}

impl Times {
    pub(crate) fn new(mut times: Vec<Duration>) -> Self {
        times.sort_unstable();
        Self { sorted: times }
    }

    pub(crate) fn len(&self) -> usize {
        self.sorted.len()
    }

    pub(crate) fn total(&self) -> Duration {
        self.sorted.iter().sum()
    }

    /// The time within which this share of them was done.
    pub(crate) fn within(&self, share: f64) -> Duration {
        let last = self.sorted.len().saturating_sub(1);
        let position = (last as f64 * share).round() as usize;
        self.sorted.get(position).copied().unwrap_or_default()
    }

    pub(crate) fn median(&self) -> Duration {
        self.within(0.5)
    }
}

/// The middle one, which a few disturbed rounds do not move.
pub(crate) fn median(values: impl IntoIterator<Item = f64>) -> f64 {
    Spread::of(values).middle
}

/// Where half of the rounds lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spread {
    pub(crate) low: f64,
    pub(crate) middle: f64,
    pub(crate) high: f64,
}

impl Spread {
    pub(crate) fn of(values: impl IntoIterator<Item = f64>) -> Self {
        let mut sorted: Vec<_> = values.into_iter().collect();
        sorted.sort_unstable_by(f64::total_cmp);
        let at = |quarter: usize| {
            let position = sorted.len().saturating_sub(1) * quarter / 4;
            sorted.get(position).copied().unwrap_or(f64::NAN)
        };
        Self { low: at(1), middle: at(2), high: at(3) }
    }
}

pub(crate) fn ratio(value: f64) -> String {
    if value.is_finite() { format!("{value:.2}×") } else { "–".to_owned() }
}

pub(crate) fn per_second(rate: f64) -> String {
    format!("{rate:.0}/s")
}

pub(crate) fn time(duration: Duration) -> String {
    let micros = duration.as_secs_f64() * 1e6;
    match micros {
        ..1e3 => format!("{micros:.1} µs"),
        ..1e6 => format!("{:.2} ms", micros / 1e3),
        _ => format!("{:.2} s", micros / 1e6),
    }
}

pub(crate) fn megabytes(bytes: u64) -> String {
    let megabytes = bytes as f64 / 1e6;
    format!("{megabytes:.1} MB")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_medians_are_taken_from_the_sorted_values() {
        let times = Times::new((1..=101).rev().map(Duration::from_micros).collect());
        assert_eq!(times.median(), Duration::from_micros(51));
        assert_eq!(times.within(0.99), Duration::from_micros(100));
        assert_eq!(Times::default().median(), Duration::ZERO);
        let spread = Spread { low: 2.0, middle: 3.0, high: 4.0 };
        assert_eq!(Spread::of([5.0, 4.0, 3.0, 2.0, 1.0]), spread);
        assert!(median([]).is_nan());
    }

    #[test]
    fn times_are_shown_in_the_unit_that_fits() {
        assert_eq!(time(Duration::from_nanos(1500)), "1.5 µs");
        assert_eq!(time(Duration::from_micros(1500)), "1.50 ms");
        assert_eq!(time(Duration::from_millis(1500)), "1.50 s");
    }
}
