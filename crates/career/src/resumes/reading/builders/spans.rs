//! Dates that stand in an object of their own, and entries whose members do.

use serde_json::{Map, Value};

use crate::resumes::reading::names::{Member, folded, is_blank, members_of};

const SPANS: [&str; 18] = [
    "date",
    "dates",
    "duration",
    "period",
    "timespan",
    "time",
    "timeperiod",
    "daterange",
    "employmentperiod",
    "interval",
    "when",
    "years",
    "worktime",
    "workperiod",
    "edutime",
    "educationtime",
    "projecttime",
    "studytime",
];
const STARTS: [&str; 8] =
    ["start", "from", "startdate", "begin", "startsat", "startyear", "fromdate", "since"];
const ENDS: [&str; 8] =
    ["end", "to", "enddate", "until", "endsat", "endyear", "todate", "finishdate"];

/// Puts what stands in such an object beside the others.
pub(in crate::resumes::reading) fn unfold(source: &mut Vec<Member>) {
    let is_said = source.iter().any(|member| {
        matches!(folded(&member.name).as_str(), "startdate" | "enddate") && !is_blank(&member.value)
    });
    let mut found = Vec::with_capacity(source.len());
    for member in source.drain(..) {
        let name = folded(&member.name);
        match &member.value {
            Value::Object(parts) if !is_said && SPANS.contains(&name.as_str()) && spans(parts) => {
                found.extend(members_of(parts, &member.path).into_iter().map(named));
            }
            // `["2018.06", null]`
            Value::Array(both) if !is_said && SPANS.contains(&name.as_str()) && is_pair(both) => {
                for (number, (name, value)) in ["startDate", "endDate"].iter().zip(both).enumerate()
                {
                    let path = format!("{}[{number}]", member.path);
                    found.push(Member::new(name, path, value.clone()));
                }
            }
            Value::String(_) if SPANS[6..].contains(&name.as_str()) && name != "years" => {
                found.push(Member { name: "period".to_owned(), ..member });
            }
            // `{"details": {"name": …, "description": …}}`
            Value::Object(parts) if name == "details" && parts.contains_key("name") => {
                found.extend(members_of(parts, &member.path));
            }
            _ => found.push(member),
        }
    }
    *source = found;
}

/// A beginning, and an end or none.
fn is_pair(both: &[Value]) -> bool {
    let is_date = |value: &Value| (value.is_string() || value.is_number()) && !is_blank(value);
    matches!(both, [start, end] if is_date(start) && (is_date(end) || is_blank(end)))
}

fn spans(parts: &Map<String, Value>) -> bool {
    parts.keys().any(|name| STARTS.contains(&folded(name).as_str()))
}

fn named(mut member: Member) -> Member {
    let name = folded(&member.name);
    if STARTS.contains(&name.as_str()) {
        member.name = "startDate".to_owned();
    } else if ENDS.contains(&name.as_str()) {
        member.name = "endDate".to_owned();
    }
    member
}
