//! What must hold of resumes and of what was made from them, as they are stored: documents that a
//! request could have brought, one default, versions of results that are there. `folia check` and
//! `folia import` both go by it.

use std::collections::HashMap;

use kernel::{FieldErrors, Id};
use serde_json::Value;
use serde_json::value::RawValue;
use store::{Fault, Filter, Findings, Present, StoreError, Transaction};

use crate::resumes::{
    MOST_RESUMES, Resume, check_document, check_title, find_dangerous, promote_newest,
};
use crate::tailorings::Tailoring;
use crate::tailorings::versions::TailoringVersion;

/// What chunks of a resume say they are derived from.
pub use crate::resumes::ORIGIN as RESUME_ORIGIN;

/// Users are named by whoever signs them in.
const LONGEST_USER: usize = 1000;
/// As long as the text of a job may be when a result is asked for.
const LONGEST_JOB: usize = 20_000;

/// Looks through everything.
pub fn inspect(
    transaction: &mut Transaction<'_>,
    findings: &mut Findings,
) -> Result<(), StoreError> {
    check_resumes(transaction, findings)?;
    let mut tailorings = HashMap::new();
    let all = transaction.scan::<Tailoring>(|stored| {
        let tailoring = stored.document;
        check_tailoring(&tailoring, findings);
        tailorings.insert(tailoring.id, (tailoring.user_id, tailoring.version));
    })?;
    transaction.scan::<TailoringVersion>(|stored| {
        check_version(&stored.document, &tailorings, &all, findings);
    })?;
    Ok(())
}

fn check_resumes(
    transaction: &mut Transaction<'_>,
    findings: &mut Findings,
) -> Result<(), StoreError> {
    let (mut count, mut has_default) = (0, false);
    let all = transaction.scan::<Resume>(|stored| {
        count += 1;
        has_default |= stored.document.is_default;
        check_resume(&stored.document, findings);
    })?;
    // That there are not two of them, a unique rule of the database sees to.
    // One that cannot be read may be it.
    if count > 0 && !has_default && all.is_known() {
        let fault = Fault::new("resumes.default", None, "none is the default");
        findings.add_with_mend(fault, "the newest becomes it", promote_newest);
    }
    if count > MOST_RESUMES {
        let what = format!("there may be up to {MOST_RESUMES}");
        findings.add(Fault::new("resumes.count", None, what));
    }
    Ok(())
}

fn check_resume(resume: &Resume, findings: &mut Findings) {
    let mut errors = FieldErrors::default();
    errors.keep("title", check_title(&resume.title));
    match RawValue::from_string(resume.document.clone()) {
        Ok(raw) => {
            if let Some(checked) = check_document(&raw, &mut errors) {
                resume.arrangement.paths.check(&checked.tree, &mut errors);
            }
        }
        Err(_) => errors.add("document", "is no JSON"),
    }
    if let Err(message) = resume.arrangement.check_lost() {
        errors.add("arrangement.lost", message);
    }
    findings.add_invalid("resumes.values", resume.id, errors);
}

fn check_tailoring(tailoring: &Tailoring, findings: &mut Findings) {
    let mut errors = FieldErrors::default();
    errors.keep("user_id", check_user(&tailoring.user_id));
    if tailoring.job_description.chars().nth(LONGEST_JOB).is_some() {
        errors.add("job_description", format!("may have up to {LONGEST_JOB} characters"));
    }
    check_result(&tailoring.resume, &mut errors);
    if tailoring.version < 1 {
        errors.add("version", "must be from 1");
    }
    findings.add_invalid("tailorings.values", tailoring.id, errors);
}

fn check_version(
    version: &TailoringVersion,
    tailorings: &HashMap<Id, (String, i64)>,
    all: &Present,
    findings: &mut Findings,
) {
    let id = version.id;
    let mut errors = FieldErrors::default();
    check_result(&version.resume, &mut errors);
    findings.add_invalid("tailoring_versions.values", id, errors);
    // The owner's own, and older than what the result says now.
    let fits = tailorings.get(&version.tailoring_id).is_some_and(|(user_id, current)| {
        *user_id == version.user_id && (1..*current).contains(&version.number)
    });
    if !fits && !all.is_unread(version.tailoring_id) {
        let what = "is of no result that could have it";
        let fault = Fault::new("tailoring_versions.orphan", id, what);
        findings.add_with_loss(fault, move |transaction| {
            let this = [Filter::equal("id", id)];
            transaction.delete_where::<TailoringVersion>(&this).map(drop)
        });
    }
}

/// A result is a resume, which is shown with its links.
fn check_result(resume: &Value, errors: &mut FieldErrors) {
    if !resume.is_object() {
        errors.add("resume", "must be an object");
    }
    for (place, message) in find_dangerous(resume, "resume") {
        errors.add(place, message);
    }
}

fn check_user(user_id: &str) -> Result<(), &'static str> {
    match !user_id.is_empty() && user_id.chars().nth(LONGEST_USER).is_none() {
        true => Ok(()),
        false => Err("is no name of a user"),
    }
}
