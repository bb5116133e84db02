//! The owner's resume, as far as it is public.

use bytes::Bytes;
use career::printing::{PrintOptions, Told};
use career::resumes::Language;
use content::settings::ResumePart;
use kernel::Timestamp;
use serde_json::{Value, json};
use store::Stored;

use super::RenderError;
use crate::Site;
use crate::compose::{is_ahead, read_resume};
use crate::site::PrintedResume;

/// A resume without what its owner keeps from visitors.
#[derive(Debug)]
pub(crate) struct VisibleResume {
    pub(crate) tree: Value,
    pub(crate) updated_at: Timestamp,
    /// How often it was written. Two writes may have one time.
    version: i64,
    /// The settings by which parts were left out. They may have changed since.
    settings_at: i64,
    /// What a look follows from. Nobody sees it.
    meta: Value,
    pub(crate) language: Option<Language>,
    /// The day, such as `2026-11-16`.
    pub(crate) today: String,
    /// Whether visitors may have it on paper.
    pub(crate) on_paper: bool,
    /// Whether search engines may list it, in any form.
    pub(crate) listed: bool,
}

impl VisibleResume {
    /// Tells apart what is kept. Resumes are no part of the state of the site, under which pages are
    /// kept: by that alone, an old one would stay on a page that is kept.
    pub(crate) fn edition(&self) -> String {
        let lists = self.tree.as_object().into_iter().flat_map(|tree| tree.values());
        let mut entries = lists.filter_map(Value::as_array).flatten();
        // What is to begin will have begun one day.
        let day = match entries.any(|entry| is_ahead(entry, &self.today)) {
            true => self.today.as_str(),
            false => "",
        };
        format!("{}@{}{day}", self.version, self.settings_at)
    }
}

impl Site {
    /// The day, such as `2026-11-16`.
    fn today(&self) -> String {
        self.clock().now().to_string().chars().take(10).collect()
    }

    /// The public resume as PDF: printed once, however many ask.
    pub(crate) async fn resume_pdf(&self, resume: &VisibleResume) -> Result<Bytes, RenderError> {
        let edition = resume.edition();
        let mut printed = self.0.printed.lock().await;
        if let Some(known) = printed.as_ref().filter(|known| known.edition == edition) {
            return Ok(known.pdf.clone());
        }
        let options = PrintOptions { language: resume.language, ..PrintOptions::default() };
        let (document, order) = options.read(&resume.tree, Some(&resume.meta), &resume.today);
        let pdf: Bytes = self.0.wings.career.print(document, order).await?.pdf.into();
        *printed = Some(PrintedResume { edition, pdf: pdf.clone() });
        Ok(pdf)
    }

    /// What visitors may read of the resume that the owner has chosen.
    pub(crate) async fn resume(&self) -> Result<Option<VisibleResume>, RenderError> {
        let (settings, revision) = self.0.wings.settings.current_at();
        let public = &settings.resume;
        let Some(id) = public.id else { return Ok(None) };
        let resume = self.0.wings.career.find_stored_resume(id).await?;
        Ok(resume.and_then(|Stored { version, document: resume }| {
            let (written, document) = (resume.written().ok()?, resume.tree().ok()?);
            let has_place_in_one_text = resume.has_place_in_one_text();
            let shown = resume.without_hidden(document.clone());
            let told = Told { written: &written, read: &shown, has_place_in_one_text };
            let tree = read_resume(told, public);
            let (updated_at, settings_at) = (resume.updated_at, revision.number());
            let meta = json!({ "meta": document["meta"] });
            let on_paper = public.shows(ResumePart::Pdf);
            let listed = settings.indexable && public.shows(ResumePart::SearchEngines);
            let language = resume.language(&document);
            let today = self.today();
            Some(VisibleResume {
                tree,
                updated_at,
                version,
                settings_at,
                meta,
                language,
                today,
                on_paper,
                listed,
            })
        }))
    }
}
