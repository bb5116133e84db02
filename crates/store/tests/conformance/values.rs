//! What a value may be. Whatever one engine could not keep exactly is refused by both.

use store::{Document, Filter, Index, Key, Kind, Query, StoreError, Value};

use crate::engines::{Place, stories};
use crate::samples::Specimen;
use crate::verbs::{insert, list};

stories! {
    text_of_every_sort_survives,
    very_long_text_survives,
    the_ends_of_the_integers_survive,
    reals_survive_to_the_last_bit,
    reals_that_are_no_numbers_are_refused,
    text_with_a_zero_character_is_refused_as_a_key,
    a_value_of_another_type_than_its_key_is_refused,
    an_absent_value_is_refused_where_the_key_must_be_there,
}

async fn text_of_every_sort_survives(place: &Place) {
    let store = place.store().await;
    let texts = [
        "",
        "'",
        "''; DROP TABLE specimens; --",
        "\"quoted\"",
        "100%",
        "under_score",
        "back\\slash",
        "?1 $1 :name @name",
        "line\nbreak\r\ntab\t",
        "é",
        "e\u{301}",
        "👩‍👩‍👧 🏳️‍🌈",
        "\u{feff}bom",
        "\u{1}",
        "عربى",
        "\u{10ffff}",
        "{\"json\": null}",
        "  blanks  ",
    ];
    for text in texts {
        let document = Specimen { note: Some(text.into()), ..Specimen::new(place.id(), text) };
        insert(&store, document.clone()).await.unwrap();
        for key in ["name", "note"] {
            let found =
                list::<Specimen>(&store, Query::all().filter(Filter::equal(key, text))).await;
            assert_eq!(found, std::slice::from_ref(&document), "{text:?}");
        }
        let groups = store
            .read(move |transaction| {
                transaction.group::<Specimen>(&[Filter::equal("name", text)], "name")
            })
            .await;
        assert_eq!(groups.unwrap(), [(Value::from(text), 1)]);
    }
}

async fn very_long_text_survives(place: &Place) {
    let store = place.store().await;
    let long = "Ein langer Satz, der kein Ende nimmt 🐢. ".repeat(50_000);
    let document = Specimen { note: Some(long.clone()), ..Specimen::new(place.id(), "novel") };
    insert(&store, document.clone()).await.unwrap();
    let query = Query::all().filter(Filter::equal("note", long));
    assert_eq!(list::<Specimen>(&store, query).await, [document]);
}

async fn the_ends_of_the_integers_survive(place: &Place) {
    let store = place.store().await;
    let past_a_double = (1 << 53) + 1;
    for number in [i64::MIN, i64::MIN + 1, -1, 0, 1, past_a_double, i64::MAX - 1, i64::MAX] {
        let document = Specimen { number, ..Specimen::new(place.id(), "extreme") };
        insert(&store, document.clone()).await.unwrap();
        let query = Query::all().filter(Filter::equal("number", number));
        assert_eq!(list::<Specimen>(&store, query).await, [document]);
    }
}

async fn reals_survive_to_the_last_bit(place: &Place) {
    let store = place.store().await;
    let mut reals = vec![
        0.1,
        1.0 / 3.0,
        f64::MIN,
        f64::MAX,
        f64::MIN_POSITIVE,
        5e-324,
        f64::EPSILON,
        -1.5,
        1e22,
        9_007_199_254_740_993.0,
    ];
    // Any bits at all, from a sequence that repeats.
    let randomness = kernel::Randomness::seeded(1);
    let drawn = (0..200).map(|_| f64::from_bits(u64::from_le_bytes(randomness.bytes())));
    reals.extend(drawn.filter(|real| real.is_finite()));
    for real in reals {
        let document = Specimen { weight: Some(real), ..Specimen::new(place.id(), "real") };
        let stored = insert(&store, document).await.unwrap();
        assert_eq!(store.get::<Specimen>(stored.document.id).await.unwrap(), stored, "{real:e}");
        let query = Query::all().filter(Filter::equal("weight", real));
        assert_eq!(list::<Specimen>(&store, query).await.len(), 1, "{real:e}");
    }
}

