//! What in a newer description would break the clients of an older one.
//!
//! Breaking is: something a client can ask for is gone or asks for more (a removed call, parameter or
//! value; a new duty; a narrower limit; a stricter access rule), or an answer lacks or changes what a
//! client may rely on (a removed or now optional member, another type, another form). Additive is
//! everything else: new calls, optional parameters, new members of answers, new ways to fail. New
//! values of an answer's enumeration are additive, too: clients are told to expect values they do not
//! know.

mod schema;

use serde_json::Value;

use crate::description::{Operation, operations};
use schema::{Comparison, Direction};

/// One change that breaks clients, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breaking {
    /// Which call, such as `GET /sections`.
    pub place: String,
    pub what: String,
}

impl std::fmt::Display for Breaking {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.place, self.what)
    }
}

/// Everything in `new` that breaks clients of `old`.
pub fn breaking_changes(old: &Value, new: &Value) -> Vec<Breaking> {
    let mut found = Vec::new();
    for before in operations(old) {
        let same =
            |after: &Operation<'_>| after.method == before.method && after.path == before.path;
        let mut complain = |what: String| {
            let breaking = Breaking { place: before.place(), what };
            // A schema that two members share would be reported twice.
            if !found.contains(&breaking) {
                found.push(breaking);
            }
        };
        match operations(new).find(same) {
            None => complain("is gone".to_owned()),
            Some(after) => {
                let mut comparison = Comparison::new(old, new);
                access(before, after, &mut complain);
                parameters(before, after, &mut comparison, &mut complain);
                body(before, after, &mut comparison, &mut complain);
                answers(before, after, &mut comparison, &mut complain);
            }
        }
    }
    found
}

/// From those whom most routes let in to those whom few do.
const ACCESS: [&str; 3] = ["anyone", "signed in", "admin"];

fn access(before: Operation<'_>, after: Operation<'_>, complain: &mut impl FnMut(String)) {
    let rank = |operation: Operation<'_>| {
        let name = operation.described["x-access"].as_str().unwrap_or_default();
        ACCESS.iter().position(|known| *known == name)
    };
    if let (Some(old), Some(new)) = (rank(before), rank(after))
        && new > old
    {
        complain(format!("was for {} and is now for {} only", ACCESS[old], ACCESS[new]));
    }
}

fn parameters<'a>(
    before: Operation<'a>,
    after: Operation<'a>,
    comparison: &mut Comparison<'a>,
    complain: &mut impl FnMut(String),
) {
    let is_required = |parameter: &Value| parameter["required"].as_bool() == Some(true);
    for from in ["path", "query", "header"] {
        for old in before.parameters(from) {
            let name = old["name"].as_str().unwrap_or_default();
            let Some(new) = after.parameters(from).find(|new| new["name"] == old["name"]) else {
                complain(format!("the parameter {name} is gone"));
                continue;
            };
            if is_required(new) && !is_required(old) {
                complain(format!("the parameter {name} is now required"));
            }
            for what in comparison.compare(name, &old["schema"], &new["schema"], Direction::Sent) {
                complain(what);
            }
        }
        for new in after.parameters(from).filter(|new| is_required(new)) {
            if !before.parameters(from).any(|old| old["name"] == new["name"]) {
                let name = new["name"].as_str().unwrap_or_default();
                complain(format!("the new parameter {name} is required"));
            }
        }
    }
}

fn body<'a>(
    before: Operation<'a>,
    after: Operation<'a>,
    comparison: &mut Comparison<'a>,
    complain: &mut impl FnMut(String),
) {
    let is_required =
        |operation: Operation<'_>| operation.described["requestBody"]["required"] == true;
    if is_required(after) && !is_required(before) {
        complain("a body is now required".to_owned());
    }
    for (media, old) in before.body().into_iter().flatten() {
        let Some(new) = after.body().and_then(|body| body.get(media)) else {
            complain(format!("no longer reads {media}"));
            continue;
        };
        for what in comparison.compare("body", &old["schema"], &new["schema"], Direction::Sent) {
            complain(what);
        }
    }
}

fn answers<'a>(
    before: Operation<'a>,
    after: Operation<'a>,
    comparison: &mut Comparison<'a>,
    complain: &mut impl FnMut(String),
) {
    for (status, old) in before.answers() {
        let Some((_, new)) = after.answers().find(|(known, _)| *known == status) else {
            complain(format!("no longer answers {status}"));
            continue;
        };
        for (media, old) in old["content"].as_object().into_iter().flatten() {
            let Some(new) = new["content"].get(media) else {
                complain(format!("{status} no longer comes as {media}"));
                continue;
            };
            let place = format!("answer {status}");
            for what in
                comparison.compare(&place, &old["schema"], &new["schema"], Direction::Received)
            {
                complain(what);
            }
        }
        for (header, _) in old["headers"].as_object().into_iter().flatten() {
            if new["headers"].get(header).is_none() {
                complain(format!("{status} no longer has the header {header}"));
            }
        }
    }
}
