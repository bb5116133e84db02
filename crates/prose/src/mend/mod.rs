//! Puts what stands where HTML has no place for it into a place it has. Bodies come from word
//! processors and other sites, and browsers forgive a lot: bold type around whole paragraphs, items
//! without a list, rows without cells. Words are never lost, only the element around them.
//!
//! These are rules: each follows from what HTML allows, or from what browsers show anyway. What would
//! have to be guessed stays as it is: how long a row was meant to be, what a broken address was to be.

mod language;
mod table;
mod terms;

#[cfg(test)]
mod tests;

use crate::notes::is_note;
use crate::tree::{Element, Node};

/// Elements that hold words alone. One that holds a block says nothing that could be kept.
const PHRASES: &[&str] = &[
    "abbr", "b", "bdi", "bdo", "cite", "code", "dfn", "em", "i", "kbd", "mark", "q", "rp", "rt",
    "ruby", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "u", "var",
];
/// Blocks that hold words alone. What they hold besides is opened.
const OF_WORDS: &[&str] = &["h1", "h2", "h3", "h4", "h5", "h6", "pre", "summary"];
const HEADINGS: &[&str] = &["h1", "h2", "h3", "h4", "h5", "h6"];
/// What a reader can reach by keys, which must not stand in a link.
const REACHED: &[&str] = &["details", "input", "pre", "table"];

pub(crate) fn mend(nodes: Vec<Node<'_>>) -> Vec<Node<'_>> {
    let mut mended = Vec::with_capacity(nodes.len());
    for node in nodes {
        put(node, Above::default(), &mut mended);
    }
    mended
}

/// What stands above a place and decides what may stand there.
#[derive(Clone, Copy, Debug, Default)]
struct Above {
    parent: &'static str,
    /// Something that holds nothing but words.
    words_only: bool,
    /// A term, or the head of a row or column. Neither has headings.
    no_headings: bool,
    /// A definition, which holds no other.
    in_definition: bool,
}

/// The parent of what stands in a box that groups terms in their list.
const GROUP: &str = "group";

impl Above {
    fn below(self, element: &Element<'_>) -> Self {
        let name = element.name;
        // A note leaves the place where it stands, with whatever it holds.
        if is_note(element) {
            return Self { parent: name, ..Self::default() };
        }
        Self {
            parent: if name == "div" && self.parent == "dl" { GROUP } else { name },
            words_only: self.words_only || OF_WORDS.contains(&name),
            no_headings: self.no_headings || matches!(name, "dt" | "th"),
            in_definition: self.in_definition || name == "dfn",
        }
    }

    /// Whether the tags of an element go and what it holds stays.
    fn opens(self, element: &Element<'_>, holds: Holds) -> bool {
        let name = element.name;
        is_out_of_place(name, self.parent)
            || (self.words_only && is_block(name))
            || (self.no_headings && HEADINGS.contains(&name))
            || (self.in_definition && name == "dfn")
            || (holds.block && PHRASES.contains(&name))
            || (holds.reached && name == "a")
            || (name == "bdo" && element.escaped("dir").is_none())
            || (name == "source" && element.escaped("src").is_none())
    }
}

/// What was found in something.
#[derive(Clone, Copy, Debug, Default)]
struct Holds {
    block: bool,
    reached: bool,
}

impl Holds {
    fn and(self, other: Self) -> Self {
        Self { block: self.block || other.block, reached: self.reached || other.reached }
    }

    fn of(node: &Node<'_>) -> Self {
        let name = node.element().map_or("", |element| element.name);
        Self { block: is_block(name), reached: REACHED.contains(&name) }
    }
}

/// A video stands in a line like a picture.
fn is_block(name: &'static str) -> bool {
    let is_inline = || Node::from(Element::new(name, Vec::new())).is_inline();
    !matches!(name, "" | "source" | "video") && !is_inline()
}

fn put<'a>(node: Node<'a>, above: Above, out: &mut Vec<Node<'a>>) -> Holds {
    let mut element = match node {
        Node::Element(element) => element,
        text => {
            out.push(text);
            return Holds::default();
        }
    };
    language::keep_known(&mut element);
    let below = above.below(&element);
    let mut children = Vec::with_capacity(element.children.len());
    let mut holds = Holds::default();
    for child in element.children {
        holds = holds.and(put(child, below, &mut children));
    }
    element.children = children;
    if is_note(&element) {
        out.push(element.into());
        return Holds::default();
    }
    if above.opens(&element, holds) {
        // Two blocks that are opened one behind the other were two words.
        let is_word = is_block(element.name) && !element.children.is_empty();
        if is_word && out.last().is_some_and(|last| !last.is_blank()) {
            out.push(Node::text(" "));
        }
        let parts = element.children;
        out.extend(match element.name {
            "ruby" => without(without(parts, "rt"), "rp"),
            _ => parts,
        });
        return holds;
    }
    for node in mend_element(element) {
        holds = holds.and(Holds::of(&node));
        out.push(node);
    }
    holds
}

