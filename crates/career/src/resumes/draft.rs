use kernel::{FieldErrors, Invalid};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;
use sheet::Press;

use super::check::check_document;
use super::error::ResumeError;
use super::imports::{Format, Imported, import};
use super::input::own_title;
use super::lacking::lacking;
use super::language::{Language, guess};
use super::printable::unprinted;
use super::reading::{Warning, read};
use super::written::Written;
use crate::Career;

/// What a file says as a resume. It is stored nowhere.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ResumeDraft")]
pub(super) struct DraftView {
    format: Format,
    /// What the resume would be called.
    title: String,
    /// As far as its texts tell; null when they do not.
    language: Option<Language>,
    /// A JSON Resume document that can be saved as it stands.
    #[schemars(with = "serde_json::Map<String, Value>")]
    document: Box<RawValue>,
    /// What of the file, and of the document, was not understood, or not as it stands there.
    warnings: Vec<Warning>,
}

impl Career {
    /// Reads a file as a draft. Whatever comes back would be taken by [`Career::create_resume`].
    pub(super) async fn read_draft(
        &self,
        file: impl AsRef<[u8]> + Send + 'static,
    ) -> Result<DraftView, ResumeError> {
        let press = self.printing.press();
        let reading = self.think(move || draft(file.as_ref(), &press)).await;
        Ok(reading.map_err(|error| ResumeError::Broken(error.into()))??)
    }
}

fn draft(file: &[u8], press: &Press) -> Result<DraftView, Invalid> {
    let Imported { format, document, mut warnings } =
        import(file).map_err(|error| Invalid::field("file", error.to_string()))?;
    let mut errors = FieldErrors::default();
    let checked = check_document(&document, &mut errors);
    errors.finish()?;
    let Some(checked) = checked else {
        return Err(Invalid::field("file", "is no resume"));
    };
    let mut language = None;
    if let Ok(Written { tree, repeated }) = Written::of(&checked.text) {
        warnings.extend(read(&tree).warnings);
        warnings.extend(repeated);
        language = guess(&tree, &checked.tree);
    }
    warnings.extend(unprinted(&checked.tree, press));
    warnings.extend(lacking(&checked.tree));
    let title = own_title(&checked.tree);
    Ok(DraftView { format, title, language, document, warnings })
}
