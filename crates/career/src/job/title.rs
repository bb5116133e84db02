use super::sections::Block;

const LONGEST: usize = 90;

/// Words after which a post names whom it looks for.
const SOUGHT: &[&str] = &[
    "we are looking for ",
    "we're looking for ",
    "we are hiring ",
    "is looking for ",
    "is hiring ",
    " seeks ",
    "we seek ",
    "wir suchen ",
    " sucht ",
    "we want ",
    "we need ",
    "looking for ",
    "hiring ",
    "wanted: ",
    "join us as ",
    "to join us as ",
];

pub(super) fn of(blocks: &[Block<'_>]) -> String {
    let labelled = blocks.iter().take(8).find_map(|block| {
        let (label, rest) = block.text.split_once(':')?;
        let known = ["job title", "title", "position", "role", "job", "stelle", "vacancy"];
        known.contains(&label.trim().to_lowercase().as_str()).then(|| rest.trim())
    });
    let first = blocks.iter().find(|block| !block.heading && !block.bullet);
    let headed = first.filter(|block| {
        block.text.len() <= LONGEST && !block.text.trim_end().ends_with(['.', '!', ';'])
    });
    let told = || blocks.iter().filter(|block| !block.bullet).take(6).find_map(|b| sought(b.text));
    let sentence = || first.map(|block| up_to(block.text, &[". ", ".", " for ", " (", ", "]));
    let found = labelled
        .map(str::to_owned)
        .or_else(|| headed.map(|block| bare(block.text)))
        .or_else(told)
        .or_else(|| sentence().map(bare));
    let found = found.unwrap_or_default();
    match found.chars().count() <= LONGEST {
        true => found,
        false => String::new(),
    }
}

/// "Brennecke seeks an experienced plant controller. The foundry…"
fn sought(text: &str) -> Option<String> {
    let lower = text.to_lowercase();
    // Lower case may have another length in some scripts; then the places do not agree.
    if lower.len() != text.len() {
        return None;
    }
    let after = SOUGHT.iter().find_map(|cue| lower.find(cue).map(|at| at + cue.len()))?;
    let rest = text.get(after..)?;
    let rest = ["an ", "a ", "our ", "einen ", "eine ", "ein ", "the "]
        .iter()
        .find_map(|article| rest.strip_prefix(article))
        .unwrap_or(rest);
    let name =
        up_to(rest, &[".", ",", " who ", " to ", " for ", " with ", " in ", " at ", ":", "("]);
    let words = name.split_whitespace().count();
    let vague = ["someone", "somebody", "people", "you", "a person"];
    (1..=7).contains(&words).then(|| bare(name)).filter(|name| {
        !name.is_empty() && !vague.iter().any(|word| name.to_lowercase().starts_with(word))
    })
}

fn up_to<'a>(text: &'a str, ends: &[&str]) -> &'a str {
    let end = ends.iter().filter_map(|end| text.find(end)).min().unwrap_or(text.len());
    text[..end].trim()
}

/// Without the company behind a dash, and without who may apply.
fn bare(line: &str) -> String {
    let mut name = up_to(line, &[" — ", " – ", " | ", " - ", " @ ", "\t"]).to_owned();
    for who in ["(m/w/d)", "(w/m/d)", "(f/m/d)", "(m/f/d)", "(m/f/x)", "(d/m/w)", "(all genders)"] {
        if let Some(at) = name.to_lowercase().find(who).filter(|at| name.is_char_boundary(*at)) {
            name.truncate(at);
        }
    }
    name.trim_matches(|c: char| !(c.is_alphanumeric() || matches!(c, ')' | '+' | '#'))).to_owned()
}
