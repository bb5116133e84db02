//! Whoever fills a database alone.

use std::sync::{Mutex, mpsc};

use store::{Alone, Location, Store, StoreError};

use crate::engines::{Place, on_postgres, soon, stories};

stories!(one_at_a_time);

async fn claim(place: &Place) -> Option<Alone> {
    Alone::claim(&place.location).await.unwrap()
}

/// Whether a transaction may count on it.
async fn counts(store: &Store, alone: &Alone) -> bool {
    let claimed = alone.claimed();
    store.write(move |transaction| claimed.keep(transaction)).await.unwrap()
}

async fn one_at_a_time(place: &Place) {
    let alone = claim(place).await.unwrap();
    assert!(claim(place).await.is_none());
    let store = place.store().await;
    assert!(alone.is_held().await && counts(&store, &alone).await);
    assert!(claim(place).await.is_none());
    drop(alone);
    soon("it is free again", async || claim(place).await.is_some()).await;
}

/// Without a word: whoever held it is not told.
async fn cut_claims(place: &Place) {
    let Location::Server(url) = &place.location else { panic!("a story about servers") };
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    let cut = "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' \
               AND classid = 7305520 AND objid = hashtext(current_schema())::oid";
    client.batch_execute(cut).await.unwrap();
}

#[test]
fn a_claim_that_was_cut_is_noticed_by_who_counts_on_it() {
    on_postgres(async |place: &Place| {
        let store = place.store().await;
        let alone = claim(place).await.unwrap();
        assert!(counts(&store, &alone).await);
        cut_claims(place).await;
        soon("it is lost", async || !counts(&store, &alone).await).await;
        soon("and known to be", async || !alone.is_held().await).await;
        let other = claim(place).await.unwrap();
        assert!(counts(&store, &other).await && !counts(&store, &alone).await);
    });
}

#[test]
fn nobody_gets_a_claim_that_a_transaction_counts_on() {
    on_postgres(async |place: &Place| {
        let store = place.store().await;
        let alone = claim(place).await.unwrap();
        let (counting, counted) = tokio::sync::oneshot::channel();
        let (go_on, wait) = mpsc::channel::<()>();
        let (mut counting, wait) = (Some(counting), Mutex::new(wait));
        let claimed = alone.claimed();
        let filling = tokio::spawn(async move {
            store
                .write(move |transaction| {
                    // As an import does. On a busy machine what follows may take longer than a write may stand still.
                    transaction.take_time()?;
                    let is_kept = claimed.keep(transaction)?;
                    if let Some(counting) = counting.take() {
                        counting.send(is_kept).unwrap();
                        wait.lock().unwrap().recv().unwrap();
                    }
                    Ok::<_, StoreError>(is_kept)
                })
                .await
        });
        assert!(counted.await.unwrap());
        cut_claims(place).await;
        soon("the line is cut", async || !alone.is_held().await).await;
        assert!(claim(place).await.is_none());
        go_on.send(()).unwrap();
        assert!(filling.await.unwrap().unwrap());
        assert!(claim(place).await.is_some());
    });
}
