//! Times that stand in one member and are no span between two dates: `2018`, `Since March 2024`, `Summer 2022`. They are shown,
//! and nothing is said to go on that is not told so.

use serde_json::{Map, Value};

use super::Notes;
use super::dates::{self, Dated, Side};
use super::names::{Member, folded};

/// Nobody tells a time in more letters.
const LONGEST: usize = 60;

/// `text` is what the member says, and `dated` how it was understood.
pub(super) fn alone(
    member: &Member,
    text: &str,
    dated: Dated,
    read: &mut Map<String, Value>,
    notes: &mut Notes,
) {
    let (name, path) = (folded(&member.name), member.path.as_str());
    let mut set =
        |name: &str, date: &str| drop(read.insert(name.to_owned(), date.to_owned().into()));
    match dated {
        Dated::On(ref date) | Dated::About(ref date) => {
            match dated {
                Dated::About(_) => notes.add(path, &format!("was read as {date}")),
                _ => notes.read(path),
            }
            match dates::side(text) {
                Some(Side::Beginning) => set("startDate", date),
                Some(Side::End) => set("endDate", date),
                // From its beginning to its end. A single date would go on, or be an end alone.
                None => {
                    set("startDate", date);
                    set("endDate", date);
                }
            }
        }
        // A number of months, or how the time is shared, is no time of a calendar.
        Dated::Unknown if is_time(&name, text) && member.value.is_string() => {
            notes.add(path, "is no span of time that is known here and is shown as it stands");
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            set("startDate", &text);
            set("endDate", &text);
        }
        _ => {}
    }
}

fn is_time(name: &str, text: &str) -> bool {
    let has_year = || {
        let mut figures = text.split(|it: char| !it.is_ascii_digit());
        figures.any(|it| it.len() == 4 && matches!(it.get(..2), Some("19" | "20")))
    };
    let is_length = name == "duration" && text.contains(char::is_numeric);
    let is_short = text.chars().count() <= LONGEST && !text.trim().is_empty();
    let is_named = matches!(name, "period" | "dates" | "years" | "timespan");
    is_short && (is_named || is_length || has_year())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::super::read;

    #[test]
    fn a_time_in_one_member_is_shown() {
        for (text, start, end, told) in [
            ("2018", Some("2018"), Some("2018"), 0),
            ("Feb 2021 - Feb 2022 · 1 yr 1 mo", Some("2021-02"), Some("2022-02"), 0),
            ("Jan 2023 - Present (2 yrs)", Some("2023-01"), None, 0),
            ("gen 2019 – set 2022 (4 anni)", Some("2019-01"), Some("2022-09"), 0),
            ("2019年4月 - 2021年3月（2年）", Some("2019-04"), Some("2021-03"), 0),
            ("Since March 2024", Some("2024-03"), None, 0),
            ("since 2024", Some("2024"), None, 0),
            ("until 2016", None, Some("2016"), 0),
            ("Summer 2022", Some("2022"), Some("2022"), 1),
            ("~2005 - ~2009", Some("2005"), Some("2009"), 1),
            ("3 winters", Some("3 winters"), Some("3 winters"), 1),
            ("some winters", Some("some winters"), Some("some winters"), 1),
        ] {
            for (list, member) in
                [("work", "period"), ("education", "years"), ("projects", "dates")]
            {
                let reading = read(&json!({ list: [{"name": "Zoo", member: text}] }));
                let entry = &reading.tree[list][0];
                let found = [&entry["startDate"], &entry["endDate"]].map(Value::as_str);
                assert_eq!(found, [start, end], "{text}");
                assert_eq!(reading.warnings.len(), told, "{text}: {:?}", reading.warnings);
            }
        }
    }

    #[test]
    fn what_is_no_time_is_not_set_where_a_time_stands() {
        for entry in [
            json!({"name": "Zoo", "time": "part of the week"}),
            json!({"name": "Zoo", "duration": 36}),
            json!({"name": "Zoo", "status": "Shipped"}),
        ] {
            let reading = read(&json!({ "projects": [entry] }));
            assert_eq!(reading.tree["projects"][0].get("startDate"), None, "{entry}");
            assert_eq!(reading.tree["projects"][0].get("endDate"), None, "{entry}");
            let told: Vec<_> = reading.warnings.iter().map(|it| it.message.as_str()).collect();
            assert_eq!(told, ["is not known here and was not read"], "{entry}");
        }
    }
}
