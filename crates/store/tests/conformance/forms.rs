//! Documents written in an older form are upgraded as they are read.

use kernel::Id;
use serde::{Deserialize, Serialize};
use serde_json::json;
use store::{Document, Kind, Query, StoreError, Value};

use crate::engines::{Place, stories};
use crate::verbs::{insert, list, replace};

stories! {
    an_older_document_is_upgraded_by_every_read,
    a_replacement_writes_the_form_of_today,
    a_document_that_cannot_be_read_is_a_fault_that_names_its_collection,
}

async fn an_older_document_is_upgraded_by_every_read(place: &Place) {
    let store = place.store().await;
    let old = letter_of_old(place);
    let id = insert(&store, old).await.unwrap().document.id;
    let expected = Letter { id, lines: vec!["Dear both,".into(), "all is well.".into()], form: 1 };
    let found = store.get::<Letter>(id).await.unwrap();
    assert_eq!((found.version, &found.document), (1, &expected));
    let listed = list::<Letter>(&store, Query::all()).await;
    assert_eq!(listed, std::slice::from_ref(&expected));
    let inside = store.write(move |transaction| transaction.get::<Letter>(id)).await.unwrap();
    assert_eq!(inside.document, expected);
}

async fn a_replacement_writes_the_form_of_today(place: &Place) {
    let store = place.store().await;
    let id = insert(&store, letter_of_old(place)).await.unwrap().document.id;
    let mut letter = store.get::<Letter>(id).await.unwrap();
    letter.document.form = 3;
    let replaced = replace(&store, letter).await.unwrap();
    // The upgrade would have written what form it came from.
    assert_eq!(store.get::<Letter>(id).await.unwrap(), replaced);
    assert_eq!(replaced.document.form, 3);
}

async fn a_document_that_cannot_be_read_is_a_fault_that_names_its_collection(place: &Place) {
    let store = place.store().await;
    let letter = Letter { id: place.id(), lines: Vec::new(), form: 3 };
    let id = insert(&store, letter).await.unwrap().document.id;
    let unreadable = store.get::<OldLetter>(id).await;
    assert!(
        matches!(unreadable, Err(StoreError::Unreadable { collection: "letters", .. })),
        "{unreadable:?}"
    );
    assert!(store.get::<Letter>(id).await.is_ok());
}

fn letter_of_old(place: &Place) -> OldLetter {
    OldLetter { id: place.id(), text: "Dear both,\nall is well.".to_owned() }
}

/// The first form: one text.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct OldLetter {
    id: Id,
    text: String,
}

/// The third form: lines, and the form they came from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Letter {
    id: Id,
    lines: Vec<String>,
    form: u32,
}

fn upgrade(form: u32, old: serde_json::Value) -> serde_json::Value {
    assert!(form < 3, "today's form needs no upgrade");
    let lines: Vec<_> = old["text"].as_str().unwrap_or_default().lines().collect();
    json!({ "id": old["id"], "lines": lines, "form": form })
}

impl Document for OldLetter {
    const KIND: &'static Kind = &kind(1);

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        Vec::new()
    }
}

impl Document for Letter {
    const KIND: &'static Kind = &kind(3);

    fn id(&self) -> Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        Vec::new()
    }
}

const fn kind(form: u32) -> Kind {
    Kind { name: "letters", form, keys: &[], indexes: &[], expires: false, stream: None, upgrade }
}
