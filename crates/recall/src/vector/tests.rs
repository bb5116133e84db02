//! The index against a naive model: a map, scanned in full precision.

use std::collections::{BTreeMap, HashMap};

use fearless_simd::Level;
use kernel::Id;
use proptest::prelude::*;

use super::quantised::dot;
use super::*;
use crate::Outcome;
use crate::embed::ModelIdentity;
use crate::payload::{Filter, strategies};
use crate::ranking::{Hit, Hits};

const DIMENSION: usize = 20;

fn model() -> ModelIdentity {
    ModelIdentity { name: "test".into(), dimension: DIMENSION }
}

fn id(number: u16) -> Id {
    format!("00000000-0000-7000-8000-00000000{number:04x}").parse().unwrap()
}

fn embedding() -> impl Strategy<Value = Embedding> {
    // Few distinct values, so that equal scores happen.
    proptest::collection::vec((-2_i8..3).prop_map(f32::from), DIMENSION)
        .prop_filter_map("no direction", |values| Embedding::new(values, DIMENSION).ok())
}

fn change() -> impl Strategy<Value = Change> {
    let put = (0_u16..400, 0_u64..4, strategies::payload(), embedding()).prop_map(
        |(number, revision, payload, embedding)| {
            let stamp = Stamp { revision, fingerprint: u128::from(number) };
            Change::Put(Stored { id: id(number), stamp, payload, embedding })
        },
    );
    prop_oneof![4 => put, 1 => (0_u16..400).prop_map(|number| Change::Delete(id(number)))]
}

#[derive(Default)]
struct Naive(BTreeMap<Id, Stored>);

impl Naive {
    fn apply(&mut self, change: &Change) -> Outcome {
        match change {
            Change::Put(stored) => {
                if self
                    .0
                    .get(&stored.id)
                    .is_some_and(|known| known.stamp.revision > stored.stamp.revision)
                {
                    return Outcome::Outdated;
                }
                self.0.insert(stored.id, stored.clone());
                Outcome::Stored
            }
            Change::Delete(id) => match self.0.remove(id) {
                Some(_) => Outcome::Deleted,
                None => Outcome::Absent,
            },
        }
    }

    fn search(&self, query: &Embedding, filter: &Filter, limit: usize) -> Hits {
        let mut hits: Vec<Hit> = self
            .0
            .values()
            .filter(|stored| filter.accepts(&stored.payload))
            .map(|stored| Hit {
                id: stored.id,
                score: dot(Level::new(), query.values(), stored.embedding.values()),
            })
            .collect();
        let total = hits.len();
        hits.sort_by(|left, right| right.score.total_cmp(&left.score).then(left.id.cmp(&right.id)));
        hits.truncate(limit);
        Hits { hits, total }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn searching_equals_a_full_precision_scan_after_any_changes(
        batches in proptest::collection::vec(proptest::collection::vec(change(), 0..150), 1..6),
        query in embedding(), filter in strategies::filter(), limit in 0_usize..30,
    ) {
        let (index, mut naive) = (VectorIndex::new(model()), Naive::default());
        for batch in &batches {
            let expected: Vec<Outcome> = batch.iter().map(|change| naive.apply(change)).collect();
            prop_assert_eq!(index.apply(batch).unwrap(), expected);
            let snapshot = index.snapshot();
            prop_assert_eq!(snapshot.len(), naive.0.len());
            prop_assert_eq!(snapshot.search(&query, &filter, limit), naive.search(&query, &filter, limit));
            let mut listed = snapshot.list(&filter);
            listed.sort_unstable();
            let accepted: Vec<Id> = naive.0.values()
                .filter(|stored| filter.accepts(&stored.payload)).map(|stored| stored.id).collect();
            prop_assert_eq!(listed, accepted);
        }
    }
}

fn stored(number: u16, revision: u64) -> Stored {
    let mut values = vec![0.0; DIMENSION];
    values[usize::from(number) % DIMENSION] = 1.0;
    let payload = crate::payload::Payload {
        source: crate::payload::Tag::new(0).unwrap(),
        chunk_type: crate::payload::Tag::new(0).unwrap(),
        purposes: crate::payload::TagSet::EMPTY,
        user: None,
    };
    Stored {
        id: id(number),
        stamp: Stamp { revision, fingerprint: u128::from(number) << 64 },
        payload,
        embedding: Embedding::new(values, DIMENSION).unwrap(),
    }
}

#[test]
fn a_reader_keeps_its_generation_while_the_writer_goes_on() {
    let index = VectorIndex::new(model());
    index.apply(&[Change::Put(stored(1, 1)), Change::Put(stored(2, 1))]).unwrap();
    let before = index.snapshot();
    index.apply(&[Change::Delete(id(1)), Change::Put(stored(3, 1))]).unwrap();
    let query = stored(1, 1).embedding;
    assert_eq!(before.search(&query, &Filter::default(), 10).hits[0].id, id(1));
    assert_eq!(before.len(), 2);
    let after = index.snapshot();
    assert!(after.find(id(1)).is_none());
    assert!(after.generation() > before.generation());
}

#[test]
fn a_batch_with_a_vector_that_does_not_fit_changes_nothing() {
    let index = VectorIndex::new(model());
    let odd = Stored { embedding: Embedding::new(vec![1.0; 3], 3).unwrap(), ..stored(2, 1) };
    let failure = index.apply(&[Change::Put(stored(1, 1)), Change::Put(odd)]).unwrap_err();
    assert_eq!(failure, DimensionError { expected: DIMENSION, found: 3 });
    assert!(index.snapshot().is_empty());
}

#[test]
fn a_text_embedded_before_is_found_by_its_fingerprint() {
    let index = VectorIndex::new(model());
    index.apply(&[Change::Put(stored(7, 3))]).unwrap();
    let snapshot = index.snapshot();
    let found = snapshot.find_texts(&[7 << 64, 8 << 64].into());
    assert_eq!(found, [(7 << 64, stored(7, 3).embedding)].into());
    assert_eq!(snapshot.stamps().collect::<Vec<_>>(), [(id(7), stored(7, 3).stamp)]);
}

#[test]
fn at_the_dimension_of_real_models_nothing_is_missed_either() {
    const REAL: usize = 384;
    let index = VectorIndex::new(ModelIdentity { name: "real".into(), dimension: REAL });
    let mut state = 7_u64;
    let mut value = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1 << 23) as f32 - 1.0
    };
    let mut random = || Embedding::new((0..REAL).map(|_| value()).collect(), REAL).unwrap();
    let mut naive = Naive::default();
    let changes: Vec<Change> = (0..700)
        .map(|number| Change::Put(Stored { embedding: random(), ..stored(number, 1) }))
        .collect();
    for change in &changes {
        naive.apply(change);
    }
    index.apply(&changes).unwrap();
    for _ in 0..20 {
        let query = random();
        let expected = naive.search(&query, &Filter::default(), 10);
        assert_eq!(index.snapshot().search(&query, &Filter::default(), 10), expected);
    }
}

