//! What a letter for a job tells: statements of a delivered resume, those that answer the posting, each
//! below the entry it belongs to. There is no way for another text to get in: a letter is made of
//! [`Statement`]s, and whoever writes it adds nothing but fixed phrases that say nothing of the owner.
//!
//! Two statements are never run together: each stays a line of its own (decisions 63 and 165). What another
//! one announces ("What others did:") is told behind it or not at all.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::analysis::{Analysis, Level};
use crate::draft::Statement;
use crate::facts::announces;
use crate::job::is_named;

/// Statements of a resume for a letter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Letter {
    /// What the owner is, below the name.
    pub label: Option<Statement>,
    /// What stands at the head of the resume.
    pub summary: Option<Statement>,
    /// In the order of the resume.
    pub passages: Vec<Passage>,
}

/// What is told of one entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// The entry in the tailored resume, such as `work/0`.
    pub entry: String,
    /// Who, where and when.
    pub heads: Vec<Statement>,
    pub told: Vec<Statement>,
}

/// What a statement that is named first, second and third for a requirement counts.
const SHARES: [f32; 3] = [1.0, 0.6, 0.4];
/// What an answer counts to a requirement that is answered already.
const AGAIN: f32 = 0.25;
/// As many as a reader takes in.
const MOST: usize = 6;
/// Where fewer answer, the newest entries tell for themselves.
const FEWEST: usize = 3;
const LONGEST_TITLE: usize = 80;

/// The statements that a letter can tell, the ones that answer most first; the summary before all.
pub fn telling<'a>(statements: &'a [Statement], analysis: &Analysis) -> Vec<&'a Statement> {
    let may_be_told = |one: &&Statement| one.kind.is_some() && !one.receipts.is_empty();
    let told = || statements.iter().filter(may_be_told);
    let mut found: Vec<&Statement> = told().filter(|one| one.path == SUMMARY).collect();
    // An announcement comes along with what it announces; alone it says nothing.
    let mut open: Vec<&Statement> =
        told().filter(|one| is_prose(&one.path) && !is_announcement(one)).collect();
    let mut answered: HashSet<usize> = HashSet::new();
    let mut chosen = 0;
    while chosen < MOST {
        let valued = open.iter().enumerate().map(|(at, one)| (at, worth(one, analysis, &answered)));
        // Of equals the first, which is of the newest work.
        let best = valued.max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)));
        let Some((at, value)) = best else { break };
        if value <= 0.0 && chosen >= FEWEST {
            break;
        }
        let one = open.remove(at);
        answered.extend(answers(one, analysis).map(|(number, _)| number));
        found.push(one);
        chosen += 1;
    }
    found
}

const LABEL: &str = "basics/label";
const SUMMARY: &str = "basics/summary";

/// Whether a path is that of a sentence about an entry.
fn is_prose(path: &str) -> bool {
    matches!(
        path.split('/').collect::<Vec<_>>()[..],
        ["work" | "volunteer" | "projects", _, "highlights", _]
            | ["work" | "volunteer", _, "summary"]
            | ["projects", _, "description"]
    )
}

/// Also where the owner has worded it otherwise: what follows it is still what it announced.
fn is_announcement(one: &Statement) -> bool {
    announces(&one.text) || one.source.as_deref().is_some_and(announces)
}

/// What is told of an entry before a statement of it and announces it. A delivered resume has behind an
/// announcement what it announces and nothing else.
fn announcement<'a>(one: &Statement, statements: &'a [Statement]) -> Option<&'a Statement> {
    let (entry, _) = member_of(&one.path)?;
    let is_of_entry = |it: &&Statement| member_of(&it.path).is_some_and(|(of, _)| of == entry);
    let before = statements.iter().take_while(|it| it.path != one.path);
    before
        .filter(|it| is_prose(&it.path))
        .filter(is_of_entry)
        .filter(|it| is_announcement(it))
        .last()
}

