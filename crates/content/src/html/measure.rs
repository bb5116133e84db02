//! How large a tree a text makes, found by running the parser without keeping the tree.
//!
//! The text alone does not tell. A parser repeats unclosed `<b>`, `<i>` or `<a>` in every paragraph
//! that follows, with all their attributes, so a few kilobytes can stand for gigabytes. The parser
//! is fed in small pieces and stopped at the first piece that goes too far.
//!
//! The tree has to be written, too. The writer of `html5ever` 0.40 looks ahead through all the text
//! that is left at every `&` and at every character from U+0080 to U+00BF, which makes a megabyte
//! of degree signs a matter of minutes. What it will have to look at is added up here.

use std::borrow::Cow;
use std::cell::Cell;
use std::rc::Rc;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{Attribute, ExpandedName, ParseOpts, QualName, local_name, ns, parse_fragment};

use super::limits::{HtmlError, MOST_CHARACTERS, MOST_LEVELS, MOST_TAGS};

/// Between two looks at the numbers.
const PIECE: usize = 2048;
/// Attributes as the parser hands them out; without repetition they cannot be more than the text.
const MOST_ATTRIBUTE_BYTES: usize = 4_000_000;
/// A third of a second on a slow core: in a text of a million bytes one in a hundred may be
/// special, in a tenth of that all of them.
const MOST_BYTES_LOOKED_AT: u64 = 5_000_000_000;

pub(super) fn check(html: &str) -> Result<(), HtmlError> {
    // The same context as the cleaner's: the inside of a div.
    let context = QualName::new(None, ns!(html), local_name!("div"));
    let mut parser =
        parse_fragment(Numbers::default(), ParseOpts::default(), context, Vec::new(), false);
    let mut rest = html;
    while !rest.is_empty() {
        let (piece, after) = rest.split_at(rest.ceil_char_boundary(PIECE));
        parser.process(StrTendril::from_slice(piece));
        parser.tokenizer.sink.sink.judge()?;
        rest = after;
    }
    parser.finish().judge()
}

/// A sink for the parser that counts what it is told to build.
#[derive(Default)]
struct Numbers {
    nodes: Cell<usize>,
    levels: Cell<usize>,
    attribute_bytes: Cell<usize>,
    /// As if all text were one: texts from before and after an element can become neighbours.
    special_characters: Cell<usize>,
    bytes_looked_at: Cell<u64>,
    characters_written: Cell<usize>,
}

#[derive(Clone)]
struct Node(Rc<NodeFacts>);

struct NodeFacts {
    name: QualName,
    level: Cell<usize>,
    is_integration_point: bool,
}

impl Numbers {
    fn judge(&self) -> Result<(), HtmlError> {
        if self.levels.get() > MOST_LEVELS {
            Err(HtmlError::TooDeep { limit: MOST_LEVELS })
        } else if self.nodes.get() > MOST_TAGS {
            Err(HtmlError::TooManyTags { limit: MOST_TAGS })
        } else if self.attribute_bytes.get() > MOST_ATTRIBUTE_BYTES {
            Err(HtmlError::TooRepetitive)
        } else if self.bytes_looked_at.get() > MOST_BYTES_LOOKED_AT {
            Err(HtmlError::TooManySpecialCharacters)
        } else if self.characters_written.get() > MOST_CHARACTERS {
            Err(HtmlError::TooLong { limit: MOST_CHARACTERS })
        } else {
            Ok(())
        }
    }

    fn node(&self, name: QualName, is_integration_point: bool) -> Node {
        Node(Rc::new(NodeFacts { name, level: Cell::new(0), is_integration_point }))
    }

    fn nameless(&self) -> Node {
        self.node(QualName::new(None, ns!(), local_name!("")), false)
    }

    fn place(&self, child: NodeOrText<Node>, level: usize) {
        match child {
            NodeOrText::AppendNode(node) => {
                node.0.level.set(level);
                self.levels.set(self.levels.get().max(level));
            }
            NodeOrText::AppendText(text) => {
                let special = self.special_characters.get() + special_characters(&text);
                self.special_characters.set(special);
                self.look_at(special, &text);
                let written: usize = text.chars().map(written_length).sum();
                self.characters_written.set(self.characters_written.get() + written);
            }
        }
    }

    fn look_at(&self, times: usize, text: &str) {
        let bytes = times as u64 * text.len() as u64;
        self.bytes_looked_at.set(self.bytes_looked_at.get().saturating_add(bytes));
    }
}

/// Those at which the writer looks ahead, by the byte it sees.
fn special_characters(text: &str) -> usize {
    text.bytes().filter(|byte| matches!(byte, b'&' | 0xC2)).count()
}

fn written_length(character: char) -> usize {
    match character {
        '<' | '>' => "&lt;".len(),
        '&' => "&amp;".len(),
        '\u{a0}' => "&nbsp;".len(),
        _ => 1,
    }
}

impl TreeSink for Numbers {
    type Handle = Node;
    type Output = Self;
    type ElemName<'a> = ExpandedName<'a>;

    fn create_element(
        &self,
        name: QualName,
        attributes: Vec<Attribute>,
        flags: ElementFlags,
    ) -> Node {
        for Attribute { value, .. } in &attributes {
            self.attribute_bytes.set(self.attribute_bytes.get() + value.len());
            self.look_at(special_characters(value), value);
        }
        self.nodes.set(self.nodes.get() + 1);
        self.node(name, flags.mathml_annotation_xml_integration_point)
    }

    fn create_comment(&self, _text: StrTendril) -> Node {
        self.nodes.set(self.nodes.get() + 1);
        self.nameless()
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> Node {
        self.nodes.set(self.nodes.get() + 1);
        self.nameless()
    }

    fn append(&self, parent: &Node, child: NodeOrText<Node>) {
        self.place(child, parent.0.level.get() + 1);
    }

    fn append_before_sibling(&self, sibling: &Node, child: NodeOrText<Node>) {
        self.place(child, sibling.0.level.get());
    }

    fn append_based_on_parent_node(
        &self,
        element: &Node,
        _previous: &Node,
        child: NodeOrText<Node>,
    ) {
        self.place(child, element.0.level.get());
    }

    fn elem_name<'a>(&'a self, target: &'a Node) -> ExpandedName<'a> {
        target.0.name.expanded()
    }

    fn same_node(&self, left: &Node, right: &Node) -> bool {
        Rc::ptr_eq(&left.0, &right.0)
    }

    fn is_mathml_annotation_xml_integration_point(&self, node: &Node) -> bool {
        node.0.is_integration_point
    }

    fn get_document(&self) -> Node {
        self.nameless()
    }

    fn get_template_contents(&self, target: &Node) -> Node {
        target.clone()
    }

    fn finish(self) -> Self {
        self
    }

    // What moves or annotates nodes changes none of the numbers.
    fn parse_error(&self, _message: Cow<'static, str>) {}
    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}
    fn set_quirks_mode(&self, _mode: QuirksMode) {}
    fn add_attrs_if_missing(&self, _target: &Node, _attributes: Vec<Attribute>) {}
    fn remove_from_parent(&self, _target: &Node) {}
    fn reparent_children(&self, _node: &Node, _parent: &Node) {}
}
