//! What of a resume anybody may read. Everything else is taken out before a page, a file or a card is
//! made of it.

mod fold;
mod mailboxes;
mod numbers;
mod places;

use career::printing::Withheld;
use career::resumes::known_members;
use content::settings::{PublicResume, ResumePart};
use serde_json::{Map, Value};

use mailboxes::Mailboxes;
use numbers::Numbers;

/// How the owner's document tells where its owner lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Members,
    /// Which the reading has put into the member for the city.
    OneText,
}

/// A reading of the owner's document, without what its owner keeps from visitors.
pub(crate) fn read_resume(document: &Value, public: &PublicResume, place: Place) -> Value {
    visible(document, public, place).0
}

/// What members may see of a resume: what visitors would, if it were the public one.
pub fn withhold(document: &Value, public: &PublicResume, in_one_text: bool) -> Withheld {
    let place = if in_one_text { Place::OneText } else { Place::Members };
    let (seen, hidden) = visible(document, public, place);
    Withheld { seen, tells: Box::new(move |text| hidden.is_told_by(text)) }
}

fn visible(document: &Value, public: &PublicResume, place: Place) -> (Value, Hidden) {
    // By a list of what may be seen, at every level. A member that nobody knows might be a note to
    // oneself, or the telephone number under another name.
    let mut tree = known_members(document);
    let mut hidden = Hidden::of(public);
    let Some(object) = tree.as_object_mut() else { return (tree, hidden) };
    // What a look and a date follow from says nothing to visitors.
    object.remove("meta");
    if !public.shows(ResumePart::References) {
        object.remove("references");
    }
    if let Some(basics) = object.get_mut("basics").and_then(Value::as_object_mut) {
        hide_in_basics(basics, public, place, &mut hidden);
    }
    object.retain(|_, value| hidden.leaves(value));
    (tree, hidden)
}

fn hide_in_basics(
    basics: &mut Map<String, Value>,
    public: &PublicResume,
    place: Place,
    hidden: &mut Hidden,
) {
    let parts = [
        (ResumePart::Email, "email"),
        (ResumePart::Phone, "phone"),
        (ResumePart::Picture, "image"),
    ];
    for (part, name) in parts {
        if public.shows(part) {
            continue;
        }
        let Some(Value::String(text)) = basics.remove(name) else { continue };
        match part {
            ResumePart::Email => hidden.mailboxes = Some(Mailboxes::of(&text)),
            ResumePart::Phone => hidden.numbers = Some(Numbers::of(&text)),
            _ => {}
        }
        let text = fold::plain(text.trim());
        hidden.values.extend((!text.is_empty()).then_some(text));
    }
    if let Some(location) = basics.get_mut("location").and_then(Value::as_object_mut) {
        hide_in_location(location, public, place, hidden);
        if location.is_empty() {
            basics.remove("location");
        }
    }
    // The same number, told once more as the address of a messenger. What is left of such a profile
    // would be a name that leads nowhere.
    if basics.get("url").is_some_and(|url| hidden.is_repeated_by(url)) {
        basics.remove("url");
    }
    if let Some(profiles) = basics.get_mut("profiles").and_then(Value::as_array_mut) {
        profiles.retain(|profile| {
            let mut members = profile.as_object().into_iter().flat_map(Map::values);
            !members.any(|value| hidden.is_repeated_by(value))
        });
    }
}

fn hide_in_location(
    location: &mut Map<String, Value>,
    public: &PublicResume,
    place: Place,
    hidden: &mut Hidden,
) {
    if !public.shows(ResumePart::Street) {
        for name in ["address", "postalCode"] {
            let Some(Value::String(street)) = location.remove(name) else { continue };
            hidden.streets.extend(places::numbered_streets(&street));
            hidden.streets.extend(places::named_streets(&street));
        }
        for name in ["city", "region"] {
            let Some(Value::String(written)) = location.remove(name) else { continue };
            hidden.streets.extend(places::numbered_streets(&written));
            let named = match place {
                Place::Members => Some(places::named_behind_figures(&written)),
                Place::OneText => {
                    hidden.streets.extend(places::named_streets(&written));
                    places::town(&written)
                }
            };
            if let Some(named) = named.filter(|named| !named.is_empty()) {
                location.insert(name.to_owned(), Value::String(named));
            }
        }
    }
    if !public.shows(ResumePart::City) {
        for name in ["city", "region", "countryCode"] {
            location.remove(name);
        }
    }
}

/// What is hidden, as it can be found in other texts.
struct Hidden {
    /// None where they are shown.
    mailboxes: Option<Mailboxes>,
    numbers: Option<Numbers>,
    streets: Vec<String>,
    /// As they are written. Some are usual words, so that only addresses are compared with them.
    values: Vec<String>,
}