/// The requirements that a statement is named for, and which share of each it has.
fn answers<'a>(
    one: &'a Statement,
    analysis: &'a Analysis,
) -> impl Iterator<Item = (usize, f32)> + 'a {
    let requirements = analysis.requirements.iter().enumerate();
    requirements.filter_map(|(number, asked)| {
        let rank = asked.answered_by.iter().position(|path| *path == one.path)?;
        let weight = if asked.level == Level::Must { 1.0 } else { 0.5 };
        Some((number, weight * SHARES.get(rank).copied().unwrap_or(0.0)))
    })
}

fn worth(one: &Statement, analysis: &Analysis, answered: &HashSet<usize>) -> f32 {
    let counted = |(number, share): (usize, f32)| match answered.contains(&number) {
        true => AGAIN * share,
        false => share,
    };
    answers(one, analysis).map(counted).sum()
}

impl Letter {
    /// These statements, each below its entry and in the order of the resume, with what the resume says
    /// of who, where and when.
    pub fn of(told: &[&Statement], statements: &[Statement]) -> Self {
        let announced = told.iter().filter_map(|one| announcement(one, statements));
        let paths: HashSet<&str> =
            told.iter().copied().chain(announced).map(|it| it.path.as_str()).collect();
        let is_told = |one: &Statement| paths.contains(one.path.as_str());
        let at = |path: &str| statements.iter().find(|one| one.path == path).cloned();
        let (label, summary) = (at(LABEL), at(SUMMARY).filter(is_told));
        let mut passages: Vec<Passage> = Vec::new();
        for one in statements.iter().filter(|one| is_prose(&one.path) && is_told(one)) {
            let Some((entry, _)) = member_of(&one.path) else { continue };
            match passages.iter_mut().find(|passage| passage.entry == entry) {
                Some(passage) => passage.told.push(one.clone()),
                None => {
                    let (entry, told) = (entry.to_owned(), vec![one.clone()]);
                    let heads = statements.iter().filter(|it| is_head(&it.path, &entry));
                    let heads = heads.cloned().collect();
                    passages.push(Passage { entry, heads, told });
                }
            }
        }
        Self { label, summary, passages }
    }

    /// Every statement, in order.
    pub fn statements(&self) -> impl Iterator<Item = &Statement> {
        let of_passages = self.passages.iter().flat_map(|it| it.heads.iter().chain(&it.told));
        self.label.iter().chain(&self.summary).chain(of_passages)
    }

    /// The letter's part of a resume, as JSON Resume: contact data of the resume, and what is told. Its
    /// entries stand in the order of the passages.
    pub fn document(&self, resume: &Value) -> Value {
        let mut document = Map::new();
        let mut basics = resume["basics"].as_object().cloned().unwrap_or_default();
        for (member, stated) in [("label", &self.label), ("summary", &self.summary)] {
            basics.remove(member);
            if let Some(stated) = stated {
                basics.insert(member.into(), stated.text.clone().into());
            }
        }
        document.insert("basics".into(), Value::Object(basics));
        for passage in &self.passages {
            let section = passage.entry.split('/').next().unwrap_or_default();
            let mut entry = Map::new();
            for one in passage.heads.iter().chain(&passage.told) {
                let Some((_, member)) = member_of(&one.path) else { continue };
                let text = Value::String(one.text.clone());
                match member.split_once('/') {
                    None => drop(entry.insert(member.to_owned(), text)),
                    Some((list, _)) => {
                        let list = entry.entry(list).or_insert_with(|| Value::Array(Vec::new()));
                        if let Some(list) = list.as_array_mut() {
                            list.push(text);
                        }
                    }
                }
            }
            let list = document.entry(section).or_insert_with(|| Value::Array(Vec::new()));
            if let Some(list) = list.as_array_mut() {
                list.push(Value::Object(entry));
            }
        }
        Value::Object(document)
    }
}

/// `work/0` and `highlights/1` of `work/0/highlights/1`.
fn member_of(path: &str) -> Option<(&str, &str)> {
    let (section, rest) = path.split_once('/')?;
    let (number, member) = rest.split_once('/')?;
    Some((&path[..section.len() + 1 + number.len()], member))
}

