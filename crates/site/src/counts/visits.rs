use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use content::reading::{Reader, Reading};
use kernel::Timestamp;
use schemars::JsonSchema;
use serde::Serialize;
use store::{Filter, Query, StoreError};

use super::PageCount;
use super::counter::day_of;
use crate::Site;

/// Counts are kept for a year.
pub const MOST_DAYS: u32 = 366;
const MOST_PAGES: usize = 50;
const A_DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// How often the pages of the site were looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Visits {
    /// Every day of the period, also without views, today last. Days are those of UTC.
    pub days: Vec<DayViews>,
    /// The pages that were looked at most, at most 50. What is gone has no page any more, but its
    /// views are among those of the days.
    pub pages: Vec<PageViews>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DayViews {
    /// Such as `2026-03-01`.
    #[schemars(extend("format" = "date"))]
    pub day: String,
    pub views: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PageViews {
    /// Where the page is now, without a slash before it; empty for the start page.
    pub path: String,
    pub title: String,
    pub views: u64,
}

impl Site {
    /// What was looked at in the last so many days, today among them.
    pub async fn visits(&self, days: u32) -> Result<Visits, StoreError> {
        let today = day_of(self.clock().now());
        let days = days.clamp(1, MOST_DAYS);
        let listed: Vec<Timestamp> = (0..days).rev().map(|ago| today.minus(A_DAY * ago)).collect();
        let first = listed.first().copied().unwrap_or(today);
        // Taken before what is stored: what is written in between is then counted twice rather
        // than never, for one answer.
        let waiting = self.0.counter.waiting();
        let since = Query::all().filter(Filter::above("day", first.minus(Duration::from_secs(1))));
        let stored = self.0.store.list::<PageCount>(since).await?.into_iter();
        let stored = stored.map(|stored| stored.document).map(|it| (it.day, it.page, it.count));
        let mut by_day: BTreeMap<Timestamp, u64> = listed.iter().map(|day| (*day, 0)).collect();
        let mut by_page: HashMap<String, u64> = HashMap::new();
        for (day, page, count) in stored.chain(waiting) {
            if let Some(views) = by_day.get_mut(&day) {
                *views += count;
                *by_page.entry(page).or_default() += count;
            }
        }
        let days = by_day.into_iter().map(|(day, views)| DayViews { day: date(day), views });
        let reading = self.reading(Reader::SignedIn);
        let pages = by_page.into_iter();
        let mut pages: Vec<_> =
            pages.filter_map(|(page, views)| self.page_views(&reading, &page, views)).collect();
        pages.sort_by(|a, b| (Reverse(a.views), &a.path).cmp(&(Reverse(b.views), &b.path)));
        pages.truncate(MOST_PAGES);
        Ok(Visits { days: days.collect(), pages })
    }

    /// A page by the name under which it is counted, if it is still there.
    fn page_views(&self, reading: &Reading, page: &str, views: u64) -> Option<PageViews> {
        let (path, title) = match page {
            "home" => (String::new(), self.settings().title.clone()),
            "resume" => ("resume".to_owned(), "Resume".to_owned()),
            id => {
                let id = id.parse().ok()?;
                let section = reading.section(id);
                let section = section.map(|it| (it.path.to_string(), it.title.clone()));
                let item = || reading.item(id).map(|it| (it.path().to_string(), it.title.clone()));
                section.or_else(item)?
            }
        };
        Some(PageViews { path, title, views })
    }
}

fn date(day: Timestamp) -> String {
    day.to_string().chars().take("2026-03-01".len()).collect()
}
