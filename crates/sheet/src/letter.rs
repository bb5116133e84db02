//! A letter that goes with a resume: the form of a letter, and in it statements of the resume.

use crate::language::Language;
use crate::model::{Contact, Document, Entry, Part, Section};
use crate::text::entry_text;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Letter {
    pub language: Language,
    pub name: String,
    /// What the person is, below the name.
    pub label: String,
    pub contacts: Vec<Contact>,
    /// Such as `2026-11-16`; empty for a letter without a day.
    pub date: String,
    /// As the posting names it; empty where it names none.
    pub job: String,
    pub summary: String,
    pub entries: Vec<Entry>,
}

impl Letter {
    /// To a job, with what a document tells.
    pub fn of_document(document: Document, job: String, date: String) -> Self {
        let Document { language, name, label, contacts, summary, sections, .. } = document;
        let entries = sections.into_iter().flat_map(|section| section.entries).collect();
        Self { language, name, label, contacts, date, job, summary, entries }
    }

    pub fn subject(&self) -> String {
        self.about(self.language.phrases().subject)
    }

    pub fn opening(&self) -> String {
        self.about(self.language.phrases().opening)
    }

    /// The day as people write it; empty without one.
    pub fn day(&self) -> String {
        self.language.day(&self.date).unwrap_or_default()
    }

    fn about(&self, [named, unnamed]: [&str; 2]) -> String {
        match self.job.as_str() {
            "" => unnamed.to_owned(),
            job => named.replace("{title}", job),
        }
    }

    /// From whom it is, as the head of a resume.
    pub fn head(&self) -> Document {
        Document {
            language: self.language,
            name: self.name.clone(),
            label: self.label.clone(),
            contacts: self.contacts.clone(),
            ..Document::default()
        }
    }

    /// What is told of the person, as a part of a resume.
    pub(crate) fn told(&self) -> Section {
        Section::new(Part::Experience, self.entries.clone())
    }

    /// The letter as a document, for whoever has to know which letters are needed.
    pub(crate) fn as_document(&self) -> Document {
        let summary = [self.summary.clone(), self.subject(), self.opening(), self.day()].join(" ");
        Document { summary, sections: vec![self.told()], ..self.head() }
    }

    /// Paragraphs with a line between them, points behind a dash.
    pub fn plain_text(&self) -> String {
        let phrases = self.language.phrases();
        let contacts: Vec<&str> = self.contacts.iter().map(|it| it.text.as_str()).collect();
        let lines = |lines: &[&str]| {
            let lines = lines.iter().copied().filter(|line| !line.is_empty());
            lines.collect::<Vec<_>>().join("\n")
        };
        let mut blocks = vec![
            lines(&[&self.name, &self.label, &contacts.join(" · ")]),
            self.day(),
            self.subject(),
            phrases.salutation.to_owned(),
            self.opening(),
            self.summary.clone(),
        ];
        if !self.entries.is_empty() {
            blocks.push(phrases.from_resume.to_owned());
        }
        blocks.extend(self.entries.iter().map(|entry| entry_text(self.language, entry)));
        blocks.push(phrases.request.to_owned());
        blocks.push(lines(&[phrases.closing, &self.name]));
        blocks.retain(|block| !block.trim().is_empty());
        blocks.join("\n\n") + "\n"
    }
}
