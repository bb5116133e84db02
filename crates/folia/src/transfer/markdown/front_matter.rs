//! What stands before a text and says things about it: YAML between lines of `---`, TOML between lines
//! of `+++`, an object of JSON, or lines as [`heads`] reads them. Every value is the text that stands there; whoever needs a date or a flag
//! reads it from that. Names count without their case and signs, as generators of sites spell them in their own ways.

use std::collections::HashSet;

use saphyr_parser::{Event, Parser, ScalarStyle};
use serde_json::{Map, Value};

use super::heads;
use crate::transfer::publication::{Said, fold, says, texts_of_json};

/// More than anybody says about a text.
const MOST_VALUES: usize = 2000;
const DEEPEST: usize = 8;

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct FrontMatter {
    /// In their order, with their names as they stand there.
    said: Vec<(String, Value)>,
    /// Something stands there that looks like it and is not understood.
    pub(super) is_strange: bool,
}

/// Names are asked for as [`fold`] writes them: `heroimage` is also `hero_image` and `heroImage`.
impl FrontMatter {
    pub(super) fn strange() -> Self {
        Self { said: Vec::new(), is_strange: true }
    }

    fn of(read: impl IntoIterator<Item = (String, Value)>) -> Result<Self, String> {
        let said: Vec<(String, Value)> = read.into_iter().collect();
        let mut names = HashSet::new();
        match said.iter().find(|(name, _)| !names.insert(name.to_lowercase())) {
            Some((name, _)) => Err(format!("its front matter says {name} twice")),
            None => Ok(Self { said, is_strange: false }),
        }
    }

    pub(super) fn said(&self) -> impl Iterator<Item = Said<'_>> {
        self.said.iter().map(|(name, value)| (name.as_str(), value))
    }

    fn values<'a, 'b>(&'a self, name: &'b str) -> impl Iterator<Item = &'a Value> + use<'a, 'b> {
        self.said().filter(move |(it, _)| fold(it) == name).map(|(_, value)| value)
    }

    /// The first of these that says something.
    pub(super) fn text(&self, names: &[&str]) -> Option<&str> {
        let texts = names.iter().flat_map(|name| self.values(name));
        let texts = texts.filter_map(Value::as_str);
        texts.map(str::trim).find(|text| !text.is_empty())
    }

    /// A text inside of an object, such as `cover.image`.
    pub(super) fn inner(&self, name: &str, member: &str) -> Option<&str> {
        let texts = self.values(name).filter_map(|it| it.get(member)?.as_str());
        texts.map(str::trim).find(|text| !text.is_empty())
    }

    /// A list, or one text with commas.
    pub(super) fn list(&self, names: &[&str]) -> Vec<String> {
        names.iter().flat_map(|name| self.values(name)).flat_map(texts_in).collect()
    }

    /// A list inside of an object, such as `taxonomies.tags`.
    pub(super) fn inner_list(&self, name: &str, member: &str) -> Vec<String> {
        self.values(name).filter_map(|it| it.get(member)).flat_map(texts_in).collect()
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.values(name).next().is_some()
    }

    pub(super) fn flag(&self, name: &str) -> Option<bool> {
        self.values(name).find_map(says)
    }
}

/// Also those of lists in a list, as Hexo has categories inside of others.
fn texts_in(value: &Value) -> Vec<String> {
    match value {
        Value::Array(items) => items.iter().flat_map(texts_in_item).collect(),
        Value::String(text) => text.split(',').filter_map(trimmed).collect(),
        _ => Vec::new(),
    }
}

fn texts_in_item(item: &Value) -> Vec<String> {
    match item {
        Value::Array(items) => items.iter().flat_map(texts_in_item).collect(),
        item => item.as_str().and_then(trimmed).into_iter().collect(),
    }
}

fn trimmed(text: &str) -> Option<String> {
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// A text without what stands before it, and that.
pub(super) fn split(text: &str) -> Result<(FrontMatter, &str), String> {
    let (mut matter, rest) = split_head(text)?;
    if !matter.is_strange {
        matter.said.extend(heads::in_text(rest.trim_start()));
    }
    Ok((matter, rest))
}

fn split_head(text: &str) -> Result<(FrontMatter, &str), String> {
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
    if let Some((matter, rest)) = heads::in_comment(start).or_else(|| heads::in_lines(start)) {
        return Ok((FrontMatter::of(matter)?, rest));
    }
    let is_strange = heads::looks_like_one(start);
    Ok((FrontMatter { said: Vec::new(), is_strange }, text))
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

pub(super) fn read_yaml(text: &str) -> Result<Map<String, Value>, String> {
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
                Some(name) => {
                    // Programs take the first, the last or none of it.
                    if members.contains_key(&name) {
                        return Err(format!("its front matter says {name} twice"));
                    }
                    members.insert(name, done);
                }
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
            "Status: draft\n\nx\n",
            "<!-- draft: true -->\nx\n",
            "<!-- .. status: private\nand more\n-->\nx\n",
            "Words\nhidden: true\n\nx\n",
            "---js\n{\n  permalink: false\n}\n---\nx\n",
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
            "---\ndraft: true\ndraft: false\n---\n",
            "---\nparams: {draft: true, draft: false}\n---\n",
            "{\"draft\": true,\nx\n",
            "---\na: &x b\nc: *x\n---\n",
        ] {
            assert!(split(text).is_err(), "{text}");
        }
    }
}
