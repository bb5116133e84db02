//! Tables in a box that scrolls by itself, with numbers set as numbers.

use crate::said::BodyWords;
use crate::tree::{Element, Node};
use crate::words::text_of;

/// Wraps a table. The box can be focused, so that it can be scrolled without a pointer, and has a
/// name, so that whoever lands in it knows where they are.
pub(crate) fn show<'a>(mut table: Element<'a>, number: usize, said: BodyWords<'_>) -> Element<'a> {
    let caption =
        table.children.iter().filter_map(Node::element).find(|part| part.name == "caption");
    let caption = caption.map(|caption| text_of(&caption.children)).filter(|text| !text.is_empty());
    let name = match caption {
        Some(caption) => format!("{}: {caption}", said.table),
        None => format!("{} {number}", said.table),
    };
    mark_numbers(&mut table);
    Element::new("div", vec![table.into()])
        .with("class", "table")
        .with("role", "region")
        .with("tabindex", "0")
        .with("aria-label", &name)
}

/// Marks the cells of columns in which every filled cell below the head is a number. A table with
/// cells that span others is left alone: its columns are not those of the text.
fn mark_numbers(table: &mut Element<'_>) {
    let mut columns: Vec<Column> = Vec::new();
    let mut spans = false;
    each_cell(table, &mut |index, cell| {
        spans |= cell.escaped("colspan").is_some() || cell.escaped("rowspan").is_some();
        if columns.len() <= index {
            columns.resize(index + 1, Column::Empty);
        }
        if cell.name == "td" {
            let text = text_of(&cell.children);
            columns[index] = columns[index].with(&text);
        }
    });
    if spans {
        return;
    }
    each_cell(table, &mut |index, cell| {
        if columns[index] == Column::Numbers {
            cell.set("class", "number");
        }
    });
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    Empty,
    Numbers,
    Words,
}

impl Column {
    fn with(self, text: &str) -> Self {
        match self {
            Self::Words => Self::Words,
            // Dashes stand for no value.
            _ if text.is_empty() || matches!(text, "–" | "-" | "—") => self,
            _ if is_number(text) => Self::Numbers,
            _ => Self::Words,
        }
    }
}

/// A number with at most a sign, a unit and a currency: `1,100`, `−3.5 %`, `8 s`, `€ 20`.
fn is_number(text: &str) -> bool {
    let digits = text.chars().filter(|c| c.is_numeric()).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let fits = |c: char| {
        c.is_alphanumeric() || c.is_whitespace() || ".,:'’+-−–±×%‰°€$£¥/()²³\u{202f}".contains(c)
    };
    digits > 0 && letters <= 4 && text.chars().count() <= 24 && text.chars().all(fits)
        && !text.starts_with(char::is_alphabetic)
        // `014` is a name, not an amount.
        && !(text.len() > 1 && text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit()))
}

fn each_cell<'a>(part: &mut Element<'a>, visit: &mut dyn FnMut(usize, &mut Element<'a>)) {
    for child in &mut part.children {
        let Node::Element(child) = child else { continue };
        match child.name {
            "tbody" | "thead" | "tfoot" => each_cell(child, visit),
            "tr" => {
                let cells = child.children.iter_mut().filter_map(|cell| match cell {
                    Node::Element(cell) if matches!(cell.name, "td" | "th") => Some(cell),
                    _ => None,
                });
                cells.enumerate().for_each(|(index, cell)| visit(index, cell));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::is_number;

    #[test]
    fn amounts_are_numbers_and_names_are_not() {
        for text in ["8 s", "1.1 kg", "−3,5 %", "€ 20", "1 000", "12:30", "2 × 3", "0", "0.5"]
        {
            assert!(is_number(text), "{text}");
        }
        for text in ["", "x", "014", "Plate 3", "3 plates of glass", "12 November 2026", "–"] {
            assert!(!is_number(text), "{text}");
        }
    }
}
