//! A second opinion on what was cleaned: a small tree of our own, built by the parser, to look at
//! every element and to write it out again without the cleaner's code.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use html5ever::interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink};
use html5ever::tendril::{StrTendril, TendrilSink};
use html5ever::{Attribute, ExpandedName, ParseOpts, QualName, local_name, ns, parse_fragment};

const VOID: &[&str] = &["br", "col", "hr", "img", "input", "source", "wbr"];

/// The first three nodes are the document, the context and the root that the parser makes.
const DOCUMENT: usize = 0;
const ROOT: usize = 2;

pub(super) struct Tree {
    nodes: RefCell<Vec<Node>>,
}

struct Node {
    name: Rc<QualName>,
    content: Content,
    parent: Option<usize>,
    children: Vec<usize>,
}

enum Content {
    Document,
    Element(Vec<Attribute>),
    Text(String),
    Comment,
}

/// A node's index, and its name where the parser can borrow it.
type Handle = (usize, Rc<QualName>);

/// Reads a text as the inside of a div, as a browser does that runs scripts.
pub(super) fn parse(html: &str) -> Tree {
    let tree = Tree { nodes: RefCell::default() };
    tree.add_nameless(Content::Document);
    let context = QualName::new(None, ns!(html), local_name!("div"));
    parse_fragment(tree, ParseOpts::default(), context, Vec::new(), true).one(html)
}

impl Tree {
    /// Visits all elements that were made, also those that ended up outside of the tree.
    pub(super) fn each_element(&self, mut visit: impl FnMut(&QualName, &[Attribute])) {
        for node in self.nodes.borrow().iter().skip(ROOT + 1) {
            match &node.content {
                Content::Element(attributes) => visit(&node.name, attributes),
                Content::Comment => panic!("a comment was left"),
                Content::Text(_) | Content::Document => {}
            }
        }
    }

    pub(super) fn serialise(&self) -> String {
        let mut html = String::new();
        let nodes = self.nodes.borrow();
        nodes[ROOT].children.iter().for_each(|child| write(&nodes, *child, &mut html));
        html
    }

    fn add(&self, name: QualName, content: Content) -> Handle {
        let name = Rc::new(name);
        let mut nodes = self.nodes.borrow_mut();
        nodes.push(Node { name: name.clone(), content, parent: None, children: Vec::new() });
        (nodes.len() - 1, name)
    }

    fn add_nameless(&self, content: Content) -> Handle {
        self.add(QualName::new(None, ns!(), local_name!("")), content)
    }

    fn insert(&self, parent: usize, position: usize, child: NodeOrText<Handle>) {
        let child = match child {
            NodeOrText::AppendNode((child, _)) => child,
            NodeOrText::AppendText(text) => {
                let mut nodes = self.nodes.borrow_mut();
                let before = position.checked_sub(1).map(|before| nodes[parent].children[before]);
                if let Some(before) = before
                    && let Content::Text(existing) = &mut nodes[before].content
                {
                    existing.push_str(&text);
                    return;
                }
                drop(nodes);
                self.add_nameless(Content::Text(text.to_string())).0
            }
        };
        let mut nodes = self.nodes.borrow_mut();
        nodes[child].parent = Some(parent);
        nodes[parent].children.insert(position, child);
    }
}

fn write(nodes: &[Node], index: usize, html: &mut String) {
    let node = &nodes[index];
    match &node.content {
        Content::Document | Content::Comment => {}
        Content::Text(text) => html.push_str(&escape(text)),
        Content::Element(attributes) => {
            let name = &*node.name.local;
            html.push_str(&format!("<{name}"));
            for Attribute { name, value } in attributes {
                let value = escape(value).replace('"', "&quot;");
                html.push_str(&format!(" {}=\"{value}\"", &*name.local));
            }
            html.push('>');
            if !VOID.contains(&name) {
                node.children.iter().for_each(|child| write(nodes, *child, html));
                html.push_str(&format!("</{name}>"));
            }
        }
    }
}

fn escape(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('\u{a0}', "&nbsp;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

impl TreeSink for Tree {
    type Handle = Handle;
    type Output = Self;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Self {
        self
    }

    fn get_document(&self) -> Handle {
        (DOCUMENT, self.nodes.borrow()[DOCUMENT].name.clone())
    }

    fn elem_name<'a>(&'a self, (_, name): &'a Handle) -> ExpandedName<'a> {
        name.expanded()
    }

    fn create_element(&self, name: QualName, attrs: Vec<Attribute>, _: ElementFlags) -> Handle {
        self.add(name, Content::Element(attrs))
    }

    fn create_comment(&self, _text: StrTendril) -> Handle {
        self.add_nameless(Content::Comment)
    }

    fn create_pi(&self, _target: StrTendril, _data: StrTendril) -> Handle {
        self.add_nameless(Content::Comment)
    }

    fn append(&self, (parent, _): &Handle, child: NodeOrText<Handle>) {
        let position = self.nodes.borrow()[*parent].children.len();
        self.insert(*parent, position, child);
    }

    fn append_before_sibling(&self, (sibling, _): &Handle, child: NodeOrText<Handle>) {
        if let NodeOrText::AppendNode(node) = &child {
            self.remove_from_parent(node);
        }
        let nodes = self.nodes.borrow();
        let parent = nodes[*sibling].parent.expect("a sibling has a parent");
        let position = nodes[parent].children.iter().position(|child| child == sibling);
        drop(nodes);
        self.insert(parent, position.expect("a child is among its parent's"), child);
    }

    fn append_based_on_parent_node(
        &self,
        element: &Handle,
        previous: &Handle,
        child: NodeOrText<Handle>,
    ) {
        let has_parent = self.nodes.borrow()[element.0].parent.is_some();
        if has_parent {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn remove_from_parent(&self, (target, _): &Handle) {
        let mut nodes = self.nodes.borrow_mut();
        if let Some(parent) = nodes[*target].parent.take() {
            nodes[parent].children.retain(|child| child != target);
        }
    }

    fn reparent_children(&self, (node, _): &Handle, (parent, _): &Handle) {
        let mut nodes = self.nodes.borrow_mut();
        let children = std::mem::take(&mut nodes[*node].children);
        children.iter().for_each(|child| nodes[*child].parent = Some(*parent));
        nodes[*parent].children.extend(children);
    }

    fn same_node(&self, (left, _): &Handle, (right, _): &Handle) -> bool {
        left == right
    }

    fn get_template_contents(&self, target: &Handle) -> Handle {
        target.clone()
    }

    fn parse_error(&self, _message: Cow<'static, str>) {}
    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}
    fn set_quirks_mode(&self, _mode: QuirksMode) {}
    fn add_attrs_if_missing(&self, _target: &Handle, _attributes: Vec<Attribute>) {}
}
