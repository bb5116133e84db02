//! YAML as a tree of texts.
//!
//! A value is what stands there and nothing else: `2019-04` is no moment, `1.10` no number, `no` no
//! falsehood, `0049` no figure to the base of eight. Only what says nothing (`~`, `null`, an empty value) is
//! null. Whoever needs a date or a number reads it from the text, as from every other document.
//!
//! - An alias is a copy of what it names, and counts as one: a few lines that would grow to gigabytes end at the
//!   limits of any document.
//! - `<<` adds the members of other objects where there are none of their own.
//! - Of two members with one name the later one counts, as in JSON, and a warning tells so.
//! - Tags mean nothing. Of several documents the first is read.

use std::collections::HashMap;

use saphyr_parser::{Event, Parser, ScalarStyle};
use serde_json::{Map, Value};

use crate::resumes::limits::{DEEPEST, MOST_BYTES, MOST_VALUES};
use crate::resumes::reading::Warning;
use crate::resumes::written::place_below;

/// What a text of YAML says.
#[derive(Debug)]
pub(super) struct Read {
    pub(super) value: Value,
    pub(super) warnings: Vec<Warning>,
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(in crate::resumes) enum YamlError {
    #[error("line {line}: {why}")]
    Malformed { line: usize, why: String },
    #[error("line {line}: the name of a member must be a text")]
    NoName { line: usize },
    #[error("line {line}: an alias names nothing that is complete")]
    NoAnchor { line: usize },
    #[error("line {line}: `<<` takes objects only")]
    NoMerge { line: usize },
    #[error("it may be up to {DEEPEST} levels deep")]
    TooDeep,
    #[error(
        "it may hold up to {MOST_VALUES} values and {MOST_BYTES} bytes, with all aliases written out"
    )]
    TooLarge,
}

/// Warnings about names that stand twice; more say nothing new.
const MOST_WARNINGS: usize = 20;

pub(super) fn read(text: &str) -> Result<Read, YamlError> {
    let mut builder = Builder::default();
    let mut parser = Parser::new_from_str(text);
    let mut documents = 0;
    while let Some(event) = parser.next_event() {
        let (event, span) = event.map_err(|error| YamlError::Malformed {
            line: error.marker().line(),
            why: error.info().to_owned(),
        })?;
        builder.line = span.start.line();
        match event {
            Event::DocumentStart(_) => {
                documents += 1;
                if documents > 1 {
                    builder.warn("file".to_owned(), "holds several documents; the first was read");
                    break;
                }
            }
            Event::Alias(anchor) => {
                let Some((value, weight)) = builder.anchors.get(&anchor).cloned() else {
                    return Err(YamlError::NoAnchor { line: builder.line });
                };
                builder.count(weight)?;
                if builder.open.len() + weight.depth > DEEPEST {
                    return Err(YamlError::TooDeep);
                }
                builder.put(value, false)?;
            }
            Event::Scalar(text, style, anchor, _) => {
                let is_plain = style == ScalarStyle::Plain;
                let value = match is_plain && is_nothing(&text) {
                    true => Value::Null,
                    false => Value::String(text.replace('\0', "")),
                };
                builder.count(Weight::of(&value))?;
                builder.remember(anchor, &value);
                builder.put(value, is_plain)?;
            }
            Event::SequenceStart(anchor, _) => {
                builder.begin(Open { anchor, held: Held::List(Vec::new()) })?;
            }
            Event::MappingStart(anchor, _) => {
                builder.begin(Open { anchor, held: Held::Object(Object::default()) })?;
            }
            Event::SequenceEnd | Event::MappingEnd => builder.end()?,
            _ => {}
        }
    }
    Ok(Read { value: builder.root.unwrap_or(Value::Null), warnings: builder.warnings })
}

fn is_nothing(text: &str) -> bool {
    matches!(text, "" | "~" | "null" | "Null" | "NULL")
}

/// What a value costs where it is copied.
#[derive(Clone, Copy, Debug, Default)]
struct Weight {
    values: usize,
    bytes: usize,
    depth: usize,
}

impl Weight {
    fn of(value: &Value) -> Self {
        match value {
            Value::String(text) => Self { values: 1, bytes: text.len(), depth: 0 },
            Value::Array(items) => items.iter().fold(Self::one(), |sum, item| sum.with(item)),
            Value::Object(members) => members.iter().fold(Self::one(), |sum, (name, member)| {
                let sum = sum.with(member);
                Self { bytes: sum.bytes + name.len(), ..sum }
            }),
            _ => Self { values: 1, ..Self::default() },
        }
    }

