//! Links in a line of Markdown, whose addresses are kept apart while the marks of the line are read.

use super::tags::linked;

/// Stands for an address that was taken out. No text has it: it is no character.
const PLACE: char = '\u{fdd0}';

/// What was taken out of a line, in its order.
#[derive(Debug, Default)]
pub(super) struct Held {
    addresses: Vec<String>,
    /// Whether a link had a title, which only a pointer would show.
    pub(super) had_title: bool,
}

impl Held {
    /// A line with its links in words and signs for their addresses: `[words](address)`, `![words](address)`,
    /// `<https://…>` and addresses as they are.
    pub(super) fn take(line: &str) -> (String, Self) {
        let line = line.replace(PLACE, "");
        let mut held = Self::default();
        let mut found = String::new();
        let mut rest = line.as_str();
        while let Some(at) = rest.find(['[', '<', 'h']) {
            let (before, here) = rest.split_at(at);
            found.push_str(before);
            rest = held.step(here, &mut found);
        }
        found.push_str(rest);
        (found, held)
    }

    /// Reads what begins here, and answers what comes behind it.
    fn step<'t>(&mut self, here: &'t str, found: &mut String) -> &'t str {
        let in_brackets = here.strip_prefix('<').and_then(|inside| inside.split_once('>'));
        if let Some((address, after)) = in_brackets.filter(|(address, _)| is_web(address)) {
            self.hold(address, found);
            return after;
        }
        if is_web(here) && !found.ends_with(char::is_alphanumeric) {
            let (address, after) = here.split_at(length_of_address(here));
            self.hold(address, found);
            return after;
        }
        if let Some(Link { words, address, after, has_title }) = Link::read(here) {
            self.had_title |= has_title;
            if found.ends_with('!') {
                // Of a picture its words are shown.
                found.pop();
                found.push_str(words);
                return after;
            }
            let told = linked(words, address);
            match told.strip_prefix(words) {
                Some(address) => {
                    found.push_str(words);
                    self.hold(address, found);
                }
                None => self.hold(&told, found),
            }
            return after;
        }
        let next = here.chars().next().map_or(0, char::len_utf8);
        found.push_str(&here[..next]);
        &here[next..]
    }

    fn hold(&mut self, address: &str, found: &mut String) {
        if !address.is_empty() {
            self.addresses.push(address.to_owned());
            found.push(PLACE);
        }
    }

    pub(super) fn put_back(self, text: &str) -> String {
        let mut held = self.addresses.into_iter();
        let mut found = String::with_capacity(text.len());
        for sign in text.chars() {
            match sign {
                PLACE => found.push_str(&held.next().unwrap_or_default()),
                sign => found.push(sign),
            }
        }
        found
    }
}

fn is_web(text: &str) -> bool {
    text.starts_with("https://") || text.starts_with("http://")
}

/// Without the marks and the point that may stand behind it.
fn length_of_address(text: &str) -> usize {
    let ends = |sign: char| sign.is_whitespace() || "<>\"[]`|".contains(sign) || sign == PLACE;
    let address = &text[..text.find(ends).unwrap_or(text.len())];
    address.trim_end_matches(['*', '_', '~', '.', ',', ';', ':', ')', '!', '?']).len()
}

#[derive(Clone, Copy, Debug)]
struct Link<'t> {
    words: &'t str,
    address: &'t str,
    after: &'t str,
    has_title: bool,
}

impl<'t> Link<'t> {
    /// `[words](address "title")`. Both may have brackets of their kind, as long as all of them are closed.
    fn read(text: &'t str) -> Option<Self> {
        let (words, behind) = closed(text, '[', ']')?;
        let (inside, after) = closed(behind, '(', ')')?;
        // A link in the words of another one is none.
        if words.contains("](") {
            return None;
        }
        let inside = inside.trim();
        let (address, title) = match inside.strip_prefix('<').and_then(|it| it.split_once('>')) {
            Some(both) => both,
            None => inside.split_once(char::is_whitespace).unwrap_or((inside, "")),
        };
        Some(Self { words, address, after, has_title: !title.trim().is_empty() })
    }
}

/// What stands between a bracket and the one that closes it, and what comes behind.
fn closed(text: &str, open: char, close: char) -> Option<(&str, &str)> {
    /// Nobody writes a longer one, and looking for the end of each of many would take long.
    const LONGEST: usize = 2000;
    let inside = text.strip_prefix(open)?;
    let mut depth = 1_usize;
    for (at, sign) in inside.char_indices().take(LONGEST) {
        match sign {
            it if it == open => depth += 1,
            it if it == close => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some((&inside[..at], &inside[at + close.len_utf8()..]));
        }
    }
    None
}
