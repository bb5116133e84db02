use content::reading::{ItemRef, Items, SectionRef, Within};
use content::sections::DisplayType;
use kernel::Page;

use super::{Composed, Composer, linked_data};
use crate::share::Subject;
use crate::view::{
    Block, BlockBody, Featured, FeedLink, FirstRun, Home, Link, Metadata, NothingYet, Row, Step,
    Tile,
};

const FEED_ROWS: u32 = 5;
const CARD_ROWS: u32 = 3;
const PICTURES: u32 = 6;
/// Of the pictures of a row, in their heights.
const WIDEST_ROW: f64 = 5.0;

/// Where the owner works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Desk {
    Admin,
    Interface,
}

impl Composer<'_> {
    /// The start page as an introduction.
    pub(crate) fn home(&self) -> Composed {
        let profile = &self.settings.profile;
        let featured = self.featured();
        let featured_id = featured.map(|item| item.id);
        let sections = self.reading.navigation();
        let home = Home {
            words: self.words,
            statement: self.statement(),
            biography: first_paragraph(&profile.biography),
            owner: self.owner().title,
            portrait: None,
            featured: featured.map(|item| self.featured_thing(item)),
            blocks: Vec::new(),
        };
        // The picture on top is the first one.
        // `picture` gives the first caller the one that is loaded at once, so the order of these
        // calls is the order on the page.
        let home = Home {
            portrait: profile.portrait.as_deref().and_then(|url| self.picture(url, &profile.name)),
            blocks: sections
                .iter()
                .filter_map(|section| self.block(section, featured_id))
                .collect(),
            ..home
        };
        Composed::of(self.home_metadata(), &home)
    }

    /// What stands at `/` before anything is published: the next steps for who can take them.
    pub(crate) fn empty_home(&self, owner: Option<Desk>, is_new: bool) -> Composed {
        let metadata = Metadata { noindex: true, ..self.home_metadata() };
        let site_name = self.settings.title.clone();
        let Some(desk) = owner else {
            let tagline = self.settings.tagline.clone();
            return Composed::of(
                metadata,
                &NothingYet { words: self.words, site_name, tagline, explain: is_new },
            );
        };
        // Where there is no admin area, the interface behind it is open all the same.
        let place = |path: &str, action| match desk {
            Desk::Admin => (format!("/admin/{path}"), action),
            Desk::Interface => ("/docs".to_owned(), "By the API"),
        };
        let (name_href, name) = place("settings", "Name the site");
        let (section_href, section) = place("sections", "Make a section");
        let (write_href, write) = place("new/story", "Start writing");
        let counts = self.reading.counts();
        let named = self.settings.updated_at.is_some();
        let (sections, items) = (counts.sections > 0, counts.items() > 0);
        let mut steps = vec![
            Step {
                title: "Name the site and say what it is",
                words: "One sentence, in your words. It becomes the head of this page.",
                href: name_href,
                action: name,
                done: named,
                next: false,
            },
            Step {
                title: "Make a section",
                words: "Writing, Projects, Photographs, or one page about you. It appears in the \
                        menu at once.",
                href: section_href,
                action: section,
                done: sections,
                next: false,
            },
            Step {
                title: "Write something",
                words: "A draft is enough: only you see it until you publish.",
                href: write_href,
                action: write,
                done: items,
                next: false,
            },
            Step {
                title: "Or look at a sample first",
                words: "This command fills an empty site with stories, projects and pictures.",
                href: String::new(),
                action: "folia demo",
                done: false,
                next: false,
            },
        ];
        if let Some(step) = steps.iter_mut().find(|step| !step.done) {
            step.next = true;
        }
        Composed::of(metadata, &FirstRun { words: self.words, site_name, steps })
    }

    pub(crate) fn statement(&self) -> String {
        match self.settings.tagline.as_str() {
            "" => self.settings.title.clone(),
            tagline => tagline.to_owned(),
        }
    }

    /// What the start page says of itself, whatever it shows.
    pub(crate) fn home_metadata(&self) -> Metadata {
        let settings = self.settings;
        let description = match first_paragraph(&settings.profile.biography) {
            biography if settings.tagline.is_empty() => biography,
            _ => settings.tagline.clone(),
        };
        Metadata {
            description,
            canonical: Some("/".to_owned()),
            noindex: !settings.indexable,
            feeds: FeedLink::below("", &settings.title),
            kind: "website",
            card: self.share_card(&Subject::Home),
            json_ld: vec![linked_data::website(self), linked_data::person(self)],
            me: self.me(),
            ..Metadata::default()
        }
    }

    fn featured(&self) -> Option<ItemRef<'_>> {
        let wanted = Items { featured: Some(true), ..Items::default() };
        self.reading.items(&wanted, Page { limit: 1, offset: 0 }).items.into_iter().next()
    }

    fn featured_thing(&self, item: ItemRef<'_>) -> Featured {
        Featured {
            href: item.href(),
            title: item.title.clone(),
            summary: item.summary.clone(),
            date: super::lists::has_date(item).then(|| self.day(item.date())),
            minutes: self.minutes(item),
            picture: self.item_picture(item),
            marker: self.item_marker(item),
        }
    }

    fn block(&self, section: &SectionRef<'_>, featured: Option<kernel::Id>) -> Option<Block> {
        let newest = |limit| {
            let wanted = Items { within: Within::Subtree(section.id), ..Items::default() };
            // One more than is shown, for the one that is featured above and left out here.
            self.reading.items(&wanted, Page { limit: limit + 1, offset: 0 })
        };
        let body = match section.display_type {
            DisplayType::StaticPage => return None,
            DisplayType::Gallery => {
                let slice = newest(PICTURES);
                let shown = slice.items.iter().take(PICTURES as usize);
                BlockBody::Tiles(one_row(shown.map(|item| self.tile(*item)).collect()))
            }
            DisplayType::Feed => {
                let slice = newest(FEED_ROWS);
                let others = slice.items.iter().filter(|item| Some(item.id) != featured);
                let rows = others.take(FEED_ROWS as usize).map(|item| self.row(*item));
                BlockBody::Rows(rows.collect())
            }
            DisplayType::CardGrid => {
                let slice = newest(CARD_ROWS);
                let others = slice.items.iter().filter(|item| Some(item.id) != featured);
                let rows = others
                    .take(CARD_ROWS as usize)
                    .map(|item| Row { note: item.summary.clone(), ..self.row(*item) });
                BlockBody::Rows(rows.collect())
            }
        };
        let is_empty = match &body {
            BlockBody::Rows(rows) => rows.is_empty(),
            BlockBody::Tiles(tiles) => tiles.is_empty(),
        };
        if is_empty {
            return None;
        }
        Some(Block {
            href: section.href(),
            title: section.title.clone(),
            all: Some(Link { href: section.href(), title: self.all_of(section) }),
            body,
        })
    }
}

/// As many pictures as stand side by side in one row and are not too small.
fn one_row(mut tiles: Vec<Tile>) -> Vec<Tile> {
    let mut width = 0.0;
    let fits = tiles.iter().position(|tile| {
        width += tile.picture.as_ref().map_or(1.5, |picture| picture.ratio().clamp(0.4, 3.0));
        width > WIDEST_ROW
    });
    tiles.truncate(fits.unwrap_or(tiles.len()).max(1));
    tiles
}

fn first_paragraph(text: &str) -> String {
    text.split("\n\n").next().unwrap_or_default().trim().to_owned()
}
