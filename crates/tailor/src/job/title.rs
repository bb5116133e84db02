use std::sync::LazyLock;

use super::labels;
use super::sections::Block;
use crate::lists::phrases;

const LONGEST: usize = 90;
/// Lines in which a title is looked for where the post says that it is one, and where a role alone names it.
const FIRST: usize = 8;
const NEAR: usize = 3;
const MOST_WORDS: usize = 8;

const LIST: &str = include_str!("../../data/titles.txt");
/// Words after which a post names whom it looks for, and what stands between them and the name.
static SOUGHT: LazyLock<Vec<String>> = LazyLock::new(|| phrases(LIST, "sought"));
static ARTICLES: LazyLock<Vec<String>> = LazyLock::new(|| phrases(LIST, "articles"));
/// What people are called at work, or how that ends.
static ROLES: LazyLock<Vec<String>> = LazyLock::new(|| phrases(LIST, "roles"));
/// Words that no title has before its role.
static TELLING: LazyLock<Vec<String>> = LazyLock::new(|| phrases(LIST, "telling"));
/// Words that make a sentence of what stands there.
static SENTENCE: LazyLock<Vec<String>> = LazyLock::new(|| phrases(LIST, "sentence"));
/// What may stand behind a role.
static RANKS: LazyLock<Vec<String>> = LazyLock::new(|| phrases(LIST, "ranks"));
/// What labels of a title tell instead of one.
static OTHERS: LazyLock<Vec<String>> = LazyLock::new(|| phrases(LIST, "others"));

/// The title of the job, empty when none is found, and the line it stands in.
pub(super) fn of<'a>(blocks: &[Block<'a>]) -> (String, &'a str) {
    let guessed = || {
        // What announces a part of the post is not what the post is about.
        let first = blocks.first().filter(|first| !first.heading && !first.bullet);
        first.map(|first| (first_words(first.text), first.text))
    };
    let (title, line) = told(blocks).or_else(guessed).unwrap_or_default();
    match title.chars().count() <= LONGEST {
        true => (title, line),
        false => (String::new(), ""),
    }
}

/// The title where the post says that it is one, or names a role; not a guess.
pub(super) fn told<'a>(blocks: &[Block<'a>]) -> Option<(String, &'a str)> {
    let lines = || {
        let first = blocks.iter().filter(|block| !block.bullet).take(FIRST);
        first.filter(|block| !block.heading).map(|block| block.text)
    };
    let with = |name: fn(&str) -> Option<String>, most: usize| {
        lines().take(most).find_map(|line| Some((name(line)?, line)))
    };
    let labelled_role = |line: &str| labelled(line).filter(|title| names_role(title));
    with(labelled_role, FIRST)
        .or_else(|| with(headed, NEAR))
        .or_else(|| with(sought, FIRST))
        .or_else(|| with(labelled, FIRST))
        .filter(|(title, _)| !title.is_empty())
}

fn labelled(line: &str) -> Option<String> {
    let (label, rest) = labels::labelled(line)?;
    let known = ["job title", "title", "position", "role", "job", "stelle", "vacancy"];
    let is_known = known.contains(&label.trim().to_lowercase().as_str());
    // How one is employed, or addressed, is told below the same labels. "MRI" is no "Mr", and a contract manager a role.
    let plain = |text: &str| {
        let text = text.to_lowercase();
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        format!(" {} ", words.collect::<Vec<_>>().join(" "))
    };
    let told = plain(rest);
    let is_other = !names_role(rest) && OTHERS.iter().any(|word| told.contains(&plain(word)));
    let is_title = is_known && !is_other;
    match is_sentence(rest) {
        // Below a label people also tell whom they look for.
        true => is_title.then(|| sought(rest)).flatten(),
        false => is_title.then(|| bare(rest)),
    }
}

