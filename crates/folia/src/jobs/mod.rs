//! Every kind of work that is done after the transaction which asked for it.

mod counters;
mod resumes;
mod writing;

use std::sync::Arc;

use contact::notification::Notifier;
use store::outbox::Handler;

use crate::app::App;
pub(crate) use counters::JobCounters;
use resumes::ForgetResume;
use writing::{RememberScheduled, RememberWriting};

pub(crate) fn handlers(app: &App) -> Vec<Arc<dyn Handler>> {
    let mut all = writing_handlers(app);
    all.push(Arc::new(Notifier::new(app.contact.clone(), app.mailer.clone())));
    all.push(Arc::new(app.memory.index_handler()));
    all.push(Arc::new(ForgetResume { settings: app.settings.clone() }));
    all
}

/// What makes chunks of writing.
pub(crate) fn writing_handlers(app: &App) -> Vec<Arc<dyn Handler>> {
    let writing = || RememberWriting { content: app.content.clone(), memory: app.memory.clone() };
    vec![Arc::new(writing()), Arc::new(RememberScheduled(writing()))]
}
