//! What of a resume anybody may read. Everything else is taken out before a page, a file or a card is
//! made of it.

mod fold;
mod mailboxes;
mod messengers;
mod numbers;
mod places;
mod shapes;
mod streets;
mod written;

use career::printing::{TakenOut, Told, Withheld};
use career::resumes::{known_members, without_gaps};
use content::settings::{PublicResume, ResumePart};
use serde_json::{Map, Value};

use mailboxes::Mailboxes;
use numbers::Numbers;
use streets::Streets;
use written::Reach;

/// A reading of the owner's document, without what its owner keeps from visitors, and without the empty places
/// that a reading keeps.
pub(crate) fn read_resume(told: Told<'_>, public: &PublicResume) -> Value {
    without_gaps(visible(told, public).0)
}

/// What members may see of a resume: what visitors would, if it were the public one.
pub fn withhold(told: Told<'_>, public: &PublicResume) -> Withheld {
    let (seen, hidden, taken_out) = visible(told, public);
    let tells = Box::new(move |text: &str| hidden.is_told_by(text).is_some());
    Withheld { seen, tells, taken_out }
}

fn visible(told: Told<'_>, public: &PublicResume) -> (Value, Hidden, Vec<TakenOut>) {
    // By a list of what may be seen, at every level. A member that nobody knows might be a note to
    // oneself, or the telephone number under another name.
    let mut tree = known_members(told.read);
    let mut hidden = Hidden::of(public, told.written);
    let mut taken_out = Vec::new();
    let Some(object) = tree.as_object_mut() else { return (tree, hidden, taken_out) };
    // What a look and a date follow from says nothing to visitors.
    object.remove("meta");
    if !public.shows(ResumePart::References) {
        object.remove("references");
    }
    if let Some(basics) = object.get_mut("basics").and_then(Value::as_object_mut) {
        hide_in_basics(basics, public, told.has_place_in_one_text, &mut hidden, &mut taken_out);
    }
    object.retain(|name, value| hidden.leaves(value, name, &mut taken_out));
    (tree, hidden, taken_out)
}

/// Shorter values are compared by their own rules alone.
const SHORTEST_VALUE: usize = 5;

fn hide_in_basics(
    basics: &mut Map<String, Value>,
    public: &PublicResume,
    in_one_text: bool,
    hidden: &mut Hidden,
    taken_out: &mut Vec<TakenOut>,
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
            ResumePart::Email => hidden.mailboxes.iter_mut().for_each(|it| it.add(&text)),
            ResumePart::Phone => hidden.numbers.iter_mut().for_each(|it| it.add(&text)),
            _ => {}
        }
        let text = fold::plain(text.trim());
        // A few figures are in many an address.
        let is_long = text.chars().count() >= SHORTEST_VALUE;
        hidden.values.extend(is_long.then_some(text));
    }
    if let Some(location) = basics.get_mut("location").and_then(Value::as_object_mut) {
        hide_in_location(location, public, in_one_text, hidden);
        if location.is_empty() {
            basics.remove("location");
        }
    }
    for name in ["name", "label"] {
        if let Some(Value::String(text)) = basics.get_mut(name)
            && let Some(tells) = hidden.is_told_by(text)
        {
            taken_out.push(TakenOut { path: format!("basics.{name}"), tells });
            *text = hidden.without_told(text);
        }
    }
    basics.retain(|name, text| !matches!(name.as_str(), "name" | "label") || *text != "");
    // The same number, told once more as the address of a messenger. What is left of such a profile
    // would be a name that leads nowhere.
    if let Some(tells) = basics.get("url").and_then(|url| hidden.is_repeated_by(url)) {
        basics.remove("url");
        taken_out.push(TakenOut { path: "basics.url".to_owned(), tells });
    }
    if let Some(profiles) = basics.get_mut("profiles").and_then(Value::as_array_mut) {
        let mut number = 0..;
        profiles.retain(|profile| {
            let path = format!("basics.profiles[{}]", number.next().unwrap_or(0));
            let mut members = profile.as_object().into_iter().flat_map(Map::values);
            let told = members.find_map(|value| hidden.is_repeated_by(value));
            // A name says where it is one only beside its network.
            let [network, name] = ["network", "username"].map(|it| profile[it].as_str());
            let joined = format!("{}: {}", network.unwrap_or_default(), name.unwrap_or_default());
            let told = told.or_else(|| hidden.is_told_by(&joined));
            taken_out.extend(told.map(|tells| TakenOut { path, tells }));
            told.is_none()
        });
    }
}

