//! What must hold of resumes and of what was made from them, as they are stored: documents that a
//! request could have brought, one default, versions of results that are there. `folia check` and
//! `folia import` both go by it.

use std::collections::BTreeMap;

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
    let mut tailorings = BTreeMap::new();
    let all = transaction.scan::<Tailoring>(|stored| {
        let tailoring = stored.document;
        check_tailoring(&tailoring, findings);
        let (user_id, version) = (tailoring.user_id, tailoring.version);
        tailorings.insert(tailoring.id, Kept { user_id, version, newest: 0 });
    })?;
    transaction.scan::<TailoringVersion>(|stored| {
        check_version(&stored.document, &mut tailorings, &all, findings);
    })?;
    for (id, tailoring) in tailorings {
        check_number(id, &tailoring, findings);
    }
    Ok(())
}

/// What of a result the rules about its versions need.
struct Kept {
    user_id: String,
    version: i64,
    /// The highest number among its older versions.
    newest: i64,
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
    tailorings: &mut BTreeMap<Id, Kept>,
    all: &Present,
    findings: &mut Findings,
) {
    let id = version.id;
    let mut errors = FieldErrors::default();
    check_result(&version.resume, &mut errors);
    if version.number < 1 {
        errors.add("number", "must be from 1");
    }
    findings.add_invalid("tailoring_versions.values", id, errors);
    // That it does not fit its result is no proof that it belongs to nothing: one of the two says what is wrong.
    if let Some(tailoring) = tailorings.get_mut(&version.tailoring_id) {
        tailoring.newest = tailoring.newest.max(version.number);
        if tailoring.user_id != version.user_id {
            let fault = Fault::new("tailoring_versions.user", id, "is not of its result's user");
            findings.add_with_mend(fault, "it becomes that user's", move |transaction| {
                let mut stored = transaction.get::<TailoringVersion>(id)?;
                let tailoring = transaction.get::<Tailoring>(stored.document.tailoring_id)?;
                stored.document.user_id = tailoring.document.user_id;
                transaction.replace(stored).map(drop)
            });
        }
    } else if !all.has(version.tailoring_id) {
        let fault = Fault::new("tailoring_versions.orphan", id, "is of a result that is not there");
        findings.add_with_loss(fault, move |transaction| {
            let this = [Filter::equal("id", id)];
            transaction.delete_where::<TailoringVersion>(&this).map(drop)
        });
    }
}

/// A result is newer than its versions, or those that are not older would not be shown.
fn check_number(id: Id, tailoring: &Kept, findings: &mut Findings) {
    let Kept { version, newest, .. } = *tailoring;
    if version > newest {
        return;
    }
    let what = format!("is version {version} and has an older one of number {newest}");
    let fault = Fault::new("tailorings.version", id, what);
    let Some(next) = newest.checked_add(1) else { return findings.add(fault) };
    findings.add_with_mend(fault, "it becomes the next one", move |transaction| {
        let mut stored = transaction.get::<Tailoring>(id)?;
        stored.document.version = next;
        transaction.replace(stored).map(drop)
    });
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

#[cfg(test)]
mod tests {
    use serde_json::json;
    use store::{Location, Options, Query, Store};
    use tailor::{Analysis, Evaluation, Voice};

    use super::*;
    use crate::{resumes, tailorings};

    fn tailoring(id: Id, user_id: &str, version: i64) -> Tailoring {
        let document = json!({
            "id": id, "user_id": user_id, "version": version, "resume_id": null, "job_description": "A job",
            "resume": {}, "analysis": Analysis::default(), "evaluation": Evaluation::default(),
            "attempts": [], "sources": [], "statements": [], "voice": Voice::default(),
            "generator": "extractive", "created_at": "2026-01-01T00:00:00Z",
        });
        serde_json::from_value(document).unwrap()
    }

    /// A result of one user, at a version, and an older version of it of another, with its number. What a repair makes
    /// of the version of the result and of the user of its older one.
    async fn mended(version: i64, number: i64, user_id: &'static str) -> (i64, Option<String>) {
        let folder = tempfile::tempdir().unwrap();
        let place = Location::File(folder.path().join("folia.db"));
        let store = Store::open(&place, Options::default()).await.unwrap();
        let versions = tailorings::versions::MIGRATION;
        let migrations = [resumes::MIGRATION, tailorings::MIGRATION, versions];
        store.migrate(migrations.to_vec().leak()).await.unwrap();
        let looked = store.write(move |all| {
            let tailoring_id = all.generate_id();
            all.insert(tailoring(tailoring_id, "owner", version))?;
            let older = TailoringVersion {
                id: all.generate_id(),
                user_id: user_id.to_owned(),
                tailoring_id,
                number,
                resume: json!({}),
                statements: Vec::new(),
                saved_at: all.now(),
            };
            all.insert(older)?;
            for _ in 0..2 {
                let mut findings = Findings::default();
                inspect(all, &mut findings)?;
                for mend in findings.list.into_iter().filter_map(|finding| finding.mend) {
                    assert!(!mend.is_loss);
                    mend.run(all)?;
                }
            }
            let mut left = Findings::default();
            inspect(all, &mut left)?;
            assert!(!left.has_faults(), "{left:?}");
            let now = all.get::<Tailoring>(tailoring_id)?.document.version;
            let older = all.list::<TailoringVersion>(&Query::all())?.pop();
            Ok::<_, StoreError>((now, older.map(|older| older.document.user_id)))
        });
        let found = looked.await.unwrap();
        store.close().await;
        found
    }

    #[tokio::test]
    async fn a_version_that_does_not_fit_its_result_is_not_removed() {
        let owner = || Some("owner".to_owned());
        assert_eq!(mended(5, 4, "owner").await, (5, owner()));
        for (version, number, expected) in [(1, 4, 5), (4, 4, 5), (5, 6, 7)] {
            assert_eq!(mended(version, number, "owner").await, (expected, owner()));
        }
        assert_eq!(mended(5, 4, "ovner").await, (5, owner()));
    }
}
