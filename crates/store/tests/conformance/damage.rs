//! What cannot be read is there, what went wrong can be undone by itself, and what the database has
//! lost of its own is seen.

use std::collections::BTreeMap;

use kernel::Id;
use serde::{Deserialize, Serialize};
use store::schema::{Migration, Step, inspect_indexes};
use store::{
    Collection, Document, Findings, Kind, Query, RawRow, Store, StoreError, Transaction, Value,
};

use crate::engines::{Place, stories};
use crate::samples::{GARDEN, Label, Leaf, MIGRATIONS, Specimen};
use crate::verbs::{insert, list};

stories! {
    a_document_that_cannot_be_read_is_there,
    a_row_without_an_id_may_be_any_document,
    a_column_that_holds_something_else_keeps_no_row_out,
    what_cannot_be_read_goes_and_comes_back_as_its_row,
    a_nul_comes_back_as_far_as_the_database_keeps_it,
    a_document_with_a_nul_in_a_key_is_named,
    nobody_writes_a_nul,
    what_can_be_read_comes_back_as_a_document_like_others,
    what_is_under_another_id_stays_there_and_nobody_is_given_it,
    what_is_under_no_id_comes_back_under_its_own,
    an_attempt_that_fails_has_not_happened_and_the_rest_goes_on,
    a_document_that_says_something_else_than_its_column_counts_as_unread,
    a_column_that_may_be_empty_says_something_when_it_is,
    a_document_of_a_form_that_nobody_knows_counts_as_unread,
    a_column_that_breaks_a_rule_is_what_is_damaged,
    a_missing_index_is_told_and_made_again_unless_its_rule_is_broken,
}

const LEAVES: Collection = Collection::of::<Leaf>();
const LABELS: &[Collection] = &[Collection::of::<Label>()];

/// A leaf of which nobody can read the body.
fn unreadable(id: impl ToString) -> RawRow {
    RawRow {
        collection: "leaves".to_owned(),
        id: id.to_string(),
        version: 3,
        form: 1,
        body: "{\"title".to_owned(),
        columns: BTreeMap::from([("title".to_owned(), "oak".into())]),
    }
}

async fn put(store: &Store, row: RawRow) -> Result<Option<Id>, StoreError> {
    store.write(move |transaction| LEAVES.restore_damaged(transaction, row.clone())).await
}

async fn a_document_that_cannot_be_read_is_there(place: &Place) {
    let store = place.store().await;
    let (whole, broken, nobody) = (place.id(), place.id(), place.id());
    insert(&store, Leaf { id: whole, title: "elm".into() }).await.unwrap();
    let present = store.read(|all| all.present::<Leaf>()).await.unwrap();
    assert!(present.is_known() && present.has(whole) && !present.has(broken));
    put(&store, unreadable(broken)).await.unwrap();
    let mut seen = 0;
    let scanned = store.read(move |all| {
        let present = all.scan::<Leaf>(|_| seen += 1)?;
        Ok::<_, StoreError>((present, seen))
    });
    let (present, seen) = scanned.await.unwrap();
    assert_eq!(seen, 1);
    assert!(!present.is_known() && present.has(whole) && present.has(broken));
    assert!(!present.is_unread(whole) && present.is_unread(broken) && !present.has(nobody));
    assert_eq!(present.unread().collect::<Vec<_>>(), [broken]);
}

async fn a_row_without_an_id_may_be_any_document(place: &Place) {
    let store = place.store().await;
    let whole = place.id();
    put(&store, unreadable("")).await.unwrap();
    assert!(!store.read(|all| LEAVES.is_empty(all)).await.unwrap());
    assert!(store.read(|all| all.present::<Leaf>()).await.unwrap().has(whole));
    insert(&store, Leaf { id: whole, title: "elm".into() }).await.unwrap();
    put(&store, unreadable("no id")).await.unwrap();
    let present = store.read(|all| all.present::<Leaf>()).await.unwrap();
    assert!(present.has(place.id()) && !present.is_unread(whole));
    let faults = store.verify(&[LEAVES]).await.unwrap();
    let told: Vec<_> = faults.iter().map(|fault| fault.what.as_str()).collect();
    let under = |name| format!("has a document under {name:?}, which is no id");
    assert_eq!(told, [under(""), under("no id")]);
    // Those who ask for versions are told of those that can be asked for.
    let versions = store.read(|all| all.versions::<Leaf>()).await.unwrap();
    assert_eq!(versions, [(whole, 1)]);
}

