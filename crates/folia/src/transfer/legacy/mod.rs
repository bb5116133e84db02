//! An export of the service whose specification Folia follows, from before its sections were nested.
//!
//! Its slugs are unique in all of the site, a section says of which type its content is, content may be in
//! no section, and pictures have forms of 500, 750 and 1200 pixels. What is in no section comes into the one of its
//! type, where its readers found it. Every address that led somewhere leads there still: a slug alone leads
//! to what has it, and stored markup keeps its pictures
//! ([decision 228](../../../../docs/decisions/0228-the-legacy-export.md)).

mod files;
mod items;
mod markup;
mod read;
mod sections;

use std::collections::HashMap;
use std::path::Path;

use content::items::ContentType;
use serde_json::{Map, Value};

use super::addresses::path_of;
use super::error::TransferError;
use super::local::Local;
use super::plan::{Plan, PlannedLink, cut};
use super::publication::{Judge, Publication, Told};
use read::{Entry, Export, OWN_NAMES};
use sections::Sections;

/// What each type of content is called in an export.
const CONTENT: [(ContentType, [&str; 2]); 4] = [
    (ContentType::Story, ["stories", "story"]),
    (ContentType::Project, ["projects", "project"]),
    (ContentType::Page, ["pages", "page"]),
    (ContentType::Image, ["images", "image"]),
];

pub(super) fn plan(path: &Path, judge: Judge) -> Result<Plan, TransferError> {
    let judge = judge.ignoring(&OWN_NAMES);
    let export = Export::open(path)?;
    let beside = if path.is_dir() { path } else { path.parent().unwrap_or(Path::new("")) };
    let mut plan = Plan { old_files: files::find_old_files(beside), ..Plan::default() };
    let listed = export.list(&["sections", "section"])?;
    let mut told = Told::default();
    let sections = Sections::read(listed, &judge, &mut told, &mut plan);
    let mut reading = items::Reading { sections, local: Local::folder(beside), plan, judge, told };
    let mut content = Vec::new();
    for (content_type, names) in CONTENT {
        let entries = export.list(&names)?;
        content.extend(entries.into_iter().map(|entry| (content_type, entry)));
    }
    if reading.plan.sections.is_empty() && content.is_empty() {
        let why =
            "holds neither sections.json nor stories.json, projects.json, pages.json, images.json";
        return Err(TransferError::unusable(path, why));
    }
    reading.read(content);
    let items::Reading { mut plan, judge, mut told, .. } = reading;
    let moved: HashMap<String, String> = plan.moved();
    for entry in export.list(&["navlinks", "nav_links", "navlink"])? {
        add_link(&entry, &judge, &mut told, &moved, &mut plan);
    }
    told.tell(&mut plan);
    let judge = judge.ignoring(&["expires_at", "expires"]);
    for entry in export.list(&["redirects", "redirect"])? {
        add_redirect(&entry, &judge, &moved, &mut plan);
    }
    Ok(plan)
}

impl Plan {
    /// Where addresses lead that have moved.
    fn moved(&self) -> HashMap<String, String> {
        let sections = self.sections.iter().map(|it| (it.old_paths.clone(), it.path.clone()));
        let items = self.items.iter().map(|it| (it.old_paths.clone(), it.path()));
        let all = sections.chain(items);
        all.flat_map(|(old, new)| old.into_iter().map(move |old| (old, new.clone()))).collect()
    }
}

/// A link leads to where its target is now.
fn add_link(
    entry: &Entry,
    judge: &Judge,
    told: &mut Told,
    moved: &HashMap<String, String>,
    plan: &mut Plan,
) {
    let title = entry.text(&["title", "label", "name"]).map(|title| cut(&title, 100));
    let (Some(title), Some(url)) = (title, entry.text(&["url", "href", "path"])) else {
        plan.refuse("a menu link", "has no title or no address");
        return;
    };
    if entry.is_deleted() {
        plan.refuse(format!("menu link {title}"), "was deleted");
        return;
    }
    // A menu has no drafts.
    let publication = entry.publication(judge);
    if let Publication::Unknown(_) = publication {
        told.hear(&format!("menu link {title}"), &publication, plan);
    }
    if publication != Publication::Open {
        plan.refuse(format!("menu link {title}"), "not everybody could see it");
        return;
    }
    let is_web = ["http://", "https://", "mailto:"].iter().any(|start| url.starts_with(start));
    let url = match is_web {
        true => url,
        false => {
            let path = path_of(&url).unwrap_or_default();
            format!("/{}", moved.get(&path).unwrap_or(&path))
        }
    };
    let mut more = Map::new();
    if let Some(order) = entry.number(&["sort_order", "order"]) {
        more.insert("sort_order".to_owned(), order.into());
    }
    if let Some(new_tab) = entry.flag(&["new_tab", "open_in_new_tab"]) {
        more.insert("new_tab".to_owned(), Value::Bool(new_tab));
    }
    plan.links.push(PlannedLink { title, url, more });
}

fn add_redirect(entry: &Entry, judge: &Judge, moved: &HashMap<String, String>, plan: &mut Plan) {
    let named = entry.text(&["old_path", "from"]).unwrap_or_default();
    let end = ["expires_at", "expires"];
    let is_said = entry.value(&end).is_some_and(|it| it.as_str().is_none_or(|it| !it.is_empty()));
    let is_over = is_said && entry.date(&end).is_none_or(|end| !judge.lies_ahead(end));
    let is_kept = matches!(entry.publication(judge), Publication::Draft | Publication::Held(_));
    let new = entry.text(&["new_path", "to"]).unwrap_or_default();
    let why = match () {
        () if entry.is_deleted() => Some("was deleted"),
        () if is_over => Some("its time is over"),
        () if is_kept => Some("it was not followed any more"),
        () if new.contains("://") || new.starts_with("//") => Some("leads to another site"),
        () => None,
    };
    if let Some(why) = why {
        plan.refuse(format!("redirect {named}"), why);
        return;
    }
    let path = |names: &[&str]| entry.text(names).as_deref().and_then(path_of);
    let (old, new) = (path(&["old_path", "from"]), path(&["new_path", "to"]));
    match (old, new) {
        (Some(old), Some(new)) => {
            // To where that is now: no redirect leads to another.
            let new = moved.get(&new).cloned().unwrap_or(new);
            plan.redirects.push((old, new));
        }
        _ => plan.refuse("a redirect", "has no old or no new path"),
    }
}