mod on_disk {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// What can be asked of an index, in a form that can be compared.
    fn contents(snapshot: &Snapshot) -> Vec<Stored> {
        let mut all: Vec<Stored> =
            snapshot.stamps().map(|(id, _)| snapshot.find(id).unwrap()).collect();
        all.sort_by_key(|stored| stored.id);
        all
    }

    fn open(folder: &Path) -> Result<DurableIndex, FileError> {
        DurableIndex::open(folder, &model())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        #[test]
        fn reopening_gives_back_what_was_stored(
            batches in proptest::collection::vec(proptest::collection::vec(change(), 0..40), 1..6),
            fold_after in 0_usize..6,
        ) {
            let folder = tempfile::tempdir().unwrap();
            let index = open(folder.path()).unwrap();
            for (number, batch) in batches.iter().enumerate() {
                index.apply(batch).unwrap();
                if number == fold_after {
                    index.fold().unwrap();
                }
            }
            let before = contents(&index.snapshot());
            let stamps: HashMap<Id, Stamp> = index.snapshot().stamps().collect();
            let beside = read_stamps(folder.path(), &model()).unwrap();
            prop_assert_eq!(beside, FoundStamps { stamps, is_whole: true });
            drop(index);
            prop_assert_eq!(contents(&open(folder.path()).unwrap().snapshot()), before);
        }

        #[test]
        fn a_crash_between_writing_the_file_and_emptying_the_journal_changes_nothing(
            batches in proptest::collection::vec(proptest::collection::vec(change(), 0..40), 1..4),
        ) {
            let folder = tempfile::tempdir().unwrap();
            let index = open(folder.path()).unwrap();
            for batch in &batches {
                index.apply(batch).unwrap();
            }
            let journal = fs::read(folder.path().join("journal")).unwrap();
            index.fold().unwrap();
            let before = contents(&index.snapshot());
            drop(index);
            fs::write(folder.path().join("journal"), journal).unwrap();
            prop_assert_eq!(contents(&open(folder.path()).unwrap().snapshot()), before);
        }

        #[test]
        fn a_journal_torn_anywhere_keeps_a_prefix_of_the_batches(cut in 0.0_f64..1.0) {
            let folder = tempfile::tempdir().unwrap();
            let index = open(folder.path()).unwrap();
            for number in 0..10 {
                index.apply(&[Change::Put(super::stored(number, 1))]).unwrap();
            }
            drop(index);
            let path = folder.path().join("journal");
            let bytes = fs::read(&path).unwrap();
            let kept = (bytes.len() as f64 * cut) as usize;
            fs::write(&path, &bytes[..kept]).unwrap();
            let index = open(folder.path()).unwrap();
            let rows = index.snapshot().len();
            prop_assert!((0..u16::try_from(rows).unwrap()).all(|n| index.snapshot().find(id(n)).is_some()));
            // What was torn is gone for good: new changes are readable behind it.
            index.apply(&[Change::Put(super::stored(99, 1))]).unwrap();
            drop(index);
            prop_assert_eq!(open(folder.path()).unwrap().snapshot().len(), rows + 1);
        }

        #[test]
        fn a_flipped_bit_in_the_file_is_noticed(position in 0.0_f64..1.0, bit in 0_u8..8) {
            let folder = tempfile::tempdir().unwrap();
            let index = open(folder.path()).unwrap();
            let changes: Vec<Change> = (0..300).map(|n| Change::Put(super::stored(n, 1))).collect();
            index.apply(&changes).unwrap();
            index.fold().unwrap();
            drop(index);
            let path = folder.path().join("index");
            let mut bytes = fs::read(&path).unwrap();
            let at = (bytes.len() as f64 * position) as usize;
            bytes[at] ^= 1 << bit;
            fs::write(&path, &bytes).unwrap();
            let failure = open(folder.path()).unwrap_err();
            prop_assert!(failure.calls_for_rebuild(), "{failure}");
            prop_assert!(DurableIndex::create(folder.path(), &model()).unwrap().snapshot().is_empty());
        }
    }