fn is_head(path: &str, entry: &str) -> bool {
    let heads = ["position", "name", "organization", "entity", "location", "startDate", "endDate"];
    member_of(path).is_some_and(|(of, member)| of == entry && heads.contains(&member))
}

/// The job's title to the letter as the posting states it. None where the posting does not say just
/// that, where it is a guess from the posting's first words ("About us"), or where the words could be taken for the
/// sender's own: they stand between quotation marks, and are to name a job and nothing else.
pub fn stated_title<'a>(title: &'a str, job_description: &str) -> Option<&'a str> {
    let title = title.trim();
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let is_stated = !title.is_empty() && plain(job_description).contains(&plain(title));
    let is_short = title.chars().count() <= LONGEST_TITLE;
    let is_odd = |sign: char| sign.is_control() || "“”\"„‟«»‹›「」‘!?;:{}".contains(sign);
    let words: Vec<&str> = title.split_whitespace().collect();
    // `Sr. Engineer` is one name, `Engineer. Knows all` is not.
    let ends = |word: &&str| word.ends_with(['.', '。']) && word.chars().count() > 4;
    let (last, others) = words.split_last()?;
    let tells = others.iter().any(ends) || last.ends_with('.');
    // `Engineer I` is a rank; `I am` is not.
    let speaks = others.iter().any(|word| matches!(*word, "I" | "I’m" | "I'm" | "We" | "My"));
    let is_named = is_named(title, job_description);
    (is_stated && is_named && is_short && !title.contains(is_odd) && !tells && !speaks)
        .then_some(title)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::analysis::Requirement;
    use crate::compose::tests::id;
    use crate::delivered::Kind;
    use crate::draft::Receipt;

    fn statement(path: &str, text: &str) -> Statement {
        let receipts = vec![Receipt { chunk_id: id(1), spans: Vec::new() }];
        let (path, text) = (path.to_owned(), text.to_owned());
        let kind = Some(Kind::Verbatim);
        Statement { path, text, kind, source: None, edits: Vec::new(), receipts }
    }

    fn statements() -> Vec<Statement> {
        [
            ("basics/label", "Engineer"),
            ("basics/summary", "I build mills."),
            ("work/0/name", "Mill"),
            ("work/0/position", "Engineer"),
            ("work/0/startDate", "2019"),
            ("work/0/highlights/0", "Cut the noise."),
            ("work/0/highlights/1", "Taught three apprentices."),
            ("work/1/name", "Dam"),
            ("work/1/summary", "Looked after the gates."),
            ("work/1/highlights/0", "Led the night shift."),
            ("skills/0/keywords/0", "Kotlin"),
        ]
        .map(|(path, text)| statement(path, text))
        .into()
    }

    fn asked(level: Level, answered_by: &[&str]) -> Requirement {
        let answered_by = answered_by.iter().map(|path| (*path).to_owned()).collect();
        Requirement { text: String::new(), level, keywords: Vec::new(), answered_by }
    }

    #[test]
    fn what_answers_the_posting_is_told_below_its_entry_and_nothing_else() {
        let analysis = Analysis {
            requirements: vec![
                asked(Level::Nice, &["work/0/highlights/1"]),
                asked(Level::Must, &["skills/0/keywords/0", "work/1/highlights/0"]),
                asked(Level::Must, &["work/1/highlights/0", "work/1/summary"]),
            ],
            ..Analysis::default()
        };
        let statements = statements();
        let told = telling(&statements, &analysis);
        let paths: Vec<&str> = told.iter().map(|one| one.path.as_str()).collect();
        let expected =
            ["basics/summary", "work/1/highlights/0", "work/0/highlights/1", "work/1/summary"];
        assert_eq!(paths, expected);
        let letter = Letter::of(&told[..3], &statements);
        let resume = json!({"basics": {"name": "Ada", "email": "a@b.example", "summary": "More."}});
        assert_eq!(
            letter.document(&resume),
            json!({
                "basics": {"name": "Ada", "email": "a@b.example", "label": "Engineer", "summary": "I build mills."},
                "work": [
                    {"name": "Mill", "position": "Engineer", "startDate": "2019",
                     "highlights": ["Taught three apprentices."]},
                    {"name": "Dam", "highlights": ["Led the night shift."]},
                ],
            })
        );
        assert_eq!(letter.statements().count(), 2 + 4 + 2);
        let empty = Letter::of(&[], &statements);
        assert_eq!((empty.summary, empty.passages), (None, Vec::new()));
    }

    #[test]
    fn what_is_announced_is_told_behind_what_announces_it() {
        let mut statements = statements();
        let lines = ["Ran the mill.", "What others did:", "Led 30 people.", "My own:", "Sold it."];
        statements.retain(|one| !one.path.starts_with("work/0/highlights"));
        for (number, line) in lines.iter().enumerate() {
            statements.insert(5 + number, statement(&format!("work/0/highlights/{number}"), line));
        }
        // In the owner's words for it, which need no colon.
        statements[8].source = Some(statements[8].text.clone());
        statements[8].text = "What I did myself".to_owned();
        let told = |asked_for: &str| {
            let requirements = vec![asked(Level::Must, &[asked_for])];
            let analysis = Analysis { requirements, ..Analysis::default() };
            let best = telling(&statements, &analysis);
            assert!(best.iter().all(|one| !is_announcement(one)));
            let letter = Letter::of(&best[1..2], &statements);
            let lines = letter.passages.iter().flat_map(|passage| passage.told.clone());
            lines.map(|one| one.text).collect::<Vec<_>>()
        };
        assert_eq!(told("work/0/highlights/0"), ["Ran the mill."]);
        assert_eq!(told("work/0/highlights/2"), ["What others did:", "Led 30 people."]);
        assert_eq!(told("work/0/highlights/4"), ["What I did myself", "Sold it."]);
        assert_eq!(told("work/1/highlights/0"), ["Led the night shift."]);
    }

    #[test]
    fn without_an_answer_the_newest_work_tells() {
        let statements = statements();
        let told = telling(&statements, &Analysis::default());
        let paths: Vec<&str> = told.iter().map(|one| one.path.as_str()).collect();
        assert_eq!(
            paths,
            ["basics/summary", "work/0/highlights/0", "work/0/highlights/1", "work/1/summary"]
        );
        let mut unproved = statements.clone();
        for one in &mut unproved {
            one.kind = None;
        }
        assert_eq!(telling(&unproved, &Analysis::default()), Vec::<&Statement>::new());
    }

    #[test]
    fn a_title_is_the_postings_own_and_names_a_job() {
        for title in ["Senior Engineer I", "Sr. Engineer", "C++ / .NET Developer"] {
            let posting = format!("{title}\nMill, Aarhus\n\nRequirements\n- Kotlin");
            assert_eq!(stated_title(title, &posting), Some(title));
        }
        for title in [
            "",
            "Chief. I have led 300 engineers",
            "I am the lead engineer",
            "Engineer” and I say “yes",
            "Engineer!",
            "About us",
            "Requirements",
            "Lead the team to success",
            "Head office",
            "Home > Jobs > Engineering",
            "Our engineers build mills:",
            "Europe's largest producer of organic milk",
            "Small owner-managed hotel in Bavaria",
            "Lead generation agency",
            "Reports to the Head of Sales",
            "Sous la responsabilité du Project Manager",
            "Share this job with a software engineer",
            "Software Engineer no longer available",
            "Are you looking for a manager who listens to you?",
        ] {
            let posting = format!("{title}\n\nRequirements\n- Kotlin");
            assert_eq!(stated_title(title, &posting), None, "{title}");
        }
        assert_eq!(stated_title("Queen", "Engineer\nKotlin"), None);
        let long = "Engineer ".repeat(20);
        assert_eq!(stated_title(&long, &long), None);
    }
}