async fn a_column_that_holds_something_else_keeps_no_row_out(place: &Place) {
    let store = place.store().await;
    let columns = BTreeMap::from([("title".to_owned(), 7.into())]);
    put(&store, RawRow { columns, ..unreadable(place.id()) }).await.unwrap();
    let batch = store.read(|all| LEAVES.records(all, None, 10)).await.unwrap();
    assert_eq!(batch.damaged[0].columns["title"], "");
}

async fn what_cannot_be_read_goes_and_comes_back_as_its_row(place: &Place) {
    let store = place.store().await;
    let rows = [unreadable(place.id()), unreadable("no id"), unreadable("")];
    for row in rows.clone() {
        put(&store, row).await.unwrap();
    }
    insert(&store, Leaf { id: place.id(), title: "elm".into() }).await.unwrap();
    let batch = store.read(|all| LEAVES.records(all, None, 10)).await.unwrap();
    assert_eq!((batch.records.len(), batch.damaged.len()), (1, 3));
    let text = serde_json::to_string(&batch.damaged).unwrap();
    let again: Vec<RawRow> = serde_json::from_str(&text).unwrap();
    assert!(rows.iter().all(|row| again.contains(row)), "{text}");
    let next = store.read(move |all| LEAVES.records(all, batch.last.as_ref(), 10)).await.unwrap();
    assert!(next.last.is_none());
}

async fn a_nul_comes_back_as_far_as_the_database_keeps_it(place: &Place) {
    let store = place.store().await;
    let columns = BTreeMap::from([("title".to_owned(), "o\0k".into())]);
    let row = RawRow { body: "{\"ti\0le".to_owned(), columns, ..unreadable(place.id()) };
    let before = row.clone();
    let written = store.write(move |all| {
        let (row, is_other) = row.clone().fit(all);
        LEAVES.restore_damaged(all, row)?;
        Ok::<_, StoreError>(is_other)
    });
    assert_eq!(written.await.unwrap(), !place.is_sqlite());
    let batch = store.read(|all| LEAVES.records(all, None, 10)).await.unwrap();
    let columns = BTreeMap::from([("title".to_owned(), "o\u{fffd}k".into())]);
    let replaced = RawRow { body: "{\"ti\u{fffd}le".to_owned(), columns, ..before.clone() };
    let expected = if place.is_sqlite() { before } else { replaced };
    assert_eq!(batch.damaged, [expected]);
}

async fn a_document_with_a_nul_in_a_key_is_named(place: &Place) {
    let store = place.store().await;
    let leaf = Leaf { id: place.id(), title: "e\0m".into() };
    let refused = put(&store, around(&leaf, leaf.id)).await;
    assert!(matches!(refused, Err(StoreError::Unfit { id, .. }) if id == leaf.id), "{refused:?}");
}

async fn nobody_writes_a_nul(place: &Place) {
    let store = place.store().await;
    let leaf = Leaf { id: place.id(), title: "elm".into() };
    let stored = insert(&store, leaf.clone()).await.unwrap();
    let id = place.id();
    let refused = insert(&store, Leaf { id, title: "e\0m".into() }).await;
    assert!(
        matches!(refused, Err(StoreError::Unfit { id: told, .. }) if told == id),
        "{refused:?}"
    );
    let refused = store
        .write(move |all| {
            let mut stored = stored.clone();
            stored.document.title = "e\0m".into();
            all.replace(stored)
        })
        .await;
    assert!(matches!(refused, Err(StoreError::Unfit { .. })), "{refused:?}");
    assert_eq!(store.get::<Leaf>(leaf.id).await.unwrap().document, leaf);
}

/// A row around a leaf, with the leaf's column.
fn around(leaf: &Leaf, id: impl ToString) -> RawRow {
    let columns = BTreeMap::from([("title".to_owned(), leaf.title.as_str().into())]);
    RawRow { body: serde_json::to_string(leaf).unwrap(), columns, ..unreadable(id) }
}

