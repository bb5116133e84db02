//! Every filter, on every type of key it makes sense for.

use store::{Filter, Query, Value};

use crate::engines::{Place, stories};
use crate::samples::Specimen;
use crate::verbs::{insert_all, list};

stories! {
    filters_on_text_compare_bytes,
    filters_on_numbers_compare_amounts,
    filters_on_flags_and_ids,
    absent_values_are_found_by_absent_alone,
    one_of_takes_many_values_or_none,
    a_prefix_is_taken_literally,
    conditions_hold_together,
    count_agrees_with_list_for_every_filter,
}

async fn filters_on_text_compare_bytes(place: &Place) {
    let store = filled(place).await;
    let cases = [
        (Filter::equal("name", "Zebra"), "Zebra"),
        (Filter::equal("name", "zebra"), ""),
        (Filter::equal("name", ""), ""),
        (Filter::NotEqual("name", "Zebra".into()), "ant bee élan 🐢"),
        (Filter::below("name", "bee"), "Zebra ant"),
        (Filter::above("name", "bee"), "élan 🐢"),
        (Filter::above("name", "é"), "élan 🐢"),
        (Filter::above("name", "\u{ffff}"), "🐢"),
    ];
    expect(&store, cases).await;
}

async fn filters_on_numbers_compare_amounts(place: &Place) {
    let store = filled(place).await;
    let cases = [
        (Filter::equal("number", 2), "bee"),
        (Filter::NotEqual("number", 2.into()), "Zebra ant élan 🐢"),
        (Filter::below("number", 2), "ant 🐢"),
        (Filter::above("number", 2), "Zebra élan"),
        (Filter::above("number", i64::MIN), "Zebra ant bee élan"),
        (Filter::below("number", i64::MIN), ""),
        (Filter::equal("weight", 0.5), "ant"),
        (Filter::above("weight", 0.25), "ant bee"),
        (Filter::below("weight", 0.5), "🐢"),
        (Filter::equal("weight", 0.0), "🐢"),
    ];
    expect(&store, cases).await;
}

async fn filters_on_flags_and_ids(place: &Place) {
    let store = filled(place).await;
    let bee = list::<Specimen>(&store, Query::all().filter(Filter::equal("name", "bee"))).await;
    let id = bee[0].id;
    let cases = [
        (Filter::equal("alive", false), "bee"),
        (Filter::NotEqual("alive", false.into()), "Zebra ant élan 🐢"),
        (Filter::OneOf("alive", vec![true.into(), false.into()]), "Zebra ant bee élan 🐢"),
        (Filter::equal("id", id), "bee"),
        (Filter::NotEqual("id", id.into()), "Zebra ant élan 🐢"),
        (Filter::OneOf("id", vec![id.into()]), "bee"),
        (Filter::equal("id", "no id at all"), ""),
    ];
    expect(&store, cases).await;
}

async fn absent_values_are_found_by_absent_alone(place: &Place) {
    let store = filled(place).await;
    let cases = [
        (Filter::Absent("note"), "bee élan 🐢"),
        (Filter::Present("note"), "Zebra ant"),
        (Filter::Absent("weight"), "Zebra élan"),
        (Filter::Present("weight"), "ant bee 🐢"),
        (Filter::Absent("name"), ""),
        (Filter::NotEqual("note", "100% wool".into()), "ant"),
        (Filter::equal("note", Value::Null), ""),
        (Filter::NotEqual("note", Value::Null), ""),
        (Filter::OneOf("note", vec![Value::Null, "100% wool".into()]), "Zebra"),
    ];
    expect(&store, cases).await;
}

async fn one_of_takes_many_values_or_none(place: &Place) {
    let store = filled(place).await;
    let many = (2..5000).map(Value::Integer).collect();
    let cases = [
        (Filter::OneOf("name", vec![]), ""),
        (Filter::OneOf("name", vec!["ant".into(), "ant".into(), "gnu".into()]), "ant"),
        (Filter::OneOf("number", many), "Zebra bee"),
        (Filter::OneOf("weight", vec![1.5.into(), 0.5.into()]), "ant bee"),
    ];
    expect(&store, cases).await;
}

async fn a_prefix_is_taken_literally(place: &Place) {
    let store = filled(place).await;
    let starts = |key, prefix: &str| Filter::StartsWith(key, prefix.to_owned());
    let cases = [
        (starts("name", "a"), "ant"),
        (starts("name", "A"), ""),
        (starts("name", "é"), "élan"),
        (starts("name", "🐢"), "🐢"),
        (starts("name", ""), "Zebra ant bee élan 🐢"),
        (starts("name", "ants"), ""),
        (starts("note", "100%"), "Zebra"),
        (starts("note", "1__%"), ""),
        (starts("note", "it's"), "ant"),
        (starts("note", ""), "Zebra ant"),
        (starts("note", "\u{10ffff}"), ""),
    ];
    expect(&store, cases).await;
}

async fn conditions_hold_together(place: &Place) {
    let store = filled(place).await;
    let query = Query::all()
        .filter(Filter::equal("alive", true))
        .filter(Filter::above("number", 0))
        .filter(Filter::below("number", i64::MAX))
        .filter(Filter::Present("note"));
    assert_eq!(names(&store, query).await, "Zebra ant");
}

async fn count_agrees_with_list_for_every_filter(place: &Place) {
    let store = filled(place).await;
    let filters = [
        Filter::equal("number", 2),
        Filter::NotEqual("note", "x".into()),
        Filter::below("name", "c"),
        Filter::above("weight", 0.1),
        Filter::OneOf("number", vec![1.into(), 2.into()]),
        Filter::Absent("note"),
        Filter::Present("note"),
        Filter::StartsWith("name", "b".to_owned()),
    ];
    for filter in filters {
        let listed = list::<Specimen>(&store, Query::all().filter(filter.clone())).await.len();
        let counted = store.read({
            let filters = [filter.clone()];
            move |transaction| transaction.count::<Specimen>(&filters)
        });
        assert_eq!(counted.await.unwrap(), listed as u64, "{filter:?}");
    }
}

async fn filled(place: &Place) -> store::Store {
    let store = place.store().await;
    let new = |name: &str, number, note: Option<&str>, weight, alive| Specimen {
        note: note.map(str::to_owned),
        number,
        weight,
        alive,
        ..Specimen::new(place.id(), name)
    };
    let documents = vec![
        new("bee", 2, None, Some(1.5), false),
        new("Zebra", 3, Some("100% wool"), None, true),
        new("ant", 1, Some("it's \"quoted\""), Some(0.5), true),
        new("🐢", i64::MIN, None, Some(-0.0), true),
        new("élan", i64::MAX, None, None, true),
    ];
    insert_all(&store, documents).await;
    store
}

async fn expect(store: &store::Store, cases: impl IntoIterator<Item = (Filter, &str)>) {
    for (filter, expected) in cases {
        let found = names(store, Query::all().filter(filter.clone())).await;
        assert_eq!(found, expected, "{filter:?}");
    }
}

async fn names(store: &store::Store, query: Query) -> String {
    let found = list::<Specimen>(store, query.ascending("name")).await;
    found.iter().map(|document| document.name.as_str()).collect::<Vec<_>>().join(" ")
}
