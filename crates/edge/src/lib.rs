//! The HTTP vocabulary all wings share.
//!
//! A wing's action is an [`Endpoint`]: a handler together with what it reads and answers. The
//! binary lists all endpoints in one [`Table`], each with who may call it; from that table come the
//! router, the guards and the OpenAPI description, so the three cannot disagree. Whatever goes
//! wrong, the client gets a [`Problem`]; people get it as a page.
//!
//! What browsers show is a [`Page`], put into its document by the one [`Shell`] of the service
//! ([`page`]). [`HttpService`] is what every request passes through on its way in and out;
//! [`serve`] owns the sockets. Nothing here knows a wing or a document of the store.

mod address;
pub mod assets;
mod body;
pub mod compression;
mod condition;
mod connection;
mod context;
mod failure;
mod holder;
mod hosts;
pub mod html;
mod json;
mod json_nul;
mod json_value;
mod metrics;
mod multipart;
mod negotiate;
mod nesting;
pub mod openapi;
pub mod page;
mod paging;
mod params;
mod phrases;
mod principal;
mod problem;
mod redirect;
mod repeat;
mod request_id;
mod route;
pub mod serve;
mod service;
mod workers;

pub use address::{ClientAddress, TrustedProxies};
pub use assets::Assets;
pub use body::ReadBody;
pub use condition::{Conditions, Tag, Versioned, tag_of_bytes};
pub use connection::{Peer, WhoseTurn};
pub use context::RequestContext;
pub use hosts::{Hosts, asked_origin};
pub use json::Json;
pub use metrics::Metrics;
pub use multipart::{FormError, Multipart, Part};
pub use negotiate::{Encoding, prefers_page};
pub use nesting::Nesting;
pub use page::{Html, Page, Shell};
pub use paging::{Limit, Offset, page};
pub use params::{InPath, Params, ResourceId, Tail};
pub use phrases::Phrases;
pub use principal::{BrowserSession, Caller, Credentials, Principal};
pub use problem::Problem;
pub use redirect::Destination;
pub use repeat::{Repeatable, word_in_header};
pub use request_id::RequestId;
pub use route::{Access, Endpoint, Method, PageEndpoint, Table};
pub use service::{Authenticate, HttpService, ServiceOptions};
pub use workers::Workers;
