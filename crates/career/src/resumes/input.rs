use kernel::{FieldErrors, Patch};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use tailor::is_turn;

use super::arrangement::Paths;
use super::check::{Checked, check_document};
use super::language::Language;

/// What a client may say about a resume. A new one needs `document`; in a change, what is absent
/// stays as it is.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default)]
pub(super) struct ResumeInput {
    /// 1 to 200 characters on one line. Unless it is given, a new resume is called after its label
    /// or its name.
    #[schemars(length(max = 200), regex(pattern = kernel::pattern::FILLED_LINE))]
    title: Option<String>,
    /// `true` makes this resume the default in place of the one that was.
    pub(super) is_default: Option<bool>,
    /// A JSON Resume document of any version: up to 256 KiB, 16 levels and 10,000 values, each text up to
    /// 8,000 characters, and 1,000 facts: an entry is one, and so is each of its highlights. It is kept to the letter; what could not be understood is in `warnings`.
    #[schemars(with = "Option<kernel::PlainObject>")]
    document: Option<Box<RawValue>>,
    /// One of ten; null to go by the texts, as for a new resume unless it is given.
    language: Patch<Language>,
    /// What tailored resumes hide, always show, and put in order; replaced as a whole. Its paths are of the
    /// document that is given with it, or else of the one that is there. Without it the rules go along with
    /// what they are about when the document changes.
    arrangement: Option<Paths>,
}

/// An input whose values are all in order.
#[derive(Clone, Debug)]
pub(super) struct CheckedInput {
    pub(super) title: Option<String>,
    pub(super) is_default: Option<bool>,
    pub(super) document: Option<Checked>,
    pub(super) language: Option<Option<Language>>,
    pub(super) arrangement: Option<Paths>,
}

const LONGEST_TITLE: usize = 200;
const UNTITLED: &str = "Resume";

impl ResumeInput {
    pub(super) fn check_complete(&self, errors: &mut FieldErrors) {
        if self.document.is_none() {
            errors.add("document", "is required");
        }
    }

    pub(super) fn check(self, errors: &mut FieldErrors) -> CheckedInput {
        let Self { title, is_default, document, language, arrangement } = self;
        if let Some(title) = &title {
            errors.keep("title", check_title(title));
            if title.contains(is_turn) {
                errors.add("title", "must be plain text");
            }
        }
        let document = document.and_then(|raw| check_document(&raw, errors));
        let language = language.change();
        CheckedInput { title, is_default, document, language, arrangement }
    }
}

/// What a document would call itself.
pub(super) fn own_title(document: &Value) -> String {
    let named = ["label", "name"].iter().find_map(|member| {
        let text = document.get("basics")?.get(member)?.as_str()?;
        let line = text.lines().next()?.trim();
        let title: String = line.chars().filter(|c| !c.is_control()).take(LONGEST_TITLE).collect();
        (!title.is_empty()).then_some(title)
    });
    named.unwrap_or_else(|| UNTITLED.to_owned())
}

pub(crate) fn check_title(title: &str) -> Result<(), String> {
    match title.chars().count() {
        _ if title.trim().is_empty() => Err("must not be empty".to_owned()),
        length if length > LONGEST_TITLE => {
            Err(format!("may have up to {LONGEST_TITLE} characters"))
        }
        _ if title.chars().any(char::is_control) => Err("must be a single line of text".to_owned()),
        _ => Ok(()),
    }
}
