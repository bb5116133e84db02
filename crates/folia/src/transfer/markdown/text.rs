//! One text of a folder: what it is, where it goes and what it says of itself.

use content::items::ContentType;
use kernel::{Slug, Timestamp};
use serde_json::Map;

use super::body::{Body, render};
use super::files::Folder;
use super::front_matter::FrontMatter;
use super::publication::{Publication, publication};
use crate::transfer::addresses::path_of;
use crate::transfer::dates::read_date;
use crate::transfer::plan::{PlannedItem, cut, slug_for, tidy_tags, title_of};

/// What says when a text was published; the first counts.
const DATES: [&str; 3] = ["publishdate", "published_at", "date"];

/// A file as it is read.
#[derive(Debug)]
pub(super) struct Source<'a> {
    /// Below the root, with slashes.
    pub(super) path: &'a str,
    pub(super) kind: Kind,
    pub(super) matter: FrontMatter,
    pub(super) markdown: &'a str,
    /// The folders that become sections.
    pub(super) folders: Vec<&'a str>,
    /// What the file is called, without its ending; or its folder, where the text is all that is in it.
    name: &'a str,
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
    ) -> Self {
        let (around, file) = path.rsplit_once('/').map_or(("", path), |(around, it)| (around, it));
        let mut name = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let mut folders: Vec<&str> = around.split('/').filter(|part| !part.is_empty()).collect();
        let kind = match name {
            "_index" if !folders.is_empty() => Kind::Section,
            "index" if !folders.is_empty() && folder.count_below(around) > 1 => Kind::Section,
            "index" if !folders.is_empty() => {
                name = folders.pop().unwrap_or(name);
                Kind::Item
            }
            _ => Kind::Item,
        };
        Self { path, kind, matter, markdown, folders, name }
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
        let is_apart = self.path.split('/').any(|it| it.eq_ignore_ascii_case("_drafts"));
        !is_apart && publication(&self.matter) == Publication::Open && !self.has_no_time()
    }

    /// Whether it says when, and nobody can read it: it could be for later, and would be of today.
    fn has_no_time(&self) -> bool {
        self.kind == Kind::Item && self.unread_date().is_some() && self.date().is_none()
    }

    /// Why it is a draft, where it does not simply call itself one.
    pub(super) fn held_back(&self) -> Option<String> {
        match publication(&self.matter) {
            Publication::Held(why) => Some(why),
            Publication::Open | Publication::Draft => None,
        }
    }

    /// The date that it says, or that its name begins with.
    pub(super) fn date(&self) -> Option<Timestamp> {
        // For some the last is a flag, for others a date.
        let said = DATES.iter().chain(&["published"]).filter_map(|name| self.matter.text(&[*name]));
        let read = said.into_iter().find_map(read_date);
        read.or_else(|| dated(self.name).map(|(date, _)| date))
    }

    /// What it says for a date and is none, and what follows from that.
    pub(super) fn unread_date(&self) -> Option<(&str, &'static str)> {
        let said = self.matter.text(&DATES).filter(|text| read_date(text).is_none())?;
        let instead = match self.date() {
            Some(_) => "the next that says one is taken",
            None => "it is a draft",
        };
        Some((said, instead))
    }

    /// Addresses that led to it elsewhere.
    pub(super) fn old_paths(&self, path: &str) -> Vec<String> {
        let mut old = Vec::new();
        // Zola has them all from the top; its `path` is the address itself.
        let is_zola = ["taxonomies", "extra", "path"].iter().any(|it| self.matter.has(it));
        for alias in self.matter.list(&["aliases", "redirect_from", "url", "permalink", "path"]) {
            // A template of a generator, such as `/:year/:title/`, is no address.
            if alias.contains(':') && !alias.contains("://") {
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
        let image = matter.text(&["image", "cover", "featured_image", "thumbnail"]);
        let mut item = PlannedItem {
            source: source.path.to_owned(),
            content_type,
            section: Some(source.section_path()).filter(|path| !path.is_empty()),
            slug,
            title,
            body: html,
            summary: matter.text(&["summary", "description", "excerpt"]).map(|it| cut(it, 280)),
            image: image.or_else(|| matter.inner("cover", "image")).map(ToOwned::to_owned),
            image_alt: matter.inner("cover", "alt").map(|text| cut(text, 1000)),
            tags: tidy_tags(matter.list(&["tags", "categories"]).into_iter().chain(
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
