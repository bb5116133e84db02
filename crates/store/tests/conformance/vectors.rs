//! Vectors that the server keeps and searches. Runs where it has pgvector, as
//! `tools/with-postgres --pgvector` brings it.

use kernel::{Id, Randomness};
use store::vectors::{
    LabelFilter, Labels, Owner, VectorRow, VectorStamp, VectorSupport, VectorTable, Vectors, Way,
};
use store::{Location, Store, StoreError};

use crate::engines::{Place, environment, on_postgres, on_sqlite, postgres};
use crate::samples::GARDEN;

/// Runs a story where the extension is, and says so where it is not.
fn with_vectors(story: impl AsyncFnOnce(&Place, Store, VectorSupport)) {
    on_postgres(async |place: &Place| {
        if !offer_vectors().await {
            return;
        }
        let store = place.store().await;
        let Vectors::Kept(support) = store.vectors().await.unwrap() else {
            panic!("the extension is there");
        };
        story(place, store, support).await;
    });
}

async fn offer_vectors() -> bool {
    let server = postgres().expect("a story about servers");
    let (client, connection) =
        tokio_postgres::connect(&server, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    let is_there = "SELECT count(*) FROM pg_available_extensions WHERE name = 'vector'";
    let found = client.query_one(is_there, &[]).await.unwrap().get::<_, i64>(0) > 0;
    assert!(found || environment("REQUIRE_PGVECTOR").is_none(), "pgvector is missing");
    if found {
        let create = "BEGIN; SELECT pg_advisory_xact_lock(7305520); \
             CREATE EXTENSION IF NOT EXISTS vector SCHEMA public; COMMIT";
        client.batch_execute(create).await.unwrap();
    }
    found
}

/// Numbers that look random and are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (self.0 >> 40) as f32 / (1 << 23) as f32 - 1.0
    }

    /// Of length one, around one of a few centres as vectors of texts are.
    fn vector(&mut self, dimension: usize, centre: usize) -> Vec<f32> {
        let mut around = Numbers(centre as u64 * 7919 + 1);
        let values: Vec<f32> = (0..dimension).map(|_| around.next() + 0.7 * self.next()).collect();
        let length = values.iter().map(|value| value * value).sum::<f32>().sqrt();
        values.into_iter().map(|value| value / length).collect()
    }
}

fn labels(number: usize) -> Labels {
    Labels {
        source: u8::try_from(number % 5).unwrap(),
        chunk_type: u8::try_from(number % 7).unwrap(),
        purposes: 1 << (number % 3),
        owner: None,
    }
}

fn row(id: Id, version: i64, fingerprint: u128, labels: Labels, values: Vec<f32>) -> VectorRow {
    VectorRow { stamp: VectorStamp { id, version, fingerprint }, labels, values }
}

async fn put(store: &Store, support: &VectorSupport, table: VectorTable, rows: Vec<VectorRow>) {
    let support = support.clone();
    let stored: Result<(), StoreError> = store
        .write(move |transaction| {
            let revision = transaction.enter(GARDEN)?;
            support.put(transaction, &table, revision, &rows)
        })
        .await;
    stored.unwrap();
}

async fn table(
    place: &Place,
    store: &Store,
    support: &VectorSupport,
    dimension: usize,
) -> VectorTable {
    let table = VectorTable { id: place.id(), dimension };
    let support = support.clone();
    let made: Result<(), StoreError> =
        store.write(move |transaction| support.create(transaction, &table)).await;
    made.unwrap();
    table
}

async fn nearest(
    store: &Store,
    support: &VectorSupport,
    table: VectorTable,
    question: &[f32],
    filter: LabelFilter,
    exactly: bool,
) -> Vec<Id> {
    let way = if exactly { Way::Each } else { Way::Graph { of: 3_000 } };
    look(store, support, table, question, filter, way).await
}

async fn look(
    store: &Store,
    support: &VectorSupport,
    table: VectorTable,
    question: &[f32],
    filter: LabelFilter,
    way: Way<'_>,
) -> Vec<Id> {
    let (support, question) = (support.clone(), question.to_vec());
    let among = if let Way::Among(ids) = way { Some(ids.to_vec()) } else { None };
    let of = if let Way::Graph { of } = way { Some(of) } else { None };
    let found: Result<Vec<_>, StoreError> = store
        .read(move |transaction| {
            let way = match (&among, of) {
                (Some(ids), _) => Way::Among(ids),
                (None, Some(of)) => Way::Graph { of },
                (None, None) => Way::Each,
            };
            support.nearest(transaction, &table, &question, &filter, 10, way)
        })
        .await;
    found.unwrap().iter().map(|near| near.id).collect()
}

