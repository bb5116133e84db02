//! The index against one rebuilt from scratch and against BM25 written out naively.

use std::collections::BTreeMap;

use proptest::prelude::*;

use super::terms::Analyser;
use super::*;
use crate::Outcome;
use crate::payload::{Filter, strategies};

fn id(number: u16) -> Id {
    format!("00000000-0000-7000-8000-00000000{number:04x}").parse().unwrap()
}

fn text() -> impl Strategy<Value = String> {
    let word = prop_oneof![
        Just("boat"),
        Just("boats"),
        Just("river"),
        Just("stone"),
        Just("mill"),
        Just("the"),
        Just("Mühle"),
        Just("水車"),
        Just("c++"),
    ];
    proptest::collection::vec(word, 0..12).prop_map(|words| words.join(" "))
}

fn change() -> impl Strategy<Value = Change> {
    let put = (0_u16..40, 0_u64..4, strategies::payload(), text()).prop_map(
        |(number, revision, payload, text)| {
            let stamp = Stamp { revision, fingerprint: u128::from(number) };
            Change::Put(Document { id: id(number), stamp, payload, text })
        },
    );
    prop_oneof![3 => put, 1 => (0_u16..40).prop_map(|number| Change::Delete(id(number)))]
}

#[derive(Default)]
struct Naive(BTreeMap<Id, Document>);

impl Naive {
    fn apply(&mut self, change: &Change) -> Outcome {
        match change {
            Change::Put(document) => {
                let known = self.0.get(&document.id).map(|known| known.stamp.revision);
                if known > Some(document.stamp.revision) {
                    return Outcome::Outdated;
                }
                self.0.insert(document.id, document.clone());
                Outcome::Stored
            }
            Change::Delete(id) => match self.0.remove(id) {
                Some(_) => Outcome::Deleted,
                None => Outcome::Absent,
            },
        }
    }

    fn terms(text: &str) -> (Vec<String>, usize) {
        let (mut words, mut terms) = (Vec::new(), Vec::new());
        Analyser::words(text, |word| words.push(word), |pair| terms.push(pair.to_string()));
        let length = words.len();
        terms.extend(words.iter().flat_map(|word| Analyser::new().terms_of_word(word)));
        (terms, length)
    }

    /// Scores of the accepted documents that match at all.
    fn search(&self, query: &str, filter: &Filter) -> BTreeMap<Id, f64> {
        let analysed: BTreeMap<Id, (Vec<String>, usize)> =
            self.0.iter().map(|(id, document)| (*id, Self::terms(&document.text))).collect();
        let count = analysed.len() as f64;
        let average = analysed.values().map(|(_, length)| *length as f64).sum::<f64>() / count;
        let mut scores = BTreeMap::new();
        for (term, weight) in Analyser::new().query(query, 100) {
            let holders =
                analysed.values().filter(|(terms, _)| terms.contains(&term)).count() as f64;
            let rarity = (1.0 + (count - holders + 0.5) / (holders + 0.5)).ln();
            for (id, (terms, length)) in &analysed {
                let times = terms.iter().filter(|other| **other == term).count() as f64;
                if times > 0.0 && filter.accepts(&self.0[id].payload) {
                    let damping = 1.2 * (0.25 + 0.75 * *length as f64 / average);
                    *scores.entry(*id).or_insert(0.0) +=
                        f64::from(weight) * rarity * times * 2.2 / (times + damping);
                }
            }
        }
        scores
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn searching_equals_a_naive_bm25_and_an_index_built_at_once(
        batches in proptest::collection::vec(proptest::collection::vec(change(), 0..25), 1..8),
        query in text(), filter in strategies::filter(), limit in 0_usize..20,
    ) {
        let (index, mut naive) = (KeywordIndex::new(), Naive::default());
        for batch in &batches {
            let expected: Vec<Outcome> = batch.iter().map(|change| naive.apply(change)).collect();
            prop_assert_eq!(index.apply(batch), expected);
        }
        let snapshot = index.snapshot();
        prop_assert_eq!(snapshot.len(), naive.0.len());

        let found = snapshot.search(&query, &filter, limit);
        let expected = naive.search(&query, &filter);
        prop_assert_eq!(found.total, expected.len());
        prop_assert_eq!(found.hits.len(), limit.min(expected.len()));
        for hit in &found.hits {
            let want = expected[&hit.id];
            prop_assert!((f64::from(hit.score) - want).abs() < 1e-3, "{} for {want}", hit.score);
        }

        let rebuilt = KeywordIndex::new();
        let all: Vec<Change> = naive.0.values().cloned().map(Change::Put).collect();
        rebuilt.apply(&all);
        prop_assert_eq!(rebuilt.snapshot().search(&query, &filter, limit), found);
    }
}

#[test]
fn a_reader_keeps_its_generation_while_the_writer_goes_on() {
    let document = |number: u16, text: &str| {
        Change::Put(Document {
            id: id(number),
            stamp: Stamp { revision: 1, fingerprint: 0 },
            payload: crate::payload::Payload {
                source: crate::payload::Tag::new(0).unwrap(),
                chunk_type: crate::payload::Tag::new(0).unwrap(),
                purposes: crate::payload::TagSet::EMPTY,
                user: None,
            },
            text: text.into(),
        })
    };
    let index = KeywordIndex::new();
    index.apply(&[document(1, "a boat")]);
    let before = index.snapshot();
    index.apply(&[document(1, "a mill"), document(2, "a boat")]);
    let find = |snapshot: &Snapshot| snapshot.search("boat", &Filter::default(), 5).hits[0].id;
    assert_eq!(find(&before), id(1));
    assert_eq!(find(&index.snapshot()), id(2));
}

#[test]
fn a_huge_query_is_cut_and_answered() {
    let index = KeywordIndex::new();
    assert_eq!(index.snapshot().search(&"漢".repeat(1 << 20), &Filter::default(), 5).total, 0);
}

mod on_disk {
    use super::*;

