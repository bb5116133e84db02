use std::borrow::Cow;

use super::{in_items, is_any};
use crate::tree::{Element, Node};

/// A list of terms and what is said about them. What stands before the first term, and terms behind
/// the last description, belong to nothing in it and stand beside it as boxes. Whatever else is no
/// term is a description of the one before.
pub(super) fn whole(mut list: Element<'_>) -> Vec<Node<'_>> {
    if list.children.iter().all(Node::is_blank) {
        return list.children;
    }
    if is_right(&list.children) || holds_groups(&list.children) {
        return vec![list.into()];
    }
    let parts = in_items(without_groups(list.children), "dd", &["dt", "dd"]);
    let first = parts.iter().position(|part| is_any(part, &["dt"])).unwrap_or(parts.len());
    let last = parts.iter().rposition(|part| is_any(part, &["dd"])).map_or(0, |at| at + 1);
    let (mut before, mut inside, mut behind) = (Vec::new(), Vec::new(), Vec::new());
    for (at, part) in parts.into_iter().enumerate() {
        match at {
            at if at < first => before.push(part),
            at if at < last => inside.push(part),
            _ => behind.push(part),
        }
    }
    let mut mended = boxes(before, &list.attributes);
    let behind = boxes(behind, &list.attributes);
    if !inside.is_empty() {
        list.children = inside;
        mended.push(list.into());
    }
    mended.extend(behind);
    mended
}

/// Whether terms come first, descriptions last, and nothing else is there.
fn is_right(parts: &[Node<'_>]) -> bool {
    let mut filled = parts.iter().filter(|part| !part.is_blank()).peekable();
    filled.peek().is_some_and(|first| is_any(first, &["dt"]))
        && filled.clone().all(|part| is_any(part, &["dt", "dd"]))
        && filled.last().is_some_and(|last| is_any(last, &["dd"]))
}

fn holds_groups(parts: &[Node<'_>]) -> bool {
    parts.iter().filter(|part| !part.is_blank()).all(|part| {
        part.element().is_some_and(|group| group.name == "div" && is_right(&group.children))
    })
}

fn without_groups(parts: Vec<Node<'_>>) -> Vec<Node<'_>> {
    let mut opened = Vec::with_capacity(parts.len());
    for part in parts {
        match part {
            Node::Element(mut group)
                if group.name == "div"
                    && group.children.iter().any(|part| is_any(part, &["dt", "dd"])) =>
            {
                for part in &mut group.children {
                    hand_down(&group.attributes, part);
                }
                opened.extend(group.children);
            }
            other => opened.push(other),
        }
    }
    opened
}

fn boxes<'a>(mut parts: Vec<Node<'a>>, of_list: &[(&'static str, Cow<'a, str>)]) -> Vec<Node<'a>> {
    for part in &mut parts {
        if let Node::Element(element) = part {
            element.name = "div";
        }
        hand_down(of_list, part);
    }
    parts
}

/// Language and direction, which what was inside has from outside.
fn hand_down<'a>(attributes: &[(&'static str, Cow<'a, str>)], node: &mut Node<'a>) {
    let Node::Element(element) = node else { return };
    for (name, value) in attributes {
        if element.escaped(name).is_none() {
            element.set_escaped(name, value.clone());
        }
    }
}
