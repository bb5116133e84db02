use std::collections::HashMap;

use bytes::Bytes;
use kernel::{Id, Page, Slice};
use store::{Query, StoreError, Stored, Transaction};

use super::NavLink;
use crate::validator::Validator;

/// All links in order, as readers see them.
pub(super) struct Snapshot {
    links: Vec<Stored<NavLink>>,
    positions: HashMap<Id, usize>,
    /// The answer that nearly every reader asks for, ready to send.
    pub(super) first_page: (Validator, Bytes),
}

/// The page a client gets that does not say which.
pub(super) const USUAL_PAGE: Page = Page { limit: 20, offset: 0 };

impl Snapshot {
    /// The links are few: every change reads them all again.
    pub(super) fn load(transaction: &mut Transaction<'_>) -> Result<Self, StoreError> {
        let in_order = Query::all().ascending("sort_order").ascending("title");
        let links = transaction.list::<NavLink>(&in_order)?;
        let positions = links
            .iter()
            .enumerate()
            .map(|(position, stored)| (stored.document.id, position))
            .collect();
        let body = render(&links, USUAL_PAGE);
        let first_page = (Validator::of_bytes(&body), body);
        Ok(Self { links, positions, first_page })
    }

    pub(super) fn find(&self, id: Id) -> Option<&Stored<NavLink>> {
        self.positions.get(&id).map(|position| &self.links[*position])
    }

    pub(super) fn links(&self) -> &[Stored<NavLink>] {
        &self.links
    }

    pub(super) fn len(&self) -> usize {
        self.links.len()
    }

    pub(super) fn page(&self, page: Page) -> Bytes {
        render(&self.links, page)
    }
}

fn render(links: &[Stored<NavLink>], page: Page) -> Bytes {
    let items: Vec<_> = page.cut(links).iter().map(|stored| &stored.document).collect();
    let total = links.len() as u64;
    let slice = Slice { items, total, limit: page.limit, offset: page.offset };
    serde_json::to_vec(&slice).expect("a link is plain text and numbers").into()
}
