use kernel::{Id, Timestamp};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::arrangement::{Kept, KeptView};
use super::language::{Language, guess};
use super::printable::unprinted;
use super::reading::{Reading, Warning, read};
use super::written::Written;
use crate::Career;
use crate::printing::{TakenOut, Told};

/// A resume as it is stored. The document is kept as the text that was given: no database and no
/// archive gets to spell its numbers or order its members anew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resume {
    pub id: Id,
    pub title: String,
    pub is_default: bool,
    pub document: String,
    /// As its owner says; none to go by the texts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<Language>,
    #[serde(default, skip_serializing_if = "Kept::is_empty")]
    pub arrangement: Kept,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// A resume as clients see it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[schemars(rename = "Resume")]
pub(super) struct ResumeView {
    id: Id,
    title: String,
    /// Exactly one resume is the default, as long as there is any.
    is_default: bool,
    /// A JSON Resume document, as it was given.
    #[schemars(with = "serde_json::Map<String, Value>")]
    document: Box<RawValue>,
    /// As it was given, or else as far as the texts tell; null when they do not.
    language: Option<Language>,
    /// Whether the language is a guess from the texts.
    language_is_guessed: bool,
    /// What tailored resumes hide, always show, and put in order. What is hidden is not on the public page either.
    arrangement: KeptView,
    /// What of the document was not understood, or not as it stands there, and which texts others than
    /// administrators do not see.
    warnings: Vec<Warning>,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl ResumeView {
    /// A resume as clients see it. What the press cannot draw, and what others do not see, is told with
    /// what was not understood.
    pub(super) fn of(resume: Resume, career: &Career) -> Result<Self, serde_json::Error> {
        let Resume { id, title, is_default, document, created_at, updated_at, .. } = resume;
        let Written { tree: written, repeated } = Written::of(&document)?;
        let Reading { tree, mut warnings, has_place_in_one_text, .. } = read(&written);
        warnings.extend(repeated);
        warnings.extend(resume.arrangement.warnings());
        warnings.extend(unprinted(&tree, &career.printing.press()));
        let told = Told { written: &written, read: &tree, has_place_in_one_text };
        warnings.extend(career.withheld(told).taken_out.into_iter().map(kept_from_others));
        let language = resume.language.or_else(|| guess(&written, &tree));
        let language_is_guessed = resume.language.is_none();
        let document = RawValue::from_string(document)?;
        let arrangement = resume.arrangement.into();
        Ok(Self {
            id,
            title,
            is_default,
            document,
            language,
            language_is_guessed,
            arrangement,
            warnings,
            created_at,
            updated_at,
        })
    }
}

fn kept_from_others(TakenOut { path, tells }: TakenOut) -> Warning {
    let message =
        format!("is not shown to visitors and members: it seems to tell {tells}, which is hidden");
    Warning::new(format!("document.{path}"), message)
}

impl Resume {
    /// The document as its owner means it: a tree as JSON Resume 1.0 has it, whatever hand the
    /// document came from.
    pub fn tree(&self) -> Result<Value, serde_json::Error> {
        Ok(read(&self.written()?).tree)
    }

    /// The document as it was given.
    pub fn written(&self) -> Result<Value, serde_json::Error> {
        Ok(Written::of(&self.document)?.tree)
    }

    /// Whether the document tells where its owner lives in words, which may be a street as well as a
    /// town, and not by members that say what is what.
    pub fn has_place_in_one_text(&self) -> bool {
        self.written().map_or(true, |document| read(&document).has_place_in_one_text)
    }

    /// Its tree without what its owner hides from all who are sent it, and from visitors. Everything else keeps
    /// its place.
    pub fn without_hidden(&self, mut tree: Value) -> Value {
        self.arrangement.paths.lenient(&tree).hide(&mut tree, &mut Vec::new());
        tree
    }

    /// As its owner says, or as its texts show. The tree is that of its document.
    pub fn language(&self, tree: &Value) -> Option<Language> {
        let guessed = || self.written().ok().and_then(|written| guess(&written, tree));
        self.language.or_else(guessed)
    }
}
