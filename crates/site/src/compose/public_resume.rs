//! What of a resume anybody may read. Everything else is taken out before a page, a file or a card is
//! made of it.

use career::resumes::known_members;
use content::settings::{PublicResume, ResumePart};
use serde_json::{Map, Value};

/// A reading of the owner's document, without what its owner keeps from visitors.
pub(crate) fn read_resume(document: &Value, public: &PublicResume) -> Value {
    // By a list of what may be seen, at every level. A member that nobody knows might be a note to
    // oneself, or the telephone number under another name.
    let mut tree = known_members(document);
    let Some(object) = tree.as_object_mut() else { return tree };
    // What a look and a date follow from says nothing to visitors.
    object.remove("meta");
    if !public.shows(ResumePart::References) {
        object.remove("references");
    }
    if let Some(basics) = object.get_mut("basics").and_then(Value::as_object_mut) {
        hide_in_basics(basics, public);
    }
    tree
}

fn hide_in_basics(basics: &mut Map<String, Value>, public: &PublicResume) {
    let hidden = [
        (ResumePart::Email, "email"),
        (ResumePart::Phone, "phone"),
        (ResumePart::Picture, "image"),
    ];
    let hidden: Vec<_> = hidden.into_iter().filter(|(part, _)| !public.shows(*part)).collect();
    let said: Vec<Said> =
        hidden.iter().filter_map(|(_, name)| Said::of(basics.remove(*name)?)).collect();
    // The same number, told once more as the address of a messenger.
    let repeats = |value: &Value| {
        let text = value.as_str().unwrap_or_default();
        said.iter().any(|said| said.is_in(text)) || is_hidden_address(text, public)
    };
    if basics.get("url").is_some_and(&repeats) {
        basics.remove("url");
    }
    if let Some(profiles) = basics.get_mut("profiles").and_then(Value::as_array_mut) {
        profiles.retain(|profile| {
            !profile.as_object().is_some_and(|profile| profile.values().any(&repeats))
        });
    }
    if let Some(location) = basics.get_mut("location").and_then(Value::as_object_mut) {
        hide_in_location(location, public);
        if location.is_empty() {
            basics.remove("location");
        }
    }
}

fn hide_in_location(location: &mut Map<String, Value>, public: &PublicResume) {
    if !public.shows(ResumePart::City) {
        for name in ["city", "region", "countryCode"] {
            location.remove(name);
        }
    }
    if public.shows(ResumePart::Street) {
        return;
    }
    for name in ["address", "postalCode"] {
        location.remove(name);
    }
    // People write a whole address in one line. What has a number in it is no name of a city.
    for name in ["city", "region"] {
        let Some(place) = location.get(name).and_then(Value::as_str) else { continue };
        let parts = place.split([',', ';', '\n']).map(str::trim);
        let parts: Vec<&str> = parts
            .filter(|part| !part.is_empty() && !part.contains(|sign: char| sign.is_numeric()))
            .collect();
        let named = parts.join(", ");
        match named.is_empty() {
            true => drop(location.remove(name)),
            false => drop(location.insert(name.to_owned(), Value::String(named))),
        }
    }
}

/// An address that is nothing but a mailbox or a telephone.
fn is_hidden_address(text: &str, public: &PublicResume) -> bool {
    let scheme = text.split(':').next().unwrap_or_default().trim().to_ascii_lowercase();
    match scheme.as_str() {
        "mailto" => !public.shows(ResumePart::Email),
        "tel" | "sms" | "callto" => !public.shows(ResumePart::Phone),
        _ => false,
    }
}

/// A value that is hidden, as it can be found in others.
struct Said {
    text: String,
    /// Of a telephone number, however it is written. Empty where there are too few to be one.
    digits: String,
}

const SHORTEST_NUMBER: usize = 6;

impl Said {
    fn of(value: Value) -> Option<Self> {
        let text = value.as_str()?.trim().to_lowercase();
        let digits = digits(&text);
        let is_number = digits.len() >= SHORTEST_NUMBER && !text.contains(char::is_alphabetic);
        // Without the zeros of a trunk line or an exchange, which one writes and another does not.
        let digits =
            if is_number { digits.trim_start_matches('0').to_owned() } else { String::new() };
        (!text.is_empty()).then_some(Self { text, digits })
    }

    fn is_in(&self, text: &str) -> bool {
        let has_number = !self.digits.is_empty() && digits(text).contains(&self.digits);
        has_number || text.to_lowercase().contains(&self.text)
    }
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn document() -> Value {
        json!({
            "basics": {
                "name": "Mira", "email": "m@example.org", "mail": "m@example.org", "phone": "+49 (170) 12 34 56",
                "mobile": "+49 1", "image": "/p.png", "url": "mailto:m@example.org",
                "location": {"address": "Street 1", "postalCode": "123", "city": "Lindmark", "street": "Street 1"},
                "profiles": [
                    {"network": "Messenger", "url": "https://wa.example/49170123456"},
                    {"network": "Forge", "url": "https://forge.example/mira", "username": "mira"},
                    {"network": "Letters", "username": "M@Example.org"},
                    {"network": "Call", "url": "tel:+491"},
                ],
            },
            "work": [{"name": "Museum", "position": "Head", "private": "note"}],
            "references": [{"name": "Ann"}],
            "meta": {"private": "note"},
            "x-notes": "note",
        })
    }

    #[test]
    fn only_what_the_owner_chose_is_left() {
        let left = read_resume(&document(), &PublicResume::default()).to_string();
        let secrets = [
            "example.org",
            "Example.org",
            "+49",
            "49170",
            "p.png",
            "Street",
            "123",
            "Ann",
            "note",
            "tel:",
        ];
        for secret in secrets {
            assert!(!left.contains(secret), "{secret} in {left}");
        }
        for shown in ["Lindmark", "Museum", "https://forge.example/mira"] {
            assert!(left.contains(shown), "{shown} in {left}");
        }
        let all = PublicResume {
            show: vec![ResumePart::Phone, ResumePart::Street, ResumePart::Email],
            ..PublicResume::default()
        };
        let left = read_resume(&document(), &all).to_string();
        for shown in ["+49 (170)", "Street 1", "m@example.org", "wa.example", "tel:"] {
            assert!(left.contains(shown), "{shown} in {left}");
        }
        assert!(!left.contains("Lindmark") && !left.contains("+49 1\""), "{left}");
    }

    #[test]
    fn a_street_in_the_place_of_a_city_stays_hidden() {
        for (written, shown) in [
            ("Mill Road 5, 12345 Lindmark", None),
            ("Mill Road 5, Lindmark, Norway", Some("Lindmark, Norway")),
            ("Lindmark", Some("Lindmark")),
        ] {
            let document = json!({"basics": {"location": {"city": written}}});
            let left = read_resume(&document, &PublicResume::default());
            assert_eq!(left["basics"]["location"]["city"].as_str(), shown, "{written}");
            let street = PublicResume {
                show: vec![ResumePart::Street, ResumePart::City],
                ..PublicResume::default()
            };
            let left = read_resume(&document, &street);
            assert_eq!(left["basics"]["location"]["city"].as_str(), Some(written));
        }
    }
}
