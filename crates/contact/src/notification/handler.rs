use std::future::Future;
use std::pin::Pin;

use kernel::Id;
use outbound::mail::{MailError, Mailer};
use store::outbox::{Claimed, Handler, JobError};
use store::{Filter, Store, StoreError};

use super::letter::letter;
use super::{Notice, TOPIC};
use crate::Contact;
use crate::counters::Notified;
use crate::messages::Message;

/// Does the jobs of this room.
#[derive(Clone, Debug)]
pub struct Notifier {
    contact: Contact,
    mailer: Mailer,
}

impl Notifier {
    pub fn new(contact: Contact, mailer: Mailer) -> Self {
        Self { contact, mailer }
    }

    async fn notify(&self, job: &Claimed) -> Result<(), JobError> {
        let store = self.contact.store();
        let id: Option<Id> = job.payload.as_str().and_then(|id| id.parse().ok());
        let id = id.ok_or_else(|| JobError::Fail("the job names no message".to_owned()))?;
        // The owner may have read and deleted it meanwhile.
        let Some(message) = store.find::<Message>(id).await.map_err(later)? else { return Ok(()) };
        if let Some(notice) = store.find::<Notice>(id).await.map_err(later)? {
            return self.settle_old(&notice.document);
        }
        let handover = match self.mailer.prepare(&letter(&message.document)).await {
            Ok(handover) => handover,
            Err(error) => return Err(self.failed(error)),
        };
        // Written before the mail is handed over: a process that dies in between leaves a mail
        // that may
        // have been sent, and one mail too few is better than the same one every minute.
        match write_notice(store, id).await {
            Ok(true) => {}
            // Another node has it in hand.
            Ok(false) => return Ok(()),
            Err(error) => return Err(later(error)),
        }
        match handover.deliver().await {
            Ok(()) => {
                self.contact.counters().count_notified(Notified::Sent);
                // Not a failure of the job: it would run again, find the notice and report that
                // nobody knows.
                if let Err(error) = confirm(store, id).await {
                    tracing::warn!(%error, "that a notification was sent could not be noted");
                }
                Ok(())
            }
            Err(MailError::Unknown(reason)) => Err(self.unknown(&reason)),
            Err(error) => {
                // It was certainly not taken, so the next attempt may begin from the start.
                withdraw(store, id).await.map_err(later)?;
                Err(self.failed(error))
            }
        }
    }

    /// An earlier attempt got as far as handing over, and what became of it was not noted.
    fn settle_old(&self, notice: &Notice) -> Result<(), JobError> {
        match notice.taken_at {
            Some(_) => Ok(()),
            None => Err(self.unknown("the attempt was cut off")),
        }
    }

    fn failed(&self, error: MailError) -> JobError {
        self.contact.counters().count_notified(Notified::Failed);
        JobError::Retry(error.to_string())
    }

    fn unknown(&self, reason: &str) -> JobError {
        self.contact.counters().count_notified(Notified::Unknown);
        JobError::Fail(format!("the mail may have been sent, so it is not sent again: {reason}"))
    }
}

fn later(error: StoreError) -> JobError {
    JobError::Retry(error.to_string())
}

/// False when there is one already, or nothing to tell about any more.
async fn write_notice(store: &Store, id: Id) -> Result<bool, StoreError> {
    let written = store
        .write(move |transaction| {
            // Deleted meanwhile. A mail about it would bring back what the owner has thrown away.
            if transaction.find::<Message>(id)?.is_none() {
                return Ok(false);
            }
            let handed_over_at = transaction.now();
            transaction.insert(Notice { id, handed_over_at, taken_at: None })?;
            Ok(true)
        })
        .await;
    match written {
        Err(StoreError::Taken { .. }) => Ok(false),
        written => written,
    }
}

async fn confirm(store: &Store, id: Id) -> Result<(), StoreError> {
    store
        .write(move |transaction| {
            if let Some(mut notice) = transaction.find::<Notice>(id)? {
                notice.document.taken_at = Some(transaction.now());
                transaction.replace(notice)?;
            }
            Ok(())
        })
        .await
}

async fn withdraw(store: &Store, id: Id) -> Result<(), StoreError> {
    store
        .write(move |transaction| {
            transaction.delete_where::<Notice>(&[Filter::equal("id", id)]).map(|_| ())
        })
        .await
}

impl Handler for Notifier {
    fn topic(&self) -> &'static str {
        TOPIC
    }

    fn run<'a>(
        &'a self,
        job: &'a Claimed,
    ) -> Pin<Box<dyn Future<Output = Result<(), JobError>> + Send + 'a>> {
        Box::pin(self.notify(job))
    }
}
