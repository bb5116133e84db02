//! The pieces of work that are timed, each the same on every engine.

use std::io::Write;
use std::time::{Duration, Instant};

use futures_util::future::try_join_all;
use kernel::{Id, Page};
use store::{Document, Filter, Query, Store, StoreError, Stored};

use super::article::{Article, SECTIONS, Writer, section};
use crate::Outcome;
use crate::figures::Times;

const WRITERS: usize = 64;
/// Three pages, as SQLite writes them for one article.
const COMMIT_BYTES: usize = 3 * 4096;

/// Fills the collection and tells the ids.
pub(super) async fn fill(store: &Store, writer: &mut Writer, count: usize) -> Outcome<Vec<Id>> {
    let articles = writer.write_many(count);
    let ids = articles.iter().map(Document::id).collect();
    insert_all(store, articles).await?;
    Ok(ids)
}

pub(super) async fn point_reads(
    store: &Store,
    writer: &Writer,
    ids: &[Id],
    count: usize,
) -> Outcome<Times> {
    let mut times = Vec::new();
    for _ in 0..count {
        let id = ids[writer.choose(ids.len())];
        let started = Instant::now();
        store.get::<Article>(id).await?;
        times.push(started.elapsed());
    }
    Ok(Times::new(times))
}

/// The first twenty published articles of a section, newest first, and how many there are.
pub(super) async fn pages(store: &Store, writer: &Writer, count: usize) -> Outcome<Times> {
    let mut times = Vec::new();
    for _ in 0..count {
        let query = Query::all()
            .filter(Filter::equal("section", section(writer.choose(SECTIONS))))
            .filter(Filter::equal("published", true))
            .descending("position");
        let started = Instant::now();
        let page = store.page::<Article>(query, Page::first(20)).await?;
        times.push(started.elapsed());
        if page.items.len() != 20 {
            return Err("a section has too few articles".into());
        }
    }
    Ok(Times::new(times))
}

/// One after the other, each on disk before the next begins; and in turns with them what the disk
/// itself takes to keep as many bytes as a small commit writes to a log.
pub(super) async fn single_writes(
    store: &Store,
    writer: &mut Writer,
    count: usize,
) -> Outcome<(Times, Times)> {
    let mut file = tempfile::tempfile()?;
    let (mut times, mut bare) = (Vec::new(), Vec::new());
    for article in writer.write_many(count) {
        times.push(insert(store, article).await?);
        let started = Instant::now();
        file.write_all(&[7; COMMIT_BYTES])?;
        file.sync_data()?;
        bare.push(started.elapsed());
    }
    Ok((Times::new(times), Times::new(bare)))
}

/// Sixty-four writers who each wait for the disk before they write again.
pub(super) async fn concurrent_writes(
    store: &Store,
    writer: &mut Writer,
    count: usize,
) -> Outcome<(Times, Duration)> {
    let shares: Vec<_> = (0..WRITERS).map(|_| writer.write_many(count / WRITERS)).collect();
    let started = Instant::now();
    let writing = shares.into_iter().map(|share| {
        let store = store.clone();
        async move { tokio::spawn(async move { insert_each(&store, share).await }).await? }
    });
    let times = try_join_all(writing).await?.concat();
    Ok((Times::new(times), started.elapsed()))
}

async fn insert_each(store: &Store, articles: Vec<Article>) -> Outcome<Vec<Duration>> {
    let mut times = Vec::with_capacity(articles.len());
    for article in articles {
        times.push(insert(store, article).await?);
    }
    Ok(times)
}

async fn insert(store: &Store, article: Article) -> Outcome<Duration> {
    let started = Instant::now();
    let written: Result<_, StoreError> =
        store.write(move |transaction| transaction.insert(article.clone())).await;
    written?;
    Ok(started.elapsed())
}

/// Many new documents in one transaction, and then all of them changed in another.
pub(super) async fn batches(
    store: &Store,
    writer: &mut Writer,
    count: usize,
) -> Outcome<(Duration, Duration)> {
    let articles = writer.write_many(count);
    let started = Instant::now();
    let mut stored = insert_all(store, articles).await?;
    let inserting = started.elapsed();
    stored.iter_mut().for_each(|stored| stored.document.change());
    let started = Instant::now();
    let replaced: Result<Vec<_>, StoreError> =
        store.write(move |transaction| transaction.replace_all(stored.clone())).await;
    replaced?;
    Ok((inserting, started.elapsed()))
}

async fn insert_all(store: &Store, articles: Vec<Article>) -> Outcome<Vec<Stored<Article>>> {
    let written: Result<_, StoreError> =
        store.write(move |transaction| transaction.insert_all(articles.clone())).await;
    Ok(written?)
}
