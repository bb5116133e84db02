use kernel::{Id, Timestamp};
use serde::{Deserialize, Serialize};
use store::outbox::Job;
use store::{StoreError, Transaction};

/// The topic under which changes are told. A job is a hint to look again, not what was changed: by
/// the time it is read, the content may have moved on.
pub const CHANGED: &str = "content.changed";

/// The topic of changes that come about by themselves at a date. Apart from the others: until its date
/// such a job is nothing that waits to be done.
pub const SCHEDULED: &str = "content.scheduled";

/// What may say something else now, or may be seen by others than before.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changed {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub items: Vec<Id>,
    /// These with everything below them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sections: Vec<Id>,
    /// Everything there is.
    #[serde(default, skip_serializing_if = "is_false")]
    pub everything: bool,
}

impl Changed {
    /// Leaves a job, as part of the transaction that made the change.
    pub fn announce(&self, transaction: &mut Transaction<'_>) -> Result<(), StoreError> {
        // Nothing has changed that anybody follows, such as a redirect: no job.
        match *self == Self::default() {
            true => Ok(()),
            false => transaction.enqueue(self.job(CHANGED)),
        }
    }

    /// Leaves a job for a change that comes about by itself at a date.
    pub(crate) fn announce_at(
        &self,
        transaction: &mut Transaction<'_>,
        date: Timestamp,
    ) -> Result<(), StoreError> {
        transaction.enqueue(self.job(SCHEDULED).due_at(date))
    }

    fn job(&self, topic: &'static str) -> Job {
        Job::new(topic, self).expect("ids are plain text")
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over references")]
fn is_false(value: &bool) -> bool {
    !value
}
