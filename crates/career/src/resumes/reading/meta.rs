//! `meta` where it says of the person what it should say of the document. Whoever has no other head is called there; beside
//! a head it is told, as nobody would find it.

use serde_json::Value;

use super::Notes;
use super::names::{Member, folded, is_blank, members_of, said_in_head};
use crate::resumes::schema::BASICS;

/// Members that a document has as well as a person, with those of the schema.
const OF_DOCUMENTS: [&str; 9] =
    ["title", "url", "link", "site", "description", "summary", "image", "label", "headline"];
/// Members of the head that no document has.
const OF_PEOPLE: [&str; 4] = ["name", "email", "phone", "location"];
/// As many make sure that somebody is spoken of: a document may have a name.
const FEWEST: usize = 2;

/// Adds what `meta` says of a person to what stands beside the head, where nobody is named elsewhere.
pub(super) fn take_head(source: &[Member], head: &mut Vec<Member>, notes: &mut Notes) {
    let says_name = |members: &[Member]| {
        let is_name =
            |it: &Member| said_in_head(&it.name, BASICS) == "name" && !is_blank(&it.value);
        members.iter().any(is_name)
    };
    let is_head = |it: &&Member| super::section_of(&it.name) == Some("basics");
    let named = source.iter().filter(is_head).any(|it| match &it.value {
        Value::Object(members) => says_name(&members_of(members, "")),
        value => !is_blank(value),
    });
    if named || says_name(head) {
        return;
    }
    for member in of_people(source) {
        notes.read(&member.path);
        head.push(member);
    }
}

/// The members of `meta` that speak of a person, if they surely do.
fn of_people(source: &[Member]) -> Vec<Member> {
    let meta = source.iter().find(|member| folded(&member.name) == "meta");
    let Some((path, members)) = meta.and_then(|it| Some((&it.path, it.value.as_object()?))) else {
        return Vec::new();
    };
    let mut members = members_of(members, path);
    members.retain(|it| !said_in_head(&it.name, BASICS).is_empty() && !is_blank(&it.value));
    match members.iter().filter(|it| is_of_people(it)).count() >= FEWEST {
        true => members,
        false => Vec::new(),
    }
}

fn is_of_people(member: &Member) -> bool {
    OF_PEOPLE.contains(&said_in_head(&member.name, BASICS))
        && !OF_DOCUMENTS.contains(&folded(&member.name).as_str())
}

/// Tells what `meta` says of a person and nobody has read.
pub(super) fn tell(value: &Value, path: &str, notes: &mut Notes) {
    let Some(members) = value.as_object().filter(|_| path.ends_with("meta")) else { return };
    for member in members_of(members, path) {
        if is_of_people(&member) && !is_blank(&member.value) && !notes.knows(&member.path) {
            notes.add(&member.path, "was not read: `meta` speaks of the document");
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::read;

    #[test]
    fn somebody_who_is_named_in_meta_alone_is_the_head() {
        let work = json!([{"name": "Post"}]);
        let meta = json!({"name": "Ada Muster", "title": "Clerk", "email": "ada@muster.example",
            "phone": "+41 44 000 00 00", "version": "v1.0.0"});
        let reading = read(&json!({"meta": meta, "work": work}));
        let head = json!({"name": "Ada Muster", "label": "Clerk", "email": "ada@muster.example",
            "phone": "+41 44 000 00 00"});
        assert_eq!(reading.tree["basics"], head);
        assert_eq!(reading.warnings, []);
        // Beside a head it is told, and a document may have a name.
        for (document, told) in [
            (
                json!({"basics": {"name": "Bo"}, "meta": {"name": "Ada", "email": "a@b.example"}}),
                vec!["document.meta.name", "document.meta.email"],
            ),
            (json!({"meta": {"name": "My resume", "theme": "flat"}}), vec!["document.meta.name"]),
            (json!({"meta": {"title": "My resume", "url": "https://a.example"}}), vec![]),
        ] {
            let reading = read(&document);
            assert_ne!(reading.tree["basics"]["name"], "Ada", "{document}");
            let paths: Vec<_> = reading.warnings.iter().map(|it| it.path.as_str()).collect();
            assert_eq!(paths, told, "{document}");
        }
    }
}
