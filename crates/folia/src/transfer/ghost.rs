//! An export of Ghost, versions 1 to 5: one JSON file. Its pictures are not in it; they come along when
//! the folder `content/images` of the installation lies beside the file.
//!
//! Posts become stories in the section `blog`, with redirects from the addresses they had; pages stay
//! where they were, at the top.

use std::collections::{HashMap, HashSet};

use content::items::ContentType;
use kernel::Timestamp;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::addresses::{file_of, path_of};
use super::dates::read_date;
use super::error::TransferError;
use super::html::{Found, Place, is_lost, replace_addresses};
use super::local::Local;
use super::plan::{Plan, PlannedItem, PlannedSection, cut, slug_for, tidy_tags};
use super::words::words_of;

const SECTION: &str = "blog";
/// What stands in exports for the address of the site.
const SITE: &str = "__GHOST_URL__";
const IMAGES: &str = "/content/images/";
/// Where videos, sounds and everything else are, with a word for each.
const OTHERS: [(&str, &str); 2] = [("/content/media/", "video"), ("/content/files/", "file")];

/// What stands around or before text that not everybody could read.
const GATES: [(&str, &str); 6] = [
    ("kg-gated-block", "some of it was for members"),
    ("<!--members-only-->", "some of it was for members"),
    ("<!-- members-only -->", "some of it was for members"),
    ("kg-email-card", "some of it was sent by mail only"),
    ("kg-email-cta", "some of it was sent by mail only"),
    ("kg-card-begin: email", "some of it was sent by mail only"),
];

#[derive(Deserialize)]
#[serde(untagged)]
enum Export {
    Listed { db: Vec<Database> },
    Alone(Database),
}

#[derive(Deserialize)]
struct Database {
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    posts: Vec<Post>,
    #[serde(default)]
    tags: Vec<Tag>,
    #[serde(default)]
    posts_tags: Vec<Tagging>,
    #[serde(default)]
    posts_meta: Vec<Meta>,
    #[serde(default)]
    settings: Vec<Setting>,
}

#[derive(Deserialize)]
struct Meta {
    post_id: Value,
    #[serde(default)]
    email_only: Value,
}

#[derive(Deserialize)]
struct Setting {
    #[serde(default)]
    key: Value,
    #[serde(default)]
    value: Value,
}

#[derive(Deserialize)]
struct Post {
    id: Value,
    title: Option<String>,
    slug: Option<String>,
    html: Option<String>,
    #[serde(alias = "image")]
    feature_image: Option<String>,
    #[serde(default)]
    featured: Value,
    #[serde(rename = "type")]
    kind: Option<String>,
    /// How older versions say that it is a page.
    #[serde(default)]
    page: Value,
    status: Option<String>,
    /// Who may read it. Older versions know only everybody.
    #[serde(default)]
    visibility: Value,
    #[serde(default)]
    created_at: Value,
    #[serde(default)]
    published_at: Value,
    custom_excerpt: Option<String>,
}

#[derive(Deserialize)]
struct Tag {
    id: Value,
    name: String,
}

#[derive(Deserialize)]
struct Tagging {
    post_id: Value,
    tag_id: Value,
}

pub(super) fn plan(path: &std::path::Path) -> Result<Plan, TransferError> {
    let local = Local::find(path, "json")?;
    let bytes = std::fs::read(&local.file).map_err(TransferError::files(&local.file))?;
    let export: Export = serde_json::from_slice(&bytes)
        .map_err(|_| TransferError::unusable(&local.file, "is not an export of Ghost"))?;
    let data = match export {
        Export::Alone(database) => database.data,
        Export::Listed { mut db } => match db.is_empty() {
            true => return Err(TransferError::unusable(&local.file, "holds no site")),
            false => db.swap_remove(0).data,
        },
    };
    Ok(Reading { local, plan: Plan::default() }.read(data))
}

struct Reading {
    local: Local,
    plan: Plan,
}

