//! An export of WordPress (WXR): one XML file. Its media are not in it; they come along when the folder
//! `wp-content/uploads` of the installation, or `uploads`, lies beside the file.
//!
//! Posts become stories in the section of their first category, or in `blog` without one; pages become
//! pages. Addresses that posts and pages had lead to them.

mod paragraphs;
mod read;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use content::items::ContentType;
use serde_json::Map;

use super::addresses::{file_of, path_of};
use super::dates::read_date;
use super::error::TransferError;
use super::html::{Found, Place, escape, replace_addresses};
use super::local::Local;
use super::plan::{Plan, PlannedItem, PlannedSection, cut, slug_for, tidy_tags};
use super::words::words_of;
use paragraphs::paragraphs;
use read::{Category, Entry, Export, read};

const UPLOADS: &str = "/wp-content/uploads/";
const UNCATEGORISED: [&str; 2] = ["uncategorized", "uncategorised"];
/// Categories are in a tree; one that is deeper has a circle above it.
const DEEPEST: usize = 20;

pub(super) fn plan(path: &Path) -> Result<Plan, TransferError> {
    let local = Local::find(path, "xml")?;
    let file = std::fs::File::open(&local.file).map_err(TransferError::files(&local.file))?;
    let export = read(std::io::BufReader::new(file))
        .map_err(|why| TransferError::unusable(&local.file, format!("is not an export: {why}")))?;
    Ok(Reading { local, plan: Plan::default() }.read(export))
}

struct Reading {
    local: Local,
    plan: Plan,
}

impl Reading {
    fn read(mut self, export: Export) -> Plan {
        let Export { categories, entries, site } = export;
        let attachments: HashMap<String, String> = entries
            .iter()
            .filter(|entry| entry.kind == "attachment")
            .map(|entry| (entry.id.clone(), entry.attachment.clone()))
            .collect();
        let mut sections: BTreeMap<String, PlannedSection> = BTreeMap::new();
        let mut items = Vec::new();
        let mut moved = HashMap::new();
        let mut taken = HashSet::new();
        let mut left: BTreeMap<String, usize> = BTreeMap::new();
        let mut comments = 0;
        for entry in entries {
            let is_page = match entry.kind.as_str() {
                "page" => true,
                "post" => false,
                // Media are asked for by the texts that show them.
                "attachment" => continue,
                kind => {
                    *left.entry(format!("of the type {kind}")).or_default() += 1;
                    continue;
                }
            };
            if matches!(entry.status.as_str(), "trash" | "auto-draft" | "inherit") {
                *left.entry(format!("with the status {}", entry.status)).or_default() += 1;
                continue;
            }
            comments += entry.comments;
            let held = held_back(&entry);
            let section =
                if is_page { None } else { Some(section_of(&entry, &categories, &mut sections)) };
            let old = path_of(&entry.link);
            let mut item = item_of(entry, section, &attachments);
            if let Some(why) = held {
                self.plan.hold_back(&item.source, &why);
            }
            // WordPress lets two pages share a name below different parents.
            let mut number = 2;
            let slug = item.slug.clone();
            while !taken.insert((item.content_type, item.path())) {
                item.slug = slug.numbered(number);
                number += 1;
            }
            if let Some(old) = old {
                moved.insert(old.clone(), item.path());
                item.old_paths.extend(Some(old).filter(|old| *old != item.path()));
            }
            items.push(item);
        }
        for (which, count) in left {
            self.plan.refuse(
                format!("{count} entries {which}"),
                "they are no posts or pages of the site",
            );
        }
        if comments > 0 {
            self.plan.refuse(format!("{comments} comments"), "there are none on this site");
        }
        self.plan.sections = sections.into_values().collect();
        for mut item in items {
            let source = item.source.clone();
            item.body =
                replace_addresses(&item.body, |found| self.settle(found, &source, &site, &moved));
            if let Some(address) = item.image.take() {
                let found = Found { place: Place::Picture, address: &address, alt: "" };
                let settled = self.settle(found, &source, &site, &moved);
                item.image = settled.or(Some(address));
            }
            self.plan.items.push(item);
        }
        self.plan
    }

