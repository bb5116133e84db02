//! The head of a document in other shapes: ways to be reached that stand in an object or a list of their own, and a head
//! that is a text or a list.
//!
//! What is found here becomes members of the head, so that it is hidden wherever those are. A part that could be a
//! street as well as anything else is not read: under a wrong name it would be shown.

use serde_json::{Map, Value};

use super::addresses;
use super::names::{Member, folded, is_blank, members_of};
use super::{Notes, ways};
use crate::resumes::written::place_below;

/// Members of the head that hold ways to be reached.
const HOLDING: [&str; 14] = [
    "contact",
    "contacts",
    "contactinfo",
    "contactinformation",
    "contactdetails",
    "contactdata",
    "reach",
    "kontakt",
    "kontaktdaten",
    "contacto",
    "contatto",
    "contatti",
    "contato",
    "coordonnees",
];
/// `{"type": "phone", "value": "…"}`
const KINDS: [&str; 5] = ["type", "kind", "label", "name", "key"];
const VALUES: [&str; 7] = ["value", "number", "address", "url", "link", "text", "content"];
/// A telephone number has as many figures at least.
const FEWEST_FIGURES: usize = 6;

/// Whether a member holds ways to be reached, and perhaps who somebody is.
pub(super) fn holds_contacts(member: &Member) -> bool {
    HOLDING.contains(&folded(&member.name).as_str())
        && (member.value.is_object() || member.value.is_array())
}

/// Puts what such members hold beside them, behind all others.
pub(super) fn unfold(source: &mut Vec<Member>, notes: &mut Notes) {
    let holds = |member: &mut Member| {
        HOLDING.contains(&folded(&member.name).as_str()) && !is_blank(&member.value)
    };
    let held: Vec<Member> = source.extract_if(.., holds).collect();
    for member in held {
        match within(&member.value, &member.path, notes) {
            found if found.is_empty() => source.push(member),
            found => source.extend(found),
        }
    }
}

/// The parts of a place that stand in the head itself: `{"street": …, "city": …}`. Where the head tells no other
/// place, they are one.
pub(super) fn gather_place(source: &mut Vec<Member>) {
    const PARTS: &str = "street streetaddress strasse straße rue calle straat gade zip zipcode postalcode postcode \
        plz codepostal codigopostal códigopostal cep postnummer postnr city town ort stadt ville ciudad città citta \
        cidade woonplaats country countrycode state province region";
    let is_part = |member: &Member| {
        PARTS.split_whitespace().any(|part| part == folded(&member.name))
            && (member.value.is_string() || member.value.is_number())
    };
    let is_street = |member: &Member| folded(&member.name) == "address" && member.value.is_string();
    let is_place = |member: &Member| {
        matches!(
            folded(&member.name).as_str(),
            "location"
                | "address"
                | "place"
                | "residence"
                | "adresse"
                | "anschrift"
                | "homeaddress"
                | "wohnort"
        ) && !is_blank(&member.value)
    };
    // `state` alone may be that of a draft.
    let is_sure = |member: &&Member| {
        let name = folded(&member.name);
        is_part(member) && !matches!(name.as_str(), "state" | "province" | "region")
    };
    let Some(first) = source.iter().find(is_sure) else { return };
    let Some(above) = first.path.strip_suffix(&format!(".{}", first.name)).map(str::to_owned)
    else {
        return;
    };
    if source.iter().any(|member| is_place(member) && !is_street(member)) {
        return;
    }
    let belongs = |member: &mut Member| {
        (is_part(member) || is_street(member)) && member.path == place_below(&above, &member.name)
    };
    let parts: Map<String, Value> =
        source.extract_if(.., belongs).map(|member| (member.name, member.value)).collect();
    source.push(Member::new("location", above, Value::Object(parts)));
}

