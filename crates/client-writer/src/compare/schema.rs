use std::collections::HashSet;

use serde_json::Value;

use crate::description::referred;

/// Which way a value travels. What is sent must stay accepted; what is received must stay as known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Direction {
    Sent,
    Received,
}

pub(super) struct Comparison<'a> {
    old: &'a Value,
    new: &'a Value,
    /// What is being compared already, as schemas may hold themselves.
    open: HashSet<(String, String, Direction)>,
}

/// One form a value may have: a schema of a single type.
#[derive(Clone, Copy)]
struct Form<'a> {
    /// `None` where anything goes.
    kind: Option<&'a str>,
    schema: &'a Value,
}

impl<'a> Comparison<'a> {
    pub(super) fn new(old: &'a Value, new: &'a Value) -> Self {
        Self { old, new, open: HashSet::new() }
    }

    /// Every change between two schemas that breaks clients.
    pub(super) fn compare(
        &mut self,
        place: &str,
        old: &'a Value,
        new: &'a Value,
        direction: Direction,
    ) -> Vec<String> {
        let names = match (referred(old), referred(new)) {
            (Some(one), Some(two)) => Some((one.to_owned(), two.to_owned(), direction)),
            _ => None,
        };
        if let Some(names) = &names
            && !self.open.insert(names.clone())
        {
            return Vec::new();
        }
        let (olds, news) = (forms(self.old, old), forms(self.new, new));
        let found = self.compare_forms(place, &olds, &news, direction);
        if let Some(names) = &names {
            // Taken out again, so that the same pair is compared where it stands elsewhere, with
            // that place in the words.
            self.open.remove(names);
        }
        found
    }