/// The parser has seen to the parts of tables.
fn is_out_of_place(name: &str, parent: &str) -> bool {
    match name {
        "li" => !matches!(parent, "ul" | "ol"),
        "dt" | "dd" => !matches!(parent, "dl" | GROUP),
        "figcaption" => parent != "figure",
        "summary" => parent != "details",
        "rt" | "rp" => parent != "ruby",
        "source" => parent != "video",
        // Columns are there to be styled, and no style is stored.
        "col" | "colgroup" => true,
        _ => false,
    }
}

/// The element as it may stand there, with what goes before and behind it; or what it held.
fn mend_element(mut element: Element<'_>) -> Vec<Node<'_>> {
    match element.name {
        "ul" | "ol" => element.children = in_items(element.children, "li", &["li"]),
        "dl" => return terms::whole(element),
        "details" => match with_first(&mut element.children, "summary") {
            true => {}
            false => return element.children,
        },
        "figure" => keep_one_caption(&mut element.children),
        "ruby" if !has(&element.children, &["rt"]) => return without(element.children, "rp"),
        "tr" if !has(&element.children, &["td", "th"]) => return Vec::new(),
        "thead" | "tbody" | "tfoot" if !has(&element.children, &["tr"]) => return Vec::new(),
        "table" => return table::whole(element),
        "td" | "th" => {
            keep_below(&mut element, "colspan", 1000);
            keep_below(&mut element, "rowspan", 65_534);
        }
        "video" => return video(element),
        // The language of a program is no language of people.
        "code" | "pre" => element.remove("lang"),
        _ => {}
    }
    vec![element.into()]
}

/// Files first, words for old browsers behind them. A file of its own is the only one that browsers
/// look at; without any file the words are all there is.
fn video(mut video: Element<'_>) -> Vec<Node<'_>> {
    let has_file = video.escaped("src").is_some();
    let is_source = |node: &Node<'_>| is_any(node, &["source"]);
    let (mut sources, mut words): (Vec<_>, Vec<_>) =
        video.children.into_iter().partition(is_source);
    if has_file {
        sources.clear();
    } else if sources.is_empty() {
        return words;
    }
    sources.append(&mut words);
    video.children = sources;
    vec![video.into()]
}

fn is_any(node: &Node<'_>, names: &[&str]) -> bool {
    node.element().is_some_and(|element| names.contains(&element.name))
}

fn has(nodes: &[Node<'_>], names: &[&str]) -> bool {
    nodes.iter().any(|node| is_any(node, names))
}

/// What they are, and what those of this name hold.
fn without<'a>(nodes: Vec<Node<'a>>, name: &str) -> Vec<Node<'a>> {
    let mut opened = Vec::with_capacity(nodes.len());
    for node in nodes {
        match node {
            Node::Element(element) if element.name == name => opened.extend(element.children),
            other => opened.push(other),
        }
    }
    opened
}

/// What is no item becomes one, together with what stands beside it.
fn in_items<'a>(nodes: Vec<Node<'a>>, item: &'static str, known: &[&str]) -> Vec<Node<'a>> {
    let mut items: Vec<Node<'a>> = Vec::with_capacity(nodes.len());
    let mut loose: Vec<Node<'a>> = Vec::new();
    for node in nodes {
        match is_any(&node, known) {
            true => {
                close(&mut loose, item, &mut items);
                items.push(node);
            }
            false => loose.push(node),
        }
    }
    close(&mut loose, item, &mut items);
    items
}

fn close<'a>(loose: &mut Vec<Node<'a>>, item: &'static str, items: &mut Vec<Node<'a>>) {
    let loose = std::mem::take(loose);
    match loose.iter().all(Node::is_blank) {
        true => items.extend(loose),
        false => items.push(Element::new(item, loose).into()),
    }
}

/// Puts the first element of a name before all others, and opens further ones.
fn with_first(nodes: &mut Vec<Node<'_>>, name: &'static str) -> bool {
    let Some(at) = nodes.iter().position(|node| is_any(node, &[name])) else { return false };
    let first = nodes.remove(at);
    rename(nodes, name);
    nodes.insert(0, first);
    true
}

/// At the beginning or at the end; the first that is there.
fn keep_one_caption(nodes: &mut Vec<Node<'_>>) {
    let is_caption = |node: &Node<'_>| is_any(node, &["figcaption"]);
    let Some(at) = nodes.iter().position(is_caption) else { return };
    let caption = nodes.remove(at);
    let leads = nodes[..at].iter().all(Node::is_blank);
    rename(nodes, "figcaption");
    let place = if leads { 0 } else { nodes.len() };
    nodes.insert(place, caption);
}

/// What is one too many is a box like any other.
fn rename(nodes: &mut [Node<'_>], name: &str) {
    for node in nodes {
        if let Node::Element(element) = node
            && element.name == name
        {
            element.name = "div";
        }
    }
}

fn keep_below(cell: &mut Element<'_>, name: &'static str, most: u32) {
    match cell.escaped(name).map(|text| text.parse::<u32>().unwrap_or_default()) {
        Some(0) => cell.remove(name),
        Some(span) if span > most => cell.set(name, &most.to_string()),
        _ => {}
    }
}
