//! A folder of Markdown with front matter, as generators of sites have it.
//!
//! | in the folder | on the site |
//! |---|---|
//! | `notes/` | a section; `_index.md` in it says its title and description |
//! | `notes/first.md`, `notes/2020-01-02-first.md` | a story in it, with that date |
//! | `notes/first/index.md`, with nothing else to read in that folder | the same, with its pictures beside it |
//! | `about.md` at the top | a page, or a story when it has a date |
//!
//! What was not public for everybody is a draft, and so is everything of which nobody can tell:
//! [`publication`](super::publication).
//!
//! Understood are `title`, `date`, `draft`, `published`, `tags`, `categories`, `taxonomies`, `slug`, `aliases`,
//! `redirect_from`, `url`, `path`, `permalink`, `description`, `summary`, `image`, `cover`, `featured`, `type` and
//! `layout`.

mod body;
mod files;
mod front_matter;
mod heads;
mod held;
mod marks;
mod opted;
mod text;

use serde_json::Map;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use super::addresses::{is_picture, is_relative};
use super::error::TransferError;
use super::html::{Found, Place, is_lost, replace_addresses};
use super::plan::{Plan, PlannedSection, cut, slug_for, title_of};
use super::publication::{Judge, Told};
use files::Folder;
use front_matter::{FrontMatter, split};
use held::HeldBack;
use marks::marks;
use text::{Kind, Source, Text};

pub(super) fn plan(root: &Path, judge: &Judge) -> Result<Plan, TransferError> {
    let folder = Folder::read(root)?;
    let mut plan = Plan::default();
    let mut sources = Vec::new();
    let mut is_index_unread = false;
    for (path, text) in &folder.texts {
        let read = text.as_deref().map_err(ToOwned::to_owned).and_then(split);
        match read {
            Ok((matter, body)) => sources.push(Source::new(path, matter, body, &folder, judge)),
            Err(why) => {
                plan.refuse(path, why);
                // Nobody knows whether the folder was public.
                let unread = Source::new(path, FrontMatter::strange(), "", &folder, judge);
                is_index_unread |= unread.is_of_everything();
                sources.extend(Some(unread).filter(|it| it.kind == Kind::Section));
            }
        }
    }
    let mut told = Told::default();
    for source in &sources {
        told.hear(source.path, &source.publication, &mut plan);
    }
    let mut held = HeldBack::find(&folder, &sources, judge, &mut told, &mut plan);
    if is_index_unread {
        held.hold_all("", "nobody can read what _index says of them", &mut plan);
    }
    told.tell(&mut plan);
    let opted = opted::opted(&sources, judge);
    let silent = sources.iter().filter(|source| opted::is_silent(source, opted)).count();
    opted::tell(silent, opted.unwrap_or_default(), &mut plan);
    for path in &folder.links {
        plan.refuse(
            format!("all in {path}/"),
            "it is a link to a folder; put the folder itself there",
        );
    }
    for (kind, count) in &folder.others {
        let why = "only Markdown is read, in files that end with .md or .markdown";
        plan.refuse(format!("{count} texts that end with .{kind}"), why);
    }
    let mut sections = sections(&sources, &held);
    if opted.is_some() {
        sections.values_mut().for_each(|section| section.is_said = false);
    }
    let mut texts = Vec::new();
    for source in &sources {
        match source.kind {
            Kind::Section if source.markdown.trim().is_empty() => {}
            Kind::Section => plan.refuse(
                format!("the text of {}", source.path),
                "a section has a description and no text; put it into a file of its own",
            ),
            Kind::Item => {
                if let Some((text, instead)) = source.unread_date() {
                    let why = format!("{text} is none; {instead}");
                    plan.refuse(format!("the date of {}", source.path), why);
                }
                plan.tell_marks(&marks(source.markdown), source.path);
                let mut text = Text::of(source);
                text.item.is_published &=
                    !held.holds(source.path) && !opted::is_silent(source, opted);
                texts.push(text);
            }
        }
    }
    // All addresses are known before the first link is followed.
    let addresses: HashMap<&str, String> = texts
        .iter()
        .map(|text| (text.source.path, text.item.path()))
        .chain(sources.iter().filter(|source| source.kind == Kind::Section).map(Source::as_section))
        .collect();
    for text in texts {
        let Text { source, mut item } = text;
        item.body = replace_addresses(&item.body, |found| {
            settle(found, source, &folder, &addresses, &mut plan)
        });
        if let Some(address) = item.image.take() {
            let found = Found { place: Place::Picture, address: &address, alt: "" };
            item.image = match is_relative(&address) {
                true => settle(found, source, &folder, &addresses, &mut plan),
                false => Some(address),
            };
        }
        plan.items.push(item);
    }
    plan.sections = sections.into_values().collect();
    Ok(plan)
}

