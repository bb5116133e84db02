//! Bodies: each item has one, which is of the item's version, and is what the sanitiser would make of it.

use std::collections::HashSet;

use kernel::Id;
use store::{Fault, Filter, Findings, Query, StoreError, Transaction};

use super::{Derived, Stock, change_item};
use crate::html;
use crate::items::{Body, Item, linked_paths};
use crate::revisions::{Revision, RevisionBody};

pub(super) fn check(
    transaction: &mut Transaction<'_>,
    stock: &Stock,
    findings: &mut Findings,
) -> Result<(), StoreError> {
    let bodies =
        transaction.scan::<Body>(|stored| check_body(&stored.document, stock, findings))?;
    for id in stock.items.keys().filter(|id| !bodies.has(**id)).copied() {
        let fault = Fault::new("items.body", id, "has no body");
        findings.add_with_mend(fault, "it gets that of its newest revision, or an empty one", {
            move |transaction| bring_back(transaction, id)
        });
    }
    Ok(())
}

fn check_body(body: &Body, stock: &Stock, findings: &mut Findings) {
    let id = body.id;
    let Some(leaf) = stock.items.get(&id) else {
        // Of an item that cannot be read, it may be all that is left.
        if stock.all_items.has(id) {
            check_html(body, findings, sanitise_alone);
            return;
        }
        let fault = Fault::new("bodies.orphan", id, "belongs to no item");
        return findings.add_with_loss(fault, move |transaction| transaction.delete::<Body>(id));
    };
    let html =
        check_html(body, findings, |transaction, id| change_item(transaction, id, sanitise_again));
    if html == Html::Unclean {
        return;
    }
    if body.item_version != leaf.version {
        let what = format!("belongs to version {} of {}", body.item_version, leaf.version);
        let fault = Fault::new("bodies.version", id, what);
        return findings.add_with_mend(fault, "it belongs to today's", move |transaction| {
            change_item(transaction, id, |_, _| {})
        });
    }
    // Fewer is no fault: names that the service has taken since are left out of new lists.
    let links: HashSet<_> = html::site_links(&body.html).into_iter().collect();
    if leaf.linked_paths.len() > links.len()
        || !leaf.linked_paths.iter().all(|it| links.contains(it))
    {
        let fault = Fault::new("items.links", id, "lists links that its body does not have");
        findings.add_with_mend(fault, "they are read again", move |transaction| {
            change_item(transaction, id, |item, html| item.linked_paths = Some(linked_paths(html)))
        });
    }
    if html == Html::Clean {
        check_derived(id, &leaf.derived, &body.html, findings);
    }
}

/// What the sanitiser says of a body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Html {
    Clean,
    /// It is mended.
    Unclean,
    /// Nobody can sanitise it.
    Refused,
}

fn check_html(
    body: &Body,
    findings: &mut Findings,
    mend: fn(&mut Transaction<'_>, Id) -> Result<(), StoreError>,
) -> Html {
    let id = body.id;
    match html::sanitise(&body.html) {
        Ok(clean) if clean == body.html => Html::Clean,
        Ok(_) => {
            let fault = Fault::new("bodies.html", id, "holds what the sanitiser takes out");
            findings.add_with_mend(fault, "it is sanitised again", move |transaction| {
                mend(transaction, id)
            });
            Html::Unclean
        }
        Err(error) => {
            findings.add(Fault::new("bodies.html", id, format!("{error}")));
            Html::Refused
        }
    }
}

/// A body that is left alone as long as what it belongs to cannot be read. But it holds nothing that no
/// body may hold: an archive that has it must not bring that in, nor be kept out by it.
fn sanitise_alone(transaction: &mut Transaction<'_>, id: Id) -> Result<(), StoreError> {
    let mut stored = transaction.get::<Body>(id)?;
    if let Ok(clean) = html::sanitise(&stored.document.html) {
        stored.document.html = clean;
    }
    transaction.replace(stored).map(drop)
}

/// What is taken from a body was made by the rules of its day, so it is a note where they say something
/// else by now.
fn check_derived(id: Id, derived: &Derived, html: &str, findings: &mut Findings) {
    let others = [
        ("summary", derived.summary.as_ref().is_some_and(|it| *it != html::summary(html))),
        ("picture", derived.image_url.as_ref().is_some_and(|it| *it != html::lead_image(html))),
        ("minutes", derived.minutes.is_some_and(|it| it != prose::minutes(html))),
    ];
    let names: Vec<_> = others.iter().filter(|(_, differs)| *differs).map(|(it, _)| *it).collect();
    if !names.is_empty() {
        let what = format!("shows what is not its body's: {}", names.join(", "));
        let fault = Fault::new("items.derived", id, what);
        findings.add_note_with_mend(fault, "it is taken from the body again", move |transaction| {
            change_item(transaction, id, sanitise_again)
        });
    }
}

fn sanitise_again(item: &mut Item, html: &mut String) {
    if let Ok(clean) = html::sanitise(html) {
        *html = clean;
    }
    item.linked_paths = Some(linked_paths(html));
    item.minutes = Some(prose::minutes(html));
    if item.derives_summary {
        item.summary = html::summary(html);
    }
    if item.derives_image {
        item.image_url = html::lead_image(html);
    }
}

/// Every change of an item leaves a revision, so the newest says what the body said.
fn bring_back(transaction: &mut Transaction<'_>, id: Id) -> Result<(), StoreError> {
    let item_version = transaction.get::<Item>(id)?.version;
    let of_item = Query::all().filter(Filter::equal("item_id", id)).descending("number");
    let newest = transaction.list::<Revision>(&of_item)?.into_iter().next();
    let html = match newest {
        Some(newest) => transaction.find::<RevisionBody>(newest.document.id)?,
        None => None,
    };
    let html = html.map(|stored| stored.document.html).unwrap_or_default();
    transaction.insert(Body { id, item_version, html })?;
    // As a change of the item, so that whoever follows it looks again.
    change_item(transaction, id, sanitise_again)
}
