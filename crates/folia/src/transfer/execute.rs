//! Carries a plan out, or goes the same way without writing.

use std::collections::HashSet;
use std::path::PathBuf;

use content::items::{ContentType, ItemInput, check_new_item};
use content::sections::{SectionInput, check_new_section};
use content::{RESERVED, is_file_of_ours};
use http::StatusCode;
use kernel::{Invalid, SitePath};
use serde_json::{Map, Value, json};

use super::error::TransferError;
use super::existing::Existing;
use super::html::tidy;
use super::pictures::{Pictures, read_old_file};
use super::plan::{Plan, PlannedItem, PlannedLink, PlannedSection};
use super::report::{Report, Step};
use crate::app::App;
use crate::client::{Client, ClientError};
use crate::progress::Progress;

pub(super) async fn execute(
    app: &App,
    client: &Client,
    plan: Plan,
    dry_run: bool,
    progress: &Progress,
) -> Result<Report, TransferError> {
    let bare = plan.bare_sections(app.store.clock().now());
    let Plan { sections, items, pictures, old_files, links, redirects, refused, is_closed } = plan;
    let existing = Existing::read(client).await?;
    let pictures = Pictures::new(app, client, pictures, dry_run);
    let report = Report::new(dry_run, refused);
    let made = HashSet::new();
    let closed = HashSet::new();
    let drafts = is_closed.then(HashSet::new);
    let mut run = Run {
        app,
        client,
        existing,
        pictures,
        report,
        dry_run,
        made,
        redirects,
        closed,
        bare,
        drafts,
    };
    // Before the bodies that show them.
    let step = |doing: &str, done: usize, all: usize| {
        progress.tell(doing, done as u64, Some(all as u64));
        progress.check().map_err(|_| TransferError::CutShort)
    };
    let all = old_files.len();
    for (done, (key, file)) in old_files.into_iter().enumerate() {
        step("copying files", done, all)?;
        run.copy_old_file(key, file).await?;
    }
    let all = sections.len();
    for (done, section) in sections.into_iter().enumerate() {
        step("making sections", done, all)?;
        run.make_section(section).await?;
    }
    let all = items.len();
    for (done, item) in items.into_iter().enumerate() {
        step("making items", done, all)?;
        run.make_item(item).await?;
    }
    for link in links {
        run.make_link(link).await?;
    }
    // Last, when everything that comes along has its address: a redirect never stands in a page's way.
    let all = run.redirects.len();
    for (done, (from, to)) in std::mem::take(&mut run.redirects).into_iter().enumerate() {
        step("making redirects", done, all)?;
        run.make_redirect(from, to).await?;
    }
    Ok(run.report)
}

struct Run<'a> {
    app: &'a App,
    client: &'a Client,
    existing: Existing,
    pictures: Pictures<'a>,
    report: Report,
    dry_run: bool,
    /// Items of this run, which are no earlier ones.
    made: HashSet<(ContentType, String)>,
    /// Old paths, each with where it is to lead.
    redirects: Vec<(String, String)>,
    /// Sections that were not public where they come from, and are here already: everybody may see these.
    closed: HashSet<String>,
    /// Sections that would show nothing but their names.
    bare: HashSet<String>,
    /// Where all are to be drafts: the paths at which one of this run is, and nothing else.
    drafts: Option<HashSet<String>>,
}

