//! A letter for the job that a resume was tailored to: statements of that resume in the form of a
//! letter, as many as one page holds. What it may tell is decided by [`tailor::letter`], what the form
//! says by [`sheet::Phrases`].

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer};
use sheet::{Document, Extent, Language as Printed, Letter, Order, Print};
use tailor::letter::{Letter as Told, stated_title, telling};

use super::{PrintError, PrintOptions};
use crate::Career;
use crate::resumes::Language;
use crate::tailorings::{Look, Paper, Tailoring};

/// How a letter is to be printed, as clients say it. Whatever is absent follows from the result.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default)]
pub(crate) struct LetterOptions {
    /// Absent, that of the result.
    look: Option<Look>,
    /// Absent, that of the result.
    paper: Option<Paper>,
    /// Of the phrases, months and punctuation. Absent, that of the result or of the resume.
    language: Option<Language>,
    /// The day that the letter bears. Absent, it bears none.
    date: Option<Day>,
}

/// A day such as `2026-11-16`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Day(String);

impl<'de> Deserialize<'de> for Day {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        match Printed::English.day(&text) {
            Some(_) => Ok(Self(text)),
            None => Err(D::Error::custom("must be a day such as 2026-11-16")),
        }
    }
}

impl JsonSchema for Day {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Day".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "format": "date" })
    }
}

/// A letter as it is printed, with the statements it is made of.
#[derive(Debug)]
pub(crate) struct SetLetter {
    pub(crate) told: Told,
    pub(crate) letter: Letter,
    pub(crate) order: Order,
    pub(crate) extent: Extent,
}

impl Career {
    /// A letter as PDF.
    pub(crate) async fn print_letter(
        &self,
        letter: Letter,
        order: Order,
    ) -> Result<Print, PrintError> {
        let order = self.coloured(order);
        Ok(self.at_the_press(move |press| press.print_letter(&letter, &order)).await??)
    }

    /// The letter for a result: the statements that answer the posting best, less of them until it is
    /// one page.
    pub(crate) async fn set_letter(
        &self,
        tailoring: Tailoring,
        options: LetterOptions,
    ) -> Result<SetLetter, PrintError> {
        let LetterOptions { look, paper, language, date } = options;
        let options = PrintOptions { look, paper, language, photo: Some(false) };
        let (document, order) = self.read_tailoring(&tailoring, options).await?;
        let date = date.map(|Day(date)| date).unwrap_or_default();
        self.at_the_press(move |press| {
            let language = document.language;
            let Tailoring { statements, analysis, resume, job_description, .. } = &tailoring;
            let job = stated_title(&analysis.title, job_description).unwrap_or_default();
            let mut telling = telling(statements, analysis);
            loop {
                let told = Told::of(&telling, statements);
                let document = Document::of_json_resume(&told.document(resume), language);
                let letter = Letter::of_document(document, job.to_owned(), date.clone());
                let extent = press.measure_letter(&letter, &order);
                if extent.pages <= 1 || telling.pop().is_none() {
                    return SetLetter { told, letter, order, extent };
                }
            }
        })
        .await
    }
}
