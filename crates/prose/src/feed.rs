//! A body for a feed: the whole text with full addresses, in markup that readers of feeds keep.
//! No classes, no names of places, no hooks for scripts.

use std::borrow::Cow;

use crate::address::map_candidates;
use crate::notes::{count_written, is_footnotes, is_note, items_of};
use crate::read::read;
use crate::tree::{Element, Node, write};

/// What only a page has a use for.
const OF_PAGES: &[&str] = &["class", "decoding", "fetchpriority", "loading", "preload"];

/// `origin` is the site's address without a slash at its end, `address` the full one of what the
/// body belongs to.
pub fn syndicate(body: &str, origin: &str, address: &str) -> String {
    let nodes = read(body);
    // Counted first, because notes in the text go on from these numbers.
    let written = count_written(&nodes);
    let mut feed = Feed { origin, address, written, notes: Vec::new(), items: Vec::new() };
    let mut nodes = feed.nodes(nodes);
    let mut items = std::mem::take(&mut feed.items);
    items.extend(feed.notes.drain(..).map(|words| Element::new("li", words)));
    if !items.is_empty() {
        let items = items.into_iter().map(Node::from).collect();
        nodes.push(Element::new("hr", Vec::new()).into());
        nodes.push(Element::new("ol", items).into());
    }
    let mut html = String::with_capacity(body.len() + body.len() / 8);
    write(&nodes, &mut html);
    html
}

struct Feed<'a, 'site> {
    origin: &'site str,
    address: &'site str,
    /// How many footnotes stand before the notes in the list at the end.
    written: usize,
    /// Words of notes, in the order of their numbers.
    notes: Vec<Vec<Node<'a>>>,
    items: Vec<Element<'a>>,
}

impl<'a> Feed<'a, '_> {
    fn nodes(&mut self, nodes: Vec<Node<'a>>) -> Vec<Node<'a>> {
        let mut kept = Vec::with_capacity(nodes.len());
        for node in nodes {
            match node {
                Node::Text(_) => kept.push(node),
                Node::Element(element) => self.element(element, &mut kept),
            }
        }
        kept
    }

    fn element(&mut self, mut element: Element<'a>, out: &mut Vec<Node<'a>>) {
        if is_note(&element) {
            let words = self.nodes(element.children);
            self.notes.push(words);
            let number = (self.notes.len() + self.written).to_string();
            out.push(Element::new("sup", vec![Node::text(&number)]).into());
            return;
        }
        if is_footnotes(&element) {
            let (items, others) = items_of(element);
            for mut item in items {
                item.children = self.nodes(item.children);
                self.items.push(item);
            }
            return out.extend(self.nodes(others));
        }
        if element.name == "input" {
            // Readers of feeds take out forms, and the list would no longer tell what is done.
            let sign = if element.escaped("checked").is_some() { "☑ " } else { "☐ " };
            return out.push(Node::text(sign));
        }
        let is_code = element.name == "code";
        element
            .attributes
            // Readers that colour code find the language in its class.
            .retain(|(name, _)| !OF_PAGES.contains(name) || (is_code && *name == "class"));
        for name in ["href", "src", "poster", "cite"] {
            if let Some(address) = element.attribute(name).map(Cow::into_owned) {
                element.set(name, &self.full(&address));
            }
        }
        if let Some(set) = element.attribute("srcset").map(Cow::into_owned) {
            element.set("srcset", &map_candidates(&set, |address| self.full(address)));
        }
        element.children = self.nodes(element.children);
        out.push(element.into());
    }

    fn full(&self, address: &str) -> String {
        if address.starts_with('/') {
            format!("{}{address}", self.origin)
        } else if address.starts_with('#') {
            format!("{}{address}", self.address)
        } else {
            address.to_owned()
        }
    }
}