impl Run<'_> {
    async fn make_section(&mut self, section: PlannedSection) -> Result<(), TransferError> {
        let PlannedSection { path, title, description, is_published, old_paths, more, .. } =
            section;
        self.redirects.extend(old_paths.into_iter().map(|old| (old, path.clone())));
        let is_published = is_published && !self.is_in_closed(&path);
        if self.existing.sections.contains_key(&path) {
            if !is_published {
                self.closed.insert(path.clone());
            }
            self.report.steps.push(Step::Kept { what: "section", path });
            return Ok(());
        }
        if is_published && self.bare.contains(&path) {
            let why = "holds nothing that is public yet; it is a draft";
            self.report.refuse(format!("the publication of section /{path}"), why);
        }
        let is_published = is_published && !self.bare.contains(&path);
        let (parent, slug) = match path.rsplit_once('/') {
            Some((parent, slug)) => (Some(parent), slug),
            None => (None, path.as_str()),
        };
        let parent_id = match parent.map(|parent| self.existing.sections.get(parent)) {
            None => Value::Null,
            Some(Some(id)) => id.clone(),
            Some(None) => {
                self.report.refuse(format!("section /{path}"), "the section above is left out");
                return Ok(());
            }
        };
        let values = json!({
            "title": title, "slug": slug, "parent_id": parent_id, "description": description,
            "is_published": is_published, "nav_visibility": if parent.is_none() { "main" } else { "hidden" },
        });
        let values = with_more(values, more);
        let made = match self.dry_run {
            true => check_section(values).map(|()| json!("00000000-0000-7000-8000-000000000000")),
            false => {
                settle(self.client.post("/sections", &values).await)?.map(|it| it["id"].clone())
            }
        };
        match made {
            Ok(id) => {
                self.existing.add_section(&path, id);
                self.note_address(None, &path, "the section");
                self.report.steps.push(Step::Section { path, is_published });
            }
            Err(why) => self.report.refuse(format!("section /{path}"), why),
        }
        Ok(())
    }

    async fn make_item(&mut self, mut item: PlannedItem) -> Result<(), TransferError> {
        item.body = tidy(&item.body);
        let path = item.path();
        item.is_published &= !self.is_in_closed(&path);
        let old_paths = item.old_paths.iter().map(|old| (old.clone(), path.clone()));
        if !self.made.insert((item.content_type, path.clone())) {
            let why = format!("/{path} is the address of another one");
            self.report.refuse(item.source, why);
            return Ok(());
        }
        if self.existing.has_item(item.content_type, &path) {
            self.redirects.extend(old_paths);
            self.report.steps.push(Step::Kept { what: item.content_type.name(), path });
            return Ok(());
        }
        let section_id = match item.section.as_ref().map(|path| self.existing.sections.get(path)) {
            None => Value::Null,
            Some(Some(id)) => id.clone(),
            Some(None) => {
                self.report.refuse(&item.source, "its section is left out");
                return Ok(());
            }
        };
        let (body, image_url) = self.pictures.place(&item, &mut self.report).await?;
        let values = json!({
            "title": item.title, "slug": item.slug, "section_id": section_id, "body": body,
            "summary": item.summary, "image_url": image_url, "image_alt": item.image_alt,
            "tags": item.tags, "featured": item.is_featured, "is_published": item.is_published,
            "published_at": item.published_at,
        });
        let values = with_more(values, item.more.clone());
        let made = match self.dry_run {
            true => check_item(&item, values, item.section.is_none()),
            false => {
                let place = format!("/content/{}", item.content_type.name());
                settle(self.client.post(&place, &values).await)?.map(drop)
            }
        };
        match made {
            Ok(()) => {
                self.redirects.extend(old_paths);
                self.existing.add_item(item.content_type, &path);
                self.note_address(Some(item.content_type), &path, &item.source);
                let PlannedItem { content_type, source, is_published, published_at, .. } = item;
                let kind = content_type.name();
                let from = published_at.filter(|at| *at > self.app.store.clock().now());
                self.report.steps.push(Step::Item { kind, path, source, is_published, from });
            }
            Err(why) => self.report.refuse(item.source, why),
        }
        Ok(())
    }

    fn is_in_closed(&self, path: &str) -> bool {
        path.match_indices('/').any(|(at, _)| self.closed.contains(&path[..at]))
    }

    /// Two things at one address: both are made, and visitors find only one of them. What has one of its own is noted.
    fn note_address(&mut self, made: Option<ContentType>, path: &str, source: &str) {
        if let Some(other) = self.existing.beside(made, path) {
            let what = format!("the address /{path} of {source}");
            let why = format!("a {other} has it too, and visitors find one; give it another");
            self.report.refuse(what, why);
        } else if let Some(drafts) = &mut self.drafts {
            drafts.insert(path.to_owned());
        }
    }

    /// A file from before there were records, which is served under the name it had.
    async fn copy_old_file(&mut self, key: String, file: PathBuf) -> Result<(), TransferError> {
        let what = format!("file {}", file.display());
        let read = tokio::task::spawn_blocking(move || read_old_file(&file)).await;
        let bytes = match read.map_err(|_| TransferError::CutShort)? {
            Ok(bytes) => bytes,
            Err(why) => {
                self.report.refuse(what, why);
                return Ok(());
            }
        };
        let blobs = self.app.media.blobs();
        let path = format!("media/{key}");
        match blobs.look(&key).await? {
            Some((size, _)) if size == bytes.len() as u64 => {
                self.report.steps.push(Step::Kept { what: "file", path });
            }
            Some(_) => self.report.refuse(what, format!("another one is at /{path}")),
            None => {
                if !self.dry_run {
                    blobs.put(&key, bytes.into()).await?;
                }
                self.report.steps.push(Step::File { path });
            }
        }
        Ok(())
    }

    async fn make_link(&mut self, link: PlannedLink) -> Result<(), TransferError> {
        let PlannedLink { title, url, more } = link;
        if self.existing.has_link(&title, &url) {
            self.report.steps.push(Step::KeptLink { title });
            return Ok(());
        }
        if !self.dry_run {
            let values = with_more(json!({ "title": title, "url": url }), more);
            if let Err(why) = settle(self.client.post("/navlinks", &values).await)? {
                self.report.refuse(format!("menu link {title}"), why);
                return Ok(());
            }
        }
        self.report.steps.push(Step::Link { title });
        Ok(())
    }

    async fn make_redirect(&mut self, from: String, to: String) -> Result<(), TransferError> {
        if from == to {
            return Ok(());
        }
        let what = format!("redirect /{from}");
        if self.existing.has_redirect(&from) {
            self.report.steps.push(Step::Kept { what: "redirect", path: from });
            return Ok(());
        }
        if self.existing.is_taken(&from) {
            self.report.refuse(what, "something is there");
            return Ok(());
        }
        // One that leads to a draft is not followed. One that leads anywhere else tells where.
        if self.drafts.as_ref().is_some_and(|drafts| !drafts.contains(to.trim_matches('/'))) {
            let why = "it leads to no draft that comes in, and everybody would see where";
            self.report.refuse(what, why);
            return Ok(());
        }
        let first = from.split('/').next().unwrap_or_default();
        if RESERVED.contains(&first) || is_file_of_ours(&SitePath::new(&from)) {
            self.report.refuse(what, "the service uses that address itself");
            return Ok(());
        }
        // As the site itself would say.
        if self.dry_run && self.existing.leads_back(&from, &to) {
            self.report.refuse(what, "new_path must not lead back to the old address");
            return Ok(());
        }
        if !self.dry_run {
            // For ever: links to an old site are not counted in days.
            let values = json!({ "old_path": from, "new_path": to, "expires_at": null });
            if let Err(why) = settle(self.client.post("/redirects", &values).await)? {
                self.report.refuse(what, why);
                return Ok(());
            }
        }
        self.existing.add_redirect(&from, &to);
        self.report.steps.push(Step::Redirect { from, to });
        Ok(())
    }
}

