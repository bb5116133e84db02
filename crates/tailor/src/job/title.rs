use std::sync::LazyLock;

use super::sections::Block;
use crate::lists::phrases;

const LONGEST: usize = 90;
/// Lines in which a title is looked for.
const FIRST: usize = 8;

const LIST: &str = include_str!("../../data/titles.txt");
/// Words after which a post names whom it looks for, and what stands between them and the name.
static SOUGHT: LazyLock<Vec<String>> = LazyLock::new(|| phrases(LIST, "sought"));
static ARTICLES: LazyLock<Vec<String>> = LazyLock::new(|| phrases(LIST, "articles"));
/// What people are called at work, or how that ends.
static ROLES: LazyLock<Vec<String>> = LazyLock::new(|| phrases(LIST, "roles"));

/// The title of the job, empty when none is found, and the line it stands in.
pub(super) fn of<'a>(blocks: &[Block<'a>]) -> (String, &'a str) {
    let lines = || blocks.iter().filter(|block| !block.bullet).map(|block| block.text).take(FIRST);
    let found = lines()
        .find_map(|line| Some((labelled(line)?, line)))
        .or_else(|| lines().find_map(|line| Some((headed(line)?, line))))
        .or_else(|| lines().find_map(|line| Some((sought(line)?, line))))
        .or_else(|| lines().next().map(|line| (first_words(line), line)));
    let (title, line) = found.unwrap_or_default();
    match title.chars().count() <= LONGEST {
        true => (title, line),
        false => (String::new(), ""),
    }
}

fn labelled(line: &str) -> Option<String> {
    let (label, rest) = line.split_once(':')?;
    let known = ["job title", "title", "position", "role", "job", "stelle", "vacancy"];
    known.contains(&label.trim().to_lowercase().as_str()).then(|| bare(rest))
}

/// A short line that names a role, without the company beside it.
fn headed(line: &str) -> Option<String> {
    let short = line.len() <= LONGEST && !line.trim_end().ends_with(['.', '!', ';', '?']);
    let parts =
        line.split(" — ").flat_map(|part| part.split(" – ")).flat_map(|part| part.split(" | "));
    let mut parts = parts.flat_map(|part| part.split(" @ ")).flat_map(|part| part.split(" - "));
    parts.find(|part| short && names_role(part)).map(bare)
}

/// "Brennecke seeks an experienced plant controller. The foundry…"
fn sought(line: &str) -> Option<String> {
    let lower = line.to_lowercase();
    // Lower case may have another length in some scripts; then the places do not agree.
    if lower.len() != line.len() {
        return None;
    }
    SOUGHT.iter().find_map(|cue| {
        let mut rest = line.get(lower.find(cue)? + cue.len()..)?;
        while let Some(after) =
            ARTICLES.iter().find_map(|article| rest.strip_prefix(article.as_str()))
        {
            rest = after;
        }
        let ends =
            [".", ",", " who ", " to ", " for ", " with ", " in ", " at ", " from ", ":", "("];
        let name = up_to(rest, &ends);
        let fits = (1..=7).contains(&name.split_whitespace().count()) && names_role(name);
        fits.then(|| bare(name))
    })
}

fn first_words(line: &str) -> String {
    let words = up_to(line, &[". ", " for ", " (", ", "]);
    if words.split_whitespace().count() <= 7 { bare(words) } else { String::new() }
}

fn names_role(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.any(|word| {
        let word = word.to_lowercase();
        let word = word.strip_suffix("in").filter(|rest| rest.ends_with("er")).unwrap_or(&word);
        ROLES.iter().any(|role| word == *role || (role.len() > 5 && word.ends_with(role.as_str())))
    })
}

fn up_to<'a>(text: &'a str, ends: &[&str]) -> &'a str {
    let end = ends.iter().filter_map(|end| text.find(end)).min().unwrap_or(text.len());
    text[..end].trim()
}

/// Without who may apply, and without what surrounds a name.
fn bare(line: &str) -> String {
    let mut name = up_to(line, &["\t", ". "]);
    for end in [" wanted", " gesucht"] {
        name = name.strip_suffix(end).unwrap_or(name);
    }
    if let Some((before, inside)) = name.rsplit_once('(') {
        let inside = inside.trim_end_matches(')').to_lowercase();
        let who = inside.contains('/')
            || ["senior", "junior", "all genders", "remote"]
                .iter()
                .any(|word| inside.starts_with(word));
        name = if who { before } else { name };
    }
    let kept = |c: char| c.is_alphanumeric() || matches!(c, ')' | '+' | '#');
    let name = name.trim_end_matches(|c: char| !kept(c));
    name.trim_start_matches(|c: char| !(kept(c) || c == '.')).to_owned()
}
