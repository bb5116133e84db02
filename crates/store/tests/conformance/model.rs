//! Random histories, told to the store and to a naive model of it. Whatever is asked, both answer
//! the same.

use std::collections::BTreeMap;

use kernel::{Id, Randomness};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use store::{Filter, Query, Store, StoreError, Stored};

use crate::engines::{Place, on_postgres, on_sqlite};
use crate::samples::Label;

/// What can be done, on one of a few documents with one of a few values, so that they collide.
#[derive(Clone, Debug)]
enum Act {
    Insert(Label),
    /// Replaces the document by this one, on top of a version that may be stale by some.
    Replace(Label, i64),
    Delete(Id),
    List(Vec<Filter>, Vec<(&'static str, bool)>),
}

#[derive(Clone, Debug, PartialEq)]
enum Answer {
    Kept(i64),
    Refused(&'static str),
    Listed(Vec<Stored<Label>>),
}

#[test]
fn sqlite_agrees_with_the_model() {
    on_sqlite(agrees_with_the_model);
}

#[test]
fn postgres_agrees_with_the_model() {
    on_postgres(agrees_with_the_model);
}

async fn agrees_with_the_model(place: &Place) {
    let store = place.store().await;
    let runtime = tokio::runtime::Handle::current();
    let told = tokio::task::spawn_blocking(move || {
        let config = Config { cases: 64, failure_persistence: None, ..Config::default() };
        TestRunner::new(config).run(&prop::collection::vec(act(), 1..40), |acts| {
            let answers = runtime.block_on(perform(&store, acts.clone()));
            let mut model = Model::default();
            for (act, answer) in acts.into_iter().zip(answers) {
                prop_assert_eq!(answer, model.perform(&act), "{:?}", act);
            }
            Ok(())
        })
    });
    told.await.unwrap().unwrap();
}

async fn perform(store: &Store, acts: Vec<Act>) -> Vec<Answer> {
    store.write(|transaction| transaction.delete_where::<Label>(&[])).await.unwrap();
    let mut answers = Vec::new();
    for act in acts {
        let done = store.write(move |transaction| match act.clone() {
            Act::Insert(label) => Ok(Answer::Kept(transaction.insert(label)?.version)),
            Act::Replace(document, behind) => {
                let version = match transaction.find::<Label>(document.id)? {
                    Some(stored) => stored.version - behind,
                    None => 1,
                };
                Ok(Answer::Kept(transaction.replace(Stored { version, document })?.version))
            }
            Act::Delete(id) => transaction.delete::<Label>(id).map(|()| Answer::Kept(0)),
            Act::List(filters, order) => {
                let query = Query { filters, order: order.into_iter().map(step).collect() };
                Ok(Answer::Listed(transaction.list(&query)?))
            }
        });
        answers.push(match done.await {
            Ok(answer) => answer,
            Err(StoreError::Stale { .. }) => Answer::Refused("stale"),
            Err(StoreError::Missing { .. }) => Answer::Refused("missing"),
            // Which rule is told when several are broken at once is the engine's choice.
            Err(StoreError::Taken { .. }) => Answer::Refused("taken"),
            Err(error) => panic!("{error}"),
        });
    }
    answers
}

fn step((key, descending): (&'static str, bool)) -> store::Order {
    store::Order { key, descending }
}

#[derive(Default)]
struct Model(BTreeMap<Id, Stored<Label>>);

impl Model {
    fn perform(&mut self, act: &Act) -> Answer {
        match act {
            Act::Insert(label) if self.0.contains_key(&label.id) => Answer::Refused("taken"),
            Act::Insert(label) => self.keep(label, 1),
            Act::Replace(label, behind) => match self.0.get(&label.id) {
                Some(stored) if *behind == 0 => self.keep(label, stored.version + 1),
                _ => Answer::Refused("stale"),
            },
            Act::Delete(id) => match self.0.remove(id) {
                Some(_) => Answer::Kept(0),
                None => Answer::Refused("missing"),
            },
            Act::List(filters, order) => {
                let mut found: Vec<_> = self.0.values().cloned().collect();
                found.retain(|stored| filters.iter().all(|filter| holds(filter, &stored.document)));
                // A stable sort of what is ordered by id, last step first, is the whole order.
                for (key, descending) in order.iter().rev() {
                    found.sort_by(|a, b| {
                        let (a, b) = (column(&a.document, key), column(&b.document, key));
                        if *descending { b.cmp(&a) } else { a.cmp(&b) }
                    });
                }
                Answer::Listed(found)
            }
        }
    }

    fn keep(&mut self, label: &Label, version: i64) -> Answer {
        let clashes = self.0.values().map(|stored| &stored.document).any(|other| {
            let same_place = (&other.shelf, other.position) == (&label.shelf, label.position);
            other.id != label.id
                && (other.slug == label.slug
                    || other.alias.is_some() && other.alias == label.alias
                    || other.shelf.is_some() && same_place)
        });
        if clashes {
            return Answer::Refused("taken");
        }
        self.0.insert(label.id, Stored { version, document: label.clone() });
        Answer::Kept(version)
    }
}

/// A key's value as something that sorts: absent first, then numbers by amount or text by bytes.
fn column(label: &Label, key: &str) -> Option<(i64, String)> {
    match key {
        "slug" => Some((0, label.slug.clone())),
        "alias" => label.alias.clone().map(|alias| (0, alias)),
        "shelf" => label.shelf.clone().map(|shelf| (0, shelf)),
        "position" => Some((label.position, String::new())),
        _ => panic!("no such key"),
    }
}

fn holds(filter: &Filter, label: &Label) -> bool {
    let value = |value: &store::Value| match value {
        store::Value::Integer(number) => (*number, String::new()),
        store::Value::Text(text) => (0, text.clone()),
        other => panic!("{other:?} is not drawn"),
    };
    let compare = |key: &str, with: &store::Value| column(label, key).map(|c| c.cmp(&value(with)));
    match filter {
        Filter::Equal(key, with) => compare(key, with).is_some_and(|order| order.is_eq()),
        Filter::NotEqual(key, with) => compare(key, with).is_some_and(|order| order.is_ne()),
        Filter::Below(key, with) => compare(key, with).is_some_and(|order| order.is_lt()),
        Filter::Above(key, with) => compare(key, with).is_some_and(|order| order.is_gt()),
        Filter::OneOf(key, any) => {
            any.iter().any(|with| compare(key, with).is_some_and(|order| order.is_eq()))
        }
        Filter::Absent(key) => column(label, key).is_none(),
        Filter::Present(key) => column(label, key).is_some(),
        Filter::StartsWith(key, prefix) => {
            column(label, key).is_some_and(|(_, text)| text.starts_with(prefix.as_str()))
        }
    }
}

fn act() -> impl Strategy<Value = Act> {
    let behind = prop::sample::select(vec![0, 0, 0, 1]);
    let filters = prop::collection::vec(filter(), 0..3);
    let order = prop::collection::vec((key(), any::<bool>()), 0..3);
    prop_oneof![
        4 => label().prop_map(Act::Insert),
        3 => (label(), behind).prop_map(|(label, behind)| Act::Replace(label, behind)),
        1 => id().prop_map(Act::Delete),
        3 => (filters, order).prop_map(|(filters, order)| Act::List(filters, order)),
    ]
}

fn label() -> impl Strategy<Value = Label> {
    let absent = || prop::option::weighted(0.6, word());
    (id(), word(), absent(), absent(), 0..4_i64)
        .prop_map(|(id, slug, alias, shelf, position)| Label { id, slug, alias, shelf, position })
}

fn filter() -> impl Strategy<Value = Filter> {
    let text = || prop::sample::select(vec!["slug", "alias", "shelf"]);
    let value = || word().prop_map(store::Value::from);
    prop_oneof![
        (text(), value()).prop_map(|(key, value)| Filter::Equal(key, value)),
        (text(), value()).prop_map(|(key, value)| Filter::NotEqual(key, value)),
        (text(), value()).prop_map(|(key, value)| Filter::Below(key, value)),
        (text(), value()).prop_map(|(key, value)| Filter::Above(key, value)),
        (text(), prop::collection::vec(value(), 0..4))
            .prop_map(|(key, any)| Filter::OneOf(key, any)),
        (text(), word()).prop_map(|(key, prefix)| Filter::StartsWith(key, prefix)),
        text().prop_map(Filter::Absent),
        text().prop_map(Filter::Present),
        (0..4_i64).prop_map(|number| Filter::above("position", number)),
        (0..4_i64).prop_map(|number| Filter::equal("position", number)),
    ]
}

fn key() -> impl Strategy<Value = &'static str> {
    prop::sample::select(vec!["slug", "alias", "shelf", "position"])
}

fn word() -> impl Strategy<Value = String> {
    let words =
        ["", "a", "A", "ab", "b", "é", "e\u{301}", "ß", "Z", "z", "🐢", "\u{ffff}", "%", "'"];
    prop::sample::select(words.map(str::to_owned).to_vec())
}

/// One of eight ids.
fn id() -> impl Strategy<Value = Id> {
    (0..8_u64).prop_map(|seed| {
        let (clock, _) = kernel::Clock::manual(kernel::Timestamp::from_micros(0));
        Id::generate(&clock, &Randomness::seeded(seed))
    })
}
