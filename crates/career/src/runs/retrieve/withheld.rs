//! What of the owner's resume a member's result is made from: no more than the owner shows to visitors. It is
//! taken out before a job is looked at, so that no form of the result can have it.

use serde_json::Value;
use tailor::facts::{Part, Section};

use super::original::Original;
use crate::printing::Withheld;

/// Takes out what is kept from others. What leaves a list leaves an empty place.
pub(super) fn take_out(original: &mut Original, withheld: &Withheld) {
    let Withheld { seen, tells } = withheld;
    let Original { document, facts, .. } = original;
    blank(document, tells);
    if let Some(members) = document.as_object_mut() {
        match seen.get("basics") {
            Some(basics) => drop(members.insert("basics".to_owned(), basics.clone())),
            None => drop(members.remove("basics")),
        }
        if seen.get("references").is_none() {
            members.remove("references");
            facts.retain(|fact| fact.place.is_none_or(|it| it.section != Section::References));
        }
    }
    facts.retain(|fact| {
        let is_entry = fact.place.is_some_and(|place| place.part == Part::Entry);
        is_entry || !tells(&fact.text)
    });
}

fn blank(value: &mut Value, tells: &dyn Fn(&str) -> bool) {
    match value {
        Value::String(text) if tells(text) => text.clear(),
        Value::Array(items) => items.iter_mut().for_each(|item| blank(item, tells)),
        Value::Object(members) => members.values_mut().for_each(|member| blank(member, tells)),
        _ => {}
    }
}
