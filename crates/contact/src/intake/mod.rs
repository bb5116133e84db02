//! Where messages are received: the chain, and then one transaction in which the message is
//! stored, its stamp and its challenge are spent, it is counted for its network, and its
//! notification is promised.

mod kind;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use edge::Metrics;
use kernel::Id;
use store::{Filter, Store, StoreError, Transaction};

use crate::chain::{
    self, Circumstances, Fields, Identity, Refusal, Submission, address_hash, network_of,
};
use crate::challenge::{Challenges, Proof, Provider};
use crate::counters::Counters;
use crate::form::FormStamp;
use crate::messages::Message;
use crate::notification;
use crate::seal::Seal;
use crate::secrets;
pub use kind::{ARRIVALS, Arrival, MIGRATION, SPENT, Spent};

/// What the owner has asked for.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The shortest time between handing out a form and taking it back.
    pub shortest: Duration,
    /// How many messages are accepted from one network within an hour.
    pub per_hour: u64,
    pub provider: Provider,
}

/// The contact form of a site. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Contact(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    store: Store,
    seal: Seal,
    settings: Settings,
    challenges: Challenges,
    counters: Counters,
}

/// Who sends, and from where.
#[derive(Clone, Debug)]
pub(crate) struct Sender {
    pub(crate) address: IpAddr,
    pub(crate) identity: Identity,
}

/// Everybody who decides from what was accepted before waits here for each other.
const STREAM: &str = "contact";
const HOUR: Duration = Duration::from_secs(60 * 60);

impl Contact {
    pub async fn open(
        store: Store,
        settings: Settings,
        metrics: &Metrics,
    ) -> Result<Self, StoreError> {
        let seal = secrets::seal(&store).await?;
        let (clock, randomness) = (store.clock().clone(), store.randomness().clone());
        let challenges = Challenges::new(settings.provider.clone(), clock, randomness);
        let counters = Counters::register(metrics);
        Ok(Self(Arc::new(Shared { store, seal, settings, challenges, counters })))
    }

    pub(crate) fn store(&self) -> &Store {
        &self.0.store
    }

    pub(crate) fn seal(&self) -> &Seal {
        &self.0.seal
    }

    pub(crate) fn challenges(&self) -> &Challenges {
        &self.0.challenges
    }

    pub(crate) fn counters(&self) -> &Counters {
        &self.0.counters
    }

    /// A stamp for a form that is handed out now.
    pub(crate) fn stamp(&self) -> String {
        let clock = self.0.store.clock();
        let id = Id::generate(clock, self.0.store.randomness());
        FormStamp { id, rendered_at: clock.now() }.write(&self.0.seal)
    }

    /// A refusal on its way out is counted here, once.
    pub(crate) fn refuse(&self, refusal: Refusal) -> ReceiveError {
        self.0.counters.count_refused(refusal);
        refusal.into()
    }

    pub(crate) async fn receive(
        &self,
        submission: Submission,
        sender: Sender,
    ) -> Result<(), ReceiveError> {
        match self.judge_and_store(submission, sender).await {
            Ok(()) => {
                // After the transaction, so that a message that was not stored counts for nothing.
                self.0.counters.count_accepted();
                self.0.challenges.note_accepted();
                Ok(())
            }
            Err(ReceiveError::Refused(refusal)) => Err(self.refuse(refusal)),
            Err(error) => Err(error),
        }
    }

    async fn judge_and_store(
        &self,
        submission: Submission,
        sender: Sender,
    ) -> Result<(), ReceiveError> {
        let Shared { store, seal, settings, challenges, .. } = &*self.0;
        let network = network_of(sender.address);
        let words = words(&network, &submission);
        let token = &submission.challenge_token;
        // First, because it is what makes trying expensive for the sender.
        let proof = challenges.verify(token, &words, sender.address, seal).await?;
        let circumstances = Circumstances {
            now: store.clock().now(),
            seal,
            shortest: settings.shortest,
            identity: &sender.identity,
        };
        let (stamp, fields) = chain::examine(&submission, circumstances)?;
        let entry = Entry {
            stamp,
            proof,
            fields,
            // Not the address itself: arrivals are still there when the owner has deleted the
            // message.
            network: seal.digest("contact network", &network),
            ip_hash: address_hash(sender.address),
            user_id: sender.identity.user_id,
        };
        let per_hour = settings.per_hour;
        // Whoever is over the limit already need not make the others wait.
        let looked_up = entry.network.clone();
        store.read(move |transaction| leave_room(transaction, &looked_up, per_hour)).await?;
        store.write(move |transaction| enter(transaction, &entry, per_hour)).await
    }
}

/// What a pass for waiting is bound to.
pub(crate) fn words(network: &str, submission: &Submission) -> String {
    let Submission { name, email, message, .. } = submission;
    // A browser that passes a text on may change how its lines end.
    let message = message.replace("\r\n", "\n").replace('\r', "\n");
    [network, name, email, &message].join("\0")
}

/// Why a message is not in the inbox: it failed a check, or it could not be stored.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReceiveError {
    #[error(transparent)]
    Refused(#[from] Refusal),
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A message that has passed all layers but the last.
struct Entry {
    stamp: FormStamp,
    proof: Proof,
    fields: Fields,
    network: String,
    ip_hash: String,
    user_id: Option<String>,
}

/// The last layer and the record, whole or not at all.
fn enter(
    transaction: &mut Transaction<'_>,
    entry: &Entry,
    per_hour: u64,
) -> Result<(), ReceiveError> {
    // Two messages at the same moment would each count the other as not there.
    transaction.enter(STREAM)?;
    leave_room(transaction, &entry.network, per_hour)?;
    // Only what is accepted is spent: whoever is refused may correct the form and send it again.
    spend(transaction, entry)?;
    let now = transaction.now();
    let id = transaction.generate_id();
    let network = entry.network.clone();
    transaction.insert(Arrival { id, network, accepted_at: now })?;
    let Fields { name, email, message } = entry.fields.clone();
    transaction.insert(Message {
        id,
        name,
        email,
        message,
        ip_hash: entry.ip_hash.clone(),
        user_id: entry.user_id.clone(),
        created_at: now,
        read: false,
    })?;
    transaction.enqueue(notification::job(id))?;
    Ok(())
}

fn leave_room(
    transaction: &mut Transaction<'_>,
    network: &str,
    per_hour: u64,
) -> Result<(), ReceiveError> {
    // What is noted for later than now was noted before the clock was set back. It would count for as
    // long as it was set back by.
    let (since, until) = (transaction.now().minus(HOUR), transaction.now().latest());
    let filters = [
        Filter::equal("network", network),
        Filter::above("accepted_at", since),
        Filter::below("accepted_at", until),
    ];
    match transaction.count::<Arrival>(&filters)? < per_hour {
        true => Ok(()),
        false => Err(Refusal::TooMany.into()),
    }
}

fn spend(transaction: &mut Transaction<'_>, entry: &Entry) -> Result<(), ReceiveError> {
    let FormStamp { id, rendered_at } = entry.stamp;
    let mut spent = vec![Spent::until(id, rendered_at.plus(chain::LONGEST_OPEN))];
    if let Proof::Ours { id, expires_at } = entry.proof {
        spent.push(Spent::until(id, expires_at));
    }
    match transaction.insert_all(spent) {
        Ok(_) => Ok(()),
        Err(StoreError::Taken { .. }) => Err(Refusal::Replayed.into()),
        Err(error) => Err(error.into()),
    }
}
