//! What a job asks for and its owner has said they have not: it stays a gap, and is not asked about again,
//! neither here nor in later results for the same job.

use kernel::{FieldErrors, Page};
use store::{ChangeError, StoreError, Transaction};
use tailor::Analysis;

use super::Tailoring;
use super::service::of_user;

/// Among so many of the newest results an earlier one for the same job is looked for.
const LOOKED_THROUGH: u32 = 20;

/// The requirements that are named, in the order of the job; none when nothing was said about them.
pub(super) fn check(
    named: Option<&[String]>,
    analysis: &Analysis,
) -> Result<Option<Vec<String>>, ChangeError> {
    let Some(named) = named else { return Ok(None) };
    let mut errors = FieldErrors::default();
    for (number, text) in named.iter().enumerate() {
        if !analysis.requirements.iter().any(|requirement| requirement.text == *text) {
            errors.add(format!("lacking[{number}]"), "is no requirement of the job");
        }
    }
    errors.finish()?;
    Ok(Some(among(analysis, named)))
}

/// What its owner has said about the same job before.
pub(super) fn known(
    transaction: &mut Transaction<'_>,
    user_id: &str,
    job_description: &str,
    analysis: &Analysis,
) -> Result<Vec<String>, StoreError> {
    let newest = of_user(user_id).descending("id");
    let earlier = transaction.page::<Tailoring>(&newest, Page::first(LOOKED_THROUGH))?.items;
    let same =
        earlier.into_iter().find(|stored| stored.document.job_description == job_description);
    Ok(same.map(|stored| among(analysis, &stored.document.lacking)).unwrap_or_default())
}

fn among(analysis: &Analysis, named: &[String]) -> Vec<String> {
    let asked = analysis.requirements.iter().map(|requirement| &requirement.text);
    asked.filter(|text| named.contains(text)).cloned().collect()
}
