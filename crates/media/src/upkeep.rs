//! What must hold of a record of an upload: names of files that are ours to write and to serve, types
//! that we make, words that a request could have set. `folia check` and `folia import` both go by it;
//! an archive is judged before the first of its files is copied, because names become places on disk.

use std::collections::HashSet;

use kernel::{FieldErrors, Id};
use pixels::{Filter, Format, VariantName};
use store::{Findings, StoreError, Transaction};

use crate::layout;
use crate::uploads::{EarlierFile, MOST_EARLIER, Upload, UploadChange, UploadKind};

/// More than there are variants.
const MOST_FILES: usize = 10;
const LONGEST_NAME: usize = 120;
const LONGEST_PLACEHOLDER: usize = 100;
/// Types that a visitor's browser shows and does not run.
const SERVED: [Format; 3] = [Format::WebP, Format::Mp4, Format::WebM];
const SENT: [Format; 7] =
    [Format::Jpeg, Format::Png, Format::WebP, Format::Gif, Format::Avif, Format::Mp4, Format::WebM];

/// Looks through all records.
pub fn inspect(
    transaction: &mut Transaction<'_>,
    findings: &mut Findings,
) -> Result<(), StoreError> {
    transaction.scan::<Upload>(|stored| {
        findings.add_invalid("uploads.values", stored.document.id, errors_in(&stored.document));
    })?;
    Ok(())
}

/// Which upload a file of an archive is of, where its record cannot be asked: by its name alone, which
/// becomes a place on disk. None for names that are not ours.
pub fn owner_of_file(key: &str) -> Option<Id> {
    let (folder, name) = key.split_once('/')?;
    let is_plain = match layout::exact_id(folder) {
        Some(_) => is_file_name(name),
        None => name.split('.').all(is_word),
    };
    layout::owner(key).filter(|_| is_plain)
}

/// What is wrong with a record.
pub fn errors_in(upload: &Upload) -> FieldErrors {
    let mut errors = FieldErrors::default();
    let words = UploadChange {
        alt: Some(upload.alt.clone()),
        caption: Some(upload.caption.clone()),
        focal_x: upload.focal_point.map(|point| point.x),
        focal_y: upload.focal_point.map(|point| point.y),
    };
    words.check(&mut errors);
    if Filter::find(&upload.filter).is_none() {
        errors.add("filter", "is none that is known");
    }
    let is_long = |text: &String| text.len() > LONGEST_PLACEHOLDER;
    if upload.placeholder.as_ref().is_some_and(is_long) {
        errors.add("placeholder", "is too long");
    }
    if upload.duration.is_some_and(|seconds| seconds.is_nan() || seconds < 0.0) {
        errors.add("duration", "must not be negative");
    }
    for (field, name) in [("stem", Some(&upload.stem)), ("mark", upload.mark.as_ref())] {
        if name.is_some_and(|name| !is_word(name)) {
            errors.add(field, "must be letters, digits and hyphens");
        }
    }
    check_files(upload, &mut errors);
    errors
}

fn check_files(upload: &Upload, errors: &mut FieldErrors) {
    if !(1..=MOST_FILES).contains(&upload.files.len()) {
        errors.add("files", format!("must be 1 to {MOST_FILES}"));
    }
    let mut names = HashSet::new();
    for (index, file) in upload.files.iter().enumerate() {
        let field = |part: &str| format!("files[{index}].{part}");
        if !is_file_name(&file.file) || !names.insert(&file.file) {
            errors.add(field("file"), "must be a plain name that no other file has");
        }
        let is_known = VariantName::CASCADE.iter().any(|name| name.name() == file.variant);
        if !is_known {
            errors.add(field("variant"), "is none that is made");
        }
        let is_video = file.media_type.starts_with("video/");
        let fits = is_video == (upload.kind == UploadKind::Video);
        if !fits || !is_type(&SERVED, &file.media_type) {
            errors.add(field("media_type"), "is none that is served");
        }
    }
    if upload.original.as_ref().is_some_and(|original| !is_type(&SENT, &original.media_type)) {
        errors.add("original.media_type", "is none that is taken");
    }
    let is_plain = |earlier: &EarlierFile| is_file_name(&earlier.file);
    if upload.earlier.len() > MOST_EARLIER || !upload.earlier.iter().all(is_plain) {
        errors.add("earlier", "must be plain names");
    }
}

fn is_type(formats: &[Format], media_type: &str) -> bool {
    formats.iter().any(|format| format.media_type() == media_type)
}

fn is_word(name: &str) -> bool {
    (1..=LONGEST_NAME).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// A name without folders, that is not hidden, with an ending.
fn is_file_name(name: &str) -> bool {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    let parts = name.rsplit_once('.');
    name.len() <= LONGEST_NAME
        && parts.is_some_and(|(stem, ending)| {
            let filled = !stem.is_empty() && !ending.is_empty();
            filled
                && stem.bytes().all(is_part)
                && ending.bytes().all(|it| it.is_ascii_alphanumeric())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_names_that_we_give() {
        let id: Id = "01939b1e-7c00-7abc-8def-0123456789ab".parse().unwrap();
        let keys = [layout::file(id, "photo-1_400.webp"), layout::original(id, None)];
        for good in keys.into_iter().chain([layout::original(id, Some("01ab"))]) {
            assert_eq!(owner_of_file(&good), Some(id), "{good}");
        }
        for name in ["", "..", "../x.webp", "a/b.webp", ".x"] {
            assert_eq!(owner_of_file(&layout::file(id, name)), None, "{name}");
        }
        for bad in ["x.webp", "previews/x/photo.webp", "backups/x.tar", "originals/x"] {
            assert_eq!(owner_of_file(bad), None, "{bad}");
        }
        assert_eq!(owner_of_file(&format!("originals/{id}./../x")), None);
    }

    #[test]
    fn names_of_files_stay_in_their_folder() {
        for good in ["photo-1.webp", "photo-1_400.webp", "x-01ab.mp4"] {
            assert!(is_file_name(good), "{good}");
        }
        for bad in ["", ".", "..", "../x.webp", "a/b.webp", ".x", "x.", "x", "a b.webp", "x.we\0bp"]
        {
            assert!(!is_file_name(bad), "{bad}");
        }
    }
}
