//! Ways to be reached, one to an entry: `{"icon": "M", "label": "Write to me", "url": "mailto:…"}`. What the address is tells what
//! the entry is; what it is called is the name of a network, or the number as people write it.

use serde_json::{Map, Value, json};

use super::Notes;
use super::addresses;
use super::contacts::reached;
use super::names::{Member, folded, is_blank};

/// Members that may hold the address of an entry.
const ADDRESSES: [&str; 7] = ["url", "href", "link", "uri", "value", "address", "target"];
/// Members that say what is seen of it.
const SEEN: [&str; 9] =
    ["label", "text", "title", "name", "display", "network", "type", "kind", "icon"];
/// Names of an address that is no network's.
const OWN_SITE: &str =
    "website web site homepage home url link blog webseite seite portfolio www sitio sito www page";

/// An entry whose address says by its scheme what it is.
pub(super) fn by_address(
    members: &Map<String, Value>,
    path: &str,
    notes: &mut Notes,
) -> Option<Member> {
    let address = find(members, &ADDRESSES, |text| scheme(text).is_some())?;
    let seen = |is: &dyn Fn(&str) -> bool| find(members, &SEEN, is);
    let place = path.to_owned();
    let member = match scheme(address)? {
        "mailto" => {
            let mail = address.split_once(':')?.1.split('?').next()?.trim().to_owned();
            addresses::mail(&mail).ok()??;
            Member::new("email", place, Value::String(mail))
        }
        "tel" => {
            let number = address.split_once(':')?.1.trim_start_matches('/').trim();
            // As people write it, where that is the same number.
            let is_same = |text: &str| figures(text).ends_with(&last_of(number));
            let number = seen(&is_same).unwrap_or(number).trim();
            Member::new("phone", place, Value::String(number.to_owned()))
        }
        _ => {
            let is_name = |text: &str| {
                addresses::web(text).is_ok_and(|it| it.is_none()) || addresses::web(text).is_err()
            };
            match seen(&is_name).map(str::trim) {
                Some(name) if !is_own_site(name) && name.chars().count() > 1 => Member::new(
                    "profiles",
                    place,
                    json!([{"network": name, "url": address.trim()}]),
                ),
                _ => Member::new("url", place, Value::String(address.trim().to_owned())),
            }
        }
    };
    notes.read(path);
    Some(member)
}

/// What an entry of a list says that has no such address. What it is called is how somebody is reached, or nothing:
/// it is not what they are.
pub(super) fn of_list(
    members: &Map<String, Value>,
    path: &str,
    found: Vec<Member>,
    notes: &mut Notes,
) -> Vec<Member> {
    let is_plain = |it: &Member| matches!(folded(&it.name).as_str(), "label" | "title" | "text");
    if !found.iter().any(is_plain) {
        return found;
    }
    let way = find(members, &SEEN, |text| reached(text, path).is_some());
    match way.and_then(|text| reached(text, path)) {
        Some(way) => {
            notes.read(path);
            vec![way]
        }
        None => found.into_iter().filter(|it| !is_plain(it)).collect(),
    }
}

/// The first text of these members that is such a one.
fn find<'a>(
    members: &'a Map<String, Value>,
    names: &[&str],
    is: impl Fn(&str) -> bool,
) -> Option<&'a str> {
    names.iter().find_map(|name| {
        let mut said =
            members.iter().filter(|(known, value)| folded(known) == *name && !is_blank(value));
        said.find_map(|(_, value)| value.as_str().filter(|text| is(text)))
    })
}

fn scheme(text: &str) -> Option<&'static str> {
    let lower = text.trim().to_lowercase();
    ["mailto", "tel", "https", "http"].into_iter().find(|scheme| {
        let rest = lower.strip_prefix(scheme).and_then(|rest| rest.strip_prefix(':'));
        rest.is_some_and(|rest| {
            rest.len() > 2 && (!scheme.starts_with("http") || rest.starts_with("//"))
        })
    })
}

fn is_own_site(name: &str) -> bool {
    let name = folded(name);
    OWN_SITE.split_whitespace().any(|it| it == name)
}

fn figures(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// The last figures of a number: those that do not change with the country it is dialled from.
fn last_of(number: &str) -> String {
    let figures = figures(number);
    figures[figures.len().saturating_sub(6)..].to_owned()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::read;

    #[test]
    fn an_address_tells_what_an_entry_is() {
        let reached = json!({
            "email": "ada@muster.example",
            "phone": "(+41)44 000 00 00",
            "profiles": [{"network": "LinkedIn", "url": "https://www.linkedin.example/in/ada"}],
            "url": "https://muster.example",
        });
        let list = json!([
            {"icon": "T", "label": "(+41)44 000 00 00", "url": "tel:+41440000000"},
            {"icon": "M", "label": "Write to me", "url": "mailto:ada@muster.example?subject=Hello"},
            {"icon": "L", "label": "LinkedIn", "url": "https://www.linkedin.example/in/ada"},
            {"icon": "W", "label": "muster.example", "href": "https://muster.example"},
        ]);
        for document in [
            json!({"contact": list, "work": [{"name": "Post"}]}),
            json!({"basics": {"contacts": list}, "work": [{"name": "Post"}]}),
        ] {
            let reading = read(&document);
            assert_eq!(reading.tree["basics"], reached, "{document}");
            assert_eq!(reading.warnings, [], "{document}");
        }
    }

    #[test]
    fn what_is_seen_of_an_entry_is_no_calling() {
        let reading = read(&json!({"name": "Ada", "contact": [
            {"label": "ada@muster.example"}, {"label": "+41 44 000 00 00"}, {"label": "by pigeon"},
        ]}));
        let expected =
            json!({"name": "Ada", "email": "ada@muster.example", "phone": "+41 44 000 00 00"});
        assert_eq!(reading.tree["basics"], expected);
        let told: Vec<_> = reading.warnings.iter().map(|it| it.path.as_str()).collect();
        assert_eq!(told, ["document.contact[2]"]);
    }
}
