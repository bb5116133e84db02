//! How the owner can be reached, as the written document tells it: under whatever name, in whatever shape.
//! A reading knows one number and one mailbox; people write lists, objects, a second number, a messenger.

use career::resumes::section_of;
use serde_json::{Map, Value};

use super::mailboxes::Mailboxes;
use super::numbers::{Numbers, is_number};
use super::places;
use super::streets::Streets;

/// What is gathered. All of it is compared with what is shown, and none of it is shown.
#[derive(Debug, Default)]
pub(super) struct Reach {
    pub(super) mailboxes: Mailboxes,
    pub(super) numbers: Numbers,
    pub(super) streets: Streets,
}

impl Reach {
    pub(super) fn of(written: &Value) -> Self {
        let mut reach = Self::default();
        reach.gather(written, Under { head: true, ..Under::default() });
        reach
    }

    fn gather(&mut self, value: &Value, under: Under) {
        match value {
            Value::Object(members) => {
                let under = under.beside(members);
                for (name, member) in members {
                    self.gather(member, under.below(name));
                }
                self.add_towns(members, under);
            }
            Value::Array(items) => items.iter().for_each(|item| self.gather(item, under)),
            Value::String(text) => self.add(text, under),
            Value::Number(number) => self.add(&number.to_string(), under),
            Value::Null | Value::Bool(_) => {}
        }
    }

    fn add(&mut self, text: &str, under: Under) {
        if under.mail {
            self.mailboxes.add(text);
        }
        let is_dialled = under.head && !under.is_name && is_number(text);
        if under.telephone || is_dialled || text.trim_start().starts_with("tel:") {
            self.numbers.add(text);
        }
        if under.unnamed && under.head {
            // Who somebody is and how they are reached, in words alone: a short part with a figure may be a street.
            let is_short = |part: &String| part.split_whitespace().count() <= LONGEST_STREET;
            self.streets.extend(places::numbered_streets(text).into_iter().filter(is_short));
        }
        if under.street && under.head && !under.mail {
            self.streets.extend(places::numbered_streets(text));
            self.streets.extend(places::named_streets(text));
        }
    }

    /// A postal code says little alone, and where somebody lives together with its town.
    fn add_towns(&mut self, members: &Map<String, Value>, under: Under) {
        let text = |names: &[&str]| {
            let is_it = |name: &str| names.contains(&folded(name).as_str());
            let found = members.iter().find(|(name, _)| is_it(name)).map(|(_, value)| value);
            match found? {
                Value::String(text) => Some(text.trim().to_lowercase()),
                Value::Number(number) => Some(number.to_string()),
                _ => None,
            }
        };
        let code = text(&["postalcode", "zip", "zipcode", "postcode", "plz"]);
        let town = text(&["city", "town", "locality"]);
        if let (true, Some(code)) = (under.head, &code) {
            self.streets.add_code(code);
        }
        if let (true, Some(code), Some(town)) = (under.head, code, town)
            && code.chars().count() >= 4
            && !town.is_empty()
        {
            self.streets.extend([format!("{code} {town}")]);
        }
    }
}

/// What the names above a value say of it.
#[derive(Clone, Copy, Debug, Default)]
struct Under {
    /// In no section, so that it is said of the owner.
    head: bool,
    mail: bool,
    telephone: bool,
    street: bool,
    /// A name at some place, which may be figures alone.
    is_name: bool,
    /// In the head or among ways to be reached, with no name of its own.
    unnamed: bool,
}

impl Under {
    fn below(self, name: &str) -> Self {
        let is_head = section_of(name).is_none_or(|section| section == "basics");
        let name = folded(name);
        let is_named = |names: &[&str]| names.iter().any(|known| name.contains(known));
        Self {
            head: self.head && is_head && name != "schema",
            mail: self.mail || is_named(&MAIL),
            telephone: self.telephone || is_telephone(&name),
            is_name: matches!(
                name.as_str(),
                "username" | "user" | "handle" | "account" | "id" | "login"
            ),
            unnamed: name == "basics" || is_named(&CONTACT),
            street: (self.street || is_named(&STREET)) && !TOWN.contains(&name.as_str()),
        }
    }

    /// `{"type": "phone", "value": "…"}` names by a value what its neighbour is.
    fn beside(self, members: &Map<String, Value>) -> Self {
        // A company that is called `Telekom` says nothing of the figures beside it, and neither does `tel:+49…`.
        let is_value = |name: &String| VALUES.contains(&folded(name).as_str());
        if !self.head && (members.len() > MOST_OF_A_PAIR || !members.keys().any(is_value)) {
            return self;
        }
        let kinds = members.iter().filter(|(name, _)| KINDS.contains(&folded(name).as_str()));
        let names = kinds.filter_map(|(_, value)| value.as_str()).map(folded);
        let is_name = |name: &String| {
            name.chars().count() <= LONGEST_NAME
                && name.chars().filter(|it| it.is_numeric()).count() <= 2
        };
        let names: Vec<String> = names.filter(is_name).collect();
        let is_mail = |name: &String| MAIL.iter().any(|known| name.ends_with(known));
        Self {
            mail: self.mail || names.iter().any(is_mail),
            telephone: self.telephone || names.iter().any(|name| is_telephone(name)),
            ..self
        }
    }
}

const LONGEST_NAME: usize = 16;
/// `{"type": …, "label": …, "value": …}`
const MOST_OF_A_PAIR: usize = 3;
const KINDS: [&str; 13] = [
    "type", "kind", "label", "name", "network", "key", "title", "service", "platform", "medium",
    "channel", "use", "category",
];
const VALUES: [&str; 6] = ["value", "number", "address", "url", "text", "content"];

/// Words of a street with its number.
const LONGEST_STREET: usize = 5;

const CONTACT: [&str; 5] = ["contact", "kontakt", "contatt", "contato", "coordonn"];

const MAIL: [&str; 4] = ["mail", "correo", "courriel", "邮箱"];

const STREET: [&str; 20] = [
    "address",
    "adress",
    "street",
    "strasse",
    "straße",
    "residen",
    "location",
    "anschrift",
    "wohn",
    "home",
    "direccion",
    "dirección",
    "domicil",
    "indirizzo",
    "endereco",
    "endereço",
    "住所",
    "地址",
    "주소",
    "straat",
];

/// Names of what is shown where the street is hidden.
const TOWN: [&str; 14] = [
    "city",
    "town",
    "locality",
    "region",
    "state",
    "province",
    "county",
    "country",
    "countrycode",
    "url",
    "website",
    "homepage",
    "label",
    "type",
];

fn is_telephone(folded: &str) -> bool {
    /// These alone, or followed by a number or another word.
    const BEGIN: [&str; 8] = ["tel", "cell", "sms", "fax", "call", "handy", "line", "imo"];
    const WITHIN: [&str; 16] = [
        "phone", "mobil", "móvil", "movil", "whatsapp", "signal", "telegram", "viber", "wechat",
        "zalo", "teléf", "téléph", "电话", "手机", "電話", "携帯",
    ];
    BEGIN.iter().any(|known| folded.starts_with(known))
        || WITHIN.iter().any(|known| folded.contains(known))
}

fn folded(name: &str) -> String {
    name.chars().filter(|it| it.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
