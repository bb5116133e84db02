use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, OnceLock};

use super::index::Card;
use crate::redirects::Thing;

/// What follows from a whole tree and is wanted by some readers only: worked out when the first
/// of them asks, and kept as long as the tree is.
///
/// It holds what exists, whoever may see it. Readers pick out of it what they may see.
#[derive(Debug, Default)]
pub(crate) struct Derived {
    pub(super) by_tag: OnceLock<BTreeMap<Box<str>, Vec<Card>>>,
    /// The tags that are spelled with the same letters, whatever their case.
    pub(super) spellings: OnceLock<HashMap<String, Vec<Box<str>>>>,
    pub(super) slugs: OnceLock<Vec<KnownSlug>>,
    /// For those who see drafts.
    pub(super) links: OnceLock<Arc<Links>>,
    /// For everybody else, with how many items had appeared by then.
    pub(super) public_links: Mutex<Option<(usize, Arc<Links>)>>,
}

/// Which items link to a thing.
pub(crate) type Links = HashMap<Thing, Vec<Card>>;

/// The last part of an address in use, with what makes it cheap to see that it is another word.
#[derive(Clone, Copy, Debug)]
pub(crate) struct KnownSlug {
    pub(crate) letters: u64,
    pub(crate) length: usize,
    pub(crate) thing: Thing,
}

/// The set of characters of a slug, which has letters, digits and hyphens.
pub(crate) fn letters(slug: &str) -> u64 {
    slug.bytes().fold(0, |set, byte| {
        set | match byte {
            b'a'..=b'z' => 1 << (byte - b'a'),
            b'0'..=b'9' => 1 << (26 + byte - b'0'),
            _ => 1 << 36,
        }
    })
}
