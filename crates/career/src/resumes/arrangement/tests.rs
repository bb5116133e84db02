use kernel::FieldErrors;
use serde_json::{Value, json};

use super::*;

fn document() -> Value {
    json!({
        "work": [
            {"name": "Mill", "position": "Fitter", "startDate": "2019", "highlights": ["Cut the noise.", "Taught three.", "Ran the wheel by night."]},
            {"name": "Dam", "position": "Hand", "startDate": "2015", "highlights": ["Carried stones."]},
            {"name": "Yard", "position": "Cook", "startDate": "2012", "endDate": "2014"},
        ],
        "skills": [{"name": "Steel"}, {"name": "Wood"}],
        "interests": [{"name": "Chess"}],
    })
}

fn paths(list: &[&str]) -> Vec<String> {
    list.iter().map(|path| (*path).to_owned()).collect()
}

fn hidden(list: &[&str]) -> Kept {
    Kept { paths: Paths { hidden: paths(list), ..Paths::default() }, lost: Vec::new() }
}

fn faults(rules: &Paths) -> Vec<String> {
    let mut errors = FieldErrors::default();
    rules.check(&document(), &mut errors);
    let invalid = errors.finish().err();
    invalid.into_iter().flat_map(|it| it.0).map(|error| error.field).collect()
}

#[test]
fn a_rule_names_something_of_the_document() {
    let good = Paths {
        hidden: paths(&["interests", "work/2", "work/0/highlights/1"]),
        pinned: paths(&["work/1", "skills/1", "skills/1"]),
        order: paths(&["skills", "work/1", "work/0/highlights/2"]),
    };
    assert_eq!(faults(&good), [""; 0]);
    for path in ["basics", "work/3", "work/2/highlights/0", "toys", "awards", "work/x", ""] {
        let rules = Paths { hidden: paths(&["work", path]), ..Paths::default() };
        assert_eq!(faults(&rules), ["arrangement.hidden[1]"], "{path}");
    }
    let both = Paths { hidden: paths(&["work/0"]), pinned: paths(&["work/0"]), ..Paths::default() };
    assert_eq!(faults(&both), ["arrangement.pinned"]);
    let section = Paths { pinned: paths(&["work"]), ..Paths::default() };
    assert_eq!(faults(&section), ["arrangement.pinned"]);
    let many = Paths { order: vec!["work".to_owned(); 501], ..Paths::default() };
    assert_eq!(faults(&many), ["arrangement.order"]);
}

/// Whatever an owner does to a document, what was hidden stays hidden.
#[test]
fn rules_go_along_with_what_they_are_about() {
    let rules = hidden(&["work/1", "work/0/highlights/2", "skills/0", "interests"]);
    type Change = fn(&mut Value);
    let changes: [(&str, Change, &[&str]); 9] = [
        ("nothing", |_| {}, &["work/1", "work/0/highlights/2", "skills/0", "interests"]),
        (
            "a new entry above",
            |it| it["work"].as_array_mut().unwrap().insert(0, json!({"name": "New"})),
            &["work/2", "work/1/highlights/2", "skills/0", "interests"],
        ),
        (
            "another order",
            |it| {
                it["work"].as_array_mut().unwrap().reverse();
                it["skills"].as_array_mut().unwrap().reverse();
            },
            &["work/1", "work/2/highlights/2", "skills/1", "interests"],
        ),
        (
            "another title and another end",
            |it| {
                it["work"][1]["position"] = json!("Foreman");
                it["work"][1]["endDate"] = json!("2018");
            },
            &["work/1", "work/0/highlights/2", "skills/0", "interests"],
        ),
        (
            "a line in other words",
            |it| it["work"][0]["highlights"][2] = json!("Kept it turning while others slept."),
            &["work/1", "work/0/highlights/2", "skills/0", "interests"],
        ),
        (
            "a line that grows, and moves",
            |it| {
                it["work"][0]["highlights"] = json!([
                    "Ran the wheel by night and day, alone.",
                    "Cut the noise.",
                    "Taught three."
                ]);
            },
            &["work/1", "work/0/highlights/0", "skills/0", "interests"],
        ),
        (
            "another employer in place of the old one",
            |it| {
                it["work"][1] = json!({"name": "Harbour", "position": "Pilot", "startDate": "2016"})
            },
            &["work/1", "work/0/highlights/2", "skills/0", "interests"],
        ),
        (
            "a section that is empty",
            |it| it["interests"] = json!([]),
            &["work/1", "work/0/highlights/2", "skills/0", "interests"],
        ),
        (
            "a line before it is gone",
            |it| drop(it["work"][0]["highlights"].as_array_mut().unwrap().remove(0)),
            &["work/1", "work/0/highlights/1", "skills/0", "interests"],
        ),
    ];
    for (what, change, expected) in changes {
        let mut after = document();
        change(&mut after);
        let followed = follow(&rules, &document(), &after);
        assert_eq!((followed.paths.hidden, followed.lost), (paths(expected), vec![]), "{what}");
    }
}

/// As many entries as a document may hold, all of them others: no write may wait for this.
#[test]
fn thousands_of_entries_are_followed_without_comparing_all_with_all() {
    let many = |name: &str| -> Value {
        let entry = |number: usize| json!({ "name": format!("{name} {number}") });
        json!({ "skills": (0..4000).map(entry).collect::<Vec<_>>() })
    };
    let (before, mut after) = (many("Old"), many("New"));
    after["skills"][3999] = before["skills"][7].clone();
    let followed = follow(&hidden(&["skills/7", "skills/8"]), &before, &after);
    assert_eq!(followed.paths.hidden, ["skills/3999"]);
    assert_eq!(followed.lost.len(), 1);
}

#[test]
fn what_is_lost_is_told_and_hidden_again_when_it_returns() {
    let rules = hidden(&["work/1", "work/0/highlights/2"]);
    let mut without = document();
    without["work"].as_array_mut().unwrap().remove(1);
    without["work"][0]["highlights"] = json!(["Cut the noise.", "Taught three."]);
    let lost = follow(&rules, &document(), &without);
    assert_eq!(lost.paths.hidden, [""; 0]);
    let known: Vec<&str> = lost.lost.iter().map(|lost| lost.path.as_str()).collect();
    assert_eq!(known, ["work/1", "work/0/highlights/2"]);
    let told: Vec<Warning> = lost.warnings().collect();
    assert!(told[1].message.ends_with("Ran the wheel by night."), "{told:?}");
    let back = follow(&lost, &without, &document());
    assert_eq!((back.paths.hidden, back.lost), (paths(&["work/1", "work/0/highlights/2"]), vec![]));
}

#[test]
fn an_order_for_one_is_in_place_of_the_same_list_for_all() {
    let rules = |hidden: &[&str], order: &[&str]| {
        let rules = Paths { hidden: paths(hidden), order: paths(order), ..Paths::default() };
        rules.lenient(&document())
    };
    let both = together(
        rules(&["work/1"], &["skills", "work", "work/1", "skills/1"]),
        rules(&["work/2"], &["work", "skills", "work/0/highlights/1"]),
    );
    let written = |spots: &[Spot]| spots.iter().map(Spot::to_string).collect::<Vec<_>>();
    assert_eq!(written(&both.hidden), ["work/1", "work/2"]);
    assert_eq!(
        written(&both.order),
        ["work", "skills", "work/0/highlights/1", "work/1", "skills/1"]
    );
}
