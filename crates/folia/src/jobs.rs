//! Every kind of work that is done after the transaction which asked for it.

use std::sync::Arc;

use store::outbox::Handler;

use crate::app::App;

pub(crate) fn handlers(_app: &App) -> Vec<Arc<dyn Handler>> {
    Vec::new()
}