fn within(value: &Value, path: &str, notes: &mut Notes) -> Vec<Member> {
    match value {
        Value::Object(members) => {
            let way = ways::by_address(members, path, notes);
            match way.or_else(|| named_by_value(members, path, notes)) {
                Some(member) => vec![member],
                None => members_of(members, path),
            }
        }
        Value::Array(items) => {
            let items = items.iter().enumerate();
            let within = |(number, item): (usize, &Value)| {
                let path = format!("{path}[{number}]");
                match item.as_object() {
                    Some(members) => {
                        ways::of_list(members, &path, within(item, &path, notes), notes)
                    }
                    None => within(item, &path, notes),
                }
            };
            items.flat_map(within).collect()
        }
        Value::String(text) => parts(text).filter_map(|part| reached(part, path)).collect(),
        _ => Vec::new(),
    }
}

fn named_by_value(members: &Map<String, Value>, path: &str, notes: &mut Notes) -> Option<Member> {
    let find = |names: &[&str]| {
        names.iter().find_map(|known| {
            let mut said = members.iter().filter(|(_, value)| !is_blank(value));
            said.find(|(name, _)| folded(name) == *known)
        })
    };
    let (kind_name, kind) = find(&KINDS)?;
    let (name, value) = find(&VALUES)?;
    let kind = kind.as_str()?;
    notes.read(&place_below(path, kind_name));
    Some(Member::new(kind, place_below(path, name), value.clone()))
}

/// The head where it is no object: objects of a list together, or who somebody is in words.
pub(super) fn head(value: &Value, path: &str, notes: &mut Notes) -> Option<Vec<Member>> {
    match value {
        Value::String(text) => {
            let parts = parts(text).map(|part| (part.to_owned(), path.to_owned()));
            let parts: Vec<(String, String)> = parts.collect();
            let count = parts.len();
            let found = of_parts(parts);
            if found.len() < count {
                notes.add(path, "was read in part: what else it says has no name");
            }
            Some(found)
        }
        Value::Array(items) => {
            let mut found = Vec::new();
            let mut texts = Vec::new();
            for (number, item) in items.iter().enumerate() {
                let path = format!("{path}[{number}]");
                match item {
                    Value::Object(_) => found.extend(within(item, &path, notes)),
                    Value::String(text) => texts.push((text.clone(), path)),
                    _ => {}
                }
            }
            found.extend(of_parts(texts));
            (!found.is_empty()).then_some(found)
        }
        _ => None,
    }
}

/// Who somebody is comes first, then what they are if one part without figures is left, and how they are reached wherever
/// it stands.
fn of_parts(parts: Vec<(String, String)>) -> Vec<Member> {
    let mut found = Vec::new();
    let mut others = Vec::new();
    for (part, path) in parts {
        match reached(&part, &path) {
            Some(member) => found.push(member),
            None => others.push((part, path)),
        }
    }
    let is_name = |text: &str| !text.contains(char::is_numeric) && text.chars().count() <= 80;
    let member = |name: &str, (text, path): &(String, String)| {
        Member::new(name, path.clone(), Value::String(text.clone()))
    };
    match &others[..] {
        [name] if is_name(&name.0) => found.push(member("name", name)),
        [name, label] if is_name(&name.0) && is_name(&label.0) => {
            found.push(member("name", name));
            found.push(member("label", label));
        }
        [name, ..] if is_name(&name.0) => found.push(member("name", name)),
        _ => {}
    }
    found
}

fn parts(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split([',', ';', '|', '\n', '•', '·']).map(str::trim);
    parts.filter(|part| !part.is_empty())
}