/// What an address in a text becomes; none to leave it as it is.
fn settle(
    found: Found<'_>,
    source: &Source<'_>,
    folder: &Folder,
    addresses: &HashMap<&str, String>,
    plan: &mut Plan,
) -> Option<String> {
    let Found { place, address, alt } = found;
    if is_lost(found, source.path, plan) || !is_relative(address) {
        return None;
    }
    match place {
        Place::Picture => match folder.find_picture(source.path, address) {
            Ok((path, file)) => Some(plan.add_picture(&path, file, alt)),
            Err(why) => {
                plan.refuse(format!("picture {address} of {}", source.path), why);
                None
            }
        },
        Place::Link | Place::Video | Place::Lost(_) => {
            // Generators write `@/` for the top of the folder.
            let address = address.strip_prefix('@').filter(|it| it.starts_with('/'));
            let address = address.unwrap_or(found.address);
            let path = Folder::resolve(source.path, address)?;
            let path = path.trim_end_matches('/');
            let forms = ["", ".md", "/index.md", "/_index.md"].map(|end| format!("{path}{end}"));
            if let Some(known) = forms.iter().find_map(|form| addresses.get(form.as_str())) {
                let fragment = address.split_once('#').map(|(_, name)| format!("#{name}"));
                return Some(format!("/{known}{}", fragment.unwrap_or_default()));
            }
            let (path, file) = folder.find_file(source.path, address).ok()?;
            if is_picture(&path) && place == Place::Link {
                return Some(plan.add_picture(&path, file, alt));
            }
            let why = "is no picture; it does not come along, and the link leads nowhere";
            plan.refuse(format!("file {address} of {}", source.path), why);
            None
        }
    }
}

/// The sections that the texts need, parents first.
fn sections(sources: &[Source<'_>], held: &HeldBack) -> BTreeMap<String, PlannedSection> {
    let mut sections: BTreeMap<String, PlannedSection> = BTreeMap::new();
    for source in sources {
        let mut path = String::new();
        for (depth, name) in source.folders.iter().enumerate() {
            let slug = slug_for(name, depth == 0);
            path = if depth == 0 { slug.to_string() } else { format!("{path}/{slug}") };
            let section = sections.entry(path.clone()).or_insert_with(|| PlannedSection {
                path: path.clone(),
                title: cut(&title_of(name), 300),
                description: None,
                is_published: true,
                is_said: false,
                old_paths: Vec::new(),
                more: Map::new(),
            });
            // Two folders may become one section.
            section.is_published &= !held.holds(&source.folders[..=depth].join("/"));
        }
    }
    for source in sources.iter().filter(|source| source.kind == Kind::Section) {
        let Some(section) = sections.get_mut(&source.section_path()) else { continue };
        if let Some(title) = source.matter.text(&["title"]) {
            section.title = cut(title, 300);
        }
        section.is_said = true;
        let description = source.matter.text(&["description", "summary"]);
        section.description = description.map(|text| text.chars().take(5000).collect());
        section.old_paths.extend(source.old_paths(&section.path));
    }
    sections
}

/// What a text says of its publication.
#[cfg(test)]
pub(super) fn said_by(text: &str, judge: &Judge) -> super::publication::Publication {
    let (matter, _) = split(text).expect("a test writes front matter that can be read");
    judge.publication(matter.said())
}
