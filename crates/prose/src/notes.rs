//! Side notes and footnotes. In a stored body the words of a note stand where its number is to
//! stand, so no reference can lead to nothing. On the page the number stands there, side notes
//! follow the block they belong to and footnotes close the body.
//!
//! Bodies from elsewhere have their footnotes written out: links to `#fn-2`, and at the end a
//! section of class `footnotes` whose second item is meant. A link without its item loses the
//! link; an item without a link has no way back.

use crate::said::BodyWords;
use crate::tree::{Element, Node};

pub(crate) fn is_note(element: &Element<'_>) -> bool {
    element.name == "span" && (element.has_class("note") || element.has_class("footnote"))
}

pub(crate) fn is_footnotes(element: &Element<'_>) -> bool {
    element.name == "section" && element.has_class("footnotes")
}

#[derive(Debug, Default)]
pub(crate) struct Notes<'a, 'site> {
    said: BodyWords<'site>,
    /// How often each footnote that the body has written out was referred to.
    references: Vec<usize>,
    /// The last number that was given. It goes on from those that are written out.
    count: usize,
    /// Side notes of the block that is being read.
    beside: Vec<Node<'a>>,
    footnotes: Vec<Node<'a>>,
}

impl<'a, 'site> Notes<'a, 'site> {
    pub(crate) fn new(roots: &[Node<'a>], said: BodyWords<'site>) -> Self {
        let written = count_written(roots);
        Self { said, count: written, references: vec![0; written], ..Self::default() }
    }

    /// Keeps the words of a note and answers its number, to stand in the text.
    pub(crate) fn take(&mut self, is_side_note: bool, words: Vec<Node<'a>>) -> Element<'a> {
        self.count += 1;
        let number = self.count.to_string();
        let id = if is_side_note { format!("note-{number}") } else { format!("fn-{number}") };
        if is_side_note {
            let back = Element::new("a", vec![Node::text(&number)])
                .with("href", &format!("#{id}-ref"))
                .with("aria-label", &self.said.note(&number));
            let back = Element::new("sup", vec![back.into()]);
            let mut children = vec![back.into(), Node::text(" ")];
            children.extend(words);
            let note = Element::new("aside", children)
                .with("class", "note")
                .with("id", &id)
                .with("role", "note");
            self.beside.push(note.into());
        } else {
            // The number is told, because the list counts items and the text counts notes.
            let item = Element::new("li", words).with("id", &id).with("value", &number);
            let item = self.with_way_back(item, &id, 1);
            self.footnotes.push(item.into());
        }
        reference(&id, &format!("{id}-ref"), &number)
    }

    /// A link to a footnote that is written out, if there is such a one.
    pub(crate) fn refer(&mut self, fragment: &str) -> Option<Option<Element<'a>>> {
        let number: usize = fragment.strip_prefix("fn-")?.parse().ok()?;
        let Some(count) = number.checked_sub(1).and_then(|index| self.references.get_mut(index))
        else {
            // The link leads to nothing, so its words stay and the link goes.
            return Some(None);
        };
        *count += 1;
        let id = format!("fn-{number}");
        let own = if *count == 1 { format!("{id}-ref") } else { format!("{id}-ref-{count}") };
        Some(Some(reference(&id, &own, &number.to_string())))
    }

    /// The side notes of the block that was just read, if it has any.
    pub(crate) fn take_beside(&mut self) -> Option<Element<'a>> {
        let notes = std::mem::take(&mut self.beside);
        (!notes.is_empty()).then(|| Element::new("div", notes).with("class", "notes"))
    }

    /// All footnotes: first the items that the body has written out, then the others.
    pub(crate) fn finish(mut self, written_out: Vec<Element<'a>>) -> Option<Element<'a>> {
        let mut items = Vec::with_capacity(written_out.len() + self.footnotes.len());
        for (index, item) in written_out.into_iter().enumerate() {
            let id = format!("fn-{}", index + 1);
            let references = self.references.get(index).copied().unwrap_or_default();
            items.push(self.with_way_back(item.with("id", &id), &id, references).into());
        }
        items.extend(std::mem::take(&mut self.footnotes));
        if items.is_empty() {
            return None;
        }
        let list = Element::new("ol", items);
        Some(
            Element::new("section", vec![list.into()])
                .with("class", "footnotes")
                .with("role", "doc-endnotes")
                .with("aria-label", self.said.footnotes),
        )
    }

    fn with_way_back(&self, mut item: Element<'a>, id: &str, references: usize) -> Element<'a> {
        if references > 0 {
            let back = Element::new("a", vec![Node::text("↩\u{fe0e}")])
                .with("class", "back")
                .with("href", &format!("#{id}-ref"))
                .with("aria-label", self.said.back_to_text);
            let place = match item.children.iter_mut().rev().find(|child| !child.is_blank()) {
                Some(Node::Element(last)) if last.name == "p" => &mut last.children,
                _ => &mut item.children,
            };
            place.push(Node::text(" "));
            place.push(back.into());
        }
        item
    }
}

/// The number in the text.
fn reference<'a>(id: &str, own: &str, number: &str) -> Element<'a> {
    let link = Element::new("a", vec![Node::text(number)])
        .with("id", own)
        .with("href", &format!("#{id}"))
        // Who does not see the margin hears the note with its number.
        .with("aria-describedby", id);
    Element::new("sup", vec![link.into()]).with("class", "ref")
}

/// The items of sections of footnotes at the top level, and what else such a section holds.
pub(crate) fn items_of<'a>(section: Element<'a>) -> (Vec<Element<'a>>, Vec<Node<'a>>) {
    let mut items = Vec::new();
    let mut others = Vec::new();
    for child in section.children {
        match child {
            Node::Element(list) if list.name == "ol" => {
                for item in list.children {
                    match item {
                        Node::Element(item) if item.name == "li" => items.push(item),
                        other if other.is_blank() => {}
                        other => others.push(other),
                    }
                }
            }
            // A rule above the notes is the business of the page.
            Node::Element(rule) if rule.name == "hr" => {}
            other if other.is_blank() => {}
            other => others.push(other),
        }
    }
    (items, others)
}

/// How many footnotes the body has written out.
pub(crate) fn count_written(nodes: &[Node<'_>]) -> usize {
    let items = |list: &Element<'_>| {
        let children = list.children.iter().filter_map(Node::element);
        children.filter(|child| child.name == "li").count()
    };
    let sections = nodes.iter().filter_map(Node::element).filter(|element| is_footnotes(element));
    let lists = sections.flat_map(|section| section.children.iter().filter_map(Node::element));
    lists.filter(|list| list.name == "ol").map(items).sum()
}