async fn what_can_be_read_comes_back_as_a_document_like_others(place: &Place) {
    let store = place.store().await;
    let leaf = Leaf { id: place.id(), title: "elm".into() };
    assert_eq!(put(&store, around(&leaf, leaf.id)).await.unwrap(), Some(leaf.id));
    let found = store.get::<Leaf>(leaf.id).await.unwrap();
    assert_eq!((found.version, found.document), (3, leaf.clone()));
    // With columns of its own.
    assert!(store.verify(&[LEAVES]).await.unwrap().is_empty());
    // Nothing but its form says that it is of a later release, whose archives are refused as a whole.
    let another = Leaf { id: place.id(), ..leaf };
    let newer = RawRow { form: 2, ..around(&another, another.id) };
    assert_eq!(put(&store, newer).await.unwrap(), Some(another.id));
    assert!(store.verify(&[LEAVES]).await.unwrap().is_empty());
}

/// Either id may be the damaged one, and what belongs to it may name either.
async fn what_is_under_another_id_stays_there_and_nobody_is_given_it(place: &Place) {
    let store = place.store().await;
    let (leaf, other) = (Leaf { id: place.id(), title: "elm".into() }, place.id());
    let row = around(&leaf, other);
    assert_eq!(put(&store, row.clone()).await.unwrap(), None);
    let present = store.read(|all| all.present::<Leaf>()).await.unwrap();
    assert!(present.is_unread(leaf.id) && present.is_unread(other));
    let batch = store.read(|all| LEAVES.records(all, None, 10)).await.unwrap();
    assert_eq!((batch.records.len(), batch.damaged), (0, vec![row]));
    let refused = store.find::<Leaf>(other).await;
    assert!(matches!(refused, Err(StoreError::Misfiled { id, .. }) if id == other), "{refused:?}");
    assert_eq!(store.find::<Leaf>(leaf.id).await.unwrap(), None);
}

async fn what_is_under_no_id_comes_back_under_its_own(place: &Place) {
    let store = place.store().await;
    let leaf = Leaf { id: place.id(), title: "elm".into() };
    assert_eq!(put(&store, around(&leaf, "no id")).await.unwrap(), Some(leaf.id));
    assert!(store.verify(&[LEAVES]).await.unwrap().is_empty());
    // Once it is there, it cannot come a second time.
    assert!(put(&store, around(&leaf, "no id")).await.is_err());
    assert_eq!(list::<Leaf>(&store, Query::all()).await, [leaf]);
}

async fn an_attempt_that_fails_has_not_happened_and_the_rest_goes_on(place: &Place) {
    let store = place.store().await;
    insert(&store, Label::new(place.id(), "taken")).await.unwrap();
    let [one, two, three, leaf] = [place.id(), place.id(), place.id(), place.id()];
    let before = store.read(|all| all.revision(GARDEN)).await.unwrap();
    let write = store.write(move |all| {
        all.insert(Label::new(one, "one"))?;
        let failed = all.attempt(|all| {
            all.insert(Label::new(two, "two"))?;
            all.insert(Leaf { id: two, title: "gone".into() })?;
            all.insert(Label::new(three, "taken"))
        })?;
        assert!(matches!(failed, Err(StoreError::Taken { rule }) if rule == "labels_slug"));
        let done = all.attempt(|all| all.insert(Label::new(three, "three")))?;
        assert!(done.is_ok());
        // The stream was entered by what was undone, so it is entered again.
        all.insert(Leaf { id: leaf, title: "stays".into() }).map(drop)
    });
    write.await.unwrap();
    let mut slugs: Vec<_> =
        list::<Label>(&store, Query::all()).await.into_iter().map(|label| label.slug).collect();
    slugs.sort();
    assert_eq!(slugs, ["one", "taken", "three"]);
    let leaves = list::<Leaf>(&store, Query::all()).await;
    assert_eq!(leaves.iter().map(|leaf| leaf.title.as_str()).collect::<Vec<_>>(), ["stays"]);
    let after = store.read(|all| all.revision(GARDEN)).await.unwrap();
    assert!(after.directly_follows(before), "{before:?} {after:?}");
    let changed = store.read(move |all| all.list_changed::<Leaf>(before)).await.unwrap();
    assert_eq!(changed.len(), 1);
}

