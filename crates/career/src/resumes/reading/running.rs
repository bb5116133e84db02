//! Members that say whether something goes on, beside its dates: `current: false` is an end, though nobody knows
//! when.

use serde_json::{Map, Value};

use super::dates::{self, Dated};
use super::names::{Member, folded, is_blank, meant, says_none};
use super::{Notes, UNKNOWN, spans, when};

const GOES_ON: [&str; 22] = [
    "currentlyemployed",
    "iscurrentlyemployed",
    "current",
    "iscurrent",
    "currently",
    "currentlyworking",
    "currentlyworkinghere",
    "iscurrentlyworking",
    "currentlyworkhere",
    "currentjob",
    "iscurrentjob",
    "currentrole",
    "iscurrentrole",
    "currentposition",
    "present",
    "ispresent",
    "ongoing",
    "isongoing",
    "active",
    "isactive",
    "stillworking",
    "running",
];
const IS_OVER: [&str; 8] =
    ["ended", "isended", "finished", "isfinished", "over", "former", "isformer", "past"];

/// What an entry is said to be.
const STATES: [&str; 3] = ["status", "state", "employmentstatus"];
/// Both dates in one text.
const SPANS: [&str; 7] = ["duration", "period", "dates", "years", "timespan", "time", "date"];

pub(super) fn read(source: &[Member], read: &mut Map<String, Value>, notes: &mut Notes) {
    for member in source.iter().filter(|member| !is_blank(&member.value)) {
        let name = folded(&member.name);
        let name = name.as_str();
        if SPANS.contains(&name) {
            span(member, read, notes);
            continue;
        }
        let is_denied = name.starts_with("not") && !name.starts_with("note");
        let turned = IS_OVER.contains(&name) || is_denied || name.starts_with("nolonger");
        let is_state = STATES.contains(&name);
        let is_known = turned || is_state || GOES_ON.contains(&name) || name.contains("current");
        match answer(&member.value) {
            Some(says) if is_known => flag(member, says != turned, source, read, notes),
            // A kind of contract is often called a state. Any other that is not understood may be over.
            None if is_state && is_kind(&member.value) => {}
            Some(_) if !is_end(name) => {}
            _ if is_known || is_end(name) => end(member, read, notes),
            _ => {}
        }
    }
    doubt(source, read, notes);
}

/// Whether a member says by its name whether something goes on.
pub(super) fn says_state(name: &str) -> bool {
    let name = folded(name);
    GOES_ON.contains(&name.as_str()) || STATES.contains(&name.as_str())
}

/// A later date below a name that nobody knows may be the end. Then it is not said to go on.
fn doubt(source: &[Member], read: &mut Map<String, Value>, notes: &mut Notes) {
    let Some(start) = read.get("startDate").and_then(Value::as_str).map(str::to_owned) else {
        return;
    };
    if read.contains_key("endDate") || source.iter().any(says_running) {
        return;
    }
    let is_later = |value: &Value| match date_of(value) {
        Some(Dated::On(date)) => date.get(..4) >= start.get(..4) && date != start,
        Some(Dated::Between(..)) => true,
        _ => false,
    };
    let told = source.iter().find(|member| {
        let name = folded(&member.name);
        // A span that goes on has no end.
        let runs = SPANS.contains(&name.as_str())
            && leaves(&member.value).any(|it| matches!(date_of(it), Some(Dated::Between(_, None))));
        let is_date = matches!(meant("work", &name, &[]), Some("startDate" | "endDate"));
        !runs && !is_date && !KNOWN.contains(&name.as_str()) && leaves(&member.value).any(is_later)
    });
    if let Some(member) = told {
        notes.add(&member.path, "has a later date, so nobody knows whether this goes on");
        read.insert("endDate".to_owned(), UNKNOWN.into());
    }
}

/// What was read as a date already, and what is no end whatever date it holds.
const KNOWN: [&str; 22] = [
    "startdate",
    "enddate",
    "start",
    "end",
    "from",
    "to",
    "begin",
    "since",
    "name",
    "company",
    "position",
    "title",
    "summary",
    "description",
    "highlights",
    "keywords",
    "url",
    "website",
    "location",
    "courses",
    "score",
    "organization",
];

fn says_running(member: &Member) -> bool {
    let name = folded(&member.name);
    let runs =
        member.value.as_str().is_some_and(|text| matches!(dates::read(text), Dated::Running));
    runs || (GOES_ON.contains(&name.as_str()) && answer(&member.value) == Some(true))
}

fn date_of(value: &Value) -> Option<Dated> {
    match value {
        Value::String(text) => Some(dates::read(text)),
        Value::Number(number) => number
            .as_u64()
            .filter(|year| (1900..2200).contains(year))
            .map(|year| dates::read(&year.to_string())),
        _ => None,
    }
}

/// The value, or what a list or an object holds.
fn leaves(value: &Value) -> Box<dyn Iterator<Item = &Value> + '_> {
    match value {
        Value::Array(items) => Box::new(items.iter()),
        Value::Object(members) => Box::new(members.values()),
        value => Box::new(std::iter::once(value)),
    }
}

