use std::sync::{Arc, OnceLock};

use super::RequestId;
use crate::metrics::RouteMetrics;
use crate::{Principal, TrustedProxies};

/// What is known about a request while it passes through, in its extensions: one entry for all,
/// and shared with the frame, so that the route it reaches can be told back.
#[derive(Clone, Debug)]
pub(crate) struct Passage(Arc<Known>);

#[derive(Debug)]
struct Known {
    id: RequestId,
    proxies: TrustedProxies,
    principal: OnceLock<Principal>,
    route: OnceLock<RouteMetrics>,
}

impl Passage {
    pub(super) fn new(id: RequestId, proxies: TrustedProxies) -> Self {
        let (principal, route) = (OnceLock::new(), OnceLock::new());
        Self(Arc::new(Known { id, proxies, principal, route }))
    }

    pub(super) fn id(&self) -> &RequestId {
        &self.0.id
    }

    pub(crate) fn proxies(&self) -> &TrustedProxies {
        &self.0.proxies
    }

    /// Nobody changes who they are on the way.
    pub(super) fn identify(&self, principal: Principal) {
        self.0.principal.get_or_init(|| principal);
    }

    pub(crate) fn principal(&self) -> &Principal {
        self.0.principal.get().unwrap_or(&Principal::Anonymous)
    }

    pub(crate) fn arrive(&self, route: &RouteMetrics) {
        self.0.route.get_or_init(|| route.clone());
    }

    pub(super) fn route(&self) -> Option<&RouteMetrics> {
        self.0.route.get()
    }
}
