//! What is known about a chunk besides its text, and the filters over it.
//!
//! Values are small numbers whose meaning the caller owns (which source, which kind of chunk), so
//! that a filter is a handful of bit tests per row. Both indexes keep payloads in the same columns
//! and judge them the same way, while they scan and not afterwards.

use fearless_simd::{Level, Simd, dispatch, prelude::*, u8x64};
use kernel::Id;

/// One value out of at most 64, numbered by the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Tag(u8);

impl Tag {
    pub const LIMIT: u8 = 64;

    /// None from 64 on.
    pub const fn new(number: u8) -> Option<Self> {
        if number < Self::LIMIT { Some(Self(number)) } else { None }
    }

    pub const fn number(self) -> u8 {
        self.0
    }
}

/// A set of tags of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TagSet(u64);

impl TagSet {
    pub const EMPTY: Self = Self(0);

    pub const fn with(self, tag: Tag) -> Self {
        Self(self.0 | 1 << tag.0)
    }

    pub const fn contains(self, tag: Tag) -> bool {
        self.0 >> tag.0 & 1 == 1
    }

    pub const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    pub const fn bits(self) -> u64 {
        self.0
    }

    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }
}

impl FromIterator<Tag> for TagSet {
    fn from_iter<I: IntoIterator<Item = Tag>>(tags: I) -> Self {
        tags.into_iter().fold(Self::EMPTY, Self::with)
    }
}

/// What filters can ask about a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Payload {
    pub source: Tag,
    pub chunk_type: Tag,
    pub purposes: TagSet,
    /// Whose chunk it is; none when it belongs to the whole site.
    pub user: Option<Id>,
}

/// Whose chunks a search may see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Owner {
    #[default]
    Anyone,
    /// Chunks of this user only.
    Only(Id),
    /// Chunks of this user and those of the whole site.
    SharedAnd(Id),
    /// Chunks of the whole site only.
    Shared,
}

/// Conditions that must all hold; none of them by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    pub sources: Option<TagSet>,
    pub chunk_types: Option<TagSet>,
    /// At least one purpose in common.
    pub purposes: Option<TagSet>,
    pub owner: Owner,
}

impl Filter {
    pub fn accepts(&self, payload: &Payload) -> bool {
        self.sources.is_none_or(|set| set.contains(payload.source))
            && self.chunk_types.is_none_or(|set| set.contains(payload.chunk_type))
            && self.purposes.is_none_or(|set| set.intersects(payload.purposes))
            && match self.owner {
                Owner::Anyone => true,
                Owner::Only(user) => payload.user == Some(user),
                Owner::SharedAnd(user) => payload.user.is_none_or(|owner| owner == user),
                Owner::Shared => payload.user.is_none(),
            }
    }

    pub fn is_open(&self) -> bool {
        *self == Self::default()
    }
}

/// Payloads of consecutive rows, one column per question.
#[derive(Clone, Debug, Default)]
pub(crate) struct Columns {
    sources: Vec<Tag>,
    chunk_types: Vec<Tag>,
    purposes: Vec<TagSet>,
    users: Vec<Option<Id>>,
}

/// Rows that one word of a mask stands for.
const ROWS: usize = 64;

impl Columns {
    pub(crate) fn push(&mut self, payload: Payload) {
        self.sources.push(payload.source);
        self.chunk_types.push(payload.chunk_type);
        self.purposes.push(payload.purposes);
        self.users.push(payload.user);
    }

    pub(crate) fn set(&mut self, row: usize, payload: Payload) {
        self.sources[row] = payload.source;
        self.chunk_types[row] = payload.chunk_type;
        self.purposes[row] = payload.purposes;
        self.users[row] = payload.user;
    }

    pub(crate) fn pop(&mut self) {
        self.sources.pop();
        self.chunk_types.pop();
        self.purposes.pop();
        self.users.pop();
    }

    pub(crate) fn get(&self, row: usize) -> Payload {
        Payload {
            source: self.sources[row],
            chunk_type: self.chunk_types[row],
            purposes: self.purposes[row],
            user: self.users[row],
        }
    }

