use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;

use content::RESERVED;
use content::items::ContentType;
use kernel::{Slug, Timestamp};
use serde_json::{Map, Value};

/// What is to be made, in an order in which it can be.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    /// Parents before what is below them.
    pub(super) sections: Vec<PlannedSection>,
    pub(super) items: Vec<PlannedItem>,
    /// The files of pictures, by the name under which bodies know them.
    pub(super) pictures: HashMap<String, PlannedPicture>,
    /// Files of an earlier form of this site, that keep their names, by key.
    pub(super) old_files: BTreeMap<String, PathBuf>,
    pub(super) links: Vec<PlannedLink>,
    /// Old paths of their own, each with where it leads.
    pub(super) redirects: Vec<(String, String)>,
    pub(super) refused: Vec<Refused>,
    /// Nobody is to see anything of it.
    pub(super) is_closed: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlannedSection {
    /// The slugs from the top, joined by slashes.
    pub(super) path: String,
    pub(super) title: String,
    pub(super) description: Option<String>,
    pub(super) is_published: bool,
    /// Whether somebody has said so of it: it is more than where texts are, and may hold nothing that is public.
    pub(super) is_said: bool,
    /// Addresses that led to it before.
    pub(super) old_paths: Vec<String>,
    /// Values that only some sources know, as a request spells them.
    pub(super) more: Map<String, Value>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlannedItem {
    /// What it is called where it comes from: a file, a number.
    pub(super) source: String,
    pub(super) content_type: ContentType,
    /// The path of its section; none at the top of the site.
    pub(super) section: Option<String>,
    pub(super) slug: Slug,
    pub(super) title: String,
    /// HTML. Pictures that come along have addresses that begin with [`PICTURE`].
    pub(super) body: String,
    pub(super) summary: Option<String>,
    /// As in the body.
    pub(super) image: Option<String>,
    pub(super) image_alt: Option<String>,
    pub(super) tags: Vec<String>,
    pub(super) is_featured: bool,
    pub(super) is_published: bool,
    pub(super) published_at: Option<Timestamp>,
    pub(super) old_paths: Vec<String>,
    /// As for sections.
    pub(super) more: Map<String, Value>,
}

/// A link of the menu.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlannedLink {
    pub(super) title: String,
    pub(super) url: String,
    pub(super) more: Map<String, Value>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlannedPicture {
    pub(super) file: PathBuf,
    pub(super) alt: String,
}

/// Something that does not come along.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refused {
    pub(super) what: String,
    pub(super) why: String,
}

/// What the address of a picture begins with until it has one of its own.
pub(super) const PICTURE: &str = "/folia-picture/";

impl Plan {
    pub(super) fn refuse(&mut self, what: impl Into<String>, why: impl Into<String>) {
        // A text often shows the same thing twice, one soon behind the other.
        const NEAR: usize = 64;
        let refused = Refused { what: what.into(), why: why.into() };
        if !self.refused.iter().rev().take(NEAR).any(|it| *it == refused) {
            self.refused.push(refused);
        }
    }

    /// Makes drafts of everything. A menu is seen by everybody, so its links are left out.
    pub(super) fn close(&mut self) {
        self.sections.iter_mut().for_each(|section| section.is_published = false);
        self.items.iter_mut().for_each(|item| item.is_published = false);
        for link in std::mem::take(&mut self.links) {
            let why = "everybody would see it; make it when what it leads to is published";
            self.refuse(format!("menu link {}", link.title), why);
        }
        self.is_closed = true;
    }

    /// The sections that are there for texts only of which none is public by now: their names would tell of them.
    pub(super) fn bare_sections(&self, now: Timestamp) -> HashSet<String> {
        let mut shown: HashSet<&str> = HashSet::new();
        let open =
            |it: &&PlannedItem| it.is_published && it.published_at.is_none_or(|at| at <= now);
        let items = self.items.iter().filter(open).filter_map(|it| it.section.as_deref());
        let said = self.sections.iter().filter(|it| it.is_said && it.is_published);
        for path in items.chain(said.map(|it| it.path.as_str())) {
            shown.insert(path);
            shown.extend(path.match_indices('/').map(|(at, _)| &path[..at]));
        }
        let bare =
            self.sections.iter().filter(|it| !it.is_said && !shown.contains(it.path.as_str()));
        bare.map(|it| it.path.clone()).collect()
    }

