//! Redirects: each is at an address where nothing else is, and leads to something in one step.

use std::collections::{HashMap, HashSet};

use kernel::{FieldErrors, Id, SitePath};
use store::{Fault, Findings, StoreError, Transaction};

use super::Stock;
use super::living::Living;
use crate::moves::{is_file_of_ours, remove};
use crate::redirects::{Redirect, Target, Thing, check_decoded, check_goal, is_reserved};

pub(super) fn check(
    transaction: &mut Transaction<'_>,
    stock: &Stock,
    living: &Living,
    findings: &mut Findings,
) -> Result<(), StoreError> {
    let mut redirects = Vec::new();
    transaction.scan::<Redirect>(|stored| {
        // A removed one leads nowhere and waits to be forgotten.
        if !stored.document.removed {
            redirects.push(stored.document);
        }
    })?;
    let targets: HashMap<&SitePath, &Target> =
        redirects.iter().map(|redirect| (&redirect.old_path, &redirect.target)).collect();
    for redirect in &redirects {
        match fault(redirect, stock, living) {
            Some(fault) => findings.add_with_loss(fault, take_away(redirect.id)),
            // From when they were taken. Nobody has ever followed one, so it keeps no archive out.
            None if is_file_of_ours(&redirect.old_path) => {
                let what = format!("is at {}, where the service answers itself", redirect.old_path);
                let fault = Fault::new("redirects.unreached", redirect.id, what);
                findings.add_note_with_mend(fault, "it is removed", take_away(redirect.id));
            }
            // On its way may be what cannot be read.
            None if !stock.is_known() => {}
            None => check_way(redirect, &targets, living, findings),
        }
    }
    Ok(())
}

/// What is wrong with a redirect that nobody could follow.
fn fault(redirect: &Redirect, stock: &Stock, living: &Living) -> Option<Fault> {
    let Redirect { id, old_path, target, .. } = redirect;
    let mut errors = FieldErrors::default();
    check_decoded(&mut errors, "old_path", old_path.as_str());
    if is_reserved(old_path) {
        errors.add("old_path", "begins with a name that the service uses itself");
    }
    if SitePath::new(old_path.as_str()) != *old_path {
        errors.add("old_path", "is not spelled as addresses are compared");
    }
    // One that leads to what cannot be read is left alone, unless it is where no redirect can be.
    let mut is_unread = false;
    let is_there = match target {
        Target::Thing(Thing::Section(section)) => {
            is_unread = stock.all_sections.is_unread(*section);
            stock.all_sections.has(*section)
        }
        Target::Thing(Thing::Item(_, item)) => {
            is_unread = stock.all_items.is_unread(*item);
            stock.all_items.has(*item)
        }
        Target::Path(path) => {
            check_decoded(&mut errors, "new_path", path.as_str());
            if SitePath::new(path.as_str()) != *path {
                errors.add("new_path", "is not spelled as addresses are compared");
            }
            true
        }
        Target::Elsewhere(address) => {
            let goal = check_goal(&mut errors, Some(address));
            if !matches!(goal, None | Some(Target::Elsewhere(_))) {
                errors.add("new_path", "must be an https address");
            }
            true
        }
    };
    if let Err(invalid) = errors.finish() {
        let first = invalid.0.first();
        let what = first.map(|error| format!("{} {}", error.field, error.message));
        return Some(Fault::new("redirects.values", *id, what.unwrap_or_default()));
    }
    if !is_there {
        let what = format!("leads from {old_path} to something that is not there");
        return Some(Fault::new("redirects.target", *id, what));
    }
    if living.at(old_path).is_some() && !is_unread {
        let what = format!("is at {old_path}, where something else is found");
        return Some(Fault::new("redirects.occupied", *id, what));
    }
    None
}

/// Whether it leads to its end at once.
fn check_way(
    redirect: &Redirect,
    targets: &HashMap<&SitePath, &Target>,
    living: &Living,
    findings: &mut Findings,
) {
    let Redirect { id, old_path, target, .. } = redirect;
    let Target::Path(first) = target else { return };
    let mut seen = HashSet::from([old_path]);
    let mut path = first;
    let end = loop {
        if let Some(thing) = living.at(path) {
            break Target::Thing(thing);
        }
        match targets.get(path) {
            None => break Target::Path(path.clone()),
            // Only those that are part of the circle go. What leads into it leads to an address at
            // which nothing is, as it may.
            Some(_) if path == old_path => {
                let what = format!("leads from {old_path} back to itself");
                let fault = Fault::new("redirects.loop", *id, what);
                return findings.add_with_loss(fault, take_away(*id));
            }
            Some(_) if !seen.insert(path) => return,
            Some(Target::Path(next)) => path = next,
            Some(end) => break (*end).clone(),
        }
    };
    if end != *target {
        let id = *id;
        let fault = Fault::new("redirects.chain", id, format!("leads from {old_path} in steps"));
        findings.add_with_mend(fault, "it leads to its end at once", move |transaction| {
            let mut stored = transaction.get::<Redirect>(id)?;
            stored.document.target = end;
            transaction.replace(stored).map(drop)
        });
    }
}

fn take_away(id: Id) -> impl FnOnce(&mut Transaction<'_>) -> Result<(), StoreError> {
    move |transaction| {
        let mut stored = transaction.get::<Redirect>(id)?;
        remove(&mut stored.document, transaction.now());
        transaction.replace(stored).map(drop)
    }
}