    fn entries(snapshot: &Snapshot) -> Vec<(Id, Stamp, Payload)> {
        let mut entries: Vec<_> = snapshot.entries().collect();
        entries.sort_by_key(|(id, _, _)| *id);
        entries
    }

    fn saved(batches: &[Vec<Change>]) -> (tempfile::TempDir, KeywordIndex) {
        let folder = tempfile::tempdir().unwrap();
        let index = KeywordIndex::new();
        for batch in batches {
            index.apply(batch);
        }
        index.save(&folder.path().join("words")).unwrap();
        (folder, index)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn a_loaded_index_answers_and_goes_on_as_the_saved_one(
            batches in proptest::collection::vec(proptest::collection::vec(change(), 0..25), 0..6),
            later in proptest::collection::vec(change(), 0..25),
            query in text(), filter in strategies::filter(), limit in 0_usize..20,
        ) {
            let (folder, index) = saved(&batches);
            prop_assert_eq!(index.unsaved(), 0);
            let loaded = KeywordIndex::load(&folder.path().join("words")).unwrap();
            prop_assert_eq!(entries(&loaded.snapshot()), entries(&index.snapshot()));
            let search = |index: &KeywordIndex| index.snapshot().search(&query, &filter, limit);
            prop_assert_eq!(search(&loaded), search(&index));
            prop_assert_eq!(loaded.snapshot().count(&filter), index.snapshot().count(&filter));
            prop_assert_eq!(loaded.apply(&later), index.apply(&later));
            prop_assert_eq!(search(&loaded), search(&index));
            prop_assert_eq!(loaded.unsaved(), later.len() as u64);
        }

        #[test]
        fn a_flipped_bit_or_a_missing_end_is_noticed(
            batch in proptest::collection::vec(change(), 1..25),
            position in 0.0_f64..1.0, bit in 0_u8..8, cut in any::<bool>(),
        ) {
            let (folder, _) = saved(&[batch]);
            let path = folder.path().join("words");
            let mut bytes = std::fs::read(&path).unwrap();
            let at = (bytes.len() as f64 * position) as usize;
            if cut {
                bytes.truncate(at);
            } else {
                bytes[at] ^= 1 << bit;
            }
            std::fs::write(&path, &bytes).unwrap();
            let failure = KeywordIndex::load(&path).unwrap_err();
            prop_assert!(failure.calls_for_rebuild(), "{failure}");
        }
    }

    #[test]
    fn a_file_of_another_version_is_made_again_and_a_missing_one_is_no_damage() {
        let (folder, _) = saved(&[]);
        let path = folder.path().join("words");
        let missing = KeywordIndex::load(&folder.path().join("none")).unwrap_err();
        assert!(missing.is_missing_file() && !missing.calls_for_rebuild());
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[16] += 1;
        let checksum = crc32fast::hash(&bytes[8..]).to_le_bytes();
        bytes[4..8].copy_from_slice(&checksum);
        std::fs::write(&path, &bytes).unwrap();
        let other = KeywordIndex::load(&path).unwrap_err();
        assert!(matches!(other, crate::FileError::OtherVersion { found: 2, .. }), "{other}");
        assert!(other.calls_for_rebuild());
    }
}
