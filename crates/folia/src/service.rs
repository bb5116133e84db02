//! What the wings do once they are put together: answer requests, and do what was left for later.

use edge::Frame;
use store::outbox::Runner;

use crate::app::App;
use crate::{jobs, routes};

impl App {
    /// The service that answers requests.
    pub fn frame(&self) -> Frame {
        let table = routes::table(self);
        self.docs.describe(&table);
        let router = table.into_router(&self.metrics);
        let authenticate = auth::authenticator(self.auth.clone());
        let randomness = self.store.randomness().clone();
        Frame::new(router, authenticate, &self.metrics, randomness, self.front.clone())
    }

    /// The description of the API, once [`App::frame`] has made it.
    pub fn openapi(&self) -> bytes::Bytes {
        self.docs.openapi().cloned().unwrap_or_default()
    }

    /// Does what transactions have left to be done afterwards.
    pub fn jobs(&self) -> Runner {
        Runner::new(self.store.clone(), jobs::handlers(self))
    }
}