fn with_more(mut values: Value, more: Map<String, Value>) -> Value {
    if let Value::Object(values) = &mut values {
        values.extend(more);
    }
    values
}

/// Answers that say nothing of what was sent.
const PASSING: [StatusCode; 4] = [
    StatusCode::UNAUTHORIZED,
    StatusCode::FORBIDDEN,
    StatusCode::REQUEST_TIMEOUT,
    StatusCode::TOO_MANY_REQUESTS,
];

type Made<T> = Result<T, String>;

/// What the site would not take is left out and told; when the site itself fails, all ends.
fn settle(answer: Result<Value, ClientError>) -> Result<Made<Value>, TransferError> {
    match answer {
        Ok(value) => Ok(Ok(value)),
        Err(error) => match error.status {
            Some(status) if status.is_client_error() && !PASSING.contains(&status) => {
                Ok(Err(error.reason()))
            }
            _ => Err(error.into()),
        },
    }
}

fn check_section(values: Value) -> Made<()> {
    let input: SectionInput = serde_json::from_value(values).map_err(|error| error.to_string())?;
    check_new_section(&input).map_err(told)
}

fn check_item(item: &PlannedItem, values: Value, at_top: bool) -> Made<()> {
    let input: ItemInput = serde_json::from_value(values).map_err(|error| error.to_string())?;
    check_new_item(item.content_type, input).map_err(told)?;
    match at_top && RESERVED.contains(&item.slug.as_str()) {
        true => Err(format!("{} is a name the service uses itself", item.slug)),
        false => Ok(()),
    }
}

fn told(Invalid(errors): Invalid) -> String {
    let told: Vec<String> =
        errors.iter().map(|error| format!("{} {}", error.field, error.message)).collect();
    told.join("; ")
}