#[test]
fn an_embedded_database_keeps_none() {
    on_sqlite(async |place: &Place| {
        assert_eq!(place.store().await.vectors().await.unwrap(), Vectors::Embedded);
    });
}

/// With and without filters, down to one that accepts few.
#[test]
fn the_graph_misses_nearly_nothing() {
    with_vectors(async |place, store, support| {
        const ALL: usize = 3000;
        const DIMENSION: usize = 96;
        let table = table(place, &store, &support, DIMENSION).await;
        let mut numbers = Numbers(1);
        let rows: Vec<VectorRow> = (0..ALL)
            .map(|number| {
                let values = numbers.vector(DIMENSION, number % 40);
                row(place.id(), 1, number as u128, labels(number), values)
            })
            .collect();
        for part in rows.chunks(500) {
            put(&store, &support, table, part.to_vec()).await;
        }
        let filters = [
            LabelFilter::default(),
            LabelFilter { sources: Some(0b1_0010), ..LabelFilter::default() },
            LabelFilter { purposes: Some(0b100), ..LabelFilter::default() },
            LabelFilter { sources: Some(1), chunk_types: Some(1), ..LabelFilter::default() },
            LabelFilter { owner: Owner::Nobody, ..LabelFilter::default() },
        ];
        for filter in filters {
            let (mut found, mut expected) = (0, 0);
            for centre in 0..20 {
                let question = numbers.vector(DIMENSION, centre);
                let exact = nearest(&store, &support, table, &question, filter, true).await;
                let quick = nearest(&store, &support, table, &question, filter, false).await;
                assert_eq!(exact.len(), 10, "{filter:?}");
                expected += exact.len();
                found += exact.iter().filter(|id| quick.contains(id)).count();
            }
            assert!(found * 100 >= expected * 98, "{filter:?}: {found} of {expected}");
        }
    });
}

#[test]
fn what_belongs_to_somebody_is_found_by_nobody_else() {
    with_vectors(async |place, store, support| {
        let table = table(place, &store, &support, 2).await;
        let [mia, tom, shared] = [place.id(), place.id(), place.id()];
        let of = |id: Id, owner: Option<Id>| {
            let labels = Labels { owner, ..labels(0) };
            row(id, 1, 1, labels, vec![1.0, 0.0])
        };
        let rows = vec![of(mia, Some(mia)), of(tom, Some(tom)), of(shared, None)];
        put(&store, &support, table, rows).await;
        for (owner, mut expected) in [
            (Owner::Only(mia), vec![mia]),
            (Owner::NobodyOr(tom), vec![tom, shared]),
            (Owner::Nobody, vec![shared]),
            (Owner::Anyone, vec![mia, tom, shared]),
            (Owner::Only(shared), vec![]),
        ] {
            for exactly in [true, false] {
                let filter = LabelFilter { owner, ..LabelFilter::default() };
                let mut found =
                    nearest(&store, &support, table, &[0.8, 0.6], filter, exactly).await;
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "{owner:?}");
            }
        }
    });
}

/// As exactly as by looking at all, and at no others.
#[test]
fn those_that_are_named_are_looked_at_and_no_others() {
    with_vectors(async |place, store, support| {
        let table = table(place, &store, &support, 2).await;
        let ids: Vec<Id> = (0..40).map(|_| place.id()).collect();
        let rows = ids.iter().enumerate().map(|(number, id)| {
            let angle = number as f32 / 40.0;
            row(*id, 1, number as u128, labels(number), vec![angle.cos(), angle.sin()])
        });
        put(&store, &support, table, rows.collect()).await;
        let question = [1.0, 0.0];
        let named: Vec<Id> = ids.iter().copied().skip(1).step_by(3).chain([place.id()]).collect();
        let among = Way::Among(&named);
        let found = look(&store, &support, table, &question, LabelFilter::default(), among).await;
        assert_eq!(found, named[..10], "the nearest first, and nobody beside them");
        let filter = LabelFilter { sources: Some(1 << 2), ..LabelFilter::default() };
        let found = look(&store, &support, table, &question, filter, among).await;
        assert_eq!(found, [ids[7], ids[22], ids[37]], "named, and accepted");
        let nobody = look(&store, &support, table, &question, filter, Way::Among(&[])).await;
        assert!(nobody.is_empty());
    });
}

