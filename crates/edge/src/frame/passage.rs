use std::sync::{Arc, OnceLock};

use super::RequestId;
use crate::Principal;
use crate::metrics::RouteMetrics;

/// What is known about a request while it passes through, in its extensions: one entry for all,
/// and shared with the frame, so that the route it reaches can be told back.
#[derive(Clone, Debug)]
pub(crate) struct Passage(Arc<Known>);

#[derive(Debug)]
struct Known {
    id: RequestId,
    principal: OnceLock<Principal>,
    route: OnceLock<RouteMetrics>,
}

impl Passage {
    pub(super) fn new(id: RequestId) -> Self {
        Self(Arc::new(Known { id, principal: OnceLock::new(), route: OnceLock::new() }))
    }

    pub(super) fn id(&self) -> &RequestId {
        &self.0.id
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
