use std::collections::HashMap;
use std::sync::LazyLock;

use crate::analysis::Seniority;
use crate::lists::words;
use crate::words::{Token, tokens};

static WORDS: LazyLock<HashMap<&str, Seniority>> = LazyLock::new(|| {
    let list = include_str!("../../data/seniority.txt");
    let ranked = Seniority::ALL.into_iter();
    ranked.flat_map(|rank| words(list, rank.name()).map(move |word| (word, rank))).collect()
});

/// By the title, where of two words the higher rank counts ("Senior Director"), else by the line it stands in when that is no prose, else by years.
pub(super) fn of(title: &str, line: &str, text: &str) -> Option<Seniority> {
    let named_in = |text: &str| tokens(text).iter().filter_map(|token| named(&token.folded)).max();
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
    // Danish joins the trade and the rank: a "regnskabschef" is no cook.
    let joined = || word.ends_with("schef") && word.len() > "souschef".len();
    WORDS.get(word).copied().or_else(|| joined().then_some(Seniority::Lead))
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