    /// What an address becomes; none to leave it as it is.
    fn settle(
        &mut self,
        found: Found<'_>,
        source: &str,
        site: &str,
        moved: &HashMap<String, String>,
    ) -> Option<String> {
        let Found { place, address, alt } = found;
        if let (Place::Picture, Some((_, file))) = (place, address.split_once(UPLOADS)) {
            let file = file_of(file)?;
            let file = file.as_str();
            let mut places = Vec::new();
            for name in [without_size(file), file.to_owned()] {
                places.extend(
                    ["wp-content/uploads/", "uploads/", ""].map(|it| format!("{it}{name}")),
                );
            }
            let planned = self.local.picture(&places, alt, &mut self.plan);
            if planned.is_none() {
                let why = "is not beside the export; it stays where it is";
                self.plan.refuse(format!("picture {file} of {source}"), why);
            }
            return planned;
        }
        let is_own =
            address.strip_prefix(site).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        let is_own =
            !site.is_empty() && is_own || (address.starts_with('/') && !address.starts_with("//"));
        let target =
            is_own.then(|| path_of(address)).flatten().and_then(|path| moved.get(&path))?;
        let fragment = address.split_once('#').map(|(_, name)| format!("#{name}"));
        Some(format!("/{target}{}", fragment.unwrap_or_default()))
    }
}

fn item_of(
    entry: Entry,
    section: Option<String>,
    attachments: &HashMap<String, String>,
) -> PlannedItem {
    let title = cut(&words_of(&entry.title), 300);
    let title = if title.is_empty() { "Untitled".to_owned() } else { title };
    let name = if entry.name.is_empty() { &title } else { &entry.name };
    let image = attachments.get(&entry.thumbnail).filter(|address| !address.is_empty());
    PlannedItem {
        source: format!("{} {}", entry.kind, if entry.id.is_empty() { name } else { &entry.id }),
        content_type: if section.is_none() { ContentType::Page } else { ContentType::Story },
        slug: slug_for(name, section.is_none()),
        section,
        body: paragraphs(&galleries(&entry.content, attachments)),
        summary: Some(cut(&words_of(&entry.excerpt), 280)).filter(|text| !text.is_empty()),
        image: image.cloned(),
        image_alt: None,
        tags: tidy_tags(entry.tags.iter().map(|tag| words_of(tag))),
        is_featured: false,
        is_published: is_public(&entry.status) && entry.password.is_empty(),
        // A draft that was never published has a date of zeros.
        published_at: read_date(&entry.date_gmt).or_else(|| read_date(&entry.date)),
        old_paths: Vec::new(),
        more: Map::new(),
        title,
    }
}

