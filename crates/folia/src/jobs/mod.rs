//! Every kind of work that is done after the transaction which asked for it.

mod writing;

use std::sync::Arc;

use contact::notification::Notifier;
use store::outbox::Handler;

use crate::app::App;
pub(crate) use writing::RememberWriting;

pub(crate) fn handlers(app: &App) -> Vec<Arc<dyn Handler>> {
    vec![
        Arc::new(Notifier::new(app.contact.clone(), app.mailer.clone())),
        Arc::new(RememberWriting { content: app.content.clone(), memory: app.memory.clone() }),
        Arc::new(app.memory.index_handler()),
    ]
}