/// Whether a state tells how somebody is employed, not whether.
fn is_kind(value: &Value) -> bool {
    const PARTS: [&str; 14] = [
        "time",
        "contract",
        "permanent",
        "freelanc",
        "intern",
        "employ",
        "tempor",
        "self",
        "volunt",
        "season",
        "remote",
        "hybrid",
        "zeit",
        "fest",
    ];
    let text = value.as_str().unwrap_or_default().to_lowercase();
    text.is_empty() || PARTS.iter().any(|part| text.contains(part))
}

/// Whether a member goes on with something, as an object says it: `{"present": true}`.
pub(super) fn goes_on(parts: &Map<String, Value>) -> bool {
    let is_it = |(name, value): (&String, &Value)| {
        GOES_ON.contains(&folded(name).as_str()) && answer(value) == Some(true)
    };
    parts.iter().any(is_it)
}

fn flag(
    member: &Member,
    goes_on: bool,
    source: &[Member],
    read: &mut Map<String, Value>,
    notes: &mut Notes,
) {
    notes.read(&member.path);
    let end = read.get("endDate").and_then(Value::as_str);
    match (goes_on, end) {
        (false, None) => drop(read.insert("endDate".to_owned(), UNKNOWN.into())),
        // An end that says nothing, as `[]` and `false` do, is none.
        (true, Some(UNKNOWN)) if source.iter().all(|it| !says_end(it)) => {
            read.remove("endDate");
        }
        (true, Some(end)) if end != UNKNOWN => {
            notes.add(&member.path, "was not read: another member says the endDate");
        }
        _ => {}
    }
}

/// Names by which people tell that something has ended, and which are not in the table of other names.
fn is_end(name: &str) -> bool {
    const PARTS: [&str; 20] = [
        "finish",
        "leave",
        "leaving",
        "left",
        "complet",
        "graduat",
        "ended",
        "terminat",
        "exitdate",
        "resign",
        "lastday",
        "stopdate",
        "fechafin",
        "datefin",
        "datafine",
        "datafim",
        "slutdato",
        "einddatum",
        "结束",
        "終了",
    ];
    matches!(name, "till" | "until" | "bis" | "dateto")
        || PARTS.iter().any(|part| name.contains(part))
}

/// A member that tells an end by its name: its date, or that there is one.
fn end(member: &Member, read: &mut Map<String, Value>, notes: &mut Notes) {
    if is_told(read, "endDate") {
        return;
    }
    let text = match &member.value {
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(true) => String::new(),
        _ => return,
    };
    let date = match dates::read(&text) {
        Dated::On(date) => {
            notes.read(&member.path);
            date
        }
        Dated::Running => return,
        // Of what has no beginning, nobody asks whether it goes on: `Shipped`.
        _ if !read.contains_key("startDate") => return,
        _ => {
            notes.add(&member.path, "is no date that is known here and was read as an end");
            UNKNOWN.to_owned()
        }
    };
    read.insert("endDate".to_owned(), date.into());
}

/// Dates that are told in one text. Where nobody understands them, it is not known to go on.
fn span(member: &Member, read: &mut Map<String, Value>, notes: &mut Notes) {
    let parts: Vec<String> = leaves(&member.value)
        .filter_map(|leaf| match leaf {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        })
        .collect();
    let text = &parts.join(" - ");
    match dates::read(text) {
        Dated::Between(from, to) => {
            notes.goes_on(text);
            notes.read(&member.path);
            if dates::without_about(text).is_some() {
                notes.add(&member.path, when::ROUGHLY);
            }
            let is_new = !is_told(read, "startDate") && !is_told(read, "endDate");
            if is_new {
                read.insert("startDate".to_owned(), from.into());
            }
            if let Some(to) = to.filter(|_| !is_told(read, "endDate")) {
                notes.tell_open(&member.path, &to);
                read.insert("endDate".to_owned(), to.into());
            }
        }
        // As it stands: a single time, or words that nobody understands, between no two dates.
        dated if !read.contains_key("startDate") && !read.contains_key("endDate") => {
            spans::alone(member, text, dated, read, notes);
        }
        Dated::Unknown if is_told(read, "startDate") && !read.contains_key("endDate") => {
            notes.add(&member.path, "is no time that is known here, so its end is not known");
            read.insert("endDate".to_owned(), UNKNOWN.into());
        }
        _ => {}
    }
}

/// Whether a date was read. What nobody has understood gives way to what tells it.
fn is_told(read: &Map<String, Value>, name: &str) -> bool {
    read.get(name).is_some_and(|date| *date != UNKNOWN)
}

/// Whether a member may be an end that somebody has told.
fn says_end(member: &Member) -> bool {
    let is_empty = match &member.value {
        Value::Array(items) => items.iter().all(is_blank),
        Value::Object(members) => members.values().all(is_blank),
        Value::Bool(told) => !told,
        value => says_none("endDate", value),
    };
    !is_empty && folded(&member.name) == "enddate"
}

