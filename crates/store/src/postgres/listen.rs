use std::sync::Weak;
use std::time::Duration;

use futures_util::StreamExt;
use tokio_postgres::{AsyncMessage, Config};

use super::tls::Connector;
use crate::shared::Shared;

/// Sent inside a transaction, delivered to every node when it commits.
pub(super) const NOTIFY: &str = "NOTIFY folia_changes";
const LISTEN: &str = "LISTEN folia_changes";

/// How often to tick without having heard anything, in case a notification was lost.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// Passes on what other nodes commit, on a connection of its own, for as long as the store lives.
pub(super) async fn listen(config: Config, connector: Connector, shared: Weak<Shared>) {
    while shared.strong_count() > 0 {
        // A connection that is lost is made again. What was missed in between is caught by the
        // first tick.
        if let Err(error) = hear(&config, &connector, &shared).await {
            tracing::warn!(%error, "lost the database's notifications; listening again");
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

async fn hear(
    config: &Config,
    connector: &Connector,
    shared: &Weak<Shared>,
) -> Result<(), tokio_postgres::Error> {
    let (client, mut connection) = config.connect(connector.clone()).await?;
    let mut messages =
        futures_util::stream::poll_fn(move |context| connection.poll_message(context));
    let subscribe = client.batch_execute(LISTEN);
    tokio::pin!(subscribe);
    // Messages have to be polled while the subscription is sent: the connection does its work only
    // when it is polled.
    loop {
        tokio::select! {
            subscribed = &mut subscribe => { subscribed?; break }
            message = messages.next() => match message {
                Some(message) => drop(message?),
                None => return Ok(()),
            },
        }
    }
    loop {
        // Before the first message too: something may have been committed before we listened.
        if !tick(shared) {
            return Ok(());
        }
        match tokio::time::timeout(LOOK_EVERY, messages.next()).await {
            Err(_) => {}
            Ok(None) => return Ok(()),
            Ok(Some(message)) => {
                let AsyncMessage::Notification(_) = message? else { continue };
            }
        }
    }
}

fn tick(shared: &Weak<Shared>) -> bool {
    let Some(shared) = shared.upgrade() else { return false };
    shared.changes.send_modify(|ticks| *ticks += 1);
    shared.jobs.send_modify(|ticks| *ticks += 1);
    true
}
