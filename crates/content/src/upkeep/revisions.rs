//! Revisions: each is of an item that is there, has a body, and is among those that are kept.

use std::collections::{BTreeMap, HashMap};

use kernel::Id;
use store::{Fault, Filter, Findings, StoreError, Transaction};

use super::{Stock, values};
use crate::html;
use crate::revisions::{Revision, RevisionBody, surplus};

const GOES: &str = "it is removed";
/// Names and ids of people come from whoever signs them in; nobody's is as long as this.
const LONGEST_AUTHOR: usize = 1000;

pub(super) fn check(
    transaction: &mut Transaction<'_>,
    stock: &Stock,
    findings: &mut Findings,
) -> Result<(), StoreError> {
    // By item and number: what is kept is decided from the newest on.
    let mut numbered: BTreeMap<(Id, i64), (Id, usize)> = BTreeMap::new();
    let revisions = transaction.scan::<Revision>(|stored| {
        let revision = stored.document;
        let id = revision.id;
        if !stock.all_items.has(revision.item_id) {
            let fault = Fault::new("revisions.orphan", id, "is of an item that is not there");
            findings.add_with_loss(fault, move |transaction| forget(transaction, id));
        }
        if revision.number < 1 {
            findings.add(Fault::new("revisions.number", id, "has a number below 1"));
        }
        let author = revision.saved_by.iter().flat_map(|author| [&author.user_id, &author.name]);
        if author.into_iter().any(|text| text.chars().nth(LONGEST_AUTHOR).is_some()) {
            let what = "is by somebody whose name is too long";
            findings.add(Fault::new("revisions.author", id, what));
        }
        findings.add_invalid("revisions.values", id, values::errors_in(&revision.said));
        // Of an item that cannot be read, it may be what brings it back, so all of them are kept.
        if !stock.all_items.is_unread(revision.item_id) {
            numbered.insert((revision.item_id, revision.number), (id, revision.bytes));
        }
    })?;
    let sizes: HashMap<Id, usize> = numbered.values().copied().collect();
    let bodies = transaction.scan::<RevisionBody>(|stored| {
        let body = &stored.document;
        match sizes.get(&body.id) {
            None if revisions.has(body.id) => check_alone(body, findings),
            bytes => check_body(body, bytes.copied(), findings),
        }
    })?;
    for id in sizes.into_keys().filter(|id| !bodies.has(*id)) {
        let fault = Fault::new("revisions.body", id, "has no body");
        findings.add_with_loss(fault, move |transaction| forget(transaction, id));
    }
    check_kept(&numbered, findings);
    Ok(())
}

fn check_body(body: &RevisionBody, bytes: Option<usize>, findings: &mut Findings) {
    let id = body.id;
    let Some(bytes) = bytes else {
        let fault = Fault::new("revision_bodies.orphan", id, "belongs to no revision");
        return findings
            .add_with_loss(fault, move |transaction| transaction.delete::<RevisionBody>(id));
    };
    match html::sanitise(&body.html) {
        Err(error) => findings.add(Fault::new("revision_bodies.html", id, format!("{error}"))),
        Ok(clean) if clean != body.html => {
            let what = "holds what the sanitiser takes out";
            let fault = Fault::new("revision_bodies.html", id, what);
            findings.add_with_mend(fault, "it is sanitised again", move |transaction| {
                measure_again(transaction, id)
            });
        }
        Ok(_) if bytes != body.html.len() => {
            let what = format!("says that its body has {bytes} bytes");
            let fault = Fault::new("revisions.bytes", id, what);
            findings.add_with_mend(fault, "they are counted again", move |transaction| {
                measure_again(transaction, id)
            });
        }
        Ok(_) => {}
    }
}

/// As with bodies: of what cannot be read, it is left alone but for what no body may hold.
fn check_alone(body: &RevisionBody, findings: &mut Findings) {
    let id = body.id;
    match html::sanitise(&body.html) {
        Err(error) => findings.add(Fault::new("revision_bodies.html", id, format!("{error}"))),
        Ok(clean) if clean != body.html => {
            let what = "holds what the sanitiser takes out";
            let fault = Fault::new("revision_bodies.html", id, what);
            findings.add_with_mend(fault, "it is sanitised again", move |transaction| {
                let mut stored = transaction.get::<RevisionBody>(id)?;
                if let Ok(clean) = html::sanitise(&stored.document.html) {
                    stored.document.html = clean;
                }
                transaction.replace(stored).map(drop)
            });
        }
        Ok(_) => {}
    }
}

fn check_kept(numbered: &BTreeMap<(Id, i64), (Id, usize)>, findings: &mut Findings) {
    let mut of_items: HashMap<Id, Vec<(Id, usize)>> = HashMap::new();
    for ((item, _), revision) in numbered.iter().rev() {
        of_items.entry(*item).or_default().push(*revision);
    }
    for revisions in of_items.values() {
        for id in surplus(revisions.iter().copied()) {
            let fault = Fault::new("revisions.surplus", id, "is older than those that are kept");
            findings.add_with_mend(fault, GOES, move |transaction| forget(transaction, id));
        }
    }
}

fn measure_again(transaction: &mut Transaction<'_>, id: Id) -> Result<(), StoreError> {
    let mut body = transaction.get::<RevisionBody>(id)?;
    if let Ok(clean) = html::sanitise(&body.document.html) {
        body.document.html = clean;
    }
    let (words, bytes) = (html::words(&body.document.html), body.document.html.len());
    transaction.replace(body)?;
    let mut revision = transaction.get::<Revision>(id)?;
    (revision.document.words, revision.document.bytes) = (words, bytes);
    transaction.replace(revision).map(drop)
}

/// One that another fault has removed already is gone, which is what was wanted.
fn forget(transaction: &mut Transaction<'_>, id: Id) -> Result<(), StoreError> {
    let this = [Filter::equal("id", id)];
    transaction.delete_where::<Revision>(&this)?;
    transaction.delete_where::<RevisionBody>(&this)?;
    Ok(())
}
