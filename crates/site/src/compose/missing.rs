use kernel::SitePath;

use super::{Composed, Composer};
use crate::view::{Failure, Link, Metadata, Missing};

const MOST_NEAREST: usize = 3;

impl Composer<'_> {
    /// What somebody sees who asked for an address at which nothing is.
    pub(crate) fn missing(&self, address: &str) -> Composed {
        let path = percent_encoding::percent_decode_str(address).decode_utf8_lossy();
        let nearest = self.reading.nearest(&SitePath::new(&path), MOST_NEAREST);
        let link = |entry: &content::reading::Entry<'_>| Link {
            href: entry.href(),
            title: entry.title().to_owned(),
        };
        let page = Missing {
            words: self.words,
            address: path.chars().take(200).collect(),
            nearest: nearest.iter().map(link).collect(),
            ways: self.ways(),
        };
        let metadata = Metadata {
            title: self.words.missing_title.trim_end_matches('.').to_owned(),
            noindex: true,
            ..Metadata::default()
        };
        Composed::of(metadata, &page)
    }

    /// Any other failure that a person meets.
    pub(crate) fn failure(&self, page: &Failure) -> Composed {
        let title = page.title.clone();
        Composed::of(Metadata { title, noindex: true, ..Metadata::default() }, page)
    }

    /// Where to go from a page that leads nowhere.
    pub(crate) fn ways(&self) -> Vec<Link> {
        let navigation = self.reading.navigation();
        let sections = navigation
            .iter()
            .take(2)
            .map(|section| Link { href: section.href(), title: section.title.clone() });
        let home = Link { href: "/".to_owned(), title: self.words.start_page.clone() };
        sections.chain([home]).collect()
    }
}
