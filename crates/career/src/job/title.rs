use super::sections::Block;

const LONGEST: usize = 90;
/// Lines in which a title is looked for.
const FIRST: usize = 8;

/// Words after which a post names whom it looks for.
const SOUGHT: &[&str] = &[
    "looking for ",
    "looks for ",
    "look for ",
    " hires ",
    "is hiring ",
    "are hiring ",
    " seeks ",
    "we seek ",
    "wir suchen ",
    " sucht ",
    "we want ",
    "we need ",
    "wanted: ",
    "us as ",
    "post of ",
    "position of ",
    "role of ",
    "vacancy for ",
];
const ARTICLES: &[&str] =
    &["an ", "a ", "our ", "its ", "the ", "einen ", "eine ", "ein ", "experienced "];

/// What people are called at work, or how that ends.
const ROLES: &[&str] = &[
    "accountant",
    "administrator",
    "agent",
    "analyst",
    "apprentice",
    "architect",
    "assistant",
    "baker",
    "biologist",
    "buyer",
    "chef",
    "chemist",
    "clerk",
    "consultant",
    "controller",
    "cook",
    "coordinator",
    "designer",
    "developer",
    "director",
    "doctor",
    "driver",
    "editor",
    "educator",
    "electrician",
    "engineer",
    "entwickler",
    "executive",
    "head",
    "informatician",
    "ingenieur",
    "installer",
    "intern",
    "journalist",
    "lawyer",
    "lead",
    "leader",
    "lecturer",
    "leiter",
    "librarian",
    "manager",
    "mechanic",
    "nurse",
    "officer",
    "operator",
    "owner",
    "paramedic",
    "pharmacist",
    "physician",
    "planner",
    "plumber",
    "president",
    "principal",
    "producer",
    "professor",
    "programmer",
    "psychologist",
    "receptionist",
    "reporter",
    "representative",
    "researcher",
    "salesperson",
    "scientist",
    "secretary",
    "specialist",
    "strategist",
    "supervisor",
    "surveyor",
    "teacher",
    "technician",
    "tester",
    "therapist",
    "trainer",
    "translator",
    "welder",
    "writer",
];

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
        while let Some(after) = ARTICLES.iter().find_map(|article| rest.strip_prefix(article)) {
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
        ROLES.iter().any(|role| word == *role || (role.len() > 5 && word.ends_with(role)))
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
