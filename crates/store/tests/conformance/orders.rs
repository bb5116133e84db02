//! Orders are total and do not depend on the engine, its locale or its idea of absence.

use std::cmp::Ordering;

use store::{Query, Store};

use crate::engines::{Place, stories};
use crate::samples::Specimen;
use crate::verbs::{insert_all, list};

stories! {
    text_is_ordered_byte_by_byte,
    absent_values_come_first_ascending_and_last_descending,
    ties_follow_by_id_whatever_the_direction,
    several_steps_order_one_after_the_other,
    numbers_are_ordered_by_amount_and_flags_with_false_first,
}

async fn text_is_ordered_byte_by_byte(place: &Place) {
    let store = place.store().await;
    let words = [
        "", " ", "a", "A", "Z", "z", "é", "e", "ß", "ss", "10", "9", "a b", "a-b", "ab", "aé",
        "🐢", "\u{ffff}", "日本", "'", "\"", "%", "_", "\\", "\u{301}e", "\n", "\t",
    ];
    let documents = words.iter().map(|word| Specimen::new(place.id(), *word)).collect();
    insert_all(&store, documents).await;
    let mut expected = words;
    expected.sort_unstable();
    assert_eq!(names(&store, Query::all().ascending("name")).await, expected);
    expected.reverse();
    assert_eq!(names(&store, Query::all().descending("name")).await, expected);
}

async fn absent_values_come_first_ascending_and_last_descending(place: &Place) {
    let store = place.store().await;
    let new = |name: &str, note: Option<&str>, weight| Specimen {
        note: note.map(str::to_owned),
        weight,
        ..Specimen::new(place.id(), name)
    };
    let documents =
        vec![new("b", Some("b"), None), new("n", None, Some(-1.0)), new("a", Some("a"), Some(2.0))];
    insert_all(&store, documents).await;
    let order = |query: Query| names(&store, query);
    assert_eq!(order(Query::all().ascending("note")).await, ["n", "a", "b"]);
    assert_eq!(order(Query::all().descending("note")).await, ["b", "a", "n"]);
    assert_eq!(order(Query::all().ascending("weight")).await, ["b", "n", "a"]);
    assert_eq!(order(Query::all().descending("weight")).await, ["a", "n", "b"]);
}

async fn ties_follow_by_id_whatever_the_direction(place: &Place) {
    let store = place.store().await;
    let documents: Vec<_> = (0..40).map(|_| Specimen::new(place.id(), "same")).collect();
    let mut ids: Vec<_> = documents.iter().map(|document| document.id).collect();
    ids.sort_unstable();
    insert_all(&store, documents).await;
    let queries = [Query::all(), Query::all().ascending("name"), Query::all().descending("weight")];
    for query in queries {
        let found = list::<Specimen>(&store, query.clone()).await;
        assert_eq!(found.iter().map(|document| document.id).collect::<Vec<_>>(), ids, "{query:?}");
    }
    ids.reverse();
    let found = list::<Specimen>(&store, Query::all().descending("id")).await;
    assert_eq!(found.iter().map(|document| document.id).collect::<Vec<_>>(), ids);
}

async fn several_steps_order_one_after_the_other(place: &Place) {
    let store = place.store().await;
    let mut documents: Vec<_> = (0..60)
        .map(|index| Specimen {
            note: (index % 4 != 0).then(|| ["x", "y", "z"][index % 3].to_owned()),
            number: i64::try_from(index % 5).unwrap(),
            alive: index % 2 == 0,
            ..Specimen::new(place.id(), "many")
        })
        .collect();
    insert_all(&store, documents.clone()).await;
    let query = Query::all().descending("number").ascending("note").ascending("alive");
    documents.sort_by(|a, b| {
        Ordering::Equal
            .then(b.number.cmp(&a.number))
            .then(a.note.cmp(&b.note))
            .then(a.alive.cmp(&b.alive))
            .then(a.id.cmp(&b.id))
    });
    assert_eq!(list::<Specimen>(&store, query).await, documents);
}

async fn numbers_are_ordered_by_amount_and_flags_with_false_first(place: &Place) {
    let store = place.store().await;
    let numbers = [i64::MAX, -1, 0, 10, 9, i64::MIN];
    let weights = [f64::MAX, f64::MIN, 1e-300, -1e-300, 10.0, 9.5];
    let documents = numbers
        .iter()
        .zip(weights)
        .map(|(number, weight)| Specimen {
            number: *number,
            weight: Some(weight),
            alive: *number > 0,
            ..Specimen::new(place.id(), number.to_string())
        })
        .collect();
    insert_all(&store, documents).await;
    let ordered = |query: Query| list::<Specimen>(&store, query);
    let found: Vec<_> =
        ordered(Query::all().ascending("number")).await.iter().map(|d| d.number).collect();
    assert_eq!(found, [i64::MIN, -1, 0, 9, 10, i64::MAX]);
    let found: Vec<_> =
        ordered(Query::all().ascending("weight")).await.iter().filter_map(|d| d.weight).collect();
    assert_eq!(found, [f64::MIN, -1e-300, 1e-300, 9.5, 10.0, f64::MAX]);
    let found: Vec<_> =
        ordered(Query::all().ascending("alive")).await.iter().map(|d| d.alive).collect();
    assert_eq!(found, [false, false, false, true, true, true]);
}

async fn names(store: &Store, query: Query) -> Vec<String> {
    list::<Specimen>(store, query).await.into_iter().map(|document| document.name).collect()
}
