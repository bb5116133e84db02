//! One text of a folder: what it is, where it goes and what it says of itself.

use content::items::ContentType;
use kernel::{Slug, Timestamp};
use serde_json::Map;

use super::body::{Body, render};
use super::files::Folder;
use super::front_matter::FrontMatter;
use super::marks::around as around_parts;
use crate::transfer::addresses::path_of;
use crate::transfer::dates::{last_year_in, read_date};
use crate::transfer::plan::{PlannedItem, cut, slug_for, tidy_tags, title_of};
use crate::transfer::publication::{Day, Judge, Publication, days, fold};

/// What stands for a text in a picture.
const IMAGES: [&str; 12] = [
    "image",
    "cover",
    "featuredimage",
    "featureimage",
    "coverimage",
    "heroimage",
    "hero",
    "thumbnail",
    "previewimage",
    "banner",
    "bannerimage",
    "img",
];
/// The same inside of an object, such as `cover.image`.
const IMAGES_INSIDE: [(&str, &str); 8] = [
    ("cover", "image"),
    ("cover", "src"),
    ("image", "url"),
    ("image", "src"),
    ("image", "path"),
    ("image", "feature"),
    ("hero", "image"),
    ("header", "image"),
];

/// A file as it is read.
#[derive(Debug)]
pub(super) struct Source<'a> {
    /// Below the root, with slashes.
    pub(super) path: &'a str,
    pub(super) kind: Kind,
    pub(super) matter: FrontMatter,
    /// Whether it was public, as far as it says so itself.
    pub(super) publication: Publication,
    pub(super) markdown: &'a str,
    /// The folders that become sections.
    pub(super) folders: Vec<&'a str>,
    /// What the file is called, without its ending; or its folder, where the text is all that is in it.
    name: &'a str,
    /// The first year that may not be over.
    this_year: i16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Item,
    /// It says something about the folder it is in.
    Section,
}

impl<'a> Source<'a> {
    pub(super) fn new(
        path: &'a str,
        matter: FrontMatter,
        markdown: &'a str,
        folder: &Folder,
        judge: &Judge,
    ) -> Self {
        let (around, file) = path.rsplit_once('/').map_or(("", path), |(around, it)| (around, it));
        let mut name = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let mut folders: Vec<&str> = around.split('/').filter(|part| !part.is_empty()).collect();
        let kind = match name {
            name if is_index(name) && !folders.is_empty() => Kind::Section,
            "index" if !folders.is_empty() && folder.count_below(around) > 1 => Kind::Section,
            "index" if !folders.is_empty() => {
                name = folders.pop().unwrap_or(name);
                Kind::Item
            }
            _ => Kind::Item,
        };
        let publication = match matter.is_strange {
            true => Publication::Held("what stands before the text is not understood".to_owned()),
            false => judge.publication(matter.said()),
        };
        let publication = match kind {
            Kind::Item => publication.and(judge.around(around_parts(markdown))),
            Kind::Section => publication,
        };
        let this_year = judge.this_year();
        Self { path, kind, matter, publication, markdown, folders, name, this_year }
    }

    /// Whether it is the text at the top of the folder, which speaks for everything in it.
    pub(super) fn is_of_everything(&self) -> bool {
        !self.path.contains('/') && is_index(self.name)
    }

    /// Whether it is all that a folder shows, in any language: `index`, `index.en`.
    pub(super) fn is_bundle(&self) -> bool {
        let file = self.path.rsplit('/').next().unwrap_or(self.path);
        self.path.contains('/') && file.split('.').next() == Some("index")
    }

    /// What it says of all that is below it.
    pub(super) fn cascade(&self, judge: &Judge) -> Publication {
        judge.publication(self.matter.said().filter(|(name, _)| fold(name) == "cascade"))
    }

    pub(super) fn section_path(&self) -> String {
        let slugs = self.folders.iter().enumerate();
        let slugs: Vec<String> =
            slugs.map(|(depth, name)| slug_for(name, depth == 0).to_string()).collect();
        slugs.join("/")
    }

    pub(super) fn as_section(&self) -> (&'a str, String) {
        (self.path, self.section_path())
    }

    pub(super) fn is_published(&self) -> bool {
        // A section has no day from which on it is there.
        let is_open = match self.publication {
            Publication::Open => true,
            Publication::From(_) => self.kind == Kind::Item,
            Publication::Draft | Publication::Held(_) | Publication::Unknown(_) => false,
        };
        is_open && !self.has_no_time()
    }

    /// Whether it says when, and nobody can read it: it could be for later, whatever else says a day. A surer day of
    /// publication counts for more, and so does a year that is over.
    fn has_no_time(&self) -> bool {
        let Some(text) = self.unread() else { return false };
        let mut said = days(self.matter.said()).into_iter();
        let is_sure = said.any(|(day, text)| day == Day::Publication && read_date(text).is_some());
        let is_over = last_year_in(text).is_some_and(|year| year < self.this_year);
        self.date().is_none() || !is_sure && !is_over
    }