fn hide_in_location(
    location: &mut Map<String, Value>,
    public: &PublicResume,
    in_one_text: bool,
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
            let named = match in_one_text {
                false => Some(places::named_behind_figures(&written)),
                true => {
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
    streets: Streets,
    /// As they are written. Some are usual words, so that only addresses are compared with them.
    values: Vec<String>,
}

impl Hidden {
    /// What the written document has of it, whatever of that was read.
    fn of(public: &PublicResume, written: &Value) -> Self {
        let Reach { mailboxes, numbers, streets } = Reach::of(written);
        Self {
            mailboxes: (!public.shows(ResumePart::Email)).then_some(mailboxes),
            numbers: (!public.shows(ResumePart::Phone)).then_some(numbers),
            streets: if public.shows(ResumePart::Street) { Streets::default() } else { streets },
            values: Vec::new(),
        }
    }

    /// Who somebody is, without the parts that tell something hidden. A name would be missed.
    fn without_told(&self, text: &str) -> String {
        let parts = text.split(['|', ',', ';', '·', '•', '(', ')', '\n', '/', '<', '>', '–', '—']);
        let parts =
            parts.map(str::trim).filter(|part| !part.is_empty() && self.is_told_by(part).is_none());
        let kept = parts.collect::<Vec<_>>().join(", ");
        let is_plain =
            |word: &&str| !word.contains(|it: char| it.is_numeric() || "@+:".contains(it));
        let kept = match kept.is_empty() {
            true => text.split_whitespace().take_while(is_plain).collect::<Vec<_>>().join(" "),
            false => kept,
        };
        // Its parts say nothing alone, and may do so together.
        if self.is_told_by(&kept).is_some() { String::new() } else { kept }
    }

    /// Takes out the texts in which something hidden is told once more, and says where they stood. Answers
    /// whether anything is left.
    fn leaves(&self, value: &mut Value, path: &str, taken_out: &mut Vec<TakenOut>) -> bool {
        match value {
            Value::String(text) => {
                let told = self.is_told_by(text);
                let path = path.to_owned();
                taken_out.extend(told.map(|tells| TakenOut { path, tells }));
                told.is_none()
            }
            Value::Array(items) => {
                let mut number = 0..;
                items.retain_mut(|item| {
                    let path = format!("{path}[{}]", number.next().unwrap_or(0));
                    self.leaves(item, &path, taken_out)
                });
                true
            }
            Value::Object(members) => {
                members.retain(|name, member| {
                    self.leaves(member, &format!("{path}.{name}"), taken_out)
                });
                true
            }
            _ => true,
        }
    }

    /// What of it a text tells.
    fn is_told_by(&self, text: &str) -> Option<&'static str> {
        let tells_mailbox =
            |mailboxes: &Mailboxes| mailboxes.are_in(text) || mailboxes.are_named_by(text);
        if self.mailboxes.as_ref().is_some_and(tells_mailbox) {
            return Some("an e-mail address");
        }
        if self.numbers.as_ref().is_some_and(|numbers| numbers.are_in(text)) {
            return Some("a telephone number");
        }
        self.streets.are_in(text).then_some("a street")
    }

    /// Of an address, or a name at some place.
    fn is_repeated_by(&self, value: &Value) -> Option<&'static str> {
        let text = value.as_str()?;
        let plain = fold::plain(text);
        let repeats = || self.values.iter().any(|value| plain.contains(value));
        self.is_told_by(text).or_else(|| repeats().then_some("how to reach the owner"))
    }
}

#[cfg(test)]
mod tests;
