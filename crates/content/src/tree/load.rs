use store::{Filter, Query, StoreError, Transaction, View};

use super::apply::Changes;
use super::state::Tree;

/// Builds the tree from the documents, or brings an older one up to date.
pub(crate) fn load(
    transaction: &mut Transaction<'_>,
    previous: Option<&View<Tree>>,
) -> Result<Tree, StoreError> {
    match previous {
        Some(view) => advance(transaction, view),
        None => {
            let changes = Changes {
                // Deleted things too: they are restored from the tree, and a removed one must be
                // known to be gone.
                sections: transaction.list(&Query::all())?,
                items: transaction.list(&Query::all())?,
                // Those in force. A removed one has no key; a day of moving may leave very many.
                redirects: transaction.list(&Query::all().filter(Filter::above("old_path", "")))?,
            };
            Ok(Tree::default().apply(changes, transaction.now()))
        }
    }
}

pub(crate) fn advance(
    transaction: &mut Transaction<'_>,
    view: &View<Tree>,
) -> Result<Tree, StoreError> {
    let changes = Changes {
        sections: transaction.list_changed(view.revision)?,
        items: transaction.list_changed(view.revision)?,
        redirects: transaction.list_changed(view.revision)?,
    };
    Ok(view.content.apply(changes, transaction.now()))
}