    #[test]
    fn whoever_reads_beside_the_owner_changes_nothing_and_tells_damage() {
        let folder = tempfile::tempdir().unwrap();
        let other = folder.path().join("not-there");
        assert!(read_stamps(&other, &model()).unwrap().stamps.is_empty());
        assert!(!other.exists());
        let index = open(folder.path()).unwrap();
        index.apply(&[Change::Put(super::stored(1, 1))]).unwrap();
        index.fold().unwrap();
        index.apply(&[Change::Put(super::stored(1, 2)), Change::Put(super::stored(2, 1))]).unwrap();
        // A record that is being written at this moment.
        let path = folder.path().join("journal");
        let mut bytes = fs::read(&path).unwrap();
        bytes.extend([9; 20]);
        fs::write(&path, &bytes).unwrap();
        let FoundStamps { stamps, .. } = read_stamps(folder.path(), &model()).unwrap();
        assert_eq!((stamps.len(), stamps[&id(1)].revision), (2, 2));
        assert_eq!(fs::read(&path).unwrap(), bytes);
        let path = folder.path().join("index");
        let intact = fs::read(&path).unwrap();
        for at in [0, 20, intact.len() / 2, intact.len() - 1] {
            let mut flipped = intact.clone();
            flipped[at] ^= 1;
            fs::write(&path, &flipped).unwrap();
            assert!(read_stamps(folder.path(), &model()).unwrap_err().calls_for_rebuild());
        }
        fs::write(&path, &intact[..intact.len() - 1]).unwrap();
        assert!(read_stamps(folder.path(), &model()).is_err());
    }

    #[test]
    fn a_journal_with_a_garbled_header_is_damage_and_not_a_torn_end() {
        let folder = tempfile::tempdir().unwrap();
        open(folder.path()).unwrap().apply(&[Change::Put(super::stored(1, 1))]).unwrap();
        let path = folder.path().join("journal");
        let mut bytes = fs::read(&path).unwrap();
        bytes[10] ^= 1;
        fs::write(&path, bytes).unwrap();
        assert!(open(folder.path()).unwrap_err().calls_for_rebuild());
    }

    #[test]
    fn a_cut_file_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let index = open(folder.path()).unwrap();
        let changes: Vec<Change> = (0..300).map(|n| Change::Put(super::stored(n, 1))).collect();
        index.apply(&changes).unwrap();
        index.fold().unwrap();
        drop(index);
        let path = folder.path().join("index");
        let bytes = fs::read(&path).unwrap();
        for kept in [0, 5, 40, bytes.len() / 2, bytes.len() - 1] {
            fs::write(&path, &bytes[..kept]).unwrap();
            let failure = open(folder.path()).unwrap_err();
            assert!(matches!(failure, FileError::Corrupt { .. }), "{kept}: {failure}");
        }
    }

    #[test]
    fn vectors_of_another_model_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        open(folder.path()).unwrap().fold().unwrap();
        let other = ModelIdentity { name: "other".into(), ..model() };
        let failure = DurableIndex::open(folder.path(), &other).unwrap_err();
        assert!(matches!(&failure, FileError::OtherModel { found, .. } if *found == model()));
        assert!(failure.calls_for_rebuild());
    }

    #[test]
    fn a_vector_that_does_not_fit_never_reaches_the_journal() {
        let folder = tempfile::tempdir().unwrap();
        let index = open(folder.path()).unwrap();
        let odd =
            Stored { embedding: Embedding::new(vec![1.0; 3], 3).unwrap(), ..super::stored(2, 1) };
        assert!(matches!(index.apply(&[Change::Put(odd)]), Err(FileError::Dimension(_))));
        drop(index);
        assert!(open(folder.path()).unwrap().snapshot().is_empty());
    }
}
