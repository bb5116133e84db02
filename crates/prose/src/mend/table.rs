use super::{has, is_any, rename};
use crate::tree::{Element, Node};

/// Brings the parts of a table into their order, each once but the bodies: the order in which
/// browsers show them wherever they stand. A caption that holds a table is a box above it.
pub(super) fn whole(mut table: Element<'_>) -> Vec<Node<'_>> {
    if !has(&table.children, &["thead", "tbody", "tfoot", "tr"]) {
        return captions(table.children);
    }
    keep_first(&mut table.children, "thead");
    keep_first(&mut table.children, "tfoot");
    let mut parts = in_order(join_captions(table.children));
    let caption = parts.iter().position(|part| is_any(part, &["caption"]) && holds_table(part));
    let mut mended = Vec::new();
    if let Some(at) = caption {
        mended.push(parts.remove(at));
        rename(&mut mended, "caption");
    }
    table.children = parts;
    mended.push(table.into());
    mended
}

/// All that can stand in a table without rows: what was said about it.
fn captions(nodes: Vec<Node<'_>>) -> Vec<Node<'_>> {
    let captions = nodes.into_iter().filter(|node| is_any(node, &["caption"]));
    let mut boxes: Vec<_> = captions.collect();
    rename(&mut boxes, "caption");
    boxes
}

/// Browsers set the first head above and the first foot below; any other is rows like all others.
fn keep_first(parts: &mut [Node<'_>], name: &str) {
    let named = parts.iter_mut().filter_map(|part| match part {
        Node::Element(part) if part.name == name => Some(part),
        _ => None,
    });
    named.skip(1).for_each(|part| part.name = "tbody");
}

/// Captions behind the first one are more words of it.
fn join_captions(parts: Vec<Node<'_>>) -> Vec<Node<'_>> {
    let mut first: Option<usize> = None;
    let mut joined: Vec<Node<'_>> = Vec::with_capacity(parts.len());
    for part in parts {
        match (part, first) {
            (Node::Element(caption), Some(at)) if caption.name == "caption" => {
                if let Some(Node::Element(kept)) = joined.get_mut(at) {
                    kept.children.push(Node::text(" "));
                    kept.children.extend(caption.children);
                }
            }
            (part, _) => {
                if is_any(&part, &["caption"]) {
                    first = Some(joined.len());
                }
                joined.push(part);
            }
        }
    }
    joined
}

/// Blanks stay behind what they stand behind.
fn in_order(parts: Vec<Node<'_>>) -> Vec<Node<'_>> {
    let mut place = 0;
    let mut placed: Vec<(u8, Node<'_>)> = parts
        .into_iter()
        .map(|part| {
            place = match part.element().map(|part| part.name) {
                Some("caption") => 0,
                Some("thead") => 1,
                Some("tfoot") => 3,
                Some(_) => 2,
                None => place,
            };
            (place, part)
        })
        .collect();
    placed.sort_by_key(|(place, _)| *place);
    placed.into_iter().map(|(_, part)| part).collect()
}

fn holds_table(node: &Node<'_>) -> bool {
    let children = node.element().map(|element| element.children.as_slice()).unwrap_or_default();
    children.iter().any(|child| is_any(child, &["table"]) || holds_table(child))
}
