use std::future::Future;
use std::sync::Weak;
use std::time::Duration;

use deadpool_postgres::WeakPool;
use futures_util::{Stream, StreamExt};
use tokio::time::Instant;
use tokio_postgres::error::SqlState;
use tokio_postgres::{AsyncMessage, Config, SimpleQueryMessage};

use super::hearing::Hearing;
use super::tls::Connector;
use super::{PATIENCE, distrust};
use crate::shared::Shared;

/// Sent inside a transaction, delivered to every node when it commits.
pub(super) const NOTIFY: &str = "NOTIFY folia_changes";
const LISTEN: &str = "LISTEN folia_changes";

/// How often to look at the streams themselves, in case a notification was lost.
const LOOK_EVERY: Duration = Duration::from_millis(500);
/// How long the server may take for that. One that stands still is left, and asked again.
const LOOK_PATIENCE: Duration = Duration::from_secs(5);
/// Grows with every change of any stream.
const LOOK: &str = "SELECT coalesce(sum(revision), 0)::bigint FROM streams";
/// How often to tick without anything having moved, for jobs that have come due.
const TICK_EVERY: Duration = Duration::from_secs(5);

/// Why nothing is heard any more.
#[derive(Debug, thiserror::Error)]
enum Deaf {
    #[error(transparent)]
    Server(#[from] tokio_postgres::Error),
    #[error("the server did not answer in time")]
    Late,
}

/// Where to listen, and who is told.
pub(super) struct Listener {
    pub(super) config: Config,
    pub(super) connector: Connector,
    /// Its connections end with the store, and not when this has noticed.
    pub(super) pool: WeakPool,
    pub(super) hearing: Hearing,
    pub(super) shared: Weak<Shared>,
}

/// Passes on what other nodes commit, on a connection of its own, for as long as the store lives.
pub(super) async fn listen(listener: Listener) {
    while listener.shared.strong_count() > 0 {
        // A connection that is lost is made again. What was missed in between is caught by the
        // first tick.
        if let Err(error) = hear(&listener).await {
            tracing::warn!(%error, "lost the database's notifications; listening again");
            if matches!(error, Deaf::Late) {
                // Whoever is told of a change next would wait for the same line.
                listener.pool.upgrade().iter().for_each(distrust);
            }
        }
        tokio::time::sleep(LOOK_EVERY).await;
    }
}

async fn hear(listener: &Listener) -> Result<(), Deaf> {
    let Listener { config, connector, hearing, shared, .. } = listener;
    // The driver's own limit ends with the TCP connection. What takes that and says nothing more
    // would be waited for without end.
    let connecting = tokio::time::timeout(PATIENCE, config.connect(connector.clone()));
    let (client, mut connection) = connecting.await.map_err(|_| Deaf::Late)??;
    let mut messages =
        futures_util::stream::poll_fn(move |context| connection.poll_message(context));
    // Messages have to be polled while anything is asked: the connection does its work only when it
    // is polled.
    let mut is_told = ask_to_be_told(&mut messages, &client).await?;
    if !is_told {
        tracing::warn!("the database sends no notifications; changes are looked for");
    }
    let (mut seen, mut ticked) = (None, None::<Instant>);
    loop {
        let heard = match tokio::time::timeout(LOOK_EVERY, messages.next()).await {
            Err(_) => false,
            Ok(None) => return Ok(()),
            Ok(Some(message)) => matches!(message?, AsyncMessage::Notification(_)),
        };
        if shared.strong_count() == 0 {
            return Ok(());
        }
        // A notification says the same sooner. It may have been lost, and so may have the line
        // without either end having noticed.
        let moved = match heard {
            true => true,
            false => {
                let now = look(&mut messages, &client).await?;
                std::mem::replace(&mut seen, now) != now
            }
        };
        hearing.note();
        let is_time = ticked.is_none_or(|last| last.elapsed() >= TICK_EVERY);
        if moved || is_time {
            ticked = Some(Instant::now());
            if !tick(shared) {
                return Ok(());
            }
            // A server that follows another may have taken its place.
            is_told = is_told || ask_to_be_told(&mut messages, &client).await?;
        }
    }
}

/// Whether the server tells of changes. One that follows another does not, nor do some that are
/// only like PostgreSQL. Both can be looked at.
async fn ask_to_be_told(
    messages: &mut (impl Stream<Item = Result<AsyncMessage, tokio_postgres::Error>> + Unpin),
    client: &tokio_postgres::Client,
) -> Result<bool, Deaf> {
    match attend(messages, client.batch_execute(LISTEN)).await {
        Ok(()) => Ok(true),
        Err(Deaf::Server(error)) if error.as_db_error().is_some() => Ok(false),
        Err(error) => Err(error),
    }
}

/// Where all streams together stand; none while there are no tables.
async fn look(
    messages: &mut (impl Stream<Item = Result<AsyncMessage, tokio_postgres::Error>> + Unpin),
    client: &tokio_postgres::Client,
) -> Result<Option<i64>, Deaf> {
    match attend(messages, client.simple_query(LOOK)).await {
        Ok(rows) => Ok(rows.iter().find_map(|message| match message {
            SimpleQueryMessage::Row(row) => row.get(0)?.parse().ok(),
            _ => None,
        })),
        // Before the first migration.
        Err(Deaf::Server(error)) if error.code() == Some(&SqlState::UNDEFINED_TABLE) => Ok(None),
        Err(error) => Err(error),
    }
}

/// An answer, while messages go on being heard. What they would say, the answer does as well.
async fn attend<T>(
    messages: &mut (impl Stream<Item = Result<AsyncMessage, tokio_postgres::Error>> + Unpin),
    asked: impl Future<Output = Result<T, tokio_postgres::Error>>,
) -> Result<T, Deaf> {
    let answered = async {
        tokio::pin!(asked);
        loop {
            tokio::select! {
                answer = &mut asked => return answer.map_err(Deaf::from),
                message = messages.next() => match message {
                    Some(message) => drop(message?),
                    None => return asked.await.map_err(Deaf::from),
                },
            }
        }
    };
    tokio::time::timeout(LOOK_PATIENCE, answered).await.unwrap_or(Err(Deaf::Late))
}

fn tick(shared: &Weak<Shared>) -> bool {
    let Some(shared) = shared.upgrade() else { return false };
    shared.changes.send_modify(|ticks| *ticks += 1);
    shared.jobs.send_modify(|ticks| *ticks += 1);
    true
}
