use askama::Template;

use super::{Day, FactValue, Link, Picture, Words};

/// The owner's resume, as far as it is public.
#[derive(Debug, Default, Template)]
#[template(path = "resume.html")]
pub struct ResumePage {
    pub words: &'static Words,
    /// The language of what its owner has written, where it is not that of the page.
    pub language: Option<&'static str>,
    pub name: String,
    pub headline: String,
    pub picture: Option<Picture>,
    pub url: String,
    pub contact: Vec<FactValue>,
    pub downloads: Vec<Link>,
    pub sections: Vec<ResumeSection>,
    pub updated: Option<Day>,
    pub write_to_me: bool,
    /// Whether it is offered on paper, and so as a file.
    pub print: bool,
}

impl ResumePage {
    /// The attribute of an element that holds nothing but the owner's words.
    pub fn lang(&self) -> String {
        self.language.map(|code| format!(" lang=\"{code}\"")).unwrap_or_default()
    }
}

#[derive(Clone, Debug, Default)]
pub struct ResumeSection {
    pub title: String,
    pub entries: Vec<ResumeEntry>,
    /// Stands alone, such as a list of skills.
    pub text: String,
}

#[derive(Clone, Debug, Default)]
pub struct ResumeEntry {
    pub when: String,
    pub place: String,
    pub title: String,
    pub employer: String,
    pub text: String,
    pub lines: Vec<String>,
}
