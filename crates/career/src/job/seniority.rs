use crate::tailoring::Seniority;
use crate::words::{Token, tokens};

/// By rank: of two in one title the later names the rank, as in "Senior Director".
const WORDS: &[(&str, Seniority)] = &[
    ("intern", Seniority::Intern),
    ("internship", Seniority::Intern),
    ("trainee", Seniority::Intern),
    ("apprentice", Seniority::Intern),
    ("praktikant", Seniority::Intern),
    ("praktikantin", Seniority::Intern),
    ("werkstudent", Seniority::Intern),
    ("junior", Seniority::Junior),
    ("jr", Seniority::Junior),
    ("graduate", Seniority::Junior),
    ("mid", Seniority::Mid),
    ("intermediate", Seniority::Mid),
    ("senior", Seniority::Senior),
    ("sr", Seniority::Senior),
    ("experienced", Seniority::Senior),
    ("lead", Seniority::Lead),
    ("head", Seniority::Lead),
    ("teamlead", Seniority::Lead),
    ("leader", Seniority::Lead),
    ("leiter", Seniority::Lead),
    ("leiterin", Seniority::Lead),
    ("leitung", Seniority::Lead),
    ("supervisor", Seniority::Lead),
    ("principal", Seniority::Principal),
    ("staff", Seniority::Principal),
    ("distinguished", Seniority::Principal),
    ("architect", Seniority::Principal),
    ("director", Seniority::Executive),
    ("chief", Seniority::Executive),
    ("vp", Seniority::Executive),
    ("cto", Seniority::Executive),
    ("cfo", Seniority::Executive),
    ("ceo", Seniority::Executive),
    ("president", Seniority::Executive),
    ("executive", Seniority::Executive),
];

/// By the title, else by the line it stands in when that is no prose, else by years.
pub(super) fn of(title: &str, line: &str, text: &str) -> Option<Seniority> {
    let named_in =
        |text: &str| tokens(text).iter().filter_map(|token| named(&token.folded)).max_by_key(rank);
    let headed = || match line.len() <= 100 {
        true => named_in(line),
        // In prose only the word before the title belongs to it: "an experienced controller".
        false => {
            line.find(title).and_then(|at| named_in(line[..at].split_whitespace().next_back()?))
        }
    };
    named_in(title).or_else(headed).or_else(|| by_years(&tokens(text)))
}

fn named(word: &str) -> Option<Seniority> {
    WORDS.iter().find(|(known, _)| *known == word).map(|(_, seniority)| *seniority)
}

fn rank(seniority: &Seniority) -> u8 {
    match seniority {
        Seniority::Intern => 0,
        Seniority::Junior => 1,
        Seniority::Mid => 2,
        Seniority::Senior => 3,
        Seniority::Lead => 4,
        Seniority::Principal => 5,
        Seniority::Executive => 6,
    }
}

/// By the most years that the text asks for, as in "3+ years" or "5 years of".
fn by_years(tokens: &[Token<'_>]) -> Option<Seniority> {
    let years = tokens.windows(3).filter_map(|three| {
        let of_experience = matches!(three[1].folded.as_str(), "years" | "jahre" | "yrs")
            && matches!(
                three[2].folded.as_str(),
                "of" | "experience" | "erfahrung" | "in" | "with"
            );
        let count: u32 = three[0].surface.trim_end_matches('+').parse().ok()?;
        (of_experience && count < 30).then_some(count)
    });
    match years.max()? {
        0 | 1 => Some(Seniority::Junior),
        2..=4 => Some(Seniority::Mid),
        _ => Some(Seniority::Senior),
    }
}
