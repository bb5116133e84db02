//! Other processes over the same database, such as the command line beside a running service.

use std::process::{Command, Stdio};

use kernel::{Clock, Id, Randomness};
use store::{Live, Location, Options, Query, Store};

use crate::engines::{Place, environment, on_sqlite, runtime, soon, stories};
use crate::samples::{GARDEN, Leaf};
use crate::sqlite::path;
use crate::verbs::{insert, list, specimen};

const FILE: &str = "CONFORMANCE_NEIGHBOUR_FILE";
const SERVER: &str = "CONFORMANCE_NEIGHBOUR_SERVER";

stories! {
    what_another_process_writes_is_seen_and_followed,
}

async fn what_another_process_writes_is_seen_and_followed(place: &Place) {
    let store = place.store().await;
    let live = Live::<usize>::open(store.clone(), GARDEN, |transaction, _| {
        Ok(transaction.list::<Leaf>(&Query::all())?.len())
    });
    let live = live.await.unwrap();
    tokio::spawn(live.clone().follow());
    for expected in 1..=2 {
        run_neighbour(place);
        assert_eq!(list::<Leaf>(&store, Query::all()).await.len(), expected);
        soon("the view shows the leaf", async || live.current().content == expected).await;
    }
}

/// The last one to close a database tidies its log away. Whether it is the last it learns from
/// locks, which belong to a process and not to a connection, so opening must handle them with care.
#[test]
fn another_process_does_not_tidy_up_under_an_open_store() {
    on_sqlite(async |place: &Place| {
        let store = place.store().await;
        let log = format!("{}-wal", path(place).display());
        let _second = place.open().await;
        specimen(&store, place, "in the log").await;
        run(child("visitor").env(FILE, path(place)));
        assert!(std::fs::exists(&log).unwrap(), "the log was removed under an open store");
        specimen(&store, place, "after the visit").await;
        let fresh = rusqlite::Connection::open(path(place)).unwrap();
        let count = fresh.query_row("SELECT count(*) FROM specimens", [], |row| row.get(0));
        assert_eq!(count, Ok(2));
    });
}

fn run_neighbour(place: &Place) {
    match &place.location {
        Location::File(path) => run(child("neighbour").env(FILE, path)),
        Location::Server(url) => run(child("neighbour").env(SERVER, url)),
    }
}

fn child(role: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", &format!("neighbours::{role}"), "--ignored"]).stdout(Stdio::null());
    command
}

fn run(command: &mut Command) {
    assert!(command.status().unwrap().success());
}

/// Not a test: another process. It opens the file without any store, looks and closes it again.
#[test]
#[ignore = "runs as the child of the other tests here"]
fn visitor() {
    let Some(path) = environment(FILE) else { return };
    let visiting = rusqlite::Connection::open(path).unwrap();
    let seen: i64 =
        visiting.query_row("SELECT count(*) FROM specimens", [], |row| row.get(0)).unwrap();
    assert_eq!(seen, 1);
    visiting.close().unwrap();
}

/// Not a test: another process. It opens the database, writes a leaf and leaves.
#[test]
#[ignore = "runs as the child of the other tests here"]
fn neighbour() {
    let location = match (environment(FILE), environment(SERVER)) {
        (Some(path), _) => Location::File(path.into()),
        (None, Some(url)) => Location::Server(url),
        (None, None) => return,
    };
    runtime().block_on(async {
        let store = Store::open(&location, Options::default()).await.unwrap();
        let id = Id::generate(&Clock::system(), &Randomness::system());
        insert(&store, Leaf { id, title: "from next door".to_owned() }).await.unwrap();
        store.close().await;
    });
}
