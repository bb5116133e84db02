//! Whether fit orders the resumes under `fixtures/career` as people would.
//!
//! They were judged by the titles and first lines of the postings: whose trade it is. For the postings of
//! software jobs (`source` is `tech`) that is six people; three who might do are left out; all others are of
//! another trade. Of those six, one is nearest by the title where a title tells. Of the other postings, those
//! were judged that are of the trade of somebody in the corpus.

use std::collections::HashMap;

use serde_json::Value;

const SOFTWARE: [&str; 6] = [
    "backend-engineer",
    "data-scientist",
    "frontend-engineer",
    "platform-engineer",
    "embedded-dotnet-engineer",
    "voice-engineer",
];
/// Between the trades, so on neither side.
const PERHAPS: [&str; 3] = ["chef-to-tester", "product-manager", "ux-designer"];

/// Numbers of the postings of software jobs whose title says which of the six is meant.
const NEAREST: [(&str, &[u64]); 4] = [
    ("platform-engineer", &[1, 2, 5, 13, 25]),
    ("backend-engineer", &[3, 6, 15, 16, 23, 24, 29]),
    ("frontend-engineer", &[7, 10, 18, 26]),
    ("embedded-dotnet-engineer", &[8, 14, 28]),
];
/// The same for other trades.
const TRADES: [(&str, &[u64]); 6] = [
    ("research-biologist", &[37, 38, 50]),
    ("controller", &[49, 57]),
    ("logistics-coordinator", &[42, 52]),
    ("chef-to-tester", &[48]),
    ("data-scientist", &[47]),
    ("voice-campaigner", &[44]),
];

#[derive(Default)]
pub(super) struct Orders {
    pub(super) trade: Share,
    pub(super) nearest: Share,
    pub(super) others: Share,
}

impl Orders {
    /// Compares the fits of all resumes for a posting.
    pub(super) fn add(&mut self, posting: &Value, fits: &HashMap<&str, f32>) {
        let number = posting["id"].as_u64().unwrap_or_default();
        let meant = |table: &[(&'static str, &[u64])]| {
            table.iter().find(|(_, numbers)| numbers.contains(&number)).map(|(name, _)| *name)
        };
        if posting["source"] == "tech" {
            let wrong =
                || fits.keys().filter(|name| !SOFTWARE.contains(name) && !PERHAPS.contains(name));
            for right in SOFTWARE {
                wrong().for_each(|other| self.trade.compare(fits[right], fits[other]));
            }
            if let Some(right) = meant(&NEAREST) {
                let rest = SOFTWARE.iter().filter(|name| **name != right);
                rest.for_each(|other| self.nearest.compare(fits[right], fits[other]));
            }
        } else if let Some(right) = meant(&TRADES) {
            let rest = fits.keys().filter(|name| **name != right);
            rest.for_each(|other| self.others.compare(fits[right], fits[other]));
        }
    }
}

/// Of pairs of a right and a wrong one, how many are in the right order.
#[derive(Default)]
pub(super) struct Share {
    right: f32,
    pairs: f32,
}

impl Share {
    fn compare(&mut self, right: f32, wrong: f32) {
        self.pairs += 1.0;
        self.right += match right.total_cmp(&wrong) {
            std::cmp::Ordering::Greater => 1.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Less => 0.0,
        };
    }
}

impl std::fmt::Display for Share {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:.1} % of {} pairs", 100.0 * self.right / self.pairs.max(1.0), self.pairs)
    }
}