/// Whether words tell something, and name nothing.
fn is_sentence(text: &str) -> bool {
    let text = text.trim();
    let last = text.split_whitespace().next_back().unwrap_or_default();
    // "Sr." is cut short, and "Engineer." may be a line that somebody ended.
    let ends = text.ends_with(['!', '?', '\u{3002}']) || last.ends_with('.') && last.len() > 4;
    let words =
        || text.split(|c: char| !c.is_alphanumeric() && c != '\'').filter(|it| !it.is_empty());
    let tells = || words().any(|word| SENTENCE.contains(&word.to_lowercase()));
    let is_unspaced = ["です", "ます", "\u{3002}", "，"].iter().any(|it| text.contains(it));
    let is_long = words().count() > LONGEST_TITLE;
    tells() || is_unspaced || is_long || ends && !is_role(text.trim_end_matches('.'))
}

/// Words of a title with all that people put behind it.
const LONGEST_TITLE: usize = 14;

/// What stands between a title and a company, or the steps of a way to a page.
const BETWEEN: [&str; 11] =
    [" — ", " – ", " | ", " @ ", " - ", " > ", " › ", " » ", " → ", " · ", " • "];

/// A short line that names a role, without the company beside it.
fn headed(line: &str) -> Option<String> {
    let short = line.len() <= LONGEST && !line.trim_end().ends_with(['.', '!', ';', '?', ':']);
    let mut parts = vec![line];
    for sign in BETWEEN {
        parts = parts.into_iter().flat_map(|part| part.split(sign)).collect();
    }
    parts.into_iter().find(|part| short && is_role(part)).map(bare)
}

/// Whether the words are those of a title: a role, what it is for behind it, and nothing that makes a sentence
/// of it. "Reports to the Head of Sales" and "Europe's largest producer" name roles and are no titles.
fn is_role(part: &str) -> bool {
    let head = up_to(part, &[" of ", " for ", " in ", " im ", " für ", " (", ", ", "\t"]);
    let head = head.trim_end_matches("*in").trim_end_matches(":in").trim_end_matches("/in");
    let words: Vec<&str> = head.split_whitespace().collect();
    let lower = |word: &&str| word.to_lowercase();
    let is_rank = |word: &&&str| RANKS.contains(&lower(word));
    let Some(last) = words.iter().rev().find(|word| !is_rank(word)) else { return false };
    let tells = |word: &&str| {
        TELLING.contains(&lower(word))
            || word.ends_with("'s") && !word.eq_ignore_ascii_case("driver's")
    };
    words.len() <= MOST_WORDS && names_role(last) && !words.iter().any(tells)
}

/// "Brennecke seeks an experienced plant controller. The foundry…"
fn sought(line: &str) -> Option<String> {
    let lower = line.to_lowercase();
    // Lower case may have another length in some scripts; then the places do not agree.
    let asks = line.trim_end().ends_with('?') || lower.contains("not looking");
    if lower.len() != line.len() || asks {
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

/// "Lead the team" and "Head office" begin like titles.
fn tells_to_do(line: &str) -> bool {
    let lower = line.trim().to_lowercase();
    let mut words = lower.split_whitespace();
    let first = words.next().unwrap_or_default();
    let second = words.next().unwrap_or_default();
    matches!(first, "lead" | "head" | "join" | "become" | "meet" | "share")
        && (TELLING.iter().any(|word| word == second) || second == "office")
}

fn first_words(line: &str) -> String {
    let is_way = BETWEEN[5..9].iter().any(|sign| line.contains(sign));
    if is_way || tells_to_do(line) || line.trim_end().ends_with([':', '?', '!']) {
        return String::new();
    }
    let words = up_to(line, &[". ", " for ", " (", ", "]);
    if is_sentence(words) || words.len() == line.trim().len() && is_sentence(line) {
        return String::new();
    }
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

/// "Sr. Engineer" is one name: a short word with a dot is cut short.
fn first_sentence(text: &str) -> &str {
    let is_end = |(at, _): &(usize, &str)| {
        let word = text[..*at].split_whitespace().next_back().unwrap_or_default();
        word.chars().count() > 3
    };
    let end = text.match_indices(". ").find(is_end).map_or(text.len(), |(at, _)| at);
    text[..end].trim()
}

/// Without who may apply, and without what surrounds a name.
fn bare(line: &str) -> String {
    let mut name = first_sentence(up_to(line, &["\t", " <"]));
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
    // A heading in Markdown begins with `#`, and no name does.
    name.trim_start_matches(|c: char| !(c.is_alphanumeric() || c == '.')).to_owned()
}