impl Hidden {
    fn of(public: &PublicResume) -> Self {
        Self {
            mailboxes: (!public.shows(ResumePart::Email)).then(|| Mailboxes::of("")),
            numbers: (!public.shows(ResumePart::Phone)).then(|| Numbers::of("")),
            streets: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Takes out the texts in which something hidden is told once more. Answers whether anything is
    /// left.
    fn leaves(&self, value: &mut Value) -> bool {
        match value {
            Value::String(text) => !self.is_told_by(text),
            Value::Array(items) => {
                items.retain_mut(|item| self.leaves(item));
                true
            }
            Value::Object(members) => {
                members.retain(|_, member| self.leaves(member));
                true
            }
            _ => true,
        }
    }

    fn is_told_by(&self, text: &str) -> bool {
        let is_end = |rest: &str| !rest.starts_with(char::is_alphanumeric);
        let plain = fold::plain(text);
        self.mailboxes.as_ref().is_some_and(|mailboxes| mailboxes.are_in(text))
            || self.numbers.as_ref().is_some_and(|numbers| numbers.are_in(text))
            || self.streets.iter().any(|street| fold::behind(&plain, street).any(is_end))
    }

    /// Of an address, or a name at some place.
    fn is_repeated_by(&self, value: &Value) -> bool {
        let Some(text) = value.as_str() else { return false };
        let plain = fold::plain(text);
        self.is_told_by(text) || self.values.iter().any(|value| plain.contains(value))
    }
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
        let left = read_resume(&document(), &PublicResume::default(), Place::Members).to_string();
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
        let left = read_resume(&document(), &all, Place::Members).to_string();
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
            let left = read_resume(&document, &PublicResume::default(), Place::Members);
            assert_eq!(left["basics"]["location"]["city"].as_str(), shown, "{written}");
            let street = PublicResume {
                show: vec![ResumePart::Street, ResumePart::City],
                ..PublicResume::default()
            };
            let left = read_resume(&document, &street, Place::Members);
            assert_eq!(left["basics"]["location"]["city"].as_str(), Some(written));
        }
    }

    #[test]
    fn hidden_values_are_found_in_every_part() {
        let document = json!({
            "basics": {
                "name": "Mira Oak", "email": "mira (at) hidden (dot) example",
                "phone": "+49 (0) 170 1234567", "summary": "Builds mills.",
                "location": {"city": "Haus Sonnenblick, Rosenweg 5, 12345 Lindmark"},
                "profiles": [
                    {"network": "One", "url": "https://x.example/491701234567", "username": "mira-x"},
                    {"network": "Two", "username": "mira at hidden.example"},
                    {"network": "Three", "url": "https://x.example/?m=mira%40hidden.example"},
                    {"network": "Forge", "url": "https://forge.example/mira"},
                ],
            },
            "work": [{
                "name": "Mill", "location": "Rosenweg 5, Lindmark", "url": "mailto:mira@hidden.example",
                "highlights": ["Ground corn.", "Ask at 0170 1234567.", "Built Haus Sonnenblick."], "startDate": "2019-02-01",
            }],
            "projects": [
                {"name": "Wheel", "url": "tel:+491701234567", "keywords": ["mira@hidden.example"]},
                {"name": "Race", "url": "mailto:other@hidden.example"},
            ],
        });
        let left = read_resume(&document, &PublicResume::default(), Place::OneText);
        let shown = json!({
            "basics": {
                "name": "Mira Oak", "summary": "Builds mills.",
                "profiles": [{"network": "Forge", "url": "https://forge.example/mira"}],
            },
            "work": [{"name": "Mill", "highlights": ["Ground corn."], "startDate": "2019-02-01"}],
            "projects": [{"name": "Wheel", "keywords": []}, {"name": "Race"}],
        });
        assert_eq!(left, shown);
        let all = PublicResume {
            show: vec![ResumePart::Phone, ResumePart::Street, ResumePart::Email, ResumePart::City],
            ..PublicResume::default()
        };
        assert_eq!(read_resume(&document, &all, Place::OneText), document);
    }

    #[test]
    fn a_usual_word_that_is_hidden_takes_nothing_along() {
        let document = json!({
            "basics": {"name": "Mira", "email": "Mira", "phone": "ask", "label": "I ask 12 questions",
                "location": {"address": "Lindmark", "city": "Lindmark"}},
            "work": [{"name": "Mill of Mira", "location": "Lindmark"}],
        });
        let left = read_resume(&document, &PublicResume::default(), Place::Members);
        assert_eq!(left["basics"]["label"], "I ask 12 questions");
        assert_eq!(left["basics"]["location"], json!({"city": "Lindmark"}));
        assert_eq!(left["work"], document["work"]);
    }
}
