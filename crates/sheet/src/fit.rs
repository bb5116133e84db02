//! What has to be left out so that a resume keeps to a number of pages. Decided by setting it, and not
//! by an estimate: what is answered has been measured.

use crate::layout::lay_out;
use crate::model::Document;
use crate::press::{Extent, Order, Press, extent};

/// Something that may be left out, by its place in the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Leaving {
    Section(usize),
    Entry(usize, usize),
    /// An entry's own text.
    Text(usize, usize),
    Point(usize, usize, usize),
    Summary,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Fitted {
    pub document: Document,
    /// How many of the things that may be left out were.
    pub left_out: usize,
    /// More pages than were asked for, when not even leaving out all of them was enough.
    pub extent: Extent,
}

impl Press {
    /// Leaves out as few as it takes, the first of the list first, for a document of at most so many
    /// pages.
    pub fn fit(
        &self,
        document: &Document,
        order: &Order,
        pages: usize,
        leavings: &[Leaving],
    ) -> Fitted {
        // One for all tries: what was set once is not set again.
        let mut lettering = self.lettering(document, order);
        let mut measured = |count: usize| {
            let shorter = without(document, &leavings[..count]);
            let extent = extent(&lay_out(&shorter, &mut lettering, order.look, order.paper));
            (shorter, extent)
        };
        let (mut least, mut most) = (0, leavings.len());
        while least < most {
            let middle = usize::midpoint(least, most);
            if measured(middle).1.pages <= pages { most = middle } else { least = middle + 1 }
        }
        // Less text is not always fewer pages: a heading may have been held together with what is
        // gone. So the answer is measured again, and the next ones where it does not hold.
        loop {
            let (document, extent) = measured(least);
            if extent.pages <= pages || least == leavings.len() {
                return Fitted { document, left_out: least, extent };
            }
            least += 1;
        }
    }
}

fn without(document: &Document, leavings: &[Leaving]) -> Document {
    let mut shorter = document.clone();
    // From the last place to the first, so that places before it stay what they are. A whole entry
    // after its parts.
    let mut leavings = leavings.to_vec();
    leavings.sort_by_key(|leaving| std::cmp::Reverse(place(*leaving)));
    leavings.dedup();
    for leaving in leavings {
        match leaving {
            Leaving::Summary => shorter.summary.clear(),
            Leaving::Section(section) => {
                if let Some(section) = shorter.sections.get_mut(section) {
                    section.entries.clear();
                }
            }
            Leaving::Entry(section, entry) => {
                if let Some(section) = shorter.sections.get_mut(section)
                    && entry < section.entries.len()
                {
                    section.entries.remove(entry);
                }
            }
            Leaving::Text(section, entry) => {
                let section = shorter.sections.get_mut(section);
                if let Some(entry) = section.and_then(|section| section.entries.get_mut(entry)) {
                    entry.text.clear();
                }
            }
            Leaving::Point(section, entry, point) => {
                let section = shorter.sections.get_mut(section);
                if let Some(entry) = section.and_then(|section| section.entries.get_mut(entry))
                    && point < entry.points.len()
                {
                    entry.points.remove(point);
                }
            }
        }
    }
    shorter
}

/// Section, entry and point, each counted from 1 where it is a part of the one before.
fn place(leaving: Leaving) -> (usize, usize, usize) {
    match leaving {
        Leaving::Summary => (0, 0, 0),
        Leaving::Section(section) => (section + 1, 0, 0),
        Leaving::Entry(section, entry) => (section + 1, entry + 1, 0),
        Leaving::Text(section, entry) => (section + 1, entry + 1, usize::MAX),
        Leaving::Point(section, entry, point) => (section + 1, entry + 1, point + 1),
    }
}
