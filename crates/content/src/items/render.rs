use std::sync::Arc;

use edge::Problem;
use kernel::{Id, SitePath};

use super::Item;
use crate::bodies::Rendered;
use crate::content::Content;
use crate::tree::{Breadcrumb, Card, Node, Sight, Tree, json};

/// An item ready to be sent.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) card: Card,
    /// The section it is in.
    pub(crate) node: Option<Arc<Node>>,
    pub(crate) rendered: Rendered,
}

/// How often to look again when the item changes under our hands.
const ATTEMPTS: u32 = 4;

impl Content {
    /// The answer for an item, when its body is in memory.
    pub(crate) fn ready_item(&self, tree: &Tree, card: &Card) -> Option<Answer> {
        let node = card.document.section_id.and_then(|id| tree.section(id)).cloned();
        let stamp = node.as_ref().map_or(0, |node| node.stamp);
        let rendered = self.0.bodies.rendered(card.document.id, card.version, stamp)?;
        Some(Answer { card: card.clone(), node, rendered })
    }

    /// Finds an item with `choose` and reads it whole, with at most one look into the database. A
    /// body of another version than the card is not used: between the two the item may have
    /// become a draft.
    pub(crate) async fn read_item(
        &self,
        sight: Sight,
        choose: impl Fn(&Tree) -> Option<Id>,
    ) -> Result<Answer, Problem> {
        for _ in 0..ATTEMPTS {
            let view = self.tree();
            let tree = &view.content;
            let card = choose(tree)
                .and_then(|id| tree.item(id))
                .filter(|card| tree.shows(&card.document, sight))
                .ok_or_else(Problem::not_found)?;
            if let Some(answer) = self.ready_item(tree, card) {
                return Ok(answer);
            }
            let body = self.0.bodies.find(card.document.id).await?;
            if let Some(body) = body.filter(|body| body.item_version == card.version) {
                let node = card.document.section_id.and_then(|id| tree.section(id)).cloned();
                let rendered = render(tree, card, node.as_deref(), &body.html);
                self.0.bodies.keep(card.document.id, rendered.clone());
                return Ok(Answer { card: card.clone(), node, rendered });
            }
            self.catch_up().await?;
        }
        Err(Problem::new(kernel::Code::Unavailable, "The item is changing; try again."))
    }
}

/// Writes both answers about an item at once: what is at its path, and within it the item itself.
fn render(tree: &Tree, card: &Card, node: Option<&Node>, html: &str) -> Rendered {
    let item = &card.document;
    let path = tree.path_of(item);
    let (section, above) = match node.map(Node::fragments) {
        Some(fragments) => (fragments.section.as_str(), format!("{},", fragments.breadcrumbs)),
        None => ("null", String::new()),
    };
    let head =
        format!(r#"{{"type":"content","path":{},"section":{section},"content_item":"#, json(&path));
    let whole = json(&item.view(path.clone(), html));
    let tail = format!(r#","breadcrumbs":[{above}{}]}}"#, breadcrumb(item, &path));
    Rendered {
        version: card.version,
        stamp: node.map_or(0, |node| node.stamp),
        item: head.len()..head.len() + whole.len(),
        resolved: [head, whole, tail].concat().into(),
    }
}

fn breadcrumb(item: &Item, path: &SitePath) -> String {
    json(&Breadcrumb {
        id: item.id,
        title: &item.title,
        slug: item.slug.as_str(),
        path: path.as_str(),
        kind: "content",
    })
}
