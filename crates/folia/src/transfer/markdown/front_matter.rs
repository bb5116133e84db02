//! What stands before a text and says things about it: YAML between lines of `---`, TOML between lines
//! of `+++`. Every value is the text that stands there; whoever needs a date or a flag reads it from that.

use saphyr_parser::{Event, Parser, ScalarStyle};
use serde_json::{Map, Value};

/// More than anybody says about a text.
const MOST_VALUES: usize = 2000;
const DEEPEST: usize = 8;

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct FrontMatter(Map<String, Value>);

impl FrontMatter {
    /// The first of these that says something.
    pub(super) fn text(&self, names: &[&str]) -> Option<&str> {
        let text = |name: &&str| self.0.get(*name)?.as_str();
        names.iter().filter_map(text).map(str::trim).find(|text| !text.is_empty())
    }

    /// A text inside of an object, such as `cover.image`.
    pub(super) fn inner(&self, name: &str, member: &str) -> Option<&str> {
        self.0.get(name)?.get(member)?.as_str().map(str::trim).filter(|text| !text.is_empty())
    }

    /// A list, or one text with commas.
    pub(super) fn list(&self, names: &[&str]) -> Vec<String> {
        let mut found = Vec::new();
        for value in names.iter().filter_map(|name| self.0.get(*name)) {
            match value {
                Value::Array(items) => found.extend(items.iter().filter_map(|it| it.as_str())),
                Value::String(text) => found.extend(text.split(',')),
                _ => {}
            }
        }
        let trimmed = found.into_iter().map(str::trim).filter(|text| !text.is_empty());
        trimmed.map(ToOwned::to_owned).collect()
    }

    pub(super) fn flag(&self, name: &str) -> Option<bool> {
        match self.0.get(name)?.as_str()?.to_ascii_lowercase().as_str() {
            "true" | "yes" | "on" | "1" => Some(true),
            "false" | "no" | "off" | "0" => Some(false),
            _ => None,
        }
    }
}

/// A text without what stands before it, and that.
pub(super) fn split(text: &str) -> Result<(FrontMatter, &str), String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (fence, read) in [("---", read_yaml as Read), ("+++", read_toml)] {
        if let Some((matter, rest)) = fenced(text, fence) {
            return Ok((FrontMatter(read(matter)?), rest));
        }
    }
    Ok((FrontMatter::default(), text))
}

type Read = fn(&str) -> Result<Map<String, Value>, String>;

fn fenced<'a>(text: &'a str, fence: &str) -> Option<(&'a str, &'a str)> {
    let (first, rest) = text.split_once('\n')?;
    if first.trim_end() != fence {
        return None;
    }
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == fence {
            return Some((&rest[..at], &rest[at + line.len()..]));
        }
        at += line.len();
    }
    None
}

fn read_toml(text: &str) -> Result<Map<String, Value>, String> {
    let table: toml::Table = text.parse().map_err(|error: toml::de::Error| {
        format!("its front matter is no TOML: {}", error.message())
    })?;
    Ok(table.into_iter().map(|(name, value)| (name, texts_of(value))).collect())
}

fn texts_of(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => text.into(),
        toml::Value::Integer(number) => number.to_string().into(),
        toml::Value::Float(number) => number.to_string().into(),
        toml::Value::Boolean(flag) => flag.to_string().into(),
        toml::Value::Datetime(moment) => moment.to_string().into(),
        toml::Value::Array(items) => items.into_iter().map(texts_of).collect(),
        toml::Value::Table(members) => {
            Value::Object(members.into_iter().map(|(name, it)| (name, texts_of(it))).collect())
        }
    }
}

fn read_yaml(text: &str) -> Result<Map<String, Value>, String> {
    let mut open: Vec<Held> = Vec::new();
    let mut values = 0;
    for event in Parser::new_from_str(text) {
        let (event, _) =
            event.map_err(|error| format!("its front matter is no YAML: {}", error.info()))?;
        values += 1;
        if values > MOST_VALUES || open.len() > DEEPEST {
            return Err("its front matter says too much".to_owned());
        }
        let done = match event {
            Event::Scalar(text, style, ..) => {
                let is_nothing = matches!(&*text, "" | "~" | "null");
                match style == ScalarStyle::Plain && is_nothing {
                    true => Value::Null,
                    false => Value::String(text.replace('\0', "")),
                }
            }
            Event::SequenceStart(..) => {
                open.push(Held::List(Vec::new()));
                continue;
            }
            Event::MappingStart(..) => {
                open.push(Held::Object(Map::new(), None));
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => match open.pop() {
                Some(Held::List(items)) => Value::Array(items),
                Some(Held::Object(members, _)) => Value::Object(members),
                None => continue,
            },
            // A copy of something above. Few lines could grow to gigabytes, and nobody needs one here.
            Event::Alias(_) => return Err("its front matter has an alias".to_owned()),
            _ => continue,
        };
        match open.last_mut() {
            Some(Held::List(items)) => items.push(done),
            Some(Held::Object(members, name)) => match name.take() {
                None => *name = Some(done.as_str().unwrap_or_default().to_owned()),
                Some(name) => drop(members.insert(name, done)),
            },
            None => match done {
                Value::Object(members) => return Ok(members),
                Value::Null => return Ok(Map::new()),
                _ => return Err("its front matter is no list of names with values".to_owned()),
            },
        }
    }
    Ok(Map::new())
}

enum Held {
    List(Vec<Value>),
    /// With the name whose value comes next.
    Object(Map<String, Value>, Option<String>),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn yaml_and_toml_say_the_same() {
        let yaml = "---\ntitle: \"One: two\"\ndate: 2020-01-02\ndraft: true\ntags: [a, 'b c']\n\
                    cover:\n  image: x.png\nnothing: ~\n---\n\n# Body\n---\n";
        let toml = "+++\r\ntitle = 'One: two'\r\ndate = 2020-01-02\r\ndraft = true\r\n\
                    tags = ['a', 'b c']\r\n[cover]\r\nimage = 'x.png'\r\n+++\r\n\n# Body\n---\n";
        for text in [yaml, toml] {
            let (matter, rest) = split(text).unwrap();
            assert_eq!(rest, "\n# Body\n---\n");
            assert_eq!(matter.text(&["name", "title"]), Some("One: two"));
            assert_eq!(matter.text(&["date"]), Some("2020-01-02"));
            assert_eq!(matter.flag("draft"), Some(true));
            assert_eq!(matter.list(&["tags"]), ["a", "b c"]);
            assert_eq!(matter.inner("cover", "image"), Some("x.png"));
            assert_eq!(matter.text(&["nothing", "absent"]), None);
        }
    }

    #[test]
    fn a_text_without_front_matter_is_all_text() {
        for text in ["# Title\n", "", "---", "--- a\n---\n", "---\nnever ended: 1\n"] {
            assert_eq!(split(text).unwrap(), (FrontMatter::default(), text));
        }
        assert_eq!(split("\u{feff}---\na: b\n---\nc").unwrap().1, "c");
    }

    #[test]
    fn what_is_no_front_matter_is_told() {
        for text in [
            "---\na: [\n---\n",
            "+++\na = \n+++\n",
            "---\n- a\n---\n",
            "---\na: &x b\nc: *x\n---\n",
        ] {
            assert!(split(text).is_err(), "{text}");
        }
    }
}
