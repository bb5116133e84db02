//! Work that is promised inside a transaction and done afterwards.
//!
//! A [`Job`] is written by [`Transaction::enqueue`](crate::Transaction::enqueue) and so exists
//! exactly when the change it belongs to does. A [`Runner`] claims what is due under a short lease,
//! hands it to the topic's [`Handler`], renews the lease while that works, and completes, retries or
//! buries the job. A process that dies in the middle leaves only a lease that runs out; the job is
//! claimed again. So a handler can see the same job twice and must be able to.

mod aside;
mod claim;
mod clock;
mod job;
mod runner;

pub use aside::inspect;
pub use claim::Claimed;
pub use claim::Summary;
pub(crate) use claim::{
    bury, claim, complete, enqueue, hold, is_due, release_leases, retry, summary, waiting,
};
pub(crate) use clock::{Horizon, bring_back, is_beyond};
pub use job::{Backoff, Job, JobError};
pub use runner::{Handler, Runner};
