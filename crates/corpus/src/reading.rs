//! How well postings of our own invention are read, in five languages.
//!
//! A file under `fixtures/career/postings` is a posting with a mark before each line: `m` must, `n`
//! nice to have, `t` a task, `.` nothing of these. Lines above it that begin with `#` say what the
//! conditions are. Right is an item that holds most of the words of its line.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use tailor::{Analysis, Level, job};

/// A posting, its lines with their marks, and what is known of its terms.
#[derive(Debug)]
pub struct Posting {
    pub name: String,
    pub text: String,
    lines: Vec<(Mark, String)>,
    terms: BTreeMap<String, String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mark {
    Must,
    Nice,
    Task,
    Nothing,
}

/// Sums over postings of one language.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    /// Lines that ask for something or tell a task, those of them that were found, and all lines that were taken
    /// for one of these.
    pub asking: usize,
    pub found: usize,
    pub told: usize,
    /// Of those found, the lines that came out as what they are: must, nice or task.
    pub as_meant: usize,
    /// Terms (title, rank, years, languages, places, pay) that are known, and those read right.
    pub terms: usize,
    pub terms_right: usize,
}

impl Reading {
    /// Precision, recall and their harmonic mean.
    pub fn shares(&self) -> (f32, f32, f32) {
        let share = |part: usize, of: usize| part as f32 / of.max(1) as f32;
        let (precision, recall) = (share(self.found, self.told), share(self.found, self.asking));
        (precision, recall, 2.0 * precision * recall / (precision + recall).max(f32::EPSILON))
    }

    pub fn add(&mut self, other: Self) {
        self.asking += other.asking;
        self.found += other.found;
        self.told += other.told;
        self.as_meant += other.as_meant;
        self.terms += other.terms;
        self.terms_right += other.terms_right;
    }
}

type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// All postings, in the order of their names, which begin with the language.
pub fn postings() -> Outcome<Vec<Posting>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/career/postings");
    let mut paths: Vec<_> =
        std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Outcome<_>>()?;
    paths.sort();
    let named = |path: &Path| Some(path.file_stem()?.to_str()?.to_owned());
    let read = |path: &std::path::PathBuf| {
        Posting::parse(named(path).ok_or("a file without a name")?, &std::fs::read_to_string(path)?)
    };
    paths.iter().map(read).collect()
}

impl Posting {
    fn parse(name: String, file: &str) -> Outcome<Self> {
        let (mut lines, mut terms) = (Vec::new(), BTreeMap::new());
        for line in file.lines() {
            if let Some((key, value)) =
                line.strip_prefix("# ").and_then(|line| line.split_once(": "))
            {
                terms.insert(key.to_owned(), value.to_owned());
                continue;
            }
            let (mark, text) = line.split_once(' ').unwrap_or((line, ""));
            let mark = match mark {
                "m" => Mark::Must,
                "n" => Mark::Nice,
                "t" => Mark::Task,
                "." => Mark::Nothing,
                other => return Err(format!("{name}: no such mark: {other}").into()),
            };
            lines.push((mark, text.to_owned()));
        }
        let text = lines.iter().map(|(_, text)| text.as_str()).collect::<Vec<_>>().join("\n");
        Ok(Self { name, text, lines, terms })
    }

    pub fn language(&self) -> &str {
        self.name.split('-').next().unwrap_or_default()
    }

    /// What the analysis makes of it, and each line or term that it reads otherwise than marked.
    pub fn read(&self) -> (Reading, Vec<String>) {
        let analysis = job::analyse(&self.text);
        let mut faults = Vec::new();
        let mut found = Reading::default();
        let told = told(&analysis);
        for (mark, text) in self.lines.iter().filter(|(_, text)| !text.is_empty()) {
            let line = words(text);
            let read: Vec<Mark> =
                told.iter().filter(|(_, item)| holds(&line, item)).map(|(mark, _)| *mark).collect();
            found.told += usize::from(!read.is_empty());
            let asks = *mark != Mark::Nothing;
            found.asking += usize::from(asks);
            found.found += usize::from(asks && !read.is_empty());
            found.as_meant += usize::from(asks && read.contains(mark));
            if asks == read.is_empty() || asks && !read.contains(mark) {
                faults.push(format!("{mark:?} as {read:?}: {text}"));
            }
        }
        for (name, value) in &self.terms {
            let read = term(&analysis, name);
            let right = match name.as_str() {
                "title" | "pay" => match value.as_str() {
                    "none" => read == "none",
                    value => read.contains(value),
                },
                _ => read.to_lowercase() == value.to_lowercase(),
            };
            found.terms += 1;
            found.terms_right += usize::from(right);
            if !right {
                faults.push(format!("{name}: {value}, read {read}"));
            }
        }
        (found, faults)
    }
}

fn told(analysis: &Analysis) -> Vec<(Mark, HashSet<String>)> {
    let asked = analysis.requirements.iter().map(|one| {
        (if one.level == Level::Must { Mark::Must } else { Mark::Nice }, words(&one.text))
    });
    let tasks = analysis.responsibilities.iter().map(|text| (Mark::Task, words(text)));
    asked.chain(tasks).collect()
}

fn term(analysis: &Analysis, name: &str) -> String {
    let terms = &analysis.conditions;
    let listed = |all: &[String]| {
        let mut all = all.to_vec();
        all.sort();
        (!all.is_empty()).then(|| all.join(", "))
    };
    let read = match name {
        "title" => Some(analysis.title.clone()),
        "seniority" => analysis.seniority.map(|rank| rank.name().to_owned()),
        "years" => terms.years.map(|years| years.to_string()),
        "languages" => listed(&terms.languages),
        "places" => listed(&terms.places),
        "pay" => terms.pay.clone(),
        _ => None,
    };
    read.unwrap_or_else(|| "none".to_owned())
}

fn words(text: &str) -> HashSet<String> {
    let runs = text.split(|c: char| !c.is_alphanumeric()).filter(|run| !run.is_empty());
    runs.map(str::to_lowercase).collect()
}

/// Whether an item is this line, or a part of it.
fn holds(line: &HashSet<String>, item: &HashSet<String>) -> bool {
    let shared = line.intersection(item).count();
    shared as f32 >= 0.9 * item.len() as f32 && (shared > 1 || line.len() == 1)
}
