//! Lists of tasks: `<li><input type="checkbox">…`. A page shows what is done, nobody can tick it
//! there.

use crate::said::BodyWords;
use crate::tree::{Element, Node};

/// Names the boxes of a list that has some, for those who do not see them.
pub(crate) fn show_tasks(list: &mut Element<'_>, said: BodyWords<'_>) {
    let mut has_tasks = false;
    for child in &mut list.children {
        if let Node::Element(item) = child
            && item.name == "li"
        {
            has_tasks |= name_box(item, said);
        }
    }
    match has_tasks {
        true => list.set("class", "tasks"),
        // A class that the list does not earn would take its bullets away.
        false => list.remove("class"),
    }
}

/// The box is the first thing in its item, or in the item's first paragraph.
fn name_box(item: &mut Element<'_>, said: BodyWords<'_>) -> bool {
    let first = item.children.iter_mut().find(|child| !child.is_blank());
    match first {
        Some(Node::Element(tick)) if tick.name == "input" => {
            let done = tick.escaped("checked").is_some();
            tick.set("aria-label", said.task(done));
            true
        }
        Some(Node::Element(paragraph)) if paragraph.name == "p" => name_box(paragraph, said),
        _ => false,
    }
}