impl Reading {
    fn read(mut self, data: Data) -> Plan {
        let tags = tags_by_post(data.tags, data.posts_tags);
        let mailed = data.posts_meta.iter().filter(|meta| !is_false(&meta.email_only));
        let mailed: HashSet<String> = mailed.map(|meta| key(&meta.post_id)).collect();
        let is_private = |it: &Setting| {
            (it.key == "is_private" || it.key == "isPrivate") && !is_false(&it.value)
        };
        let is_private = data.settings.iter().any(is_private);
        let mut moved: HashMap<String, String> = HashMap::new();
        let mut items = Vec::new();
        for post in data.posts {
            let tags = tags.get(&key(&post.id)).cloned().unwrap_or_default();
            let held = match (mailed.contains(&key(&post.id)), is_private) {
                (true, _) => Some("it was sent by mail only".to_owned()),
                (_, true) => Some("the site was behind a password".to_owned()),
                (false, false) => held_back(&post),
            };
            let is_draft = post.status.as_deref() == Some("draft");
            match self.item(post, tags) {
                Ok((old, mut item)) => {
                    if let Some(why) = held.filter(|_| !is_draft) {
                        item.is_published = false;
                        self.plan.hold_back(&item.source, &why);
                    }
                    moved.insert(old, item.path());
                    items.push(item);
                }
                Err((what, why)) => self.plan.refuse(what, why),
            }
        }
        if items.iter().any(|item| item.section.is_some()) {
            self.plan.sections.push(PlannedSection {
                path: SECTION.to_owned(),
                title: "Blog".to_owned(),
                description: None,
                is_published: true,
                is_said: false,
                old_paths: Vec::new(),
                more: Map::new(),
            });
        }
        for mut item in items {
            let source = item.source.clone();
            item.body = replace_addresses(&item.body, |found| self.settle(found, &source, &moved));
            if let Some(address) = item.image.take() {
                let found = Found { place: Place::Picture, address: &address, alt: "" };
                let settled = self.settle(found, &source, &moved);
                item.image = settled.or(Some(address)).filter(|it| !it.starts_with(SITE));
            }
            self.plan.items.push(item);
        }
        self.plan
    }

    fn item(&mut self, post: Post, tags: Vec<String>) -> Result<(String, PlannedItem), Left> {
        let title = post.title.as_deref().map(|title| cut(title, 300)).unwrap_or_default();
        let title = if title.is_empty() { "Untitled".to_owned() } else { title };
        let name = post.slug.clone().unwrap_or_else(|| title.clone());
        let source = format!("post {name}");
        let Some(body) = post.html else {
            return Err((source, "has no HTML; save it in Ghost and export again".to_owned()));
        };
        let is_page = post.kind.as_deref() == Some("page") || is_true(&post.page);
        let section = (!is_page).then(|| SECTION.to_owned());
        let slug = slug_for(&name, is_page);
        let mut item = PlannedItem {
            source,
            content_type: if is_page { ContentType::Page } else { ContentType::Story },
            section,
            slug,
            title,
            body,
            summary: post
                .custom_excerpt
                .map(|text| cut(&words_of(&text), 280))
                .filter(|it| !it.is_empty()),
            image: post.feature_image.filter(|address| !address.is_empty()),
            image_alt: None,
            tags: tidy_tags(tags),
            is_featured: is_true(&post.featured),
            is_published: matches!(
                post.status.as_deref(),
                Some("published" | "scheduled" | "sent")
            ),
            published_at: date_of(&post.published_at, &post.created_at).unwrap_or(None),
            old_paths: Vec::new(),
            more: Map::new(),
        };
        let old = path_of(&name).unwrap_or_default();
        if !old.is_empty() && old != item.path() {
            item.old_paths.push(old.clone());
        }
        Ok((old, item))
    }

    /// What an address becomes; none to leave it as it is.
    fn settle(
        &mut self,
        found: Found<'_>,
        source: &str,
        moved: &HashMap<String, String>,
    ) -> Option<String> {
        let Found { place, address, alt } = found;
        let own = address.strip_prefix(SITE);
        let local = own.unwrap_or(address);
        if is_lost(Found { address: local, ..found }, source, &mut self.plan) {
            return None;
        }
        let is_own = own.is_some() || (local.starts_with('/') && !local.starts_with("//"));
        let other = |(folder, word): (&str, &'static str)| {
            Some((word, file_of(local.split_once(folder)?.1)?))
        };
        if let Some((word, file)) = OTHERS.into_iter().find_map(other).filter(|_| is_own) {
            let why = "is no picture; upload it here and put it in its place";
            self.plan.refuse(format!("{word} {file} of {source}"), why);
            return own.map(ToOwned::to_owned);
        }
        let may_be_picture = place == Place::Picture || (place == Place::Link && is_own);
        if let Some((_, path)) = local.split_once(IMAGES).filter(|_| may_be_picture) {
            let path = file_of(path)?;
            let mut places = Vec::new();
            for name in [without_size(&path), &path] {
                places.extend(["content/images/", "images/", ""].map(|it| format!("{it}{name}")));
            }
            if let Some(planned) = self.local.picture(&places, alt, &mut self.plan) {
                return Some(planned);
            }
            self.plan.refuse(format!("picture {path} of {source}"), "is not beside the export");
            return own.map(ToOwned::to_owned);
        }
        let target = is_own.then(|| path_of(local)).flatten().and_then(|path| moved.get(&path));
        match target {
            Some(path) => {
                let fragment = local.split_once('#').map(|(_, name)| format!("#{name}"));
                Some(format!("/{path}{}", fragment.unwrap_or_default()))
            }
            None => own.map(|path| if path.is_empty() { "/" } else { path }.to_owned()),
        }
    }
}