/// `[gallery ids="1,2"]` shows files of the export. One that names none of them stays as it is.
fn galleries(content: &str, attachments: &HashMap<String, String>) -> String {
    let mut out = String::with_capacity(content.len());
    let mut rest = content;
    while let Some(start) = rest.find("[gallery") {
        let Some(end) = rest[start..].find(']').map(|at| start + at + 1) else { break };
        let ids = rest[start..end].split_once("ids=").map_or("", |(_, ids)| ids);
        let ids = ids.trim_start_matches(['"', '\'', '“', '”', '″']);
        let is_id = |it: char| it.is_ascii_digit() || it == ',' || it == ' ';
        let ids = &ids[..ids.find(|it: char| !is_id(it)).unwrap_or(ids.len())];
        let shown = ids.split(',').filter_map(|id| attachments.get(id.trim()));
        let shown = shown.filter(|address| !address.is_empty());
        let figures: Vec<String> =
            shown.map(|it| format!("<figure><img src=\"{}\"></figure>", escape(it))).collect();
        out.push_str(&rest[..start]);
        match figures.is_empty() {
            true => out.push_str(&rest[start..end]),
            false => out.push_str(&format!("\n\n{}\n\n", figures.join("\n"))),
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}

fn is_public(status: &str) -> bool {
    matches!(status, "publish" | "future")
}

/// Why it is a draft, where it was none and not everybody could read it.
fn held_back(entry: &Entry) -> Option<String> {
    match entry.status.as_str() {
        status if is_public(status) => {
            (!entry.password.is_empty()).then(|| "it was behind a password".to_owned())
        }
        "draft" | "pending" => None,
        "private" => Some("it was private".to_owned()),
        status => Some(format!("its status was {status}")),
    }
}

/// The section of a post, made with those above it where it is not planned yet.
fn section_of(
    entry: &Entry,
    categories: &HashMap<String, Category>,
    sections: &mut BTreeMap<String, PlannedSection>,
) -> String {
    let named = entry.categories.iter().find(|(name, _)| !UNCATEGORISED.contains(&name.as_str()));
    let Some((name, title)) = named else { return plan_section(&[("blog", "Blog")], sections) };
    let mut way = vec![(name.as_str(), title.as_str())];
    let mut parent = categories.get(name).map(|category| category.parent.as_str());
    while let Some(name) = parent.filter(|name| !name.is_empty() && way.len() < DEEPEST) {
        let category = categories.get(name);
        way.push((name, category.map_or(name, |category| category.title.as_str())));
        parent = category.map(|category| category.parent.as_str());
    }
    way.reverse();
    plan_section(&way, sections)
}

fn plan_section(way: &[(&str, &str)], sections: &mut BTreeMap<String, PlannedSection>) -> String {
    let mut path = String::new();
    for (depth, (name, title)) in way.iter().enumerate() {
        let slug = slug_for(name, depth == 0);
        path = if depth == 0 { slug.to_string() } else { format!("{path}/{slug}") };
        let title = Some(cut(&words_of(title), 300)).filter(|title| !title.is_empty());
        sections.entry(path.clone()).or_insert_with(|| PlannedSection {
            path: path.clone(),
            title: title.unwrap_or_else(|| (*name).to_owned()),
            description: None,
            is_published: true,
            old_paths: Vec::new(),
            more: Map::new(),
        });
    }
    path
}

/// `2020/01/x-300x200.jpg` is a smaller form of `2020/01/x.jpg`.
fn without_size(file: &str) -> String {
    let whole = file.rsplit_once('.').and_then(|(stem, ending)| {
        let (stem, size) = stem.rsplit_once('-')?;
        let (width, height) = size.split_once('x')?;
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|it| it.is_ascii_digit());
        (is_number(width) && is_number(height)).then(|| format!("{stem}.{ending}"))
    });
    whole.unwrap_or_else(|| file.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn smaller_forms_lead_to_the_whole_picture() {
        assert_eq!(without_size("2020/01/x-300x200.jpg"), "2020/01/x.jpg");
        assert_eq!(without_size("2020/01/x-y.jpg"), "2020/01/x-y.jpg");
        assert_eq!(without_size("x"), "x");
    }

    #[test]
    fn galleries_show_the_files_that_they_name() {
        let files = [("1", "/a.jpg"), ("3", "/b.jpg"), ("4", "")];
        let files: HashMap<String, String> =
            files.map(|(id, file)| (id.to_owned(), file.to_owned())).into();
        let shown = galleries("x [gallery columns=\"2\" ids=\"1, 2,3\"] y", &files);
        let figures =
            "<figure><img src=\"/a.jpg\"></figure>\n<figure><img src=\"/b.jpg\"></figure>";
        assert_eq!(shown, format!("x \n\n{figures}\n\n y"));
        for kept in ["[gallery]", "[gallery ids=\"9,4\"]", "[gallery never"] {
            assert_eq!(galleries(kept, &files), kept);
        }
    }
}
