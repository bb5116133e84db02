//! Whole lives under `fixtures/career/lives`: resumes as people keep them, each with a posting that
//! matches and with what somebody who has read both looks for on the page. Judged is the tailored
//! document alone, so that the service and the engine are measured alike.

use std::collections::BTreeSet;

use serde::Deserialize;
use serde_json::Value;
use tailor::{Analysis, Brief, Voice};
use tailor::{compose, extractive};

use crate::{Embed, dossier_of, informed};

/// A resume, a posting for it, and what is looked for. Paths lead into the resume.
#[derive(Debug, Deserialize)]
pub struct Life {
    #[serde(skip)]
    pub name: String,
    pub about: String,
    pub resume: Value,
    pub job: String,
    /// Highlights that answer the posting.
    pub answers: Vec<String>,
    /// Skills that the posting names, and skills that have nothing to do with it.
    pub skills: Vec<String>,
    pub last: Vec<String>,
    /// Entries of other lists that answer the posting.
    pub others: Vec<String>,
    /// Old or irrelevant entries: a line at most.
    pub line: Vec<String>,
}

/// What a page shows of a life, each a count of a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    pub highlights: usize,
    pub answers: (usize, usize),
    pub skills: (usize, usize),
    /// Named skills before which nothing stands that is not named: in their group no skill, and
    /// before it no group.
    pub skills_first: (usize, usize),
    /// Skills of no use that stand behind all that are named, or nowhere.
    pub skills_last: (usize, usize),
    pub others: (usize, usize),
    /// Irrelevant entries that take a line or none.
    pub shrunk: (usize, usize),
}

impl Life {
    /// What a tailored document shows.
    pub fn judge(&self, page: &Value) -> Shown {
        let told = texts(page);
        let at = |path: &String| self.resume.pointer(&format!("/{path}"));
        let count = |paths: &[String], is: &dyn Fn(&Value) -> bool| {
            (paths.iter().filter_map(at).filter(|value| is(value)).count(), paths.len())
        };
        let groups = skills_of(page);
        let named = |skill: &&str| self.skills.iter().any(|known| known == skill);
        let is_first = |skill: &&String| {
            let mut before = groups.iter().take_while(|group| !group.contains(&skill.as_str()));
            let own = groups.iter().find(|group| group.contains(&skill.as_str()));
            before.all(|group| group.iter().any(&named))
                && own.is_some_and(|own| own.iter().take_while(|it| *it != *skill).all(&named))
        };
        let all: Vec<&str> = groups.iter().flatten().copied().collect();
        let last_named = all.iter().rposition(named);
        let is_last = |skill: &&String| match all.iter().position(|known| known == skill) {
            Some(at) => last_named.is_none_or(|last| at > last),
            None => true,
        };
        let of = |skills: &[String], is: &dyn Fn(&&String) -> bool| {
            (skills.iter().filter(|skill| is(skill)).count(), skills.len())
        };
        Shown {
            highlights: told_below(page).len(),
            answers: count(&self.answers, &|value| {
                value.as_str().is_some_and(|text| told.contains(text))
            }),
            skills: of(&self.skills, &|skill| all.contains(&skill.as_str())),
            skills_first: of(&self.skills, &is_first),
            skills_last: of(&self.last, &is_last),
            others: count(&self.others, &|entry| {
                title(entry).is_some_and(|title| told.contains(title))
            }),
            shrunk: count(&self.line, &|entry| {
                let said = highlights(entry).chain(entry.get("summary").and_then(Value::as_str));
                !said.into_iter().any(|text| told.contains(text))
            }),
        }
    }

    /// What the engine shows of it on a page.
    pub fn tailored(&self, analysis: &Analysis, embed: Option<&Embed<'_>>) -> Value {
        let mut dossier = dossier_of(&self.resume);
        if let Some(embed) = embed {
            dossier = informed(dossier, &self.job, analysis, embed);
        }
        let selection =
            extractive::select(&dossier, analysis, &Voice::default(), &Brief::default());
        compose::compose(&selection, &dossier).document
    }
}

impl Shown {
    pub fn add(&mut self, other: Self) {
        self.highlights += other.highlights;
        for (mine, theirs) in [
            (&mut self.answers, other.answers),
            (&mut self.skills, other.skills),
            (&mut self.skills_first, other.skills_first),
            (&mut self.skills_last, other.skills_last),
            (&mut self.others, other.others),
            (&mut self.shrunk, other.shrunk),
        ] {
            *mine = (mine.0 + theirs.0, mine.1 + theirs.1);
        }
    }
}

/// The skills of a document in their order, by groups; those that stand alone are one.
fn skills_of(page: &Value) -> Vec<Vec<&str>> {
    let mut groups: Vec<Vec<&str>> = Vec::new();
    let mut is_alone = false;
    for group in page["skills"].as_array().into_iter().flatten() {
        let keywords = group.get("keywords").and_then(Value::as_array);
        let name = group.get("name").and_then(Value::as_str);
        match (keywords, groups.last_mut().filter(|_| is_alone)) {
            (Some(keywords), _) => groups.push(keywords.iter().filter_map(Value::as_str).collect()),
            (None, Some(alone)) => alone.extend(name),
            (None, None) => groups.push(name.into_iter().collect()),
        }
        is_alone = keywords.is_none();
    }
    groups
}

fn texts(page: &Value) -> BTreeSet<&str> {
    match page {
        Value::String(text) => [text.as_str()].into(),
        Value::Array(values) => values.iter().flat_map(texts).collect(),
        Value::Object(members) => members.values().flat_map(texts).collect(),
        _ => BTreeSet::new(),
    }
}

fn told_below(page: &Value) -> Vec<&str> {
    let lists = ["work", "projects", "volunteer"].into_iter();
    let entries = lists.filter_map(|list| page.get(list)?.as_array()).flatten();
    entries.flat_map(highlights).collect()
}

fn highlights(entry: &Value) -> impl Iterator<Item = &str> {
    let list = entry.get("highlights").and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_str)
}

/// By which an entry of any list is known.
fn title(entry: &Value) -> Option<&str> {
    let names = ["name", "title", "area", "language", "institution"];
    names.iter().find_map(|name| entry.get(name)?.as_str())
}
