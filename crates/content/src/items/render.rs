use std::sync::Arc;

use edge::Problem;
use kernel::Id;

use super::Item;
use crate::bodies::Rendered;
use crate::site::Site;
use crate::tree::{Card, Node, Sight, Tree, json};

/// An item ready to be sent.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) card: Card,
    /// The section it is in.
    pub(crate) node: Option<Arc<Node>>,
    pub(crate) json: Arc<str>,
}

/// How often to look again when the item changes under our hands.
const ATTEMPTS: u32 = 4;

impl Site {
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
            let (id, version) = (card.document.id, card.version);
            let node = card.document.section_id.and_then(|id| tree.section(id)).cloned();
            let stamp = node.as_ref().map_or(0, |node| node.stamp);
            if let Some(json) = self.bodies.rendered(id, version, stamp) {
                return Ok(Answer { card: card.clone(), node, json });
            }
            let body = self.bodies.find(id).await?;
            if let Some(body) = body.filter(|body| body.item_version == version) {
                let json: Arc<str> = render(tree, &card.document, &body.html).into();
                self.bodies.keep(id, Rendered { version, stamp, json: json.clone() });
                return Ok(Answer { card: card.clone(), node, json });
            }
            self.catch_up().await?;
        }
        Err(Problem::new(kernel::Code::Unavailable, "The item is changing; try again."))
    }
}

fn render(tree: &Tree, item: &Item, html: &str) -> String {
    json(&item.view(tree.path_of(item), html))
}
