//! False neighbours of true sentences: what is left when one thing about a sentence is changed. Most
//! of them claim something else, and none of them is the owner's sentence.
//!
//! Made by rule and in order, so that a failure can be seen again.

use std::collections::HashSet;

/// How a sentence is changed: its name, and what it makes of a sentence and another one.
type Means = (&'static str, fn(&str, &str) -> Vec<String>);

pub const MEANS: &[Means] = &[
    ("a span is left out", |text, _| spans_left_out(text)),
    ("two words change places", |text, _| swapped(text)),
    ("two sentences become one", merged),
    ("a word has another form", |text, _| inflected(text)),
    ("a mark is gone or another one", |text, _| marks(text)),
    ("a figure is another one", |text, _| figures(text)),
    ("a letter is another one", |text, _| letters(text)),
    ("a letter is of another script", |text, _| scripts(text)),
    ("something is added", |text, _| added(text)),
    ("a word has another case", |text, _| cases(text)),
    ("blanks are others", |text, _| blanks(text)),
    ("a unit is another one", |text, _| units(text)),
    ("a clause is elsewhere or gone", |text, _| clauses(text)),
    ("a word is another one", |text, _| replaced(text)),
];

/// All neighbours of a sentence that differ from it.
pub fn of(text: &str, other: &str) -> Vec<String> {
    let mut found: Vec<String> = MEANS.iter().flat_map(|(_, means)| means(text, other)).collect();
    found.retain(|neighbour| neighbour != text && !neighbour.trim().is_empty());
    let mut seen = HashSet::new();
    found.retain(|neighbour| seen.insert(neighbour.clone()));
    found
}

/// Whether two texts differ by nothing but the spellings that may be changed without asking: the percent
/// sign, and the full stop at the end. Written apart from the code that makes such texts, to judge it,
/// and no wider than the two are meant.
pub fn says_the_same(source: &str, text: &str) -> bool {
    let spelled = [source.to_owned(), with_signs(source)];
    spelled.into_iter().any(|known| known == text || without_stop(&known) == Some(text))
}

/// `40 percent` and `40 per cent` with the sign, all of them.
fn with_signs(text: &str) -> String {
    let mut said: Vec<String> = Vec::new();
    let mut words = text.split(' ').peekable();
    while let Some(word) = words.next() {
        let counted = said.last().is_some_and(|last| last.ends_with(|c: char| c.is_ascii_digit()));
        let after = |word: &str, unit: &str| {
            let rest = word.strip_prefix(unit)?;
            let ends = !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-');
            ends.then(|| format!("%{rest}"))
        };
        let two =
            (word == "per").then(|| words.peek().and_then(|next| after(next, "cent"))).flatten();
        match (after(word, "percent"), two) {
            (Some(sign), _) if counted => said.push(sign),
            (_, Some(sign)) if counted => {
                words.next();
                said.push(sign);
            }
            _ => said.push(word.to_owned()),
        }
    }
    said.join(" ")
}

fn without_stop(text: &str) -> Option<&str> {
    let bare = text.strip_suffix('.')?;
    let last = bare.split_whitespace().next_back()?;
    let closed = bare.ends_with(|c: char| c.is_alphanumeric() || "%)€".contains(c));
    (closed && !last.contains('.')).then_some(bare)
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

fn spans_left_out(text: &str) -> Vec<String> {
    let words = words(text);
    let mut found = Vec::new();
    for from in 0..words.len() {
        for to in from + 1..=words.len() {
            // Short spans anywhere; long ones at the beginning and the end.
            if to - from <= 3 || from == 0 || to == words.len() {
                let kept = [&words[..from], &words[to..]].concat();
                let kept = kept.join(" ");
                found.push(with_capital(&kept));
                found.push(kept);
            }
        }
    }
    found
}

fn with_capital(text: &str) -> String {
    let mut characters = text.chars();
    let first: String = characters.next().into_iter().flat_map(char::to_uppercase).collect();
    first + characters.as_str()
}

fn swapped(text: &str) -> Vec<String> {
    let words = words(text);
    let mut found = Vec::new();
    for one in 0..words.len() {
        for other in one + 1..words.len().min(one + 5) {
            let mut words = words.clone();
            words.swap(one, other);
            found.push(words.join(" "));
        }
    }
    found
}

fn merged(text: &str, other: &str) -> Vec<String> {
    let (one, two) = (words(text), words(other));
    let half = |words: &[&str], first: bool| -> String {
        let (begin, end) = words.split_at(words.len() / 2);
        if first { begin.join(" ") } else { end.join(" ") }
    };
    vec![
        format!("{} {}", half(&one, true), half(&two, false)),
        format!("{} {}", half(&two, true), half(&one, false)),
        format!("{} and {other}", text.trim_end_matches('.')),
        format!("{text} {other}"),
    ]
}

fn each_word(text: &str, change: impl Fn(&str) -> Vec<String>) -> Vec<String> {
    let words = words(text);
    let changed = |at: usize| -> Vec<String> {
        let all = change(words[at]).into_iter();
        let whole = |word: String| {
            let parts = words.iter().enumerate();
            let parts = parts.map(|(place, known)| if place == at { &*word } else { known });
            parts.collect::<Vec<_>>().join(" ")
        };
        all.map(whole).collect()
    };
    (0..words.len()).flat_map(changed).collect()
}

fn inflected(text: &str) -> Vec<String> {
    each_word(text, |word| {
        let bare = ["ed", "ing", "s", "d", "er"].iter().filter_map(|end| word.strip_suffix(end));
        let bare = bare.filter(|rest| rest.len() > 2).map(str::to_owned);
        let longer = ["s", "ed", "ing", "er", "n't"].iter().map(|end| format!("{word}{end}"));
        bare.chain(longer).collect()
    })
}

fn marks(text: &str) -> Vec<String> {
    let marks = |c: char| !c.is_alphanumeric() && !c.is_whitespace();
    let mut found = Vec::new();
    for (at, mark) in text.match_indices(marks) {
        let (before, after) = (&text[..at], &text[at + mark.len()..]);
        found.push(format!("{before}{after}"));
        found.extend([",", ";", "-", "!", "–", " "].map(|other| format!("{before}{other}{after}")));
    }
    found.extend([
        format!("{text}!"),
        format!("{text}?"),
        format!("\"{text}\""),
        format!("-{text}"),
    ]);
    found
}

fn figures(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (at, digit) in text.match_indices(|c: char| c.is_ascii_digit()) {
        let (before, after) = (&text[..at], &text[at + 1..]);
        let value: u32 = digit.parse().unwrap_or(0);
        let superscript = ["⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"][value as usize];
        let others = [
            format!("{}", (value + 1) % 10),
            format!("{digit}0"),
            format!("{digit}."),
            format!("-{digit}"),
            format!("over {digit}"),
            String::new(),
            superscript.to_owned(),
        ];
        found.extend(others.map(|other| format!("{before}{other}{after}")));
    }
    let units = [("Mb", "MB"), ("GB", "Gb"), ("ms", "s"), ("%", "‰"), ("€", "$"), ("k", "M")];
    found.extend(
        units.iter().filter(|(from, _)| text.contains(from)).map(|(a, b)| text.replace(a, b)),
    );
    found
}

fn letters(text: &str) -> Vec<String> {
    each_word(text, |word| {
        let characters: Vec<char> = word.chars().collect();
        if characters.len() < 2 {
            return Vec::new();
        }
        let mut twice = characters.clone();
        twice.insert(1, characters[1]);
        let mut turned = characters.clone();
        turned.swap(0, 1);
        [characters[1..].to_vec(), characters[..characters.len() - 1].to_vec(), twice, turned]
            .into_iter()
            .map(String::from_iter)
            .collect()
    })
}

fn scripts(text: &str) -> Vec<String> {
    let alike = [
        ('a', 'а'),
        ('e', 'е'),
        ('o', 'о'),
        ('c', 'с'),
        ('p', 'р'),
        ('I', 'І'),
        ('1', '１'),
        ('0', '０'),
    ];
    let mut found: Vec<String> = Vec::new();
    for (latin, other) in alike {
        if let Some(at) = text.find(latin) {
            let (before, after) = (&text[..at], &text[at + latin.len_utf8()..]);
            found.push(format!("{before}{other}{after}"));
        }
    }
    for hidden in ['\u{200b}', '\u{ad}', '\u{202e}', '\u{a0}'] {
        found.push(text.replacen(' ', &format!(" {hidden}"), 1));
        found.push(text.replacen(' ', &hidden.to_string(), 1));
        found.push(format!("{text}{hidden}"));
    }
    found
}

fn added(text: &str) -> Vec<String> {
    let mut found: Vec<String> = ["Led and ", "Single-handedly ", "Was the CTO who ", "Not "]
        .map(|lie| format!("{lie}{text}"))
        .to_vec();
    let words = words(text);
    for at in 1..words.len() {
        for lie in ["not", "never", "all", "over", "without"] {
            let all = [&words[..at], &[lie], &words[at..]].concat();
            found.push(all.join(" "));
        }
    }
    found.push(format!("{} at NASA.", text.trim_end_matches('.')));
    found.push(format!("{} (PhD)", text.trim_end_matches('.')));
    found
}

fn cases(text: &str) -> Vec<String> {
    each_word(text, |word| {
        let all = [word.to_uppercase(), word.to_lowercase(), with_capital(word)];
        all.into_iter().filter(|other| other != word).collect()
    })
}

fn blanks(text: &str) -> Vec<String> {
    let mut found = vec![format!(" {text}"), format!("{text} "), text.replacen(' ', "  ", 1)];
    found.extend(["\t", "\n", "\u{2009}", "\u{3000}", ""].map(|gap| text.replacen(' ', gap, 1)));
    found.push(text.replace(' ', "\u{a0}"));
    found
}

fn units(text: &str) -> Vec<String> {
    let pairs = [
        ("percent", "percentage points"),
        ("%", "percentage points"),
        ("minutes", "seconds"),
        ("hours", "minutes"),
        ("days", "hours"),
        ("weeks", "days"),
        ("months", "weeks"),
        ("years", "months"),
        ("a day", "an hour"),
        ("a week", "a day"),
        ("a month", "a week"),
        ("million", "billion"),
        ("thousand", "million"),
        (" M ", " B "),
        ("MB", "GB"),
        ("km", "miles"),
        ("kg", "t"),
        ("people", "teams"),
        ("€", "£"),
        ("EUR", "USD"),
        ("half", "all"),
        ("a third", "two thirds"),
        ("one", "all"),
        ("two", "ten"),
        ("three", "thirty"),
    ];
    let known = pairs.iter().filter(|(from, _)| text.contains(from));
    known.flat_map(|(from, to)| [text.replace(from, to), text.replacen(from, to, 1)]).collect()
}

/// Around commas and words that bind: each part alone, each part gone, two parts in another order.
fn clauses(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for mark in [
        ", ", "; ", " – ", " and ", " or ", " but ", " by ", " with ", " for ", " from ", " to ",
        " which ",
    ] {
        let parts: Vec<&str> = text.split(mark).collect();
        for at in 0..parts.len() {
            found.push(with_capital(parts[at]));
            found.push(format!("{}.", with_capital(parts[at].trim_end_matches('.'))));
            let mut without = parts.clone();
            without.remove(at);
            found.push(without.join(mark));
            if at > 0 {
                let mut turned = parts.clone();
                turned.swap(at - 1, at);
                found.push(turned.join(mark));
            }
        }
    }
    found
}

/// Words that weaken or turn a sentence, and what somebody would like to read in their place.
fn replaced(text: &str) -> Vec<String> {
    let pairs = [
        ("helped", "led"),
        ("Helped", "Led"),
        ("supported", "led"),
        ("Supported", "Led"),
        ("assisted", "managed"),
        ("planned", "delivered"),
        ("Planned", "Delivered"),
        ("proposed", "introduced"),
        ("took part in", "led"),
        ("Took part in", "Led"),
        ("without", "with"),
        ("with", "without"),
        ("not ", ""),
        ("no ", ""),
        ("from", "to"),
        ("to", "from"),
        ("up to", "over"),
        ("about", "over"),
        ("nearly", "more than"),
        ("under", "over"),
        ("junior", "senior"),
        ("deputy", "head"),
        ("assistant", "head"),
        ("some", "all"),
        ("most", "all"),
        ("team", "company"),
        ("we", "I"),
        ("our", "my"),
        ("was", "is"),
        ("tried", "managed"),
    ];
    let known = pairs.iter().filter(|(from, _)| text.contains(from));
    known.map(|(from, to)| text.replacen(from, to, 1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A judge that lets everything pass would find no lie.
    #[test]
    fn the_judge_takes_the_two_spellings_and_nothing_else() {
        let source = "I cut the noise by 40 percent.";
        for same in [
            source,
            "I cut the noise by 40 %.",
            "I cut the noise by 40 percent",
            "I cut the noise by 40 %",
        ] {
            assert!(says_the_same(source, same), "{same}");
        }
        for (source, other) in [
            (source, "cut the noise by 40 percent."),
            (source, "Cut the noise by 40 percent."),
            (source, "Cut the noise by 400 %"),
            ("I never led it.", "Never led it."),
            ("In the 40 percentile.", "In the 40 %ile."),
            ("Forty percent.", "Forty %."),
            ("Worked in the U.S.", "Worked in the U.S"),
            ("And so on...", "And so on.."),
            ("Led it.", "Led it!"),
        ] {
            assert!(!says_the_same(source, other), "{other}");
        }
    }

    #[test]
    fn every_means_changes_some_sentence() {
        let text = "Helped to cut costs from 40 % to 8 %, with 3 people, in two months.";
        for (name, means) in MEANS {
            let made = means(text, "Taught three apprentices.");
            assert!(made.iter().any(|made| made != text), "{name}");
        }
        assert!(of(text, "Taught three apprentices.").len() > 300);
    }
}