    /// What it says for a date and is none.
    fn unread(&self) -> Option<&str> {
        let mut said = days(self.matter.said()).into_iter();
        said.find(|(day, text)| *day == Day::Date && read_date(text).is_none()).map(|(_, it)| it)
    }

    /// The date that it says, or that its name begins with.
    pub(super) fn date(&self) -> Option<Timestamp> {
        if let Publication::From(date) = self.publication {
            return Some(date);
        }
        let said = days(self.matter.said()).into_iter().find_map(|(_, text)| read_date(text));
        said.or_else(|| dated(self.name).map(|(date, _)| date))
    }

    /// What it says for a date and is none, and what follows from that.
    pub(super) fn unread_date(&self) -> Option<(&str, &'static str)> {
        let text = self.unread()?;
        let instead = match self.has_no_time() {
            false => "the next that says one is taken",
            true => "it is a draft",
        };
        Some((text, instead))
    }

    /// Addresses that led to it elsewhere.
    pub(super) fn old_paths(&self, path: &str) -> Vec<String> {
        let mut old = Vec::new();
        // Zola has them all from the top; its `path` is the address itself.
        let is_zola = ["taxonomies", "extra", "path"].iter().any(|it| self.matter.has(it));
        for alias in self.matter.list(&["aliases", "redirectfrom", "url", "permalink", "path"]) {
            // A template of a generator, such as `/:year/:title/`, is no address.
            if alias.contains(':') && !alias.contains("://") || alias == "false" {
                continue;
            }
            // What does not begin at the top is beside the text.
            let section = self.section_path();
            let is_whole = is_zola || alias.starts_with('/') || alias.contains("://");
            let whole = match is_whole || section.is_empty() {
                true => alias,
                false => format!("{section}/{alias}"),
            };
            old.extend(path_of(&whole).filter(|old| old != path));
        }
        old.sort();
        old.dedup();
        old
    }
}

/// A text that becomes an item.
pub(super) struct Text<'a> {
    pub(super) source: &'a Source<'a>,
    pub(super) item: PlannedItem,
}

impl<'a> Text<'a> {
    pub(super) fn of(source: &'a Source<'a>) -> Self {
        let matter = &source.matter;
        let called = matter.text(&["title"]);
        let Body { html, heading } = render(source.markdown, called);
        let plain_name = dated(source.name).map_or(source.name, |(_, rest)| rest);
        let title = called.map(ToOwned::to_owned).or(heading);
        let title = cut(&title.unwrap_or_else(|| title_of(plain_name)), 300);
        let at_top = source.folders.is_empty();
        let slug: Slug = match matter.text(&["slug"]) {
            Some(slug) => slug_for(slug, at_top),
            None => slug_for(plain_name, at_top),
        };
        let published_at = source.date();
        let content_type = match matter.text(&["type", "layout"]) {
            Some("page") => ContentType::Page,
            Some("project" | "projects") => ContentType::Project,
            Some("post" | "posts" | "story") => ContentType::Story,
            _ if at_top && published_at.is_none() => ContentType::Page,
            _ => ContentType::Story,
        };
        let inside = || IMAGES_INSIDE.iter().find_map(|(name, it)| matter.inner(name, it));
        let image = matter.text(&IMAGES).or_else(inside);
        let alt = ["cover", "image", "hero"].iter().find_map(|name| matter.inner(name, "alt"));
        let alt = alt.or_else(|| matter.text(&["imagealt", "heroalt", "coveralt"]));
        let mut item = PlannedItem {
            source: source.path.to_owned(),
            content_type,
            section: Some(source.section_path()).filter(|path| !path.is_empty()),
            slug,
            title,
            body: html,
            summary: matter.text(&["summary", "description", "excerpt"]).map(|it| cut(it, 280)),
            image: image.map(ToOwned::to_owned),
            image_alt: alt.map(|text| cut(text, 1000)),
            tags: tidy_tags(matter.list(&["tags", "categories", "category"]).into_iter().chain(
                ["tags", "categories"].iter().flat_map(|it| matter.inner_list("taxonomies", it)),
            )),
            is_featured: matter.flag("featured").unwrap_or(false),
            is_published: source.is_published(),
            published_at,
            old_paths: Vec::new(),
            more: Map::new(),
        };
        item.old_paths = source.old_paths(&item.path());
        Self { source, item }
    }
}

/// Whether a file is about the folder it is in, in any language: `_index`, `_index.en`.
fn is_index(name: &str) -> bool {
    name.split('.').next() == Some("_index")
}

/// The date that a name begins with, and the rest of it.
fn dated(name: &str) -> Option<(Timestamp, &str)> {
    let (date, rest) = name.split_at_checked(10)?;
    let rest = rest.strip_prefix(['-', '_'])?;
    Some((read_date(date)?, rest)).filter(|(_, rest)| !rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_may_begin_with_a_date() {
        let (date, rest) = dated("2020-01-02-first-post").unwrap();
        assert_eq!((date.to_string().as_str(), rest), ("2020-01-02T00:00:00Z", "first-post"));
        for name in ["2020-01-02", "2020-01-02-", "first", "2020-99-02-x", "ünïcödé-x"] {
            assert!(dated(name).is_none(), "{name}");
        }
    }
}