    /// The address that a picture has until it has one of its own. The first words that are said of it are kept.
    pub(super) fn add_picture(&mut self, name: &str, file: PathBuf, alt: &str) -> String {
        let picture = self.pictures.entry(name.to_owned());
        let picture = picture.or_insert(PlannedPicture { file, alt: String::new() });
        if picture.alt.is_empty() {
            picture.alt = cut(alt, 1000);
        }
        format!("{PICTURE}{name}")
    }

    /// Tells of signs in a text that only the program understands where it comes from.
    pub(super) fn tell_marks(&mut self, marks: &[String], source: &str) {
        const NAMED: usize = 5;
        if marks.is_empty() {
            return;
        }
        let named: Vec<String> = marks.iter().take(NAMED).map(|mark| cut(mark, 60)).collect();
        let more = marks.len().saturating_sub(NAMED);
        let more = if more == 0 { String::new() } else { format!(" and {more} more") };
        let what = format!("the meaning of {}{more} in {source}", named.join(", "));
        self.refuse(what, "only the program it comes from knows it; it is text here");
    }

    /// Tells that something comes in as a draft, as it was not public for everybody.
    pub(super) fn hold_back(&mut self, what: &str, why: &str) {
        self.refuse(format!("the publication of {what}"), format!("{why}; it is a draft"));
    }

    /// The same of everything in a folder.
    pub(super) fn hold_back_all(&mut self, folder: &str, why: &str) {
        let what =
            if folder.is_empty() { "all texts".to_owned() } else { format!("all in {folder}/") };
        self.refuse(format!("the publication of {what}"), format!("{why}; they are drafts"));
    }
}

impl PlannedItem {
    pub(super) fn path(&self) -> String {
        match &self.section {
            Some(section) => format!("{section}/{}", self.slug),
            None => self.slug.to_string(),
        }
    }
}

/// A slug for a name, that can be used at this place: at the top some belong to the service.
pub(super) fn slug_for(name: &str, at_top: bool) -> Slug {
    let slug = Slug::from_title(name);
    let slug = slug.unwrap_or_else(|| "untitled".parse().expect("a plain word is a slug"));
    match at_top && RESERVED.contains(&slug.as_str()) {
        true => slug.numbered(2),
        false => slug,
    }
}

/// A name of a file or a folder as a title.
pub(super) fn title_of(name: &str) -> String {
    let words = name.replace(['-', '_'], " ");
    let words = words.trim();
    let mut letters = words.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => "Untitled".to_owned(),
    }
}

/// As many characters as a text may have, on one line.
pub(super) fn cut(text: &str, longest: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let line: String = line.chars().filter(|letter| !letter.is_control()).collect();
    match line.char_indices().nth(longest) {
        None => line,
        Some(_) => {
            let kept: String = line.chars().take(longest - 1).collect();
            format!("{}…", kept.trim_end())
        }
    }
}

/// Tags as the site takes them: each once, none too long, not too many.
pub(super) fn tidy_tags(tags: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut tidy: Vec<String> = Vec::new();
    for tag in tags.into_iter().map(|tag| cut(&tag, 60)).filter(|tag| !tag.is_empty()) {
        if tidy.len() < 50 && !tidy.contains(&tag) {
            tidy.push(tag);
        }
    }
    tidy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_become_slugs_and_titles() {
        assert_eq!(slug_for("My First_Post", true).as_str(), "my-first-post");
        assert_eq!(slug_for("content", true).as_str(), "content-2");
        assert_eq!(slug_for("content", false).as_str(), "content");
        assert_eq!(slug_for("…", true).as_str(), "untitled");
        assert_eq!(title_of("field-notes"), "Field notes");
        assert_eq!(cut("a\n b", 280), "a b");
        assert_eq!(cut("abcdef", 4), "abc…");
        let tags = ["a", "a ", "", "b"].map(str::to_owned);
        assert_eq!(tidy_tags(tags), ["a", "b"]);
    }
}