fn answer(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(told) => Some(*told),
        Value::Number(number) => match number.as_f64()? {
            0.0 => Some(false),
            1.0 => Some(true),
            _ => None,
        },
        Value::String(text) => match text.trim().to_lowercase().as_str() {
            "true" | "yes" | "y" | "t" | "on" | "1" | "ja" | "oui" | "sí" | "si" | "active"
            | "current" | "present" | "ongoing" | "now" => Some(true),
            "false" | "no" | "n" | "f" | "off" | "0" | "nein" | "non" | "nej" | "inactive"
            | "no longer" | "former" | "past" | "ended" | "over" | "completed" | "finished"
            | "graduated" | "left" | "terminated" | "retired" | "resigned" | "closed"
            | "not active" | "beendet" | "terminé" | "terminado" => Some(false),
            _ => None,
        },
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use crate::resumes::reading::read;

    #[test]
    fn what_is_said_to_be_over_is_not_told_as_going_on() {
        for (said, end) in [
            (json!({"current": false}), Some("?")),
            (json!({"isCurrent": false, "endDate": ""}), Some("?")),
            (json!({"is_current": "no", "endDate": null}), Some("?")),
            (json!({"current": false, "endDate": []}), Some("?")),
            (json!({"current": false, "endDate": {}}), Some("?")),
            (json!({"current": false, "endDate": false}), Some("?")),
            (json!({"former": true}), Some("?")),
            (json!({"current": false, "endDate": "2019"}), Some("2019")),
            (json!({"current": true, "endDate": "2019"}), Some("2019")),
            (json!({"current": true}), None),
            (json!({"current": true, "endDate": []}), None),
            (json!({"current": true, "endDate": false}), None),
            (json!({"current": false, "endDate": "present"}), Some("?")),
            (json!({"endDate": ""}), None),
            (json!({"ended": "2018"}), Some("2018")),
            (json!({"ended": false}), None),
            (json!({"finishDate": "2018"}), Some("2018")),
            (json!({"leaveDate": "2018-03"}), Some("2018-03")),
            (json!({"duration": "2015 - 2018"}), Some("2018")),
            (json!({"duration": "3 years"}), Some("?")),
            (json!({"date": "2015 - present"}), None),
            (json!({"period": "2015 – heute"}), None),
            (json!({"status": "former"}), Some("?")),
            (json!({"status": "full time"}), None),
            (json!({"current": "No longer"}), Some("?")),
            (json!({"currentlyEmployed": false}), Some("?")),
            (json!({"isActive": "inactive"}), Some("?")),
            (json!({"is_current": "f"}), Some("?")),
            (json!({"completionDate": "2018"}), Some("2018")),
            (json!({"graduationYear": 2018}), Some("2018")),
            (json!({"endDate": {"present": true}}), None),
            (json!({"endDate": "N/A"}), Some("?")),
            (json!({"endDate": "-"}), Some("?")),
            (json!({"endDate": "–"}), Some("?")),
            (json!({"to": "None"}), Some("?")),
            (json!({"endDate": "unbekannt"}), Some("?")),
            (json!({"endDate": "null"}), None),
            (json!({"endDate": "-", "current": true}), None),
            (json!({"endDate": "-", "duration": "2015 - 2018"}), Some("2018")),
            (json!({"endDate": "none", "leaveDate": "2018"}), Some("2018")),
            (json!({"till": "2018"}), Some("2018")),
            (json!({"fechaFin": "2018"}), Some("2018")),
            (json!({"lastDay": "2018-03-01"}), Some("2018-03-01")),
            (json!({"anything": "2018"}), Some("?")),
            (json!({"anything": 2018}), Some("?")),
            (json!({"anything": ["2015", "2018"]}), Some("?")),
            (json!({"current": true, "anything": "2018"}), None),
            (json!({"endDate": "present", "anything": "2018"}), None),
            (json!({"from": "2015"}), None),
            (json!({"summary": "2018"}), None),
            (json!({"isCurrentEmployer": false}), Some("?")),
            (json!({"notCurrent": true}), Some("?")),
            (json!({"status": "terminated"}), Some("?")),
            (json!({"status": "Ausgeschieden"}), Some("?")),
            (json!({"graduated": true}), Some("?")),
            (json!({"duration": 36}), Some("?")),
            (json!({"duration": {"from": "2015", "to": "2018"}}), Some("2018")),
            (json!({"period": ["2015", "2018"]}), Some("2018")),
            (json!({"remote": true}), None),
            (json!({}), None),
        ] {
            for list in ["work", "volunteer", "education", "projects"] {
                let mut entry = said.clone();
                entry["startDate"] = "2015".into();
                let document = json!({ list: [entry] });
                assert_eq!(read(&document).tree[list][0]["endDate"].as_str(), end, "{document}");
            }
        }
    }
}