    /// One bit per row that the filter accepts; only the columns it asks about are read.
    pub(crate) fn mask(&self, filter: &Filter) -> Vec<u64> {
        let rows = self.sources.len();
        let mut mask = vec![u64::MAX; rows.div_ceil(64)];
        // The bits beyond the last row must not count as accepted rows.
        if let (Some(last), true) = (mask.last_mut(), !rows.is_multiple_of(64)) {
            *last = (1 << (rows % 64)) - 1;
        }
        if let Some(set) = filter.sources {
            keep(&mut mask, &self.sources, |tag| set.contains(*tag));
        }
        if let Some(set) = filter.chunk_types {
            keep(&mut mask, &self.chunk_types, |tag| set.contains(*tag));
        }
        if let Some(set) = filter.purposes {
            keep(&mut mask, &self.purposes, |purposes| set.intersects(*purposes));
        }
        match filter.owner {
            Owner::Anyone => {}
            Owner::Only(user) => keep(&mut mask, &self.users, |owner| *owner == Some(user)),
            Owner::SharedAnd(user) => {
                keep(&mut mask, &self.users, |owner| owner.is_none_or(|owner| owner == user));
            }
            Owner::Shared => keep(&mut mask, &self.users, Option::is_none),
        }
        mask
    }
}

fn keep<T>(mask: &mut [u64], column: &[T], accepts: impl Fn(&T) -> bool) {
    dispatch!(Level::new(), simd => keep_with(simd, mask, column, &accepts));
}

/// Answers first, then bits: the former go several at a time, the latter in one instruction.
#[inline(always)]
fn keep_with<S: Simd, T>(simd: S, mask: &mut [u64], column: &[T], accepts: impl Fn(&T) -> bool) {
    for (word, values) in mask.iter_mut().zip(column.chunks(ROWS)) {
        let mut answers = [0; ROWS];
        for (answer, value) in answers.iter_mut().zip(values) {
            *answer = u8::from(accepts(value));
        }
        *word &= u8x64::from_slice(simd, &answers).simd_gt(0).to_bitmask();
    }
}

/// The rows whose bits are set, in order.
pub(crate) fn set_bits(mask: &[u64]) -> impl Iterator<Item = usize> {
    mask.iter().enumerate().flat_map(|(index, word)| {
        let mut word = *word;
        std::iter::from_fn(move || {
            let bit = word.trailing_zeros() as usize;
            // Clearing the lowest bit of zero would wrap; 64 says there is none.
            (bit < 64).then(|| {
                word &= word - 1;
                index * 64 + bit
            })
        })
    })
}

#[cfg(test)]
pub(crate) mod strategies {
    //! Random payloads and filters over few values, so that filters hit.
    use proptest::prelude::*;

    use super::*;

    pub(crate) fn user(number: u8) -> Id {
        format!("00000000-0000-7000-8000-0000000000{number:02x}").parse().unwrap()
    }

    fn tag() -> impl Strategy<Value = Tag> {
        prop_oneof![0_u8..3, Just(63)].prop_map(|number| Tag::new(number).unwrap())
    }

    fn tags() -> impl Strategy<Value = TagSet> {
        proptest::collection::vec(tag(), 0..3).prop_map(|tags| tags.into_iter().collect())
    }

    pub(crate) fn payload() -> impl Strategy<Value = Payload> {
        (tag(), tag(), tags(), proptest::option::of((0_u8..2).prop_map(user))).prop_map(
            |(source, chunk_type, purposes, user)| Payload { source, chunk_type, purposes, user },
        )
    }

    pub(crate) fn filter() -> impl Strategy<Value = Filter> {
        let owner = prop_oneof![
            3 => Just(Owner::Anyone),
            1 => (0_u8..2).prop_map(|number| Owner::Only(user(number))),
            1 => (0_u8..2).prop_map(|number| Owner::SharedAnd(user(number))),
            1 => Just(Owner::Shared),
        ];
        let set = || proptest::option::weighted(0.3, tags());
        (set(), set(), set(), owner).prop_map(|(sources, chunk_types, purposes, owner)| Filter {
            sources,
            chunk_types,
            purposes,
            owner,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_mask_marks_exactly_the_accepted_rows(
            payloads in proptest::collection::vec(strategies::payload(), 0..200),
            filter in strategies::filter(),
        ) {
            let mut columns = Columns::default();
            for payload in &payloads {
                columns.push(*payload);
            }
            let marked: Vec<usize> = set_bits(&columns.mask(&filter)).collect();
            let accepted: Vec<usize> = (0..payloads.len())
                .filter(|row| filter.accepts(&payloads[*row]))
                .collect();
            prop_assert_eq!(marked, accepted);
        }
    }

    #[test]
    fn sixty_four_values_fit_and_no_more() {
        assert!(Tag::new(63).is_some());
        assert!(Tag::new(64).is_none());
    }
}
