//! The HTTP vocabulary all wings share.
//!
//! A wing's action is an [`Endpoint`]: a handler together with what it reads and answers. The
//! binary lists all endpoints in one [`Table`], each with who may call it; from that table come the
//! router, the guards and the OpenAPI description, so the three cannot disagree. Whatever goes
//! wrong, the client gets a [`Problem`].
//!
//! [`Frame`] is what every request passes through on its way in and out; [`serve`] owns the
//! sockets. Nothing here knows a wing or a document.

mod address;
mod body;
mod condition;
mod frame;
pub mod html;
mod json;
mod metrics;
mod multipart;
mod nesting;
pub mod openapi;
mod paging;
mod params;
mod principal;
mod problem;
mod route;
pub mod serve;

// Moving to `kernel`; the wings that still ask for them here are on their way.
pub use kernel::{FieldErrors, Patch, Role};

pub use address::{ClientAddress, TrustedProxies};
pub use condition::{Conditions, Tag};
pub use frame::{Authenticate, Frame, Front, RequestId};
pub use json::Json;
pub use metrics::Metrics;
pub use multipart::{FormError, Multipart, Part};
pub use nesting::Nesting;
pub use paging::{Limit, Offset, page};
pub use params::{Params, ResourceId, Tail};
pub use principal::{BrowserSession, Caller, Principal};
pub use problem::Problem;
pub use route::{Access, Endpoint, Method, Table};
