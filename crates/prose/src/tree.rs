//! A body as a tree that owns its nodes. Text and the values of attributes stay escaped as they
//! were written, so that most of a body is neither decoded nor copied.

use std::borrow::Cow;

#[derive(Clone, Debug)]
pub(crate) enum Node<'a> {
    Element(Element<'a>),
    /// Escaped.
    Text(Cow<'a, str>),
}

#[derive(Clone, Debug)]
pub(crate) struct Element<'a> {
    pub(crate) name: &'static str,
    /// Values are escaped.
    pub(crate) attributes: Vec<(&'static str, Cow<'a, str>)>,
    pub(crate) children: Vec<Node<'a>>,
}

const VOID: &[&str] = &["br", "col", "hr", "img", "input", "source", "wbr"];

/// Elements that may stand in a paragraph.
const INLINE: &[&str] = &[
    "a", "abbr", "b", "bdi", "bdo", "br", "cite", "code", "del", "dfn", "em", "i", "img", "input",
    "ins", "kbd", "mark", "q", "rp", "rt", "ruby", "s", "samp", "small", "span", "strong", "sub",
    "sup", "time", "u", "var", "wbr",
];

pub(crate) fn is_void(name: &str) -> bool {
    VOID.contains(&name)
}

impl<'a> Node<'a> {
    /// Text that is not yet escaped.
    pub(crate) fn text(text: &str) -> Self {
        Self::Text(Cow::Owned(escape_text(text)))
    }

    pub(crate) fn is_blank(&self) -> bool {
        matches!(self, Self::Text(text) if text.bytes().all(|byte| byte.is_ascii_whitespace()))
    }

    /// Whether it is of a kind that may stand in a paragraph.
    pub(crate) fn is_inline(&self) -> bool {
        match self {
            Self::Text(_) => true,
            Self::Element(element) => INLINE.contains(&element.name),
        }
    }

    /// Whether it may stand in a paragraph with all that it holds.
    pub(crate) fn fits_paragraph(&self) -> bool {
        let holds = self.element().map(|element| element.children.as_slice()).unwrap_or_default();
        self.is_inline() && holds.iter().all(Node::fits_paragraph)
    }

    pub(crate) fn element(&self) -> Option<&Element<'a>> {
        match self {
            Self::Element(element) => Some(element),
            Self::Text(_) => None,
        }
    }
}

impl<'a> From<Element<'a>> for Node<'a> {
    fn from(element: Element<'a>) -> Self {
        Self::Element(element)
    }
}

impl<'a> Element<'a> {
    pub(crate) fn new(name: &'static str, children: Vec<Node<'a>>) -> Self {
        Self { name, attributes: Vec::new(), children }
    }

    /// With an attribute whose value is not yet escaped.
    pub(crate) fn with(mut self, name: &'static str, value: &str) -> Self {
        self.set(name, value);
        self
    }

    pub(crate) fn set(&mut self, name: &'static str, value: &str) {
        self.set_escaped(name, Cow::Owned(escape_value(value)));
    }

    pub(crate) fn set_escaped(&mut self, name: &'static str, value: Cow<'a, str>) {
        match self.attributes.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.attributes.push((name, value)),
        }
    }

    pub(crate) fn set_missing(&mut self, name: &'static str, value: &str) {
        if self.escaped(name).is_none() {
            self.set(name, value);
        }
    }

    pub(crate) fn remove(&mut self, name: &str) {
        self.attributes.retain(|(known, _)| *known != name);
    }

    pub(crate) fn escaped(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(known, _)| *known == name).map(|(_, value)| &**value)
    }

    pub(crate) fn attribute(&self, name: &str) -> Option<Cow<'_, str>> {
        self.escaped(name).map(unescape)
    }

    pub(crate) fn has_class(&self, class: &str) -> bool {
        self.escaped("class").is_some_and(|known| known == class)
    }
}

pub(crate) fn write(nodes: &[Node<'_>], html: &mut String) {
    for node in nodes {
        match node {
            Node::Text(text) => html.push_str(text),
            Node::Element(element) => write_element(element, html),
        }
    }
}

fn write_element(element: &Element<'_>, html: &mut String) {
    html.push('<');
    html.push_str(element.name);
    for (name, value) in &element.attributes {
        html.push(' ');
        html.push_str(name);
        html.push_str("=\"");
        html.push_str(value);
        html.push('"');
    }
    html.push('>');
    if !is_void(element.name) {
        write(&element.children, html);
        html.push_str("</");
        html.push_str(element.name);
        html.push('>');
    }
}

pub(crate) fn escape_text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + text.len() / 8);
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            // Written as the sanitiser writes it, so that a body that is read and written stays the
            // same.
            '\u{a0}' => escaped.push_str("&nbsp;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// For values in double quotes.
fn escape_value(value: &str) -> String {
    escape_text(value).replace('"', "&quot;")
}

/// Knows what the sanitiser writes; any other entity stays as it is.
pub(crate) fn unescape(escaped: &str) -> Cow<'_, str> {
    const KNOWN: [(&str, char); 5] =
        [("&amp;", '&'), ("&lt;", '<'), ("&gt;", '>'), ("&quot;", '"'), ("&nbsp;", '\u{a0}')];
    let Some(first) = escaped.find('&') else { return Cow::Borrowed(escaped) };
    let mut text = escaped[..first].to_owned();
    let mut rest = &escaped[first..];
    while let Some(character) = rest.chars().next() {
        let entity = KNOWN.iter().find(|(entity, _)| rest.starts_with(entity));
        let (meaning, length) = match entity {
            Some((entity, meaning)) => (*meaning, entity.len()),
            // One character on, and not decoded twice: `&amp;lt;` is the text `&lt;`.
            None => (character, character.len_utf8()),
        };
        text.push(meaning);
        rest = &rest[length..];
    }
    Cow::Owned(text)
}