async fn reals_that_are_no_numbers_are_refused(place: &Place) {
    let store = place.store().await;
    for real in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let document = Specimen { weight: Some(real), ..Specimen::new(place.id(), "unreal") };
        refused(insert(&store, document).await);
        refused(store.list::<Specimen>(Query::all().filter(Filter::above("weight", real))).await);
    }
    assert!(list::<Specimen>(&store, Query::all()).await.is_empty());
}

async fn text_with_a_zero_character_is_refused_as_a_key(place: &Place) {
    let store = place.store().await;
    let written = insert(&store, Specimen::new(place.id(), "zero\0")).await;
    assert!(matches!(written, Err(StoreError::Unfit { .. })), "{written:?}");
    let query = Query::all().filter(Filter::equal("name", "zero\0"));
    refused(store.list::<Specimen>(query).await);
    assert!(list::<Specimen>(&store, Query::all()).await.is_empty());
}

async fn a_value_of_another_type_than_its_key_is_refused(place: &Place) {
    let store = place.store().await;
    let values: [Value; 4] = ["1".into(), 1.into(), 1.0.into(), true.into()];
    for (position, key) in ["name", "number", "weight", "alive"].into_iter().enumerate() {
        for (other, value) in values.iter().enumerate() {
            let query = Query::all().filter(Filter::Equal(key, value.clone()));
            let listed = store.list::<Misfit>(query).await;
            let one_of = Filter::OneOf(key, vec![value.clone()]);
            let one_of = store.list::<Misfit>(Query::all().filter(one_of)).await;
            let misfit = Misfit { id: place.id(), values: with(key, value) };
            let written = store.write(move |transaction| transaction.insert(misfit.clone())).await;
            if position == other {
                listed.unwrap();
                one_of.unwrap();
                written.unwrap();
            } else {
                refused(listed);
                refused(one_of);
                refused(written);
            }
        }
    }
    refused(store.list::<Misfit>(Query::all().filter(Filter::equal("id", 1))).await);
    let prefix = Query::all().filter(Filter::StartsWith("number", "1".to_owned()));
    refused(store.list::<Misfit>(prefix).await);
}

async fn an_absent_value_is_refused_where_the_key_must_be_there(place: &Place) {
    let store = place.store().await;
    for key in ["name", "number", "alive"] {
        let misfit = Misfit { id: place.id(), values: with(key, &Value::Null) };
        refused(store.write(move |transaction| transaction.insert(misfit.clone())).await);
    }
    for key in ["note", "weight"] {
        let misfit = Misfit { id: place.id(), values: with(key, &Value::Null) };
        store.write(move |transaction| transaction.insert(misfit.clone())).await.unwrap();
    }
}

fn refused<T: std::fmt::Debug>(outcome: Result<T, StoreError>) {
    assert!(matches!(outcome, Err(StoreError::Refused(_))), "{outcome:?}");
}

/// Fitting values, but for one.
fn with(key: &str, value: &Value) -> Vec<Value> {
    let mut values = vec!["fits".into(), Value::Null, 1.into(), 1.0.into(), true.into()];
    let position = Specimen::KIND.keys.iter().position(|declared| declared.name == key);
    values[position.unwrap()] = value.clone();
    values
}

/// A kind over the table of the specimens whose keys are whatever a story wants.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
struct Misfit {
    id: kernel::Id,
    #[serde(skip)]
    values: Vec<Value>,
}

const NO_INDEXES: &[Index] = &[];
const KEYS: &[Key] = Specimen::KIND.keys;

impl Document for Misfit {
    const KIND: &'static Kind = &Kind {
        name: "specimens",
        form: 1,
        keys: KEYS,
        indexes: NO_INDEXES,
        expires: false,
        stream: None,
        upgrade: Kind::never_changed,
    };

    fn id(&self) -> kernel::Id {
        self.id
    }

    fn keys(&self) -> Vec<Value> {
        self.values.clone()
    }
}
