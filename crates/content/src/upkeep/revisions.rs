//! Revisions: each is of an item that is there, has a body, and is among those that are kept.

use std::collections::{BTreeMap, HashMap};

use kernel::Id;
use store::{Fault, Filter, Findings, StoreError, Transaction};

use super::{Stock, values};
use crate::html;
use crate::revisions::{Revision, RevisionBody, surplus};

/// Names and ids of people come from whoever signs them in; nobody's is as long as this.
const LONGEST_AUTHOR: usize = 1000;

pub(super) fn check(
    transaction: &mut Transaction<'_>,
    stock: &Stock,
    findings: &mut Findings,
) -> Result<(), StoreError> {
    // By item and number: what is kept is decided from the newest on.
    let mut numbered: BTreeMap<(Id, i64), Id> = BTreeMap::new();
    let mut told: HashMap<Id, usize> = HashMap::new();
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
            numbered.insert((revision.item_id, revision.number), id);
            told.insert(id, revision.bytes);
        }
    })?;
    let mut measured = HashMap::new();
    let bodies = transaction.scan::<RevisionBody>(|stored| {
        let body = &stored.document;
        measured.insert(body.id, body.html.len());
        match told.get(&body.id) {
            None if revisions.has(body.id) => check_alone(body, findings),
            bytes => check_body(body, bytes.copied(), findings),
        }
    })?;
    for id in told.into_keys().filter(|id| !bodies.has(*id)) {
        let fault = Fault::new("revisions.body", id, "has no body");
        findings.add_with_loss(fault, move |transaction| forget(transaction, id));
    }
    check_kept(&numbered, &measured, findings);
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

/// By the bytes that there are: what a revision says of its body may be what is damaged. A body that cannot be read
/// takes nobody's place.
fn check_kept(
    numbered: &BTreeMap<(Id, i64), Id>,
    measured: &HashMap<Id, usize>,
    findings: &mut Findings,
) {
    let mut of_items: HashMap<Id, Vec<(Id, usize)>> = HashMap::new();
    for ((item, _), id) in numbered.iter().rev() {
        let bytes = measured.get(id).copied().unwrap_or(0);
        of_items.entry(*item).or_default().push((*id, bytes));
    }
    for revisions in of_items.values() {
        for id in surplus(revisions.iter().copied()) {
            let fault = Fault::new("revisions.surplus", id, "is older than those that are kept");
            findings.add_with_loss(fault, move |transaction| forget(transaction, id));
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

#[cfg(test)]
mod tests {
    use serde_json::json;
    use store::{Location, Options, Present, Query, Store};

    use super::*;
    use crate::items::{self, Item};
    use crate::revisions::{self, Said};

    const COUNT: i64 = 12;
    const HTML: &str = "<p>Text</p>";

    fn item(id: Id) -> Item {
        let at = "2026-01-01T00:00:00Z";
        let document = json!({
            "id": id, "content_type": "page", "section_id": null, "title": "Title", "slug": "title",
            "summary": "Text", "image_url": null, "image_alt": null, "tags": [], "featured": false,
            "is_published": false, "published_at": null, "sort_order": 1.0, "created_at": at,
            "updated_at": at, "deleted_at": null, "derives_summary": true, "derives_image": true,
        });
        serde_json::from_value(document).unwrap()
    }

    fn revision(item: &Item, id: Id, number: i64, bytes: usize) -> Revision {
        Revision {
            id,
            item_id: item.id,
            number,
            began_at: item.created_at,
            saved_at: item.created_at,
            saved_by: None,
            session: None,
            words: 1,
            bytes,
            said: Said::by(item),
        }
    }

    /// What a revision says of its size is one number, and a digit of it may be damaged.
    #[tokio::test]
    async fn a_size_that_a_revision_has_not_removes_none() {
        let folder = tempfile::tempdir().unwrap();
        let place = Location::File(folder.path().join("folia.db"));
        let store = Store::open(&place, Options::default()).await.unwrap();
        store.migrate(&[items::MIGRATION, revisions::MIGRATION]).await.unwrap();
        let looked = store.write(|all| {
            let item = all.insert(item(all.generate_id()))?.document;
            for number in 1..=COUNT {
                let id = all.generate_id();
                let bytes = if number == COUNT { 9_200_000 } else { HTML.len() };
                all.insert(revision(&item, id, number, bytes))?;
                all.insert(RevisionBody { id, html: HTML.to_owned() })?;
            }
            let (sections, items) = (HashMap::new(), HashMap::new());
            let (all_sections, all_items) = (Present::default(), all.present::<Item>()?);
            let stock = Stock { sections, items, all_sections, all_items };
            let mut findings = Findings::default();
            check(all, &stock, &mut findings)?;
            let rules: Vec<_> = findings.faults().map(|fault| fault.rule).collect();
            assert_eq!(rules, ["revisions.bytes"]);
            for mend in findings.list.into_iter().filter_map(|finding| finding.mend) {
                mend.run(all)?;
            }
            let mut left = Findings::default();
            check(all, &stock, &mut left)?;
            assert!(!left.has_faults(), "{left:?}");
            Ok::<_, StoreError>(all.list::<Revision>(&Query::all())?.len())
        });
        assert_eq!(looked.await.unwrap() as i64, COUNT);
        store.close().await;
    }
}
