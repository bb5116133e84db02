use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Where unpredictable bytes come from: the operating system, or in tests a seed, so that a
/// failing run can be repeated exactly.
#[derive(Clone, Debug, Default)]
pub struct Randomness(Source);

#[derive(Clone, Debug, Default)]
enum Source {
    #[default]
    System,
    Seeded(Arc<AtomicU64>),
}

impl Randomness {
    pub fn system() -> Self {
        Self(Source::System)
    }

    /// Repeatable bytes for tests. Never for anything that guards something.
    pub fn seeded(seed: u64) -> Self {
        Self(Source::Seeded(Arc::new(AtomicU64::new(seed))))
    }

    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        match &self.0 {
            #[expect(clippy::disallowed_methods, reason = "the one place that draws randomness")]
            Source::System => {
                // Not an error to hand on: without randomness no secret could be made, and no site
                // should run.
                getrandom::fill(&mut bytes).expect("the operating system hands out randomness");
            }
            Source::Seeded(state) => {
                for chunk in bytes.chunks_mut(8) {
                    let word = splitmix(state.fetch_add(GOLDEN, Ordering::SeqCst));
                    chunk.copy_from_slice(&word.to_le_bytes()[..chunk.len()]);
                }
            }
        }
        bytes
    }
}

const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

fn splitmix(state: u64) -> u64 {
    let mut z = state.wrapping_add(GOLDEN);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_repeats_and_the_system_does_not() {
        let draw = |seed| Randomness::seeded(seed).bytes::<20>();
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
        assert_ne!(Randomness::system().bytes::<20>(), Randomness::system().bytes::<20>());
    }
}