/// A way to be reached, by what it looks like.
pub(super) fn reached(text: &str, path: &str) -> Option<Member> {
    let bare = text.split_once(':').map_or(text, |(name, value)| {
        if name.chars().all(|it| it.is_alphabetic() || ".- ".contains(it))
            && !value.starts_with("//")
        {
            value.trim()
        } else {
            text
        }
    });
    let is_number = bare.chars().filter(char::is_ascii_digit).count() >= FEWEST_FIGURES
        && bare.chars().all(|it| it.is_ascii_digit() || " +()-./".contains(it));
    let name = match () {
        () if is_number => "phone",
        () if bare.contains('@') && addresses::mail(bare).is_ok_and(|it| it.is_some()) => "email",
        () if addresses::web(bare).is_ok_and(|it| it.is_some()) => "url",
        () => return None,
    };
    Some(Member::new(name, path.to_owned(), Value::String(bare.to_owned())))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::read;

    #[test]
    fn a_head_in_any_shape_says_who_somebody_is_and_how_they_are_reached() {
        let (mail, phone) = ("a@b.example", "+49 170 123456");
        for (basics, read_as) in [
            (
                json!({"contact": {"phone": phone, "email": mail}}),
                json!({"phone": phone, "email": mail}),
            ),
            (json!({"Contact_Info": {"Mobile": phone}}), json!({"phone": phone})),
            (
                json!({"contacts": [{"type": "phone", "value": phone}, {"type": "E-Mail", "value": mail}]}),
                json!({"phone": phone, "email": mail}),
            ),
            (json!({"contacts": [phone, mail]}), json!({"phone": phone, "email": mail})),
            (
                json!({"contact": "Tel: +49 170 123456 | a@b.example"}),
                json!({"phone": phone, "email": mail}),
            ),
            (
                json!({"kontakt": {"telefon": phone, "strasse": "Weg 5"}}),
                json!({"phone": phone, "location": {"address": "Weg 5"}}),
            ),
            (
                json!({"phones": [phone, "+49 30 654321"]}),
                json!({"phone": "+49 170 123456, +49 30 654321"}),
            ),
            (
                json!({"phone": phone, "mobile": "+49 30 654321"}),
                json!({"phone": "+49 170 123456, +49 30 654321"}),
            ),
            (json!({"emails": [mail]}), json!({"email": mail})),
            (json!({"mobile": phone}), json!({"phone": phone})),
            (
                json!({"location": ["Sofia", "Bulgaria"]}),
                json!({"location": {"city": "Sofia, Bulgaria"}}),
            ),
            (json!("Anna Example, Baker"), json!({"name": "Anna Example", "label": "Baker"})),
            (
                json!("Anna Example\na@b.example\n+49 170 123456"),
                json!({"name": "Anna Example", "email": mail, "phone": phone}),
            ),
            (
                json!(["Anna Example", "Bäckerin", mail]),
                json!({"name": "Anna Example", "label": "Bäckerin", "email": mail}),
            ),
            (json!([{"name": "Anna"}, {"email": mail}]), json!({"name": "Anna", "email": mail})),
            (json!("山田太郎"), json!({"name": "山田太郎"})),
        ] {
            let reading = read(&json!({ "basics": basics }));
            assert_eq!(reading.tree["basics"], read_as, "{basics}");
            assert_eq!(reading.warnings, [], "{basics}");
        }
    }

    #[test]
    fn what_may_be_a_street_is_told_and_gets_no_other_name() {
        for basics in [
            json!("Anna Example, Rosenweg 5, Sofia"),
            json!("Anna Example, Rosenweg, Sofia"),
            json!(["Anna Example", "Rosenweg 5"]),
        ] {
            let reading = read(&json!({ "basics": basics }));
            assert_eq!(reading.tree["basics"], json!({"name": "Anna Example"}), "{basics}");
            assert!(!reading.warnings.is_empty(), "{basics}");
        }
        for (basics, is_one) in [
            (json!({"location": ["Rosenweg 5", "Sofia"]}), true),
            (json!({"contact": {"address": "Rosenweg 5, Sofia"}}), true),
            (json!({"contact": [{"type": "address", "value": "Rosenweg 5, Sofia"}]}), true),
            (json!({"contact": {"location": {"city": "Sofia"}}}), false),
        ] {
            assert_eq!(
                read(&json!({ "basics": basics })).has_place_in_one_text,
                is_one,
                "{basics}"
            );
        }
    }
}
