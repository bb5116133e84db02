//! A process that is killed in the middle of its writing loses nothing it has acknowledged, and
//! leaves no half of anything.

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use kernel::{Clock, Id, Randomness};
use store::outbox::Job;
use store::{Filter, Location, Options, Query, Store, StoreError};

use crate::engines::{Place, environment, on_sqlite, runtime};
use crate::samples::{Label, MIGRATIONS, Specimen};
use crate::sqlite::path;
use crate::verbs::list;

const DATABASE: &str = "CONFORMANCE_CHILD_DATABASE";

#[test]
fn a_killed_process_keeps_its_word() {
    on_sqlite(async |place: &Place| {
        let mut acknowledged = HashSet::new();
        for _ in 0..5 {
            let [chosen] = Randomness::system().bytes();
            write_and_be_killed(place, 20 + usize::from(chosen), &mut acknowledged);
            let found = whole_transactions(place).await;
            assert!(
                acknowledged.is_subset(&found),
                "{} lost",
                acknowledged.difference(&found).count()
            );
        }
        assert!(acknowledged.len() >= 100);
    });
}

/// Lets a child write until it has acknowledged so many, and kills it wherever it is by then.
fn write_and_be_killed(place: &Place, after: usize, acknowledged: &mut HashSet<Id>) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "survival::child", "--ignored", "--nocapture"])
        .env(DATABASE, path(place))
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let read = |line: &String| line.strip_prefix("kept ").and_then(|id| id.parse::<Id>().ok());
    acknowledged.extend(lines.by_ref().filter_map(|line| read(&line)).take(after));
    child.kill().unwrap();
    child.wait().unwrap();
    // What it had said before it died counts too; a last line may be cut off.
    acknowledged.extend(lines.filter_map(|line| read(&line)));
}

/// The ids of the specimens. Each must have its label and its job, and there must be no others.
async fn whole_transactions(place: &Place) -> HashSet<Id> {
    let location = &place.location;
    let store = Store::open(location, Options::default()).await.unwrap();
    let specimens: HashSet<_> =
        list::<Specimen>(&store, Query::all()).await.into_iter().map(|found| found.id).collect();
    let labels = list::<Label>(&store, Query::all()).await;
    let labels: HashSet<_> = labels.iter().map(|label| label.slug.parse().unwrap()).collect();
    assert_eq!(labels, specimens);
    let first = list::<Specimen>(&store, Query::all().filter(Filter::equal("number", 1))).await;
    assert!(first.is_empty(), "a write that was taken back is there");
    let jobs = store.claim_jobs("work", u32::MAX, Duration::ZERO).await.unwrap();
    let jobs: HashSet<Id> =
        jobs.into_iter().map(|job| serde_json::from_value(job.payload).unwrap()).collect();
    assert_eq!(jobs, specimens);
    store.close().await;
    specimens
}

/// Not a test: the process that is killed.
#[test]
#[ignore = "runs as the child of a_killed_process_keeps_its_word"]
fn child() {
    let Some(database) = environment(DATABASE) else { return };
    runtime().block_on(async {
        let location = Location::File(database.into());
        let store = Store::open(&location, Options::default()).await.unwrap();
        store.migrate(MIGRATIONS).await.unwrap();
        let store = Arc::new(store);
        let writers: Vec<_> = (0..8).map(|_| tokio::spawn(write_for_ever(store.clone()))).collect();
        for writer in writers {
            writer.await.unwrap();
        }
    });
}

async fn write_for_ever(store: Arc<Store>) {
    loop {
        let id = Id::generate(&Clock::system(), &Randomness::system());
        store
            .write(move |transaction| {
                let specimen = Specimen::new(id, "written before the end".repeat(20));
                let stored = transaction.insert(Specimen { number: 1, ..specimen })?;
                let label = Label::new(transaction.generate_id(), id.to_string());
                transaction.insert(label)?;
                transaction.enqueue(Job::new("work", id).unwrap())?;
                let mut stored = stored;
                stored.document.number = 2;
                transaction.replace(stored)?;
                Ok::<_, StoreError>(())
            })
            .await
            .unwrap();
        let mut terminal = std::io::stdout().lock();
        writeln!(terminal, "kept {id}").unwrap();
    }
}
