//! What only tests ask: a file read as a draft, without a press that would say which letters it lacks.

use kernel::FieldErrors;
use serde_json::Value;
use serde_json::value::RawValue;

use super::check::check_document;
use super::imports::import;
use super::reading::read;

/// The document that a file becomes, when it can be saved.
pub fn read_file(file: &[u8]) -> Option<Box<RawValue>> {
    let document = import(file).ok()?.document;
    let mut errors = FieldErrors::default();
    check_document(&document, &mut errors)?;
    errors.finish().ok()?;
    Some(document)
}

/// What a document says, in the members of today.
pub fn understood(document: &Value) -> Value {
    read(document).tree
}

/// Whether a document can be saved.
pub fn is_taken(document: &RawValue) -> bool {
    let mut errors = FieldErrors::default();
    check_document(document, &mut errors).is_some() && errors.finish().is_ok()
}
