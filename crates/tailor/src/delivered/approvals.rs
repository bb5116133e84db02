use std::collections::{HashMap, HashSet};

/// What the owner has said about a wording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The wording may stand for the source.
    Approved { source: String, wording: String },
    /// The wording may not be used, whatever it stands for.
    Refused { wording: String },
}

/// The wordings that the owner has confirmed, each for one source text, to the letter. When the fact
/// changes, its text is another one, and the wording has to be confirmed again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Approvals {
    /// By source, the newest first.
    wordings: HashMap<String, Vec<String>>,
}

/// A wording of a wording of a wording: nobody corrects one text more often.
const LONGEST_CHAIN: usize = 16;

impl Approvals {
    /// From decisions, the newest first. Of two about one wording the newer counts.
    pub fn new(decisions: impl IntoIterator<Item = Decision>) -> Self {
        let (mut found, mut refused) = (Self::default(), HashSet::new());
        for decision in decisions {
            match decision {
                Decision::Refused { wording } => {
                    refused.insert(wording);
                }
                Decision::Approved { source, wording } => {
                    // Newest first: a refusal that came later overrules an approval, and not the
                    // other way round.
                    if wording.trim().is_empty() || refused.contains(&wording) {
                        continue;
                    }
                    let known = found.wordings.entry(source).or_default();
                    if !known.contains(&wording) {
                        known.push(wording);
                    }
                }
            }
        }
        found
    }

    /// All wordings approved for a source, the newest first. What was corrected again comes before
    /// what it was corrected from.
    pub fn wordings_of<'a>(&'a self, source: &'a str) -> impl Iterator<Item = &'a str> {
        let mut found: Vec<&str> = Vec::new();
        self.collect(source, LONGEST_CHAIN, &mut found);
        found.into_iter().filter(move |wording| *wording != source)
    }

    fn collect<'a>(&'a self, source: &str, chain: usize, found: &mut Vec<&'a str>) {
        for wording in self.wordings.get(source).map_or(&[][..], Vec::as_slice) {
            if chain > 0 && !found.contains(&wording.as_str()) {
                // Marked first, so that two texts that were corrected into each other end here.
                let place = found.len();
                found.push(wording);
                self.collect(wording, chain - 1, found);
                found[place..].rotate_left(1);
            }
        }
    }

    pub fn is_empty(&self) -> bool {
        self.wordings.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn approved(source: &str, wording: &str) -> Decision {
        Decision::Approved { source: source.to_owned(), wording: wording.to_owned() }
    }

    #[test]
    fn the_newest_wording_comes_first_and_corrections_lead_on() {
        let approvals = Approvals::new([
            approved("b", "c"),
            approved("a", "b"),
            approved("a", "old"),
            approved("a", " "),
        ]);
        assert_eq!(approvals.wordings_of("a").collect::<Vec<_>>(), ["c", "b", "old"]);
        assert_eq!(approvals.wordings_of("b").collect::<Vec<_>>(), ["c"]);
        assert_eq!(approvals.wordings_of("A").count(), 0, "to the letter");
    }

    #[test]
    fn what_was_refused_later_is_no_longer_approved() {
        let refused = Decision::Refused { wording: "b".to_owned() };
        let later = Approvals::new([refused.clone(), approved("a", "b")]);
        assert_eq!(later.wordings_of("a").count(), 0);
        let earlier = Approvals::new([approved("a", "b"), refused]);
        assert_eq!(earlier.wordings_of("a").collect::<Vec<_>>(), ["b"]);
    }

    #[test]
    fn texts_corrected_into_each_other_end_somewhere() {
        let approvals = Approvals::new([approved("a", "b"), approved("b", "a")]);
        assert_eq!(approvals.wordings_of("a").collect::<Vec<_>>(), ["b"]);
    }
}
