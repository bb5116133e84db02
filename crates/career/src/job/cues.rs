//! How sentences without a heading tell what they are for.

use super::sections::Purpose;

const NICE: &[&str] = &[
    "ideally",
    "a plus",
    "bonus",
    "nice to have",
    "welcome",
    "valued",
    "desirable",
    "preferred",
    "preferably",
    "advantage",
    "would be great",
    "would be nice",
    "would help",
    "would love",
    "on top",
    "even better",
    "not required",
    "not essential",
    "optional",
    "we like it",
    "helpful",
    "von vorteil",
    "wünschenswert",
    "idealerweise",
    "gerne auch",
    "is an asset",
    "appreciated",
    "does no harm",
    "doesn't hurt",
    "does not hurt",
    "too.",
    "counts in your favour",
    "splendid",
    "would be lovely",
    "in your favour",
    "are encouraged",
    "is an advantage",
    "would be valued",
    "gladly",
];
const TALK: &[&str] = &[
    "we offer",
    "equal opportunity",
    "regardless of",
    "holiday",
    "pension",
    "insurance",
    "our package",
    "apply now",
    "to apply",
    "send your",
    "your application",
    "salary",
    "benefits",
    "perks",
    "bicycle",
    "wir bieten",
    "urlaub",
    "altersvorsorge",
    "bewerbung",
    "inclusive workplace",
    "welcomes applications",
    "about us",
    "founded in",
    "founded 20",
    "founded 19",
    "days of leave",
    "unlimited leave",
    "season ticket",
    "per hour",
    "per week",
    "a week,",
    "tips shared",
    "cover letter",
    "closing date",
    "report to the",
    "colleagues report",
    "deadline",
    "interview",
    "contract is",
    "part time",
    "full time",
    "free coffee",
    "stock options",
    "equity",
    "relocation",
    "childcare",
    "gym",
    "we are an",
    "committed to",
    "background check",
    "vetting",
    "canvassing",
    "fixed term",
    "pays ",
    "without regard to",
    "days off",
    "encourages applications",
    "applications from",
];
const MUST: &[&str] = &[
    "you have",
    "you've",
    "you know",
    "you are",
    "you're",
    "you can",
    "you understand",
    "you bring",
    "you must",
    "you speak",
    "you write",
    "you should",
    "you need",
    "you love",
    "you enjoy",
    "you own",
    "you find",
    "you give",
    "you judge",
    "you let",
    "you make",
    "you help",
    "you will need",
    "we expect",
    "we look for",
    "we are looking",
    "we're looking",
    "we seek",
    "we want",
    "we need",
    "must ",
    "required",
    "experience",
    "knowledge of",
    "familiar",
    "ability to",
    "need someone",
    "who has",
    "who have",
    "who can",
    "who knows",
    "has formal",
    "somebody who",
    "someone who",
    "a person who",
    "skilled",
    "background in",
    "proficien",
    "fluent",
    "degree in",
    "qualified",
    "looking for",
    "seeks",
    "sie haben",
    "sie bringen",
    "du hast",
    "du bringst",
    "erfahrung",
    "kenntnisse",
    "wir suchen",
    "wir erwarten",
    "expect",
    "essential",
    "we ask",
    "wanted",
    "hiring",
    "the right person",
    "person appointed",
    "ideal candidate",
    "successful candidate",
    "that means",
    "the role is",
    "look for",
    "you let",
    "you get",
];
const TASK: &[&str] = &[
    "you will",
    "you'll",
    "you would",
    "your job",
    "your task",
    "responsible for",
    "the role",
    "in this role",
    "day to day",
    "sie bauen",
    "sie halten",
    "du baust",
    "you ",
];

/// What a sentence is for, by its words alone. Talk outweighs, since a benefit is told in the words
/// of a wish; then what is welcome, which is told in the words of what is asked for.
pub(super) fn purpose_of(sentence: &str) -> Purpose {
    let lower = sentence.to_lowercase();
    let holds = |cues: &[&str]| cues.iter().any(|cue| lower.contains(cue));
    if holds(TALK) {
        Purpose::Talk
    } else if holds(NICE) {
        Purpose::Nice
    } else if holds(MUST) {
        Purpose::Must
    } else if holds(TASK) {
        Purpose::Task
    } else {
        Purpose::Open
    }
}

/// Whether an item under a heading of what is needed says of itself that it is not.
pub(super) fn is_only_welcome(item: &str) -> bool {
    let lower = item.to_lowercase();
    let ends = ["a plus", "a bonus", "nice to have", "an advantage", "an asset", "welcome"];
    let trimmed = lower.trim_end_matches(['.', '!', ')', ' ']);
    lower.starts_with("ideally")
        || lower.starts_with("bonus")
        || ends.iter().any(|end| trimmed.ends_with(end))
}

/// What the last words before a list announce, as in "We look for somebody who has".
pub(super) fn leading_in(line: &str) -> Option<Purpose> {
    let last = line.rsplit(". ").next().unwrap_or(line);
    match purpose_of(last) {
        known @ (Purpose::Must | Purpose::Nice) => Some(known),
        _ => None,
    }
}

/// Whether an item is about the company, though it stands in a list.
pub(super) fn is_talk(item: &str) -> bool {
    purpose_of(item) == Purpose::Talk
}