/// A document whose columns say something else.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
struct Askew {
    specimen: Specimen,
    #[serde(skip)]
    columns: Vec<Value>,
}

impl Document for Askew {
    const KIND: &'static Kind = Specimen::KIND;

    fn id(&self) -> Id {
        self.specimen.id
    }

    fn keys(&self) -> Vec<Value> {
        self.columns.clone()
    }
}

/// What came of each mend.
type Outcomes = Vec<Result<(), StoreError>>;

/// Mends all that can be mended, and tells what was found.
fn mend(
    all: &mut Transaction<'_>,
    inspect: impl Fn(&mut Transaction<'_>, &mut Findings) -> Result<(), StoreError>,
) -> Result<(Vec<String>, Outcomes), StoreError> {
    let mut findings = Findings::default();
    inspect(all, &mut findings)?;
    let told = findings.list.iter().map(|finding| finding.fault.what.clone()).collect();
    let mends = findings.list.into_iter().filter_map(|finding| finding.mend);
    let mended = mends.map(|mend| all.attempt(|all| mend.run(all)));
    Ok((told, mended.collect::<Result<_, _>>()?))
}

/// Stores a document with such a value in one of its columns. It is told, and nothing is done about it or by it.
async fn expect_unread(place: &Place, store: &Store, key: &str, value: Value) {
    const SPECIMENS: Collection = Collection::of::<Specimen>();
    let note = Some("found below the hedge".to_owned());
    let specimen = Specimen { note, weight: Some(0.5), ..Specimen::new(place.id(), "beetle") };
    let (id, mut columns) = (specimen.id, specimen.keys());
    let position = Specimen::KIND.keys.iter().position(|it| it.name == key).unwrap();
    columns[position] = value;
    insert(store, Askew { specimen, columns: columns.clone() }).await.unwrap();

    let (told, mended) = store
        .write(|all| mend(all, |all, findings| SPECIMENS.verify(all, findings)))
        .await
        .unwrap();
    assert_eq!(told, [format!("names another {key} than its column does")]);
    assert!(mended.is_empty(), "{key}: {mended:?}");
    let present = store.read(|all| all.scan::<Specimen>(|_| panic!("it was seen"))).await.unwrap();
    assert!(present.has(id) && present.is_unread(id), "{key}");
    let mut batch = store.read(|all| SPECIMENS.records(all, None, 10)).await.unwrap();
    assert_eq!((batch.records.len(), batch.damaged.len()), (0, 1), "{key}");

    // It goes and comes back as its row.
    let row = batch.damaged.remove(0);
    let again = row.clone();
    let restored = store.write(move |all| {
        all.delete::<Specimen>(id)?;
        SPECIMENS.restore_damaged(all, again.clone())
    });
    assert_eq!(restored.await.unwrap(), None, "{key}");
    let batch = store.read(|all| SPECIMENS.records(all, None, 10)).await.unwrap();
    assert_eq!(batch.damaged, [row], "{key}");
    crate::verbs::delete::<Specimen>(store, id).await.unwrap();
}

async fn a_document_that_says_something_else_than_its_column_counts_as_unread(place: &Place) {
    let store = place.store().await;
    for (key, value) in [
        ("name", "beatle".into()),
        ("note", "found below the hedgf".into()),
        ("note", format!("{}/beetle", place.id()).into()),
        ("number", Value::Integer(4)),
        ("weight", Value::Real(0.25)),
        ("alive", Value::Flag(false)),
    ] {
        expect_unread(place, &store, key, value).await;
    }
}

/// What is deleted has no place, and a document of which one letter is damaged may say that it is not deleted.
async fn a_column_that_may_be_empty_says_something_when_it_is(place: &Place) {
    let store = place.store().await;
    for key in ["note", "weight"] {
        expect_unread(place, &store, key, Value::Null).await;
    }
}

/// A leaf as a later release may write it, or a disk that damages its form.
#[derive(Clone, Serialize, Deserialize)]
#[serde(transparent)]
struct LaterLeaf(Leaf);

impl Document for LaterLeaf {
    const KIND: &'static Kind = &Kind { form: 7, ..*Leaf::KIND };

    fn id(&self) -> Id {
        self.0.id
    }

    fn keys(&self) -> Vec<Value> {
        self.0.keys()
    }
}

/// Read as one of today's it might be read wrongly, and no archive with it would come back.
async fn a_document_of_a_form_that_nobody_knows_counts_as_unread(place: &Place) {
    let store = place.store().await;
    let leaf = Leaf { id: place.id(), title: "elm".into() };
    insert(&store, LaterLeaf(leaf.clone())).await.unwrap();
    let faults = store.verify(&[LEAVES]).await.unwrap();
    let told: Vec<_> = faults.iter().map(|fault| fault.what.as_str()).collect();
    assert_eq!(told, ["is of a form that this release does not know"]);
    let present = store.read(|all| all.scan::<Leaf>(|_| panic!("it was seen"))).await.unwrap();
    assert!(present.is_unread(leaf.id));
    let mut batch = store.read(|all| LEAVES.records(all, None, 10)).await.unwrap();
    assert_eq!((batch.records.len(), batch.damaged.len()), (0, 1));
    // It comes back like any other, as all else of it is right.
    crate::verbs::delete::<Leaf>(&store, leaf.id).await.unwrap();
    assert_eq!(put(&store, batch.damaged.remove(0)).await.unwrap(), Some(leaf.id));
    assert!(store.verify(&[LEAVES]).await.unwrap().is_empty());
    assert_eq!(store.get::<Leaf>(leaf.id).await.unwrap().document, leaf);
}

/// Kept as it is, the row would keep all others out.
async fn a_column_that_breaks_a_rule_is_what_is_damaged(place: &Place) {
    const LABEL: Collection = Collection::of::<Label>();
    let store = place.store().await;
    let [oak, mut elm] = ["oak", "elm"].map(|slug| Label::new(place.id(), slug));
    elm.position = 3;
    insert(&store, oak.clone()).await.unwrap();
    let row = RawRow {
        collection: "labels".to_owned(),
        id: elm.id.to_string(),
        version: 4,
        form: 1,
        body: serde_json::to_string(&elm).unwrap(),
        columns: BTreeMap::from([
            ("slug".to_owned(), "oak".into()),
            ("position".to_owned(), 3.into()),
        ]),
    };
    let id = store.write(move |all| LABEL.restore_damaged(all, row.clone())).await.unwrap();
    assert_eq!(id, Some(elm.id));
    assert_eq!(store.verify(&[LABEL]).await.unwrap(), []);
    let mut labels = list::<Label>(&store, Query::all()).await;
    labels.sort_by_key(|label| label.slug.clone());
    assert_eq!(labels, [elm, oak]);
}

async fn a_missing_index_is_told_and_made_again_unless_its_rule_is_broken(place: &Place) {
    const DROPPED: Migration =
        Migration { name: "dropped", steps: &[Step::DropIndex { name: "labels_slug" }] };
    let store = place.store().await;
    let look =
        |all: &mut Transaction<'_>, findings: &mut Findings| inspect_indexes(all, LABELS, findings);
    let (told, _) = store.write(move |all| mend(all, look)).await.unwrap();
    assert_eq!(told, [""; 0]);
    let mut all = MIGRATIONS.to_vec();
    all.push(DROPPED);
    store.migrate(all.leak()).await.unwrap();
    let twins = [Label::new(place.id(), "twin"), Label::new(place.id(), "twin")];
    for twin in &twins {
        insert(&store, twin.clone()).await.unwrap();
    }
    let (told, mended) = store.write(move |all| mend(all, look)).await.unwrap();
    assert_eq!(told, ["the rule labels_slug is not kept: its index is missing"]);
    assert!(matches!(&mended[..], [Err(StoreError::Taken { .. })]), "{mended:?}");
    crate::verbs::delete::<Label>(&store, twins[0].id).await.unwrap();
    let (_, mended) = store.write(move |all| mend(all, look)).await.unwrap();
    assert!(matches!(&mended[..], [Ok(())]), "{mended:?}");
    let again = insert(&store, Label::new(place.id(), "twin")).await;
    assert_eq!(crate::verbs::rule(again), "labels_slug");
}
