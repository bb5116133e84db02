use kernel::{ExpectedVersion, FieldErrors, Id};
use schemars::JsonSchema;
use serde::Deserialize;
use store::{ChangeError, Revision, Stored};

use super::{FocalPoint, Upload};
use crate::changes::CHANGES;
use crate::{Media, MediaError};

const LONGEST_TEXT: usize = 1000;

/// What the owner says about an upload. What is absent stays as it is.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "UploadInput")]
pub struct UploadChange {
    /// What it shows, for those who do not see it. Empty for what is decoration.
    #[schemars(length(max = 1000))]
    pub alt: Option<String>,
    /// What stands below it, in plain text.
    #[schemars(length(max = 1000))]
    pub caption: Option<String>,
    /// What must stay in sight where a part of the picture is shown: per cent from the left.
    #[schemars(range(min = 0, max = 100))]
    pub focal_x: Option<f64>,
    /// Per cent from the top.
    #[schemars(range(min = 0, max = 100))]
    pub focal_y: Option<f64>,
}

impl UploadChange {
    pub(crate) fn check(&self, errors: &mut FieldErrors) {
        for (field, text) in [("alt", &self.alt), ("caption", &self.caption)] {
            if text.as_ref().is_some_and(|text| text.chars().count() > LONGEST_TEXT) {
                errors.add(field, "may have up to 1000 characters");
            }
        }
        for (field, place) in [("focal_x", self.focal_x), ("focal_y", self.focal_y)] {
            if place.is_some_and(|place| !(0.0..=100.0).contains(&place)) {
                errors.add(field, "must be from 0 to 100");
            }
        }
    }

    fn apply(&self, upload: &mut Upload) {
        if let Some(alt) = &self.alt {
            alt.trim().clone_into(&mut upload.alt);
        }
        if let Some(caption) = &self.caption {
            caption.trim().clone_into(&mut upload.caption);
        }
        if self.focal_x.is_some() || self.focal_y.is_some() {
            let before = upload.focal_point.unwrap_or(FocalPoint::MIDDLE);
            let (x, y) = (self.focal_x.unwrap_or(before.x), self.focal_y.unwrap_or(before.y));
            upload.focal_point = Some(FocalPoint { x, y });
        }
    }
}

impl Media {
    /// Changes what is said about an upload. Its files stay as they are.
    pub async fn update_upload(
        &self,
        id: Id,
        change: UploadChange,
        expected: ExpectedVersion,
    ) -> Result<Stored<Upload>, MediaError> {
        let mut errors = FieldErrors::default();
        change.check(&mut errors);
        errors.finish()?;
        let written: Result<(Stored<Upload>, Revision), ChangeError> = self
            .store
            .write(move |transaction| {
                let mut stored = transaction.get::<Upload>(id)?;
                expected.check(stored.version)?;
                change.apply(&mut stored.document);
                let stored = transaction.replace(stored)?;
                // After the write, in the same transaction: pages that were made from the old words
                // must know.
                Ok((stored, transaction.enter(CHANGES)?))
            })
            .await;
        let (stored, revision) = written?;
        self.changes.reach(revision);
        Ok(stored)
    }
}
