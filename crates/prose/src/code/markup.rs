//! Tags, Markdown and differences.

use super::pieces::{Ink, Pieces};

pub(super) fn read_markup(pieces: &mut Pieces<'_>) {
    while let Some(next) = pieces.rest().find(['<', '&']) {
        pieces.skip(next);
        let rest = pieces.rest();
        if rest.starts_with("<!--") {
            let length = rest.find("-->").map_or(rest.len(), |end| end + 3);
            pieces.take(length, Ink::Comment);
        } else if rest.starts_with("<!") || rest.starts_with("<?") {
            let length = rest.find('>').map_or(rest.len(), |end| end + 1);
            pieces.take(length, Ink::Comment);
        } else if let Some(entity) = rest.strip_prefix('&') {
            let name = entity.find(|c: char| !c.is_ascii_alphanumeric() && c != '#');
            match name.filter(|end| *end > 0 && entity[*end..].starts_with(';')) {
                Some(end) => pieces.take(end + 2, Ink::Constant),
                None => pieces.skip(1),
            }
        } else {
            read_tag(pieces);
        }
    }
}

fn read_tag(pieces: &mut Pieces<'_>) {
    let start = if pieces.rest().starts_with("</") { 2 } else { 1 };
    let name = &pieces.rest()[start..];
    let length = name
        .find(|c: char| !c.is_ascii_alphanumeric() && !matches!(c, '-' | ':' | '.' | '_'))
        .unwrap_or(name.len());
    // Behind the sign in any case: what was no tag must not be looked at again.
    pieces.skip(start);
    if length == 0 {
        return;
    }
    pieces.take(length, Ink::Keyword);
    while let Some(character) = pieces.peek() {
        match character {
            '>' => return pieces.skip(1),
            // The tag was none, or has no end.
            '<' => return,
            '"' | '\'' => {
                let rest = pieces.rest();
                // A quote without its end takes the rest, as a browser would take it.
                let end = rest[1..].find(character).map_or(rest.len(), |end| end + 2);
                pieces.take(end, Ink::Text);
            }
            _ => pieces.skip_char(),
        }
    }
}

pub(super) fn read_markdown(pieces: &mut Pieces<'_>) {
    let mut in_fence = false;
    while pieces.peek().is_some() {
        let length = pieces.line_length();
        let line = &pieces.rest()[..length];
        let trimmed = line.trim_start();
        if trimmed.starts_with("```") || trimmed.starts_with("~~~") {
            in_fence = !in_fence;
            pieces.take(length, Ink::Text);
        } else if in_fence {
            pieces.take(length, Ink::Text);
        } else if trimmed.starts_with('#') {
            pieces.take(length, Ink::Name);
        } else if trimmed.starts_with('>') {
            pieces.take(length, Ink::Comment);
        } else {
            read_markdown_line(pieces, length);
        }
        pieces.skip_char();
    }
}

fn read_markdown_line(pieces: &mut Pieces<'_>, length: usize) {
    let mut left = length;
    while left > 0 {
        let line = &pieces.rest()[..left];
        let Some(start) = line.find('`') else { break };
        let Some(end) = line[start + 1..].find('`') else { break };
        pieces.skip(start);
        pieces.take(end + 2, Ink::Text);
        left -= start + end + 2;
    }
    pieces.skip(left);
}

pub(super) fn read_diff(pieces: &mut Pieces<'_>) {
    while pieces.peek().is_some() {
        let length = pieces.line_length();
        let line = &pieces.rest()[..length];
        let heads = ["+++", "---", "diff ", "index "];
        let ink = match line.as_bytes().first() {
            // Before the single signs, because `+++` begins with one of them.
            _ if heads.iter().any(|head| line.starts_with(head)) => Some(Ink::Name),
            Some(b'+') => Some(Ink::Text),
            Some(b'-') => Some(Ink::Comment),
            Some(b'@') => Some(Ink::Keyword),
            _ => None,
        };
        match ink {
            Some(ink) => pieces.take(length, ink),
            None => pieces.skip(length),
        }
        pieces.skip_char();
    }
}
