//! Documents and jobs, kept by an embedded SQLite file or by PostgreSQL, behind one interface that
//! speaks no SQL.
//!
//! A *collection* holds JSON documents of one [`Kind`]. A kind promotes a few values of its
//! documents to real columns, the *keys*: only those can be filtered, ordered, grouped or unique.
//! All work happens in a closure over a [`Transaction`]: it runs whole or not at all, and when
//! [`Store::write`] returns `Ok` it is on disk. Jobs for later are written in the same transaction
//! ([`Transaction::enqueue`]) and claimed by the runner of the [`outbox`].
//!
//! Reading order: `kind`, `document`, `query`, `transaction`, `store`; then one of the two
//! engines. What is deliberately absent: queries over values that are not keys, joins, and any
//! knowledge of the engine outside this crate. Inside it, the dialects differ in a few words of
//! shared statements; what an engine does in its own way is in its own folder.

mod alone;
mod change;
mod collection;
mod contested;
mod document;
mod error;
mod findings;
mod integrity;
mod kind;
mod live;
mod named;
mod nul;
pub mod once;
pub mod outbox;
mod postgres;
mod query;
mod raw;
mod scan;
pub mod schema;
mod session;
mod shared;
mod sql;
mod sqlite;
mod store;
mod transaction;
mod value;
pub mod vectors;
mod verify;
mod written;

pub use alone::{Alone, ClaimedBy};
pub use change::ChangeError;
pub use collection::{Batch, Collection, Record};
pub use document::{Document, Stored};
pub use error::StoreError;
pub use findings::{Fault, Finding, Findings, Mend};
pub use integrity::Integrity;
pub use kind::{Index, Key, KeyType, Kind};
pub use live::{Live, View};
pub use once::Once;
pub use query::{Filter, Order, Query};
pub use raw::RawRow;
pub use scan::{Mark, Present};
pub use store::{Location, Options, Store};
pub use transaction::{Revision, Transaction};
pub use value::Value;
