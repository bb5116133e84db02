//! From a document to pages: what stands where. The same measuring answers how many pages there are
//! and draws them, so the number that is told is the true one.
//!
//! - [`galley`] is one long column of rows;
//! - [`head`], [`entries`] and [`terms`] fill it with the parts of a resume, [`letter`] with a letter;
//! - [`pages`] cuts it into pages by the rules of what stays together.

mod entries;
mod galley;
mod head;
mod letter;
mod pages;
mod terms;

use std::rc::Rc;

pub(crate) use letter::lay_out_letter;
pub(crate) use pages::{Page, Pages};

use crate::lettering::{Lettering, Paragraph};
use crate::look::{Ink, Look, Paper};
use crate::model::{Document, Part, Photo, Section};
use galley::{Galley, Row};

/// Something on a page or in a row, from its top left corner.
#[derive(Clone, Debug)]
pub(crate) enum Mark {
    Text(Text),
    Rule { x: f32, y: f32, width: f32, thickness: f32, ink: Ink },
    Picture(Picture),
}

impl Mark {
    /// The same for a column of so much width that is read from the other side.
    fn mirror(&mut self, width: f32) {
        match self {
            Self::Text(text) => {
                let line = text.paragraph.lines.get(text.line).map_or(0.0, |line| line.width);
                text.x = width - text.x - line;
            }
            Self::Rule { x, width: own, .. } => *x = width - *x - *own,
            Self::Picture(picture) => picture.x = width - picture.x - picture.size.0,
        }
    }
}

/// A photograph of the person.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub(crate) photo: Photo,
    pub(crate) x: f32,
    pub(crate) y: f32,
    pub(crate) size: (f32, f32),
    pub(crate) node: usize,
}

/// One line of a text.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) paragraph: Rc<Paragraph>,
    pub(crate) line: usize,
    /// Of what can be seen of it.
    pub(crate) x: f32,
    /// Of the line's upper edge.
    pub(crate) y: f32,
    pub(crate) baseline: f32,
    pub(crate) leading: f32,
    /// What it is a part of; none for what is repeated on every page.
    pub(crate) node: Option<usize>,
    pub(crate) href: Option<Rc<str>>,
}

/// A node of the tree by which programs read the document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) role: Role,
    pub(crate) parent: Option<usize>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    Section,
    /// From 1 on.
    Heading(u16),
    Paragraph,
    List,
    Item,
    Label,
    Body,
    Figure,
}

pub(crate) fn lay_out(
    document: &Document,
    lettering: &mut Lettering,
    look: Look,
    paper: Paper,
) -> Pages {
    let measures = look.measures();
    let (_, side, _) = measures.margins;
    let width = paper.size().0 - 2.0 * side;
    let mut galley = Galley::new(lettering, measures, document.language, width);
    galley.head(document);
    galley.summary(document);
    for section in ordered(&document.sections, measures.skills_first) {
        galley.section(section);
    }
    let (rows, nodes) = galley.finish();
    paginated(rows, nodes, document, lettering, look, paper)
}

/// Pages of rows. `document` says whose they are.
fn paginated(
    rows: Vec<Row>,
    nodes: Vec<Node>,
    document: &Document,
    lettering: &mut Lettering,
    look: Look,
    paper: Paper,
) -> Pages {
    let pages = pages::cut(rows.clone(), nodes.clone(), document, lettering, look, paper);
    if pages.pages.len() < 2 || pages.filled > NEARLY_EMPTY {
        return pages;
    }
    // A few lines alone on a last page look forgotten. A little less room between things brings them
    // back, where that is enough; letters keep their size.
    for part in SNUG {
        let snug: Vec<_> = rows.iter().map(|row| row.with_room(part)).collect();
        let tried = pages::cut(snug, nodes.clone(), document, lettering, look, paper);
        if tried.pages.len() < pages.pages.len() {
            return tried;
        }
    }
    pages
}

/// About six lines.
const NEARLY_EMPTY: f32 = 0.13;
/// How much of the room between things is left, the most first.
const SNUG: [f32; 4] = [0.9, 0.8, 0.7, 0.6];

/// In the owner's order, but for a look that shows skills first.
fn ordered(sections: &[Section], skills_first: bool) -> Vec<&Section> {
    let mut ordered: Vec<&Section> = sections.iter().filter(|it| !it.entries.is_empty()).collect();
    if skills_first {
        ordered.sort_by_key(|section| section.kind != Part::Skills);
    }
    ordered
}

impl Galley<'_> {
    fn summary(&mut self, document: &Document) {
        let text = self.lettering.drawable(&document.summary);
        if text.is_empty() {
            return;
        }
        let body = self.measures.body;
        // Where contacts stand beside the name, a rule below both is the heading of what follows.
        let has_heading = !self.has_side_contacts();
        let section = has_heading.then(|| {
            let title = self.language.words().heading(Part::Profile);
            self.heading(title)
        });
        let node = self.node(Role::Paragraph, section);
        let indent = self.measures.indent;
        let above = if has_heading { 0.0 } else { crate::look::mm(1.6) };
        self.paragraph(&[(&text, body)], indent, above, node);
    }

    fn section(&mut self, section: &Section) {
        let title = self.lettering.drawable(section.heading(self.language));
        let node = self.heading(&title);
        let listing = section.listing_of(self.language, |text| self.lettering.drawable(text));
        match listing {
            Some(listing) => self.terms(listing, node),
            None => self.entries(section, node),
        }
    }
}