#[test]
fn vectors_are_replaced_found_again_told_since_and_deleted() {
    with_vectors(async |place, store, support| {
        let table = table(place, &store, &support, 3).await;
        let [first, second] = [place.id(), place.id()];
        let values = vec![0.6, 0.123_456_79, -0.8];
        put(&store, &support, table, vec![row(first, 1, 7, labels(0), values.clone())]).await;
        let seen = store.read(|transaction| transaction.revision(GARDEN)).await.unwrap();
        let rows = vec![
            row(second, 3, u128::MAX, labels(1), vec![0.0, 1.0, 0.0]),
            row(first, 2, 8, labels(0), values.clone()),
        ];
        put(&store, &support, table, rows).await;
        let asked = support.clone();
        let read: Result<(), StoreError> = store
            .read(move |transaction| {
                let mut stamps = transaction.vector_stamps(&table, None)?;
                stamps.sort_by_key(|stamp| stamp.version);
                let versions: Vec<_> = stamps.iter().map(|stamp| stamp.version).collect();
                assert_eq!(versions, [2, 3], "one for each document");
                assert_eq!(transaction.vector_stamps(&table, Some(seen))?.len(), 2);
                assert_eq!(stamps[1].fingerprint, u128::MAX);
                assert_eq!(asked.find(transaction, &table, &[first])?, [(first, values.clone())]);
                assert_eq!(asked.find_texts(transaction, &table, &[8])?, [(8, values)]);
                assert!(asked.find_texts(transaction, &table, &[7])?.is_empty());
                Ok(())
            })
            .await;
        read.unwrap();
        let copied = VectorTable { id: place.id(), dimension: 3 };
        let worked: Result<(), StoreError> = store
            .write(move |transaction| {
                let revision = transaction.enter(GARDEN)?;
                support.create(transaction, &copied)?;
                assert!(transaction.is_without_vectors(&copied)?);
                support.copy_others(transaction, &table, &copied, 0, revision)?;
                assert_eq!(transaction.vector_stamps(&copied, None)?.len(), 1);
                transaction.delete_vectors(&table, &[first, place_unknown()])?;
                assert_eq!(transaction.vector_stamps(&table, None)?.len(), 1);
                transaction.drop_vectors(&copied)?;
                assert!(!transaction.has_vectors(&copied)?);
                // A table that is gone has nothing to delete.
                transaction.delete_vectors(&copied, &[first])?;
                transaction.drop_vectors(&copied)
            })
            .await;
        worked.unwrap();
    });
}

fn place_unknown() -> Id {
    Id::from_bytes([9; 16])
}

/// A database whose owner is no superuser, as hosters give them.
#[test]
fn who_may_not_create_the_extension_is_told_and_uses_it_once_it_is_there() {
    on_postgres(async |_: &Place| {
        if !offer_vectors().await {
            return;
        }
        let server = postgres().unwrap();
        let name = format!("d_{:032x}", u128::from_be_bytes(Randomness::system().bytes()));
        let execute = async |url: &str, statement: String| {
            let (client, connection) =
                tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
            tokio::spawn(connection);
            client.batch_execute(&statement).await.unwrap();
        };
        execute(&server, format!("CREATE ROLE {name} LOGIN")).await;
        execute(&server, format!("CREATE DATABASE {name} OWNER {name}")).await;
        let address = server.split_once('@').unwrap().1;
        let host = address.split('/').next().unwrap();
        let own = format!("postgres://{name}@{host}/{name}");
        let place = Place::at(Location::Server(own.clone()));
        let Vectors::NotKept(why) = place.open().await.vectors().await.unwrap() else {
            panic!("it is not there yet");
        };
        assert!(why.contains("CREATE EXTENSION vector"), "{why}");
        let as_owner = server.replace(address, &format!("{host}/{name}"));
        // Where it is need not be on anybody's path.
        let statement = "CREATE SCHEMA \"Else where\"; GRANT USAGE ON SCHEMA \"Else where\" TO public; \
             CREATE EXTENSION vector SCHEMA \"Else where\"";
        execute(&as_owner, statement.to_owned()).await;
        let store = place.store().await;
        let Vectors::Kept(support) = store.vectors().await.unwrap() else { panic!("now it is") };
        let table = table(&place, &store, &support, 2).await;
        let rows = vec![row(place.id(), 1, 1, labels(0), vec![1.0, 0.0])];
        put(&store, &support, table, rows).await;
        for exactly in [true, false] {
            let filter = LabelFilter::default();
            let found = nearest(&store, &support, table, &[1.0, 0.0], filter, exactly).await;
            assert_eq!(found.len(), 1);
        }
        let statement = "REVOKE USAGE ON SCHEMA \"Else where\" FROM public";
        execute(&as_owner, statement.to_owned()).await;
        let Vectors::NotKept(why) = place.open().await.vectors().await.unwrap() else {
            panic!("it is closed");
        };
        assert!(why.contains("schema"), "{why}");
    });
}