    fn compare_forms(
        &mut self,
        place: &str,
        olds: &[Form<'a>],
        news: &[Form<'a>],
        direction: Direction,
    ) -> Vec<String> {
        // What is sent must still be accepted, and what is received must have been known: the same
        // question, asked the other way round.
        let (wanted, offered) = match direction {
            Direction::Sent => (olds, news),
            Direction::Received => (news, olds),
        };
        let mut found = Vec::new();
        // Values of enumerations are compared as one set, however they are spread over the forms.
        let (some_values, all_values) = (values(wanted), values(offered));
        let missing: Vec<_> =
            some_values.iter().filter(|value| !all_values.contains(value)).collect();
        let takes_any_text = offered.iter().any(|form| form.is("string") && form.is_open());
        if direction == Direction::Sent && !missing.is_empty() && !takes_any_text {
            let missing: Vec<_> = missing.iter().map(|value| value.to_string()).collect();
            found.push(format!("{place} no longer takes {}", missing.join(", ")));
        }
        let is_news =
            |form: &&Form<'_>| direction == Direction::Received && form.is_new_among(olds);
        for form in wanted.iter().filter(|form| form.is_open()).filter(|form| !is_news(form)) {
            let fitting: Vec<_> =
                offered.iter().filter(|other| other.is_open() && other.fits(form)).collect();
            let mut best: Option<Vec<String>> = None;
            for other in fitting {
                let (old, new) = match direction {
                    Direction::Sent => (form, other),
                    Direction::Received => (other, form),
                };
                let differences = self.compare_form(place, *old, *new, direction);
                // The form that differs least is the one that was meant.
                if best.as_ref().is_none_or(|best| differences.len() < best.len()) {
                    best = Some(differences);
                }
            }
            let kind = form.kind.unwrap_or("value of any type");
            found.extend(best.unwrap_or_else(|| {
                vec![match direction {
                    Direction::Sent => format!("{place} may no longer be a {kind}"),
                    Direction::Received => format!("{place} may now be a {kind}"),
                }]
            }));
        }
        found
    }

    fn compare_form(
        &mut self,
        place: &str,
        old: Form<'a>,
        new: Form<'a>,
        direction: Direction,
    ) -> Vec<String> {
        let mut found = Vec::new();
        // A limit on what is received can only become narrower than a client was told, which breaks
        // nothing.
        if direction == Direction::Sent {
            limits(place, old.schema, new.schema, &mut found);
        }
        let (olds, news) = (&old.schema["properties"], &new.schema["properties"]);
        for (name, before) in olds.as_object().into_iter().flatten() {
            let place = format!("{place}.{name}");
            let Some(after) = news.get(name) else {
                found.push(format!("{place} is gone"));
                continue;
            };
            let (was, is) = (requires(old.schema, name), requires(new.schema, name));
            match direction {
                Direction::Sent if is && !was => found.push(format!("{place} is now required")),
                Direction::Received if was && !is => {
                    found.push(format!("{place} may now be absent"))
                }
                _ => {}
            }
            found.extend(self.compare(&place, before, after, direction));
        }
        if direction == Direction::Sent {
            for name in news.as_object().into_iter().flatten().map(|(name, _)| name) {
                if olds.get(name).is_none() && requires(new.schema, name) {
                    found.push(format!("{place}.{name} is new and required"));
                }
            }
        }
        for (member, name) in [("items", "[]"), ("additionalProperties", ".*")] {
            let (before, after) = (&old.schema[member], &new.schema[member]);
            if before.is_object() && after.is_object() {
                found.extend(self.compare(&format!("{place}{name}"), before, after, direction));
            }
        }
        found
    }
}

impl Form<'_> {
    fn is(&self, kind: &str) -> bool {
        self.kind == Some(kind)
    }

    /// Whether it stands for more than a list of values.
    fn is_open(&self) -> bool {
        self.schema.get("enum").is_none() && self.schema.get("const").is_none()
    }

    /// Whether its tag, a member with one value, says that none of the others is meant: like a new value of an
    /// enumeration.
    fn is_new_among(&self, others: &[Self]) -> bool {
        let value_of =
            |form: &Self, name: &str| form.schema["properties"][name].get("const").cloned();
        let members = self.schema["properties"].as_object().into_iter().flatten();
        let mut tags = members.filter_map(|(name, member)| Some((name, member.get("const")?)));
        tags.any(|(name, value)| {
            let mut known = others.iter().map(|other| value_of(other, name));
            !others.is_empty() && known.all(|known| known.is_some_and(|known| known != *value))
        })
    }

    /// Whether every value of the other one's type has this one's.
    fn fits(&self, other: &Self) -> bool {
        match (self.kind, other.kind) {
            (None, _) => true,
            (Some("number"), Some("integer")) => true,
            (one, two) => one == two,
        }
    }
}

/// The forms a schema allows, with references followed.
fn forms<'a>(document: &'a Value, schema: &'a Value) -> Vec<Form<'a>> {
    let schema = match referred(schema) {
        Some(name) => &document["components"]["schemas"][name],
        None => schema,
    };
    for keyword in ["oneOf", "anyOf"] {
        if let Some(parts) = schema[keyword].as_array() {
            return parts.iter().flat_map(|part| forms(document, part)).collect();
        }
    }
    match &schema["type"] {
        Value::Array(kinds) => {
            kinds.iter().map(|kind| Form { kind: kind.as_str(), schema }).collect()
        }
        kind => vec![Form { kind: kind.as_str(), schema }],
    }
}

/// All values of enumerations among the forms.
fn values<'a>(forms: &[Form<'a>]) -> Vec<&'a Value> {
    let listed = forms.iter().flat_map(|form| form.schema["enum"].as_array().into_iter().flatten());
    let single = forms.iter().filter_map(|form| form.schema.get("const"));
    listed.chain(single).collect()
}

fn requires(schema: &Value, name: &str) -> bool {
    schema["required"].as_array().is_some_and(|names| names.iter().any(|known| known == name))
}

/// Limits of what may be sent: they may only become wider.
fn limits(place: &str, old: &Value, new: &Value, found: &mut Vec<String>) {
    for keyword in ["maxLength", "maxItems", "maximum", "exclusiveMaximum", "maxProperties"] {
        if let Some(after) = new[keyword].as_f64()
            && old[keyword].as_f64().is_none_or(|before| after < before)
        {
            found.push(format!("{place} has a lower {keyword} of {after}"));
        }
    }
    for keyword in ["minLength", "minItems", "minimum", "exclusiveMinimum", "minProperties"] {
        if let Some(after) = new[keyword].as_f64()
            && old[keyword].as_f64().is_none_or(|before| after > before)
        {
            found.push(format!("{place} has a higher {keyword} of {after}"));
        }
    }
    for keyword in ["pattern", "format"] {
        if let Some(after) = new[keyword].as_str()
            && old[keyword] != after
        {
            found.push(format!("{place} must now have the {keyword} {after}"));
        }
    }
}
