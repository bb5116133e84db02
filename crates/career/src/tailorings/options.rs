//! How a tailored resume is to be set: told with the request, kept with the result, followed by whoever
//! draws it.

use std::borrow::Cow;

use kernel::Patch;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

use crate::resumes::Language;

/// How many pages a resume may take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pages {
    #[default]
    One,
    Two,
    /// As many as it needs.
    Any,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "PaperSize")]
pub enum Paper {
    #[default]
    A4,
    Letter,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ResumeLook")]
pub enum Look {
    Classic,
    Modern,
    Compact,
}

/// How a result is to be set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
#[schemars(rename = "TailoringOptions")]
pub struct Options {
    /// How many pages it may take as printed. Where it takes more, the evaluation says so.
    pub pages: Pages,
    pub paper: Paper,
    /// Null leaves it to the document's `meta.theme`, and to us where that says nothing.
    pub look: Option<Look>,
    /// Whether the owner's picture is shown, where the document has one.
    pub photo: bool,
    /// Of headings, months and the marks between words: that of the resume unless it was asked for
    /// otherwise. Null where nobody can tell.
    pub language: Option<Language>,
}

/// What of the options a client wants otherwise. What is absent stays as it is.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct OptionsInput {
    /// How many pages the resume may take as printed: 1, 2 or `any`; 1 unless it is given.
    pub(crate) pages: Option<Pages>,
    /// A4 unless it is given.
    pub(crate) paper: Option<Paper>,
    /// Null for that of the document's `meta.theme`.
    pub(crate) look: Patch<Look>,
    /// Whether the owner's picture is shown; not unless it is given.
    pub(crate) photo: Option<bool>,
    /// The language of headings and months; null for that of the resume.
    pub(crate) language: Patch<Language>,
}

impl OptionsInput {
    /// The options with what is asked for; the language stays open where it is to be the resume's.
    pub(crate) fn change(self, options: Options) -> Options {
        Options {
            pages: self.pages.unwrap_or(options.pages),
            paper: self.paper.unwrap_or(options.paper),
            look: self.look.change().unwrap_or(options.look),
            photo: self.photo.unwrap_or(options.photo),
            language: self.language.change().unwrap_or(options.language),
        }
    }
}

impl Pages {
    /// Lines that the pages hold, by those of one. Whoever has no limit is told one that nobody reaches.
    pub(crate) fn lines(self, of_one: u32) -> u32 {
        const UNLIMITED: usize = 12;
        let pages = self.count().unwrap_or(UNLIMITED);
        of_one.saturating_mul(pages as u32)
    }

    /// None where there may be any number.
    pub(crate) fn count(self) -> Option<usize> {
        match self {
            Self::One => Some(1),
            Self::Two => Some(2),
            Self::Any => None,
        }
    }
}

impl Serialize for Pages {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::One => serializer.serialize_u8(1),
            Self::Two => serializer.serialize_u8(2),
            Self::Any => serializer.serialize_str("any"),
        }
    }
}

impl<'de> Deserialize<'de> for Pages {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Number(number) if number.as_f64() == Some(1.0) => Ok(Self::One),
            Value::Number(number) if number.as_f64() == Some(2.0) => Ok(Self::Two),
            Value::String(text) if text == "any" => Ok(Self::Any),
            _ => Err(D::Error::invalid_value(
                Unexpected::Other("something else"),
                &"1, 2 or \"any\"",
            )),
        }
    }
}

impl JsonSchema for Pages {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Pages".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "enum": [1, 2, "any"] })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn options_are_told_as_they_are_read() {
        let input = json!({"pages": "any", "paper": "letter", "look": "compact", "photo": true, "language": "ja"});
        let read: OptionsInput = serde_json::from_value(input.clone()).unwrap();
        let options = read.change(Options::default());
        assert_eq!(serde_json::to_value(options).unwrap(), input);
        assert_eq!(serde_json::from_value::<Options>(input).unwrap(), options);
        assert_eq!(OptionsInput::default().change(options), options);
        let cleared: OptionsInput =
            serde_json::from_value(json!({"look": null, "language": null, "pages": 2.0})).unwrap();
        let cleared = cleared.change(options);
        assert_eq!((cleared.look, cleared.language, cleared.pages), (None, None, Pages::Two));
        for wrong in [
            json!({"pages": 3}),
            json!({"pages": "one"}),
            json!({"paper": "a5"}),
            json!({"look": "loud"}),
            json!({"language": "tlh"}),
        ] {
            assert!(serde_json::from_value::<OptionsInput>(wrong.clone()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_second_page_holds_as_much_as_the_first() {
        assert_eq!([Pages::One, Pages::Two].map(|pages| pages.lines(58)), [58, 116]);
        assert!(Pages::Any.lines(58) > 500);
    }
}
