//! The settings: one document whose values a request could have set.

use store::{Document, Fault, Findings, Present, StoreError, Transaction};

use super::{Stock, missing_upload, values};
use crate::items::ContentType;
use crate::settings::{Home, SiteSettings};

pub(super) fn check(
    transaction: &mut Transaction<'_>,
    stock: &Stock,
    uploads: &Present,
    findings: &mut Findings,
) -> Result<(), StoreError> {
    // Of the one id they can have. Another document in the collection does not read as its own.
    transaction.scan::<SiteSettings>(|stored| {
        let settings = stored.document;
        let id = settings.id();
        findings.add_invalid("settings.values", id, values::errors_in_settings(&settings));
        let is_there = match settings.home {
            Home::Introduction => true,
            Home::Section { id } => stock.all_sections.has(id),
            Home::Page { id } => {
                let leaf = stock.items.get(&id);
                leaf.map_or(stock.all_items.has(id), |it| it.content_type == ContentType::Page)
            }
        };
        if !is_there {
            let fault = Fault::new("settings.home", id, "show a home page that is not there");
            findings.add_with_mend(fault, "the home page is the introduction", |transaction| {
                change(transaction, |settings| settings.home = Home::Introduction)
            });
        }
        if !settings.resume.show.is_sorted_by(|one, next| one < next) {
            let fault = Fault::new("settings.resume", id, "name parts of the resume twice");
            findings.add_with_mend(fault, "each is named once", |transaction| {
                change(transaction, |settings| {
                    settings.resume.show.sort_unstable();
                    settings.resume.show.dedup();
                })
            });
        }
        if let Some(gone) = missing_upload(settings.profile.portrait.as_deref(), uploads) {
            let what = format!("show the portrait {gone}, which is not there");
            let fault = Fault::new("settings.portrait", id, what);
            findings.add_note_with_mend(fault, "there is no portrait", |transaction| {
                change(transaction, |settings| settings.profile.portrait = None)
            });
        }
    })?;
    Ok(())
}

fn change(
    transaction: &mut Transaction<'_>,
    change: impl FnOnce(&mut SiteSettings),
) -> Result<(), StoreError> {
    let mut stored = transaction.get::<SiteSettings>(SiteSettings::default().id())?;
    change(&mut stored.document);
    transaction.replace(stored).map(drop)
}
