//! How good a backup is, beside another.

use serde::{Deserialize, Serialize};

/// A worse backup never takes the place of a better one. Of two that are each better in something, none is worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Worth {
    /// Whether it can be brought back, with `--repair` where something is not in order.
    pub comes_back: bool,
    /// How many files do not come back from it, and how many documents in it cannot be read.
    pub lost: u64,
}

impl Worth {
    pub const WHOLE: Self = Self { comes_back: true, lost: 0 };

    pub fn is_whole(self) -> bool {
        self == Self::WHOLE
    }

    /// Whether it may take the place of another.
    pub fn is_as_good_as(self, other: Self) -> bool {
        self.comes_back >= other.comes_back && self.lost <= other.lost
    }

    /// As people are told.
    pub(crate) fn describe(self) -> String {
        let back = match self.comes_back {
            true => "can be brought back",
            false => "cannot be brought back, not even with --repair",
        };
        format!("{back}, and files or documents that are lost in it: {}", self.lost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_no_worse_in_anything_takes_the_place_of_another() {
        let worth = |comes_back, lost| Worth { comes_back, lost };
        for (new, old, expected) in [
            (Worth::WHOLE, Worth::WHOLE, true),
            (worth(true, 1), Worth::WHOLE, false),
            (worth(false, 0), Worth::WHOLE, false),
            (Worth::WHOLE, worth(false, 9), true),
            (worth(true, 5), worth(true, 5), true),
            (worth(true, 5), worth(true, 6), true),
            // One has the files, and the other comes back.
            (worth(true, 24), worth(false, 0), false),
            (worth(false, 0), worth(true, 24), false),
        ] {
            assert_eq!(new.is_as_good_as(old), expected, "{new:?} {old:?}");
        }
    }
}
