//! A page as `pdftotext` reads it, without flags, held against the document statement by statement: everything
//! is there to the letter, hyphens and dates too, and nothing of an entry comes after the next one begins.

use sheet::{Document, Entry, Look, Order, Paper, Part};

use super::{press, told_by};

/// What we write between statements, and what stands before them.
const SIGNS: &str = "•·,:;()，：、；（）";

/// Every look on every paper.
pub(crate) fn forms() -> impl Iterator<Item = (Look, Paper)> {
    Look::ALL.into_iter().flat_map(|look| Paper::ALL.map(|paper| (look, paper)))
}

/// What is read otherwise than it is written; none where the machine does not have the program.
pub(crate) fn fault(document: &Document, look: Look, paper: Paper) -> Option<Result<(), String>> {
    let order = Order { look, paper, accent: None };
    let print = press().print(document, &order).unwrap();
    let (done, told) = told_by("pdftotext", &[], &print.pdf, &["-"])?;
    assert!(done, "{told}");
    let count = told.matches('\u{c}').count();
    assert_eq!(count, print.extent.pages);
    let text: String = told
        .split_terminator('\u{c}')
        .enumerate()
        .map(|(number, page)| without_running(document, look, page, number, count))
        .collect();
    let mut reader = Reader { rest: &text };
    let read = reader.document(document, look);
    let read = read.and_then(|()| match reader.rest.trim_start_matches(|it| SIGNS.contains(it)) {
        "" => Ok(()),
        more => Err(format!("{more:?} is read at the end")),
    });
    Some(read.map_err(|fault| format!("{} {}: {fault}:\n{told}", look.name(), paper.name())))
}

/// A page without what is repeated on every one.
fn without_running(
    document: &Document,
    look: Look,
    page: &str,
    number: usize,
    count: usize,
) -> String {
    let text = bare(page);
    if count < 2 {
        return text;
    }
    let page_of = bare(&document.language.words().page_of(number + 1, count));
    let email = document.contacts.iter().find(|contact| contact.text.contains('@'));
    let email = email.map_or(String::new(), |contact| bare(&contact.text));
    let (at_end, foot) = match look {
        Look::Compact => (email, page_of),
        _ => (page_of, String::new()),
    };
    let name = bare(&document.name);
    let text = match number {
        0 => text,
        _ => [format!("{name}{at_end}"), format!("{at_end}{name}")]
            .iter()
            .find_map(|head| text.strip_prefix(head.as_str()).map(str::to_owned))
            .unwrap_or(text),
    };
    text.strip_suffix(foot.as_str()).map(str::to_owned).unwrap_or(text)
}

/// Without blanks, and without the soft hyphens at which we part words.
pub(crate) fn bare(text: &str) -> String {
    let unseen = ['\u{ad}', '\u{200e}', '\u{200f}', '\u{202a}', '\u{202b}', '\u{202c}'];
    text.chars().filter(|it| !it.is_whitespace() && !unseen.contains(it)).collect()
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn document(&mut self, document: &Document, look: Look) -> Result<(), String> {
        self.statement(&document.name)?;
        self.statement(&document.label)?;
        for contact in &document.contacts {
            self.statement(&contact.text)?;
        }
        let words = document.language.words();
        if !document.summary.is_empty() && look != Look::Compact {
            self.statement(words.heading(Part::Profile))?;
        }
        self.statement(&document.summary)?;
        let mut sections: Vec<_> =
            document.sections.iter().filter(|it| !it.entries.is_empty()).collect();
        if look == Look::Compact {
            sections.sort_by_key(|section| section.kind != Part::Skills);
        }
        for section in sections {
            self.statement(section.heading(document.language))?;
            for entry in &section.entries {
                self.entry(entry, &entry.period.told(document.language))?;
            }
        }
        Ok(())
    }

    fn entry(&mut self, entry: &Entry, dates: &str) -> Result<(), String> {
        let Entry { title, place, text, points, .. } = entry;
        // In one line with its place, or above it.
        let heads = [[title, dates, place], [title, place, dates]];
        let is_read = heads.iter().any(|head| self.has_all(head));
        if !is_read && !self.has_mixed(&heads[0].concat()) {
            let head = heads[0].join(" / ");
            return Err(format!("{head:?} is not read before {:?}", start(self.rest)));
        }
        self.statement(text)?;
        points.iter().try_for_each(|point| self.statement(point))
    }

    fn statement(&mut self, statement: &str) -> Result<(), String> {
        if self.has_all(&[statement]) || self.has_mixed(statement) {
            return Ok(());
        }
        Err(format!("{statement:?} is not read before {:?}", start(self.rest)))
    }

    /// Goes on behind these statements, if they come next.
    fn has_all(&mut self, statements: &[&str]) -> bool {
        let mut rest = self.rest;
        for statement in statements {
            let statement = bare(statement);
            rest = loop {
                if let Some(behind) = rest.strip_prefix(statement.as_str()) {
                    break behind;
                }
                let Some(behind) = rest.strip_prefix(|sign| SIGNS.contains(sign)) else {
                    return false;
                };
                rest = behind;
            };
        }
        self.rest = rest;
        true
    }

    /// Whether all letters of a mixed statement come next, in some order.
    fn has_mixed(&mut self, statement: &str) -> bool {
        if !is_mixed(statement) {
            return false;
        }
        let letters = |text: &str, count: usize| {
            let mut letters: Vec<char> =
                text.chars().filter(|it| it.is_alphanumeric()).take(count).collect();
            letters.sort_unstable();
            letters
        };
        let wanted = letters(statement, usize::MAX);
        if letters(self.rest, wanted.len()) != wanted {
            return false;
        }
        let mut left = wanted.len();
        let end = self.rest.char_indices().find(|(_, it)| {
            let is_behind = left == 0 && it.is_alphanumeric();
            left -= usize::from(left > 0 && it.is_alphanumeric());
            is_behind
        });
        self.rest = end.map_or("", |(place, _)| &self.rest[place..]);
        true
    }
}

/// The one thing that does not hold. A file says where letters stand and not how they follow each other, and where
/// letters from the right and from the left share a line, or figures and signs stand among those from the right,
/// `pdftotext` guesses their order.
pub(crate) fn is_mixed(statement: &str) -> bool {
    let from_the_right = |it: char| matches!(it, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{feff}');
    let is_other = |it: char| !from_the_right(it) && !it.is_whitespace();
    statement.contains(from_the_right) && statement.contains(is_other)
}

fn start(text: &str) -> String {
    text.chars().take(60).collect()
}
