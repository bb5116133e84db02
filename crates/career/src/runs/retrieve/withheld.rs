//! What of the owner's resume a member's result is made from: no more than the owner shows to visitors. It is
//! taken out before a job is looked at, so that no form of the result can have it.

use std::collections::HashMap;

use serde_json::Value;
use tailor::facts::{Part, Place, Section, facts_of};

use super::original::Original;
use crate::printing::Withheld;

/// Takes out what is kept from others. What leaves a list leaves an empty place.
pub(super) fn take_out(original: &mut Original, withheld: &Withheld) {
    let Withheld { seen, tells, .. } = withheld;
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
    // An entry is told by several members. It stays with those that are left.
    let left: HashMap<Place, String> =
        facts_of(document).into_iter().map(|fact| (fact.place, fact.text)).collect();
    facts.retain_mut(|fact| {
        if !tells(&fact.text) {
            return true;
        }
        let entry = fact.place.filter(|place| place.part == Part::Entry);
        match entry.and_then(|place| left.get(&place)).filter(|text| !tells(text)) {
            Some(text) => fact.text.clone_from(text),
            None => return false,
        }
        true
    });
    let told = |name: &mut Option<String>| *name = name.take().filter(|name| !tells(name));
    facts.iter_mut().for_each(|fact| (told(&mut fact.company), told(&mut fact.position)).0);
}

fn blank(value: &mut Value, tells: &dyn Fn(&str) -> bool) {
    match value {
        Value::String(text) if tells(text) => text.clear(),
        Value::Array(items) => items.iter_mut().for_each(|item| blank(item, tells)),
        Value::Object(members) => members.values_mut().for_each(|member| blank(member, tells)),
        _ => {}
    }
}