/// What does not come along, and why.
type Left = (String, String);

/// Why it is a draft, where it was none and not everybody could read it.
fn held_back(post: &Post) -> Option<String> {
    match post.status.as_deref() {
        Some("draft") => return None,
        Some("published" | "scheduled" | "sent") => {}
        Some(status) => return Some(format!("its status was {status}")),
        None => return Some("it does not say its status".to_owned()),
    }
    match &post.visibility {
        Value::Null => {}
        Value::String(visibility) if visibility == "public" => {}
        Value::String(visibility) => return Some(format!("its visibility was {visibility}")),
        _ => return Some("its visibility was not public".to_owned()),
    }
    if post.status.as_deref() == Some("sent") {
        return Some("it was sent by mail only".to_owned());
    }
    if post.status.as_deref() == Some("scheduled") && date(&post.published_at).is_none() {
        return Some("nobody can tell from when on".to_owned());
    }
    if let Err(said) = date_of(&post.published_at, &post.created_at) {
        return Some(format!("{said} is no date"));
    }
    let html = post.html.as_deref().unwrap_or_default();
    let (_, why) = GATES.iter().find(|(sign, _)| html.contains(sign))?;
    Some((*why).to_owned())
}

/// `size/w600/2020/01/x.jpg` is a smaller form of `2020/01/x.jpg`.
fn without_size(path: &str) -> &str {
    match path.strip_prefix("size/").and_then(|rest| rest.split_once('/')) {
        Some((_, rest)) => rest,
        None => path,
    }
}

/// Tags by the post they are on, in their order. Those that begin with `#` are for machines.
fn tags_by_post(tags: Vec<Tag>, taggings: Vec<Tagging>) -> HashMap<String, Vec<String>> {
    let names: HashMap<String, String> =
        tags.into_iter().map(|tag| (key(&tag.id), tag.name)).collect();
    let mut by_post: HashMap<String, Vec<String>> = HashMap::new();
    for tagging in taggings {
        if let Some(name) = names.get(&key(&tagging.tag_id)).filter(|name| !name.starts_with('#')) {
            by_post.entry(key(&tagging.post_id)).or_default().push(name.clone());
        }
    }
    by_post
}

/// Ids are numbers in older exports and texts in newer ones.
fn key(id: &Value) -> String {
    id.as_str().map_or_else(|| id.to_string(), ToOwned::to_owned)
}

/// Whether it says no, or nothing. What is neither yes nor no is no no.
fn is_false(value: &Value) -> bool {
    matches!(value, Value::Null | Value::Bool(false))
        || value.as_f64() == Some(0.0)
        || value.as_str().is_some_and(|it| matches!(it, "" | "0" | "false" | "null"))
}

fn is_true(value: &Value) -> bool {
    value.as_bool().unwrap_or_else(|| value.as_i64() == Some(1) || value == "true")
}

/// When it was published, or else made; or what stands in place of a date.
fn date_of<'a>(published: &'a Value, created: &Value) -> Result<Option<Timestamp>, &'a Value> {
    match (date(published), published) {
        (Some(date), _) => Ok(Some(date)),
        (None, Value::Null) => Ok(date(created)),
        (None, said) => Err(said),
    }
}

/// A text, or milliseconds since 1970.
fn date(value: &Value) -> Option<Timestamp> {
    match value {
        // Not of a time that no calendar has.
        Value::Number(millis) => {
            Some(jiff::Timestamp::from_millisecond(millis.as_i64()?).ok()?.into())
        }
        value => read_date(value.as_str()?),
    }
}
