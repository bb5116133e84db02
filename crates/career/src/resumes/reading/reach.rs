//! Where somebody is reached: one address, one mailbox or one number, also where people write several or say of
//! each what it is for.

use serde_json::Value;

use super::addresses;
use crate::resumes::schema::Form;
use crate::resumes::written::place_below;

/// Lists in objects in lists: nobody writes more of them around a number.
const DEEPEST: usize = 4;
/// A telephone number has as many figures at least.
const FEWEST_FIGURES: usize = 5;

/// The first of several that can be used, with its place. The others are told as not read. None where the value is
/// one text, and where another rule puts texts together.
pub(super) fn one_of(value: &Value, name: &str, form: Form, path: &str) -> Option<(Value, String)> {
    let is_number = name == "phone";
    // Several numbers in a list are shown behind each other.
    let is_list = value.as_array().is_some_and(|items| items.iter().all(|it| !is_within(it)));
    if !is_within(value) || (is_number && is_list) {
        return None;
    }
    let is_usable = |text: &str| match form {
        Form::Email => addresses::mail(text).is_ok_and(|it| it.is_some()),
        Form::Address => addresses::web(text).is_ok_and(|it| it.is_some()),
        _ if is_number => text.chars().filter(char::is_ascii_digit).count() >= FEWEST_FIGURES,
        _ => name == "image" && (text.contains("://") || text.starts_with('/')),
    };
    let mut found = Vec::new();
    gather(value, path, DEEPEST, &mut found);
    let text_of = |value: &Value| match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    };
    let one = found.into_iter().find(|(value, _)| is_usable(&text_of(value)));
    one.map(|(value, path)| (value.clone(), path))
}

fn is_within(value: &Value) -> bool {
    value.is_array() || value.is_object()
}

/// Texts and numbers with their places, in the order of the document.
fn gather<'a>(value: &'a Value, path: &str, deep: usize, found: &mut Vec<(&'a Value, String)>) {
    match value {
        Value::String(_) | Value::Number(_) => found.push((value, path.to_owned())),
        Value::Array(items) if deep > 0 => {
            for (number, item) in items.iter().enumerate() {
                gather(item, &format!("{path}[{number}]"), deep - 1, found);
            }
        }
        Value::Object(members) if deep > 0 => {
            for (name, member) in members {
                gather(member, &place_below(path, name), deep - 1, found);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::read;

    #[test]
    fn one_of_several_ways_to_be_reached_is_read() {
        for (basics, name, shown, untold) in [
            (json!({"email": {"work": "a@b.example"}}), "email", "a@b.example", vec![]),
            (
                json!({"email": ["a@b.example", "c@d.example"]}),
                "email",
                "a@b.example",
                vec!["document.basics.email[1]"],
            ),
            (
                json!({"email": [{"type": "work", "value": "a (at) b.example"}]}),
                "email",
                "a@b.example",
                vec!["document.basics.email[0].type"],
            ),
            (
                json!({"email": {"private": "", "work": "-", "old": "a@b.example"}}),
                "email",
                "a@b.example",
                vec!["document.basics.email.work"],
            ),
            (json!({"phone": {"mobile": "+49 170 12"}}), "phone", "+49 170 12", vec![]),
            (
                json!({"phone": {"country": "+49", "number": 17_012_345}}),
                "phone",
                "17012345",
                vec!["document.basics.phone.country"],
            ),
            (json!({"phone": ["+49 170", "+49 30"]}), "phone", "+49 170, +49 30", vec![]),
            (
                json!({"phone": [{"type": "home", "number": "030 123"}]}),
                "phone",
                "030 123",
                vec!["document.basics.phone[0].type"],
            ),
            (json!({"url": {"href": "mill.example"}}), "url", "https://mill.example", vec![]),
            (
                json!({"website": ["see below", "mill.example"]}),
                "url",
                "https://mill.example",
                vec!["document.basics.website[0]"],
            ),
            (
                json!({"image": {"url": "https://mill.example/a.png"}}),
                "image",
                "https://mill.example/a.png",
                vec![],
            ),
        ] {
            let reading = read(&json!({ "basics": basics }));
            assert_eq!(reading.tree["basics"][name], shown, "{basics}");
            let told: Vec<_> = reading.warnings.iter().map(|it| it.path.as_str()).collect();
            assert_eq!(told, untold, "{basics}");
        }
        // None of them is one: that is told, and nothing is made of it.
        for basics in [json!({"email": {"work": "soon"}}), json!({"url": ["javascript:alert(1)"]})]
        {
            let reading = read(&json!({ "basics": basics }));
            assert_eq!(reading.tree["basics"], json!({}), "{basics}");
            assert_eq!(reading.warnings.len(), 1, "{basics}");
        }
    }
}
