//! Files that become a draft of a resume: JSON Resume in JSON or YAML, and the data export of
//! LinkedIn.
//!
//! Nothing here is stored. What comes out is the text of a JSON Resume document with what was not
//! understood on the way; the owner looks at it and saves it like any other. Files come from anywhere, so
//! everything has a limit before it is read: bytes, files, rows, values, levels, and what a short
//! reference may grow to.

mod csv;
mod linkedin;
mod sections;
mod text;
mod yaml;
mod zip;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use super::limits::MOST_BYTES;
use super::reading::Warning;
use yaml::YamlError;
use zip::ZipError;

/// A whole data export with pictures is below this; its tables are a small part of it.
pub(super) const MOST_FILE_BYTES: u64 = 16 * 1024 * 1024;

/// What a file turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ResumeFormat")]
pub(super) enum Format {
    Json,
    Yaml,
    /// The data export of LinkedIn: an archive of tables, or one of them.
    Linkedin,
}

/// A document that was made from a file.
#[derive(Debug)]
pub(super) struct Imported {
    pub(super) format: Format,
    pub(super) document: Box<RawValue>,
    pub(super) warnings: Vec<Warning>,
}

/// Why a file is no resume, as the end of a sentence that begins with what it is called.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ImportError {
    #[error("is empty")]
    Empty,
    #[error("is {0}, which cannot be read here; JSON, YAML and the data export of LinkedIn can")]
    Other(&'static str),
    #[error("may have up to {MOST_BYTES} bytes of text")]
    TooLong,
    #[error("is neither JSON nor YAML: {0}")]
    Yaml(#[from] YamlError),
    #[error("cannot be opened: {0}")]
    Zip(#[from] ZipError),
    #[error(
        "holds none of the tables of a LinkedIn data export, such as Profile.csv or Positions.csv"
    )]
    NoTables,
    #[error("could not be written as JSON")]
    Unwritable,
}

/// What people have their resumes in, and what such a file begins with.
const OTHERS: [(&[u8], &str); 8] = [
    (b"%PDF-", "a PDF"),
    (b"{\\rtf", "a Rich Text document"),
    (b"\xD0\xCF\x11\xE0", "a Word document of the old kind"),
    (b"\x89PNG", "a picture"),
    (b"\xFF\xD8\xFF", "a picture"),
    (b"<!", "a page or XML"),
    (b"<?", "a page or XML"),
    (b"<html", "a page or XML"),
];

/// The name of a kind of file that is no resume to us.
fn other_kind(bytes: &[u8]) -> Option<&'static str> {
    let bytes = bytes.trim_ascii_start();
    OTHERS.iter().find(|(start, _)| bytes.starts_with(start)).map(|(_, name)| *name)
}

pub(super) fn import(bytes: &[u8]) -> Result<Imported, ImportError> {
    if let Some(kind) = other_kind(bytes) {
        return Err(ImportError::Other(kind));
    }
    if zip::is_zip(bytes) {
        let files = zip::open(bytes)?;
        if files.holds("[Content_Types].xml") || files.holds("mimetype") {
            return Err(ImportError::Other("a Word or OpenDocument file"));
        }
        let (document, warnings) = linkedin::read(&files)?;
        let document = serde_json::value::to_raw_value(&document);
        let document = document.map_err(|_| ImportError::Unwritable)?;
        return Ok(Imported { format: Format::Linkedin, document, warnings });
    }
    if let Some(file) = linkedin::table_of(bytes) {
        let (document, mut warnings) = linkedin::read(&zip::of_one(file, bytes))?;
        let note = "is one table of a LinkedIn data export: the whole archive tells more";
        warnings.push(Warning::new("file", note));
        let document = serde_json::value::to_raw_value(&document);
        let document = document.map_err(|_| ImportError::Unwritable)?;
        return Ok(Imported { format: Format::Linkedin, document, warnings });
    }
    let (text, mut warnings) = decoded(bytes)?;
    // JSON first, and to the letter: YAML would read it, too, but not keep its numbers.
    if let Ok(document) = serde_json::from_str::<Box<RawValue>>(&text) {
        let list = text.trim_start().starts_with('[').then(|| serde_json::from_str(&text));
        let own = match list {
            Some(Ok(list)) => document_of(&list, &mut warnings)?,
            _ => None,
        };
        let document = own.unwrap_or(document);
        return Ok(Imported { format: Format::Json, document, warnings });
    }
    let read = yaml::read(&text)?;
    warnings.extend(read.warnings);
    if let Some(document) = document_of(&read.value, &mut warnings)? {
        return Ok(Imported { format: Format::Yaml, document, warnings });
    }
    let document = serde_json::value::to_raw_value(&read.value);
    let document = document.map_err(|_| ImportError::Unwritable)?;
    Ok(Imported { format: Format::Yaml, document, warnings })
}

/// The document that a list at the top holds.
fn document_of(
    value: &Value,
    warnings: &mut Vec<Warning>,
) -> Result<Option<Box<RawValue>>, ImportError> {
    let Some(document) = value.as_array().and_then(|list| sections::document_of(list)) else {
        return Ok(None);
    };
    warnings.push(Warning::new("file", "is a list, and was read by the titles of what it holds"));
    let document = serde_json::value::to_raw_value(&document);
    document.map(Some).map_err(|_| ImportError::Unwritable)
}

fn decoded(bytes: &[u8]) -> Result<(String, Vec<Warning>), ImportError> {
    // Two bytes of another encoding are one letter at most.
    if bytes.len() > 2 * MOST_BYTES {
        return Err(ImportError::TooLong);
    }
    let (text, guessed) = text::decode(bytes);
    if text.len() > MOST_BYTES {
        return Err(ImportError::TooLong);
    }
    if text.trim().is_empty() {
        return Err(ImportError::Empty);
    }
    let note = || Warning::new("file", "is not in UTF-8 and was read as Windows-1252");
    Ok((text, guessed.then(note).into_iter().collect()))
}

#[cfg(test)]
mod tests;
