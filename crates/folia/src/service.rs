//! What the wings do once they are put together: answer requests, and do what was left for later.

use edge::{Assets, Hosts, HttpService, ServiceOptions};
use store::outbox::Runner;

use crate::app::App;
use crate::{assets, jobs, routes};

impl App {
    /// The service that answers requests, by whatever name it is asked for.
    pub fn http_service(&self) -> HttpService {
        self.http_service_for(Hosts::default())
    }

    /// The same by these names.
    pub fn http_service_for(&self, hosts: Hosts) -> HttpService {
        let table = routes::table(self);
        // Before the table becomes a router, which can no longer tell what is in it.
        self.docs.describe(&table);
        let router = table.into_router(&self.metrics);
        let authenticate = auth::authenticator(self.auth.clone());
        let randomness = self.store.randomness().clone();
        let options = ServiceOptions {
            https: self.https,
            proxies: self.proxies.clone(),
            hosts,
            assets: Assets::new(assets::ALL),
            shell: self.shell.clone(),
            sign_in: "/auth/login",
        };
        HttpService::new(router, authenticate, &self.metrics, randomness, options)
    }

    /// The description of the API, once [`App::http_service`] has made it.
    pub fn openapi(&self) -> bytes::Bytes {
        self.docs.openapi().cloned().unwrap_or_default()
    }

    /// Does what transactions have left to be done afterwards.
    pub fn jobs(&self) -> Runner {
        Runner::new(self.store.clone(), jobs::handlers(self))
    }
}
