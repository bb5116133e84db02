use std::rc::Rc;

use super::galley::{Row, lines};
use super::{Mark, Node, Picture};
use crate::lettering::{Lettering, Paragraph};
use crate::look::{Look, Paper, Type, mm};
use crate::model::Document;

/// From the edge of the paper to the line at its foot.
const FOOT: f32 = mm(6.5);
/// Between the two texts at the head of a page.
const RUNNING_GAP: f32 = mm(6.0);
/// Between each of them and the blank that joins them.
const APART: f32 = 1.5;
/// Less than a hair: sums of lengths differ in their last digits.
const HAIR: f32 = 0.01;

#[derive(Clone, Debug)]
pub(crate) struct Pages {
    pub(crate) pages: Vec<Page>,
    pub(crate) nodes: Vec<Node>,
    /// How much of the last page is used, from 0 to 1.
    pub(crate) filled: f32,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Page {
    /// In the order in which they are read, from the corner of the paper.
    pub(crate) marks: Vec<Mark>,
}

/// Cuts a column into pages. Rows that hold each other go to the next page together, unless they are
/// longer than a page.
pub(super) fn cut(
    rows: Vec<Row>,
    nodes: Vec<Node>,
    document: &Document,
    lettering: &mut Lettering,
    look: Look,
    paper: Paper,
) -> Pages {
    let measures = look.measures();
    let (top, side, bottom) = measures.margins;
    let (_, height) = paper.size();
    let running = measures.running.leading + measures.running_below;
    let room = |page: usize| height - top - bottom - if page == 0 { 0.0 } else { running };
    // No block is taller than any page, whatever somebody has written into a title.
    let rows = rows.into_iter().flat_map(|row| row.parted(room(1))).collect();
    let mut pages: Vec<Vec<(f32, Row)>> = vec![Vec::new()];
    let mut used = 0.0;
    for group in groups(rows) {
        let needed = length(&group, pages.last().is_none_or(Vec::is_empty));
        let left = room(pages.len() - 1) - used;
        let is_fresh = pages.last().is_none_or(Vec::is_empty);
        if needed > left + HAIR && !is_fresh {
            pages.push(Vec::new());
            used = 0.0;
        }
        for row in group {
            let is_fresh = pages.last().is_none_or(Vec::is_empty);
            let above = if is_fresh { 0.0 } else { row.above };
            // Only in a group that is longer than a page.
            if !is_fresh && used + above + row.height > room(pages.len() - 1) + HAIR {
                pages.push(Vec::new());
                used = 0.0;
            }
            let above = if used > 0.0 { above } else { 0.0 };
            let y = used + above;
            used = y + row.height;
            pages.last_mut().expect("there is always a page").push((y, row));
        }
    }
    let count = pages.len();
    let filled = (used / room(count - 1)).clamp(0.0, 1.0);
    let placed = pages.into_iter().enumerate().map(|(number, rows)| {
        let start = top + if number == 0 { 0.0 } else { running };
        let mut marks: Vec<Mark> = rows
            .into_iter()
            .flat_map(|(y, row)| row.marks.into_iter().map(move |mark| moved(mark, y)))
            .map(|mark| shifted(mark, side, start))
            .collect();
        marks.extend(repeated(document, lettering, look, paper, number, count));
        Page { marks }
    });
    Pages { pages: placed.collect(), nodes, filled }
}

/// Rows that stay together.
fn groups(rows: Vec<Row>) -> Vec<Vec<Row>> {
    let mut groups = Vec::new();
    let mut group = Vec::new();
    for row in rows {
        let holds_next = row.holds_next;
        group.push(row);
        if !holds_next {
            groups.push(std::mem::take(&mut group));
        }
    }
    if !group.is_empty() {
        groups.push(group);
    }
    groups
}

fn length(group: &[Row], at_top: bool) -> f32 {
    let all: f32 = group.iter().map(|row| row.above + row.height).sum();
    let first = group.first().map_or(0.0, |row| row.above);
    if at_top { all - first } else { all }
}

fn moved(mark: Mark, by: f32) -> Mark {
    shifted(mark, 0.0, by)
}

pub(super) fn shifted(mark: Mark, right: f32, down: f32) -> Mark {
    match mark {
        Mark::Text(mut text) => {
            text.x += right;
            text.y += down;
            Mark::Text(text)
        }
        Mark::Rule { x, y, width, thickness, ink } => {
            Mark::Rule { x: x + right, y: y + down, width, thickness, ink }
        }
        Mark::Picture(picture) => {
            Mark::Picture(Picture { x: picture.x + right, y: picture.y + down, ..picture })
        }
    }
}

/// What stands on every page but the first, or on every page of several.
fn repeated(
    document: &Document,
    lettering: &mut Lettering,
    look: Look,
    paper: Paper,
    number: usize,
    count: usize,
) -> Vec<Mark> {
    let measures = look.measures();
    let (top, side, _) = measures.margins;
    let (paper_width, height) = paper.size();
    let kind = measures.running;
    if count < 2 {
        return Vec::new();
    }
    let page = document.language.words().page_of(number + 1, count);
    let page = lettering.drawable(&page);
    let mut marks = Vec::new();
    let room = paper_width - 2.0 * side;
    if number > 0 {
        let name = lettering.drawable(&document.name);
        let email = document.contacts.iter().find(|contact| contact.text.contains('@'));
        let email = lettering.drawable(email.map_or("", |contact| contact.text.as_str()));
        let other = if measures.foot { &email } else { &page };
        // A name of hostile length shows its beginning, and leaves the other side to what stands there.
        let others = lettering.width_of(other, kind).min(room / 2.0) + RUNNING_GAP;
        let name = artifact(lettering, &name, kind, (side, top), (room, room - others), false);
        let other = artifact(lettering, other, kind, (side, top), (room, room / 2.0), true);
        // Programs that read the file go by places, and read the end of a line with its beginning.
        let (start, end) = (name.as_ref().map(width), other.as_ref().map(width));
        if let (Some(start), Some(end)) = (start, end)
            && let Some(blank) = lettering.blank(kind, room - start - end - 2.0 * APART)
        {
            let x = side + APART + if lettering.is_from_right() { end } else { start };
            marks.extend(unowned(&blank, kind, x, top));
        }
        marks.extend(name);
        marks.extend(other);
    }
    if measures.foot {
        let y = height - FOOT - kind.leading;
        marks.extend(artifact(lettering, &page, kind, (side, y), (room, room), true));
    }
    marks
}

/// The first line of a text, as wide as it may be, at the beginning or at the end of the room.
fn artifact(
    lettering: &mut Lettering,
    text: &str,
    kind: Type,
    (x, y): (f32, f32),
    (room, widest): (f32, f32),
    at_end: bool,
) -> Option<Mark> {
    if text.is_empty() {
        return None;
    }
    let text = lettering.set(&[(text, kind)], Some(widest));
    let line = text.lines.first()?;
    let at_right = at_end != lettering.is_from_right();
    let x = if at_right { x + room - line.width } else { x };
    unowned(&text, kind, x, y)
}

/// The first line of a text, as a part of nothing.
fn unowned(text: &Rc<Paragraph>, kind: Type, x: f32, y: f32) -> Option<Mark> {
    match lines(text, kind, x, y, 0).into_iter().next()? {
        Mark::Text(mut text) => {
            text.node = None;
            Some(Mark::Text(text))
        }
        other => Some(other),
    }
}

fn width(mark: &Mark) -> f32 {
    match mark {
        Mark::Text(text) => text.paragraph.lines.get(text.line).map_or(0.0, |line| line.width),
        Mark::Rule { width, .. } => *width,
        Mark::Picture(picture) => picture.size.0,
    }
}
