//! An export of WordPress (WXR): one XML file. Its media are not in it; they come along when the folder
//! `wp-content/uploads` of the installation, or `uploads`, lies beside the file.
//!
//! Posts become stories in the section of their first category, or in `blog` without one; pages become
//! pages. Addresses that posts and pages had lead to them.

mod gates;
mod paragraphs;
mod read;
mod sections;
mod shortcodes;

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use content::items::ContentType;
use kernel::Timestamp;
use serde_json::Map;

use super::addresses::{file_of, is_picture, path_of, plain_name};
use super::dates::read_date;
use super::error::TransferError;
use super::html::{Found, Place, is_lost, replace_addresses};
use super::local::Local;
use super::plan::{Plan, PlannedItem, cut, slug_for, tidy_tags};
use super::publication::{Judge, Publication, Told};
use super::words::words_of;
use gates::gates;
use paragraphs::paragraphs;
use read::{Entry, Export, read};
use sections::Sections;
use shortcodes::{galleries, shortcodes};

const UPLOADS: &str = "/wp-content/uploads/";

pub(super) fn plan(path: &Path, judge: &Judge) -> Result<Plan, TransferError> {
    let local = Local::find(path, "xml")?;
    let file = std::fs::File::open(&local.file).map_err(TransferError::files(&local.file))?;
    let export = read(std::io::BufReader::new(file))
        .map_err(|why| TransferError::unusable(&local.file, format!("is not an export: {why}")))?;
    let (plan, told) = (Plan::default(), Told::default());
    Ok(Reading { local, plan, judge, told }.read(export))
}

struct Reading<'a> {
    local: Local,
    plan: Plan,
    judge: &'a Judge,
    told: Told,
}

impl Reading<'_> {
    fn read(mut self, export: Export) -> Plan {
        let Export { categories, entries, site } = export;
        let attachments: HashMap<String, String> = entries
            .iter()
            .filter(|entry| entry.kind == "attachment")
            .map(|entry| (entry.id.clone(), entry.attachment.clone()))
            .collect();
        let mut sections = Sections::new(categories);
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
            let publication = match held_back(&entry) {
                Some(why) => Publication::Held(why),
                None if is_public(&entry.status) => gates(&entry, self.judge),
                None => Publication::Draft,
            };
            let section = (!is_page).then(|| sections.of(&entry, &mut self.plan));
            let old = path_of(&entry.link);
            let mut item = item_of(entry, section, &attachments);
            item.is_published &= publication == Publication::Open;
            self.told.hear(&item.source, &publication, &mut self.plan);
            self.plan.tell_marks(&shortcodes(&item.body), &item.source);
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
        std::mem::take(&mut self.told).tell(&mut self.plan);
        for (which, count) in left {
            self.plan.refuse(
                format!("{count} entries {which}"),
                "they are no posts or pages of the site",
            );
        }
        if comments > 0 {
            self.plan.refuse(format!("{comments} comments"), "there are none on this site");
        }
        self.plan.sections = sections.into_planned();
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
        if is_lost(found, source, &mut self.plan) {
            return None;
        }
        let rest = without_scheme(address).strip_prefix(without_scheme(site));
        let is_own = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        let is_own =
            !site.is_empty() && is_own || (address.starts_with('/') && !address.starts_with("//"));
        let upload = address.split_once(UPLOADS).filter(|_| is_own || place == Place::Picture);
        if let Some((_, file)) = upload {
            let file = file_of(file)?;
            let file = file.as_str();
            if place != Place::Picture && !is_picture(file) {
                let why = "is no picture; it stays at the old site";
                self.plan.refuse(format!("file {file} of {source}"), why);
                return None;
            }
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
    let name = if entry.name.is_empty() { title.clone() } else { plain_name(&entry.name) };
    let image = attachments.get(&entry.thumbnail).filter(|address| !address.is_empty());
    PlannedItem {
        source: format!("{} {}", entry.kind, if entry.id.is_empty() { &name } else { &entry.id }),
        content_type: if section.is_none() { ContentType::Page } else { ContentType::Story },
        slug: slug_for(&name, section.is_none()),
        section,
        body: paragraphs(&galleries(&entry.content, attachments)),
        summary: Some(cut(&words_of(&entry.excerpt), 280)).filter(|text| !text.is_empty()),
        image: image.cloned(),
        image_alt: None,
        tags: tidy_tags(entry.tags.iter().map(|tag| words_of(tag))),
        is_featured: false,
        is_published: is_public(&entry.status),
        published_at: date_of(&entry).unwrap_or(None),
        old_paths: Vec::new(),
        more: Map::new(),
        title,
    }
}

/// Its date, or what stands in place of one.
fn date_of(entry: &Entry) -> Result<Option<Timestamp>, &str> {
    let said = [entry.date_gmt.as_str(), entry.date.as_str()];
    // A draft that was never published has a date of zeros.
    let is_said = |text: &&str| !text.is_empty() && !text.starts_with("0000-00-00");
    match (said.into_iter().find_map(read_date), said.into_iter().find(is_said)) {
        (None, Some(text)) => Err(text),
        (date, _) => Ok(date),
    }
}

fn without_scheme(address: &str) -> &str {
    address.split_once("://").map_or(address, |(_, rest)| rest)
}

fn is_public(status: &str) -> bool {
    matches!(status, "publish" | "future")
}

/// Why it is a draft, where it was none and not everybody could read it.
fn held_back(entry: &Entry) -> Option<String> {
    match entry.status.as_str() {
        _ if is_public(&entry.status) && !entry.password.is_empty() => {
            Some("it was behind a password".to_owned())
        }
        status if is_public(status) => match date_of(entry) {
            Err(text) => Some(format!("{text} is no date")),
            Ok(None) if status == "future" => Some("nobody can tell from when on".to_owned()),
            // Only a day in the time of the old site: it may come later than here.
            Ok(_) if status == "future" && read_date(&entry.date_gmt).is_none() => {
                Some(format!("nobody can tell when {} is", entry.date))
            }
            Ok(_) => None,
        },
        "draft" | "pending" => None,
        "" => Some("it does not say its status".to_owned()),
        "private" => Some("it was private".to_owned()),
        status => Some(format!("its status was {status}")),
    }
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
}
