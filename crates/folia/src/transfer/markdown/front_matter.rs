//! What stands before a text and says things about it: YAML between lines of `---`, TOML between lines
//! of `+++`, or an object of JSON. Every value is the text that stands there; whoever needs a date or a flag
//! reads it from that. Names count without their case, as generators of sites have it.

use saphyr_parser::{Event, Parser, ScalarStyle};
use serde_json::{Map, Value};

/// More than anybody says about a text.
const MOST_VALUES: usize = 2000;
const DEEPEST: usize = 8;

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct FrontMatter {
    pub(super) values: Map<String, Value>,
    /// Something stands there that looks like it and is not understood.
    pub(super) is_strange: bool,
}

impl FrontMatter {
    pub(super) fn strange() -> Self {
        Self { values: Map::new(), is_strange: true }
    }

    fn of(read: Map<String, Value>) -> Result<Self, String> {
        let mut values = Map::new();
        for (name, value) in read {
            let name = name.to_lowercase();
            if values.insert(name.clone(), value).is_some() {
                return Err(format!("its front matter says {name} twice"));
            }
        }
        Ok(Self { values, is_strange: false })
    }

    /// The first of these that says something.
    pub(super) fn text(&self, names: &[&str]) -> Option<&str> {
        let text = |name: &&str| self.values.get(*name)?.as_str();
        names.iter().filter_map(text).map(str::trim).find(|text| !text.is_empty())
    }

    /// A text inside of an object, such as `cover.image`.
    pub(super) fn inner(&self, name: &str, member: &str) -> Option<&str> {
        self.values.get(name)?.get(member)?.as_str().map(str::trim).filter(|text| !text.is_empty())
    }

    /// A list, or one text with commas.
    pub(super) fn list(&self, names: &[&str]) -> Vec<String> {
        names.iter().filter_map(|name| self.values.get(*name)).flat_map(texts_in).collect()
    }

    /// A list inside of an object, such as `taxonomies.tags`.
    pub(super) fn inner_list(&self, name: &str, member: &str) -> Vec<String> {
        self.values.get(name).and_then(|it| it.get(member)).map(texts_in).unwrap_or_default()
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.values.contains_key(name)
    }

    pub(super) fn flag(&self, name: &str) -> Option<bool> {
        says(self.values.get(name)?)
    }
}

fn texts_in(value: &Value) -> Vec<String> {
    let found: Vec<&str> = match value {
        Value::Array(items) => items.iter().filter_map(|it| it.as_str()).collect(),
        Value::String(text) => text.split(',').collect(),
        _ => Vec::new(),
    };
    let trimmed = found.into_iter().map(str::trim).filter(|text| !text.is_empty());
    trimmed.map(ToOwned::to_owned).collect()
}

/// Yes or no, in all the words that YAML has had for them; none for anything else.
pub(super) fn says(value: &Value) -> Option<bool> {
    match value.as_str()?.trim().to_ascii_lowercase().as_str() {
        "true" | "t" | "yes" | "y" | "on" | "1" => Some(true),
        "false" | "f" | "no" | "n" | "off" | "0" => Some(false),
        _ => None,
    }
}

/// A text without what stands before it, and that.
pub(super) fn split(text: &str) -> Result<(FrontMatter, &str), String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    // Generators look past empty lines.
    let start = text.trim_start();
    for (fence, ends, read) in
        [("---", &["---", "..."][..], read_yaml as Read), ("+++", &["+++"], read_toml)]
    {
        if let Some((matter, rest)) = fenced(start, fence, ends) {
            return Ok((FrontMatter::of(read(matter)?)?, rest));
        }
    }
    if start.strip_prefix('{').is_some_and(|it| it.trim_start().starts_with(['"', '}'])) {
        let (matter, rest) = read_json(start)?;
        return Ok((FrontMatter::of(matter)?, rest));
    }
    Ok((FrontMatter { is_strange: looks_like_one(start), ..FrontMatter::default() }, text))
}

/// Names that say whether a text is public.
const GUARDS: [&str; 8] =
    ["draft", "published", "publish", "private", "hidden", "password", "status", "visibility"];

/// Whether a text begins with values for names, in a form that is none of those above: a fence that never
/// ends or is another one, or lines without a fence of which one says who may read it.
fn looks_like_one(text: &str) -> bool {
    let mut lines = text.split(['\n', '\r']).map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or_default();
    let is_fence = ["---", "+++", ";;;"].iter().any(|fence| first.starts_with(fence));
    if is_fence && lines.next().is_some_and(|line| named(line).is_some()) {
        return true;
    }
    let head = text.split("\n\n").next().unwrap_or_default();
    let head = head.split("\r\n\r\n").next().unwrap_or_default();
    let names = head.split(['\n', '\r']).take(100).filter_map(named);
    names.into_iter().any(|name| GUARDS.contains(&name.to_lowercase().as_str()))
}

/// The name that a line gives a value to.
fn named(line: &str) -> Option<&str> {
    let line = line.trim_start().trim_start_matches("<!--");
    let line = line.trim_start_matches(|it: char| it.is_whitespace() || "{\"',".contains(it));
    let (name, _) = line.split_once([':', '='])?;
    let name = name.trim_end_matches(|it: char| it.is_whitespace() || "\"'".contains(it));
    let is_plain = |it: char| it.is_alphanumeric() || "_-.".contains(it);
    (!name.is_empty() && name.chars().all(is_plain)).then_some(name)
}

