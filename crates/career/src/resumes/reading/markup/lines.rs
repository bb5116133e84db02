//! Lines of a text, and how each came to be one. Pages of paper have no line ends within a text, so what stood on
//! lines of its own has to be parted otherwise.

/// What begins a line, from the weakest to the strongest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Begin {
    /// Somebody has broken a text.
    Text,
    Break,
    Paragraph,
    Heading,
    Item,
}

/// Each as a sign that no text has: they are no characters.
const SIGNS: [(char, Begin); 4] = [
    ('\u{fdd1}', Begin::Break),
    ('\u{fdd2}', Begin::Paragraph),
    ('\u{fdd3}', Begin::Heading),
    ('\u{fdd4}', Begin::Item),
];

impl Begin {
    /// Begins a line at the end of a text, unless one has begun there.
    pub(super) fn put(self, text: &mut String) {
        let line = text.rfind('\n').map_or(0, |at| at + 1);
        let (begun, words) = Self::of(&text[line..]);
        if !words.trim().is_empty() {
            text.push('\n');
            text.push_str(self.sign());
        } else if self > begun {
            text.truncate(line);
            text.push_str(self.sign());
        }
    }

    /// What begins a line, and the line without its sign.
    pub(super) fn of(line: &str) -> (Self, &str) {
        let sign = SIGNS.iter().find_map(|(sign, begin)| Some((*begin, line.strip_prefix(*sign)?)));
        sign.unwrap_or((Self::Text, line))
    }

    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Text => "",
            Self::Break => "\u{fdd1}",
            Self::Paragraph => "\u{fdd2}",
            Self::Heading => "\u{fdd3}",
            Self::Item => "\u{fdd4}",
        }
    }
}

/// A text in which no sign stands for the beginning of a line.
pub(super) fn without_signs(text: &str) -> String {
    text.replace(SIGNS.map(|(sign, _)| sign), "")
}

#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) text: String,
    pub(super) begins: Begin,
}

/// Lines as one text, each with a mark at its end where another one begins behind it that does not go on with it.
pub(super) fn joined(lines: &[Line]) -> String {
    let mut found = String::new();
    for (at, line) in lines.iter().enumerate() {
        if at > 0 {
            found.push('\n');
        }
        found.push_str(&line.text);
        let next = lines[at + 1..].iter().find(|next| !next.text.trim().is_empty());
        let Some(next) = next.filter(|next| next.begins > Begin::Text) else { continue };
        if line.text.trim().is_empty() || has_mark(&line.text) {
            continue;
        }
        // A mark right behind an address would be taken for a part of it.
        if next.begins < Begin::Item && line.begins < Begin::Item && ends_with_address(&line.text) {
            continue;
        }
        // No mark stands behind a blank.
        found.truncate(found.trim_end().len());
        let announces = line.begins == Begin::Heading
            || (next.begins == Begin::Item
                && line.begins != Begin::Item
                && stands_alone(lines, at)
                && (is_open(&line.text) || items_behind(lines, at) > 1));
        found.push(match (announces, line.text.ends_with(is_wide)) {
            (true, false) => ':',
            (true, true) => '：',
            (false, false) => ';',
            (false, true) => '；',
        });
    }
    found
}

fn ends_with_address(text: &str) -> bool {
    let last = text.split_whitespace().next_back().unwrap_or_default();
    last.contains("://") || last.starts_with("www.")
}

/// How many items stand behind a line. What one alone stands below is no heading, unless it goes on with it.
fn items_behind(lines: &[Line], at: usize) -> usize {
    let mut behind = lines[at + 1..].iter().filter(|line| !line.text.trim().is_empty());
    let is_below = |line: &&Line| matches!(line.begins, Begin::Item | Begin::Text);
    behind.by_ref().take_while(is_below).filter(|line| line.begins == Begin::Item).count()
}

/// Whether a line ends with a word behind which more has to come: `Planned to`.
pub(super) fn is_open(text: &str) -> bool {
    const SMALL: &str = "a an and as at by for from in into my of on or our the their to with und oder der die das den dem des \
        ein eine einen für mit von zu zum zur im am auf bei durch als et ou de du des la le les un une pour avec dans y o el \
        los las con para por en e di il lo gli per da do em com os um uma het een en van voor met og at af til på";
    let last = text.split_whitespace().next_back().unwrap_or_default().to_lowercase();
    let is_short = text.split_whitespace().count() < 3;
    is_short || SMALL.split_whitespace().any(|word| word == last)
}

/// Whether a line has no other before it that is no item either. Behind another one it announces nothing.
fn stands_alone(lines: &[Line], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|at| lines.get(at));
    before.is_none_or(|line| line.text.trim().is_empty() || line.begins == Begin::Item)
}

/// The things that are told, each with the lines that belong to it. An item of a list is one, and so is a paragraph. What
/// a line announces stays with it: `Planned to`, `- Lead 30 people`, `- Hire`.
pub(super) fn parted(lines: Vec<Line>) -> Vec<Vec<Line>> {
    let mut found: Vec<Vec<Line>> = Vec::new();
    for line in lines.into_iter().filter(|line| !line.text.trim().is_empty()) {
        let part = found.last_mut().filter(|part| goes_on(part, line.begins));
        match part {
            Some(part) => part.push(line),
            None => found.push(vec![line]),
        }
    }
    found
}

fn goes_on(part: &[Line], begins: Begin) -> bool {
    let (Some(first), Some(last)) = (part.first(), part.last()) else { return false };
    match begins {
        Begin::Text => true,
        Begin::Break => !has_ended(&last.text) || last.begins == Begin::Item,
        Begin::Paragraph => first.begins != Begin::Item && last.text.ends_with([':', '：', ',']),
        Begin::Heading => false,
        Begin::Item => {
            let is_open = first.begins != Begin::Item && !has_ended(&last.text);
            is_open || part.iter().skip(1).any(|line| line.begins == Begin::Item)
        }
    }
}

/// Whether a sentence ends here.
pub(super) fn has_ended(text: &str) -> bool {
    bare_end(text).ends_with(['.', '!', '?', ';', '。', '！', '？', '；'])
}

/// Whether a mark parts this from what follows.
pub(super) fn has_mark(text: &str) -> bool {
    has_ended(text)
        || bare_end(text).ends_with([':', ',', '…', '：', '，', '、', '؛', '،', '|', '·'])
}

/// Without the quotes and brackets that may close behind the mark.
fn bare_end(text: &str) -> &str {
    text.trim_end().trim_end_matches(['"', '\'', '”', '’', '»', '“', ')', ']', '」', '』', '）'])
}

/// Chinese and Japanese have wide marks.
fn is_wide(sign: char) -> bool {
    matches!(sign, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ff00}'..='\u{ff60}')
}
