//! A bare pool: connections on a stack and a semaphore, nothing tested, nothing timed.

use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

pub struct Lot<C> {
    free: Mutex<Vec<C>>,
    permits: Arc<Semaphore>,
}

impl<C> Lot<C> {
    pub fn new(connections: Vec<C>) -> Arc<Self> {
        let permits = Arc::new(Semaphore::new(connections.len()));
        Arc::new(Self { free: Mutex::new(connections), permits })
    }

    pub async fn take(self: &Arc<Self>) -> Result<Lease<C>> {
        let permit = Arc::clone(&self.permits).acquire_owned().await?;
        self.lease(permit)
    }

    /// For callers that never wait while holding a connection: one per thread is always there.
    pub fn take_now(self: &Arc<Self>) -> Result<Lease<C>> {
        let permit = Arc::clone(&self.permits).try_acquire_owned()?;
        self.lease(permit)
    }

    fn lease(self: &Arc<Self>, permit: OwnedSemaphorePermit) -> Result<Lease<C>> {
        let connection = self.free.lock().expect("no holder panics").pop();
        let connection = connection.context("a permit stands for a connection")?;
        Ok(Lease { connection: Some(connection), lot: Arc::clone(self), _permit: permit })
    }
}

/// A connection on loan. Dropping it puts it back before the permit is released.
pub struct Lease<C> {
    connection: Option<C>,
    lot: Arc<Lot<C>>,
    _permit: OwnedSemaphorePermit,
}

impl<C> Deref for Lease<C> {
    type Target = C;

    fn deref(&self) -> &C {
        self.connection.as_ref().expect("present until dropped")
    }
}

impl<C> DerefMut for Lease<C> {
    fn deref_mut(&mut self) -> &mut C {
        self.connection.as_mut().expect("present until dropped")
    }
}

impl<C> Drop for Lease<C> {
    fn drop(&mut self) {
        if let Some(connection) = self.connection.take() {
            self.lot.free.lock().expect("no holder panics").push(connection);
        }
    }
}