type Read = fn(&str) -> Result<Map<String, Value>, String>;

fn fenced<'a>(text: &'a str, fence: &str, ends: &[&str]) -> Option<(&'a str, &'a str)> {
    let (first, rest) = text.split_once('\n')?;
    if first.trim_end() != fence {
        return None;
    }
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        if ends.contains(&line.trim_end()) {
            return Some((&rest[..at], &rest[at + line.len()..]));
        }
        at += line.len();
    }
    None
}

fn read_toml(text: &str) -> Result<Map<String, Value>, String> {
    let read = text.parse::<toml::Table>().or_else(|error| {
        // A day that no month has is a text like any other here; whoever needs a date tells of it.
        with_numbers_quoted(text).parse().map_err(|_: toml::de::Error| error)
    });
    let table =
        read.map_err(|error| format!("its front matter is no TOML: {}", error.message()))?;
    Ok(table.into_iter().map(|(name, value)| (name, texts_of(value))).collect())
}

/// With quotes around what begins like a number and is no value.
fn with_numbers_quoted(text: &str) -> String {
    let quoted = text.lines().map(|line| {
        let (name, value) = line.split_once('=').unwrap_or((line, ""));
        let value = value.split('#').next().unwrap_or_default().trim();
        let is_number = value.starts_with(|it: char| it.is_ascii_digit()) && !value.contains('\'');
        match is_number && format!("x = {value}").parse::<toml::Table>().is_err() {
            true => format!("{name}= '{value}'\n"),
            false => format!("{line}\n"),
        }
    });
    quoted.collect()
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

/// An object, and what stands behind it.
fn read_json(text: &str) -> Result<(Map<String, Value>, &str), String> {
    let mut read = serde_json::Deserializer::from_str(text).into_iter::<Map<String, Value>>();
    let members = match read.next() {
        Some(Ok(members)) => members,
        Some(Err(error)) => return Err(format!("its front matter is no JSON: {error}")),
        None => Map::new(),
    };
    let rest = &text[read.byte_offset()..];
    let members = members.into_iter().map(|(name, value)| (name, texts_of_json(value)));
    Ok((members.collect(), rest))
}

fn texts_of_json(value: Value) -> Value {
    match value {
        Value::Bool(_) | Value::Number(_) => value.to_string().into(),
        Value::String(text) => text.replace('\0', "").into(),
        Value::Array(items) => items.into_iter().map(texts_of_json).collect(),
        Value::Object(members) => {
            members.into_iter().map(|(name, it)| (name, texts_of_json(it))).collect()
        }
        Value::Null => Value::Null,
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
        let ended = yaml.replacen("---\n\n#", "...\n\n#", 1);
        let json = "\n{\n \"Title\": \"One: two\", \"date\": \"2020-01-02\", \"draft\": true,\n \
                    \"tags\": [\"a\", \"b c\"], \"cover\": {\"image\": \"x.png\"}, \"nothing\": null\n}\n\n# Body\n---\n";
        for text in [yaml, toml, &ended, json] {
            let (matter, rest) = split(text).unwrap();
            assert_eq!(rest.trim_start(), "# Body\n---\n", "{text}");
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
        for text in [
            "# Title\n",
            "",
            "---",
            "--- a\n---\n",
            "---\n\nA line above, and a draft of more: words.\n",
            "{{< figure >}}\n",
            "{% include x %}",
            "Words: and more\n\ndraft: true\n",
        ] {
            assert_eq!(split(text).unwrap(), (FrontMatter::default(), text));
        }
        assert_eq!(split("\u{feff}---\na: b\n---\nc").unwrap().1, "c");
    }

    #[test]
    fn what_looks_like_front_matter_and_is_none_is_noticed() {
        for text in [
            "---\nnever_ended: 1\n",
            "---\rdraft: true\r---\rold lines\r",
            "---toml\ndraft = true\n---\nx\n",
            ";;;\n\"draft\": true\n;;;\n",
            "{draft: true}\nx\n",
            "Title: A\nStatus: draft\n\nx\n",
            "<!-- draft: true -->\nx\n",
            "Title: A\nhidden: true\n\nx\n",
        ] {
            let (matter, rest) = split(text).unwrap();
            assert!(matter.is_strange && rest == text, "{text}");
        }
    }

    #[test]
    fn a_day_that_no_month_has_is_a_text() {
        let toml = "+++\ntitle = '2 = 2'\ndate = 2020-02-30 # leap\nweight = 3\n+++\nx";
        let (matter, _) = split(toml).unwrap();
        for (name, said) in [("title", "2 = 2"), ("date", "2020-02-30"), ("weight", "3")] {
            assert_eq!(matter.text(&[name]), Some(said));
        }
    }

    #[test]
    fn what_is_no_front_matter_is_told() {
        for text in [
            "---\na: [\n---\n",
            "+++\na = \n+++\n",
            "---\n- a\n---\n",
            "---\nDraft: true\ndraft: false\n---\n",
            "{\"draft\": true,\nx\n",
            "---\na: &x b\nc: *x\n---\n",
        ] {
            assert!(split(text).is_err(), "{text}");
        }
    }
}