    fn one() -> Self {
        Self { values: 1, bytes: 0, depth: 1 }
    }

    fn with(self, value: &Value) -> Self {
        let more = Self::of(value);
        Self {
            values: self.values + more.values,
            bytes: self.bytes + more.bytes,
            depth: self.depth.max(more.depth + 1),
        }
    }
}

#[derive(Debug)]
struct Open {
    /// By which it can be named later; 0 when it cannot.
    anchor: usize,
    held: Held,
}

#[derive(Debug)]
enum Held {
    List(Vec<Value>),
    Object(Object),
}

#[derive(Debug, Default)]
struct Object {
    members: Map<String, Value>,
    /// The name whose value comes next, and whether it is `<<`.
    name: Option<(String, bool)>,
    merged: Vec<Map<String, Value>>,
}

#[derive(Debug, Default)]
struct Builder {
    open: Vec<Open>,
    anchors: HashMap<usize, (Value, Weight)>,
    spent: Weight,
    root: Option<Value>,
    line: usize,
    warnings: Vec<Warning>,
}

impl Builder {
    fn count(&mut self, weight: Weight) -> Result<(), YamlError> {
        self.spent.values += weight.values;
        self.spent.bytes += weight.bytes;
        match self.spent.values > MOST_VALUES || self.spent.bytes > MOST_BYTES {
            true => Err(YamlError::TooLarge),
            false => Ok(()),
        }
    }

    /// Every anchor is kept once as it is read, and so costs no more than the text itself.
    fn remember(&mut self, anchor: usize, value: &Value) {
        if anchor > 0 {
            self.anchors.insert(anchor, (value.clone(), Weight::of(value)));
        }
    }

    fn begin(&mut self, open: Open) -> Result<(), YamlError> {
        if self.open.len() >= DEEPEST {
            return Err(YamlError::TooDeep);
        }
        if let Some(Open { held: Held::Object(object), .. }) = self.open.last()
            && object.name.is_none()
        {
            return Err(YamlError::NoName { line: self.line });
        }
        self.count(Weight::one())?;
        self.open.push(open);
        Ok(())
    }

    fn end(&mut self) -> Result<(), YamlError> {
        let Some(Open { anchor, held }) = self.open.pop() else { return Ok(()) };
        let value = match held {
            Held::List(items) => Value::Array(items),
            Held::Object(Object { mut members, merged, .. }) => {
                for (name, value) in merged.into_iter().flatten() {
                    // Copied where the object itself says nothing; the first that is named counts.
                    members.entry(name).or_insert(value);
                }
                Value::Object(members)
            }
        };
        self.remember(anchor, &value);
        self.put(value, false)
    }

    /// The next value of whatever is open.
    fn put(&mut self, value: Value, is_plain: bool) -> Result<(), YamlError> {
        let line = self.line;
        let place = self.place();
        match self.open.last_mut().map(|open| &mut open.held) {
            None => self.root = Some(value),
            Some(Held::List(items)) => items.push(value),
            Some(Held::Object(object)) => match object.name.take() {
                None => {
                    let name = match value {
                        Value::String(name) => name,
                        Value::Null => "null".to_owned(),
                        _ => return Err(YamlError::NoName { line }),
                    };
                    let merges = is_plain && name == "<<";
                    object.name = Some((name, merges));
                }
                Some((_, true)) => {
                    let values = match value {
                        Value::Array(values) => values,
                        value => vec![value],
                    };
                    for value in values {
                        let Value::Object(members) = value else {
                            return Err(YamlError::NoMerge { line });
                        };
                        object.merged.push(members);
                    }
                }
                Some((name, false)) => {
                    let path = place_below(&place, &name);
                    if object.members.insert(name, value).is_some() {
                        self.warn(path, "stands there twice; the later one was read");
                    }
                }
            },
        }
        Ok(())
    }

    fn place(&self) -> String {
        let mut place = "document".to_owned();
        // The last one is where the value goes, and has its own step.
        for open in self.open.iter().take(self.open.len().saturating_sub(1)) {
            match &open.held {
                Held::List(items) => place.push_str(&format!("[{}]", items.len())),
                Held::Object(object) => {
                    let name = object.name.as_ref().map_or("", |(name, _)| name.as_str());
                    let name: String = name.chars().take(100).collect();
                    place.push_str(&format!(".{name}"));
                }
            }
        }
        place
    }

    fn warn(&mut self, path: String, message: &str) {
        if self.warnings.len() < MOST_WARNINGS {
            self.warnings.push(Warning::new(path, message));
        }
    }
}
