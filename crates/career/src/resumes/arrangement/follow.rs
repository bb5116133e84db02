//! Which entry of a changed document is which entry of the one before.
//!
//! First what is the same to the letter, then what has the same names, then what shares most of its
//! words, and at last the only one that is left on both sides: whoever changes one line changes that one. The
//! same for the highlights of an entry.

use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};

use serde_json::Value;
use tailor::Spot;
use tailor::facts::{Place, Section, facts_of};

use super::{Kept, Lost, Paths};

/// What two texts have to share to be one.
const ALIKE: f32 = 0.5;
/// Pairs that are compared word by word.
const MOST_COMPARED: usize = 40_000;
/// Lost rules that are kept.
pub(super) const MOST_LOST: usize = 100;

/// The rules for a document that takes the place of another one.
pub(in crate::resumes) fn follow(kept: &Kept, before: &Value, after: &Value) -> Kept {
    if kept.is_empty() || (before == after && kept.lost.is_empty()) {
        return kept.clone();
    }
    let moves = Moves::between(before, after);
    let moved = |paths: &[String]| -> Vec<String> {
        paths.iter().filter_map(|path| Some(moves.of(Spot::parse(path)?)?.to_string())).collect()
    };
    let texts = texts(before);
    let gone = kept.paths.hidden.iter().filter_map(|path| {
        let spot = Spot::parse(path)?;
        let is_gone = moves.of(spot).is_none();
        let text = texts.get(path).cloned();
        is_gone.then(|| Lost { path: path.clone(), text: text.unwrap_or_default() })
    });
    let mut lost: Vec<Lost> = kept.lost.iter().cloned().chain(gone).collect();
    let mut hidden = moved(&kept.paths.hidden);
    // What comes back is hidden again, wherever it stands now.
    let now = self::texts(after);
    lost.retain(|lost| {
        let found = now.iter().filter(|(_, text)| !lost.text.is_empty() && **text == lost.text);
        let found: BTreeSet<&String> = found.map(|(path, _)| path).collect();
        hidden.extend(
            found
                .iter()
                .filter(|path| !hidden.contains(path))
                .map(|path| (*path).clone())
                .collect::<Vec<_>>(),
        );
        found.is_empty()
    });
    let beyond = lost.len().saturating_sub(MOST_LOST);
    lost.drain(..beyond);
    let (pinned, order) = (moved(&kept.paths.pinned), moved(&kept.paths.order));
    Kept { paths: Paths { hidden, pinned, order }, lost }
}

/// What stands at each place, by its path.
fn texts(tree: &Value) -> HashMap<String, String> {
    facts_of(tree).into_iter().map(|fact| (fact.place.to_string(), fact.text)).collect()
}

/// Where each entry and each highlight has gone.
struct Moves(HashMap<Place, Place>);

impl Moves {
    fn between(before: &Value, after: &Value) -> Self {
        let mut moves = HashMap::new();
        for section in Section::ALL.into_iter().filter(|section| *section != Section::Basics) {
            let (old, new) = (list(before, section), list(after, section));
            let names = |entry: &Value| names(section, entry);
            for (from, to) in pairs(&old, &new, names) {
                moves.insert(Place::entry(section, from), Place::entry(section, to));
                let (told, tells) = (highlights(old[from]), highlights(new[to]));
                for (one, other) in pairs(&told, &tells, |_| None) {
                    let place = Place::highlight(section, from, one);
                    moves.insert(place, Place::highlight(section, to, other));
                }
            }
        }
        Self(moves)
    }

    fn of(&self, spot: Spot) -> Option<Spot> {
        match spot {
            // A section is itself, also while it is empty.
            Spot::Section(section) => Some(Spot::Section(section)),
            Spot::Place(place) => self.0.get(&place).copied().map(Spot::Place),
        }
    }
}

fn list(tree: &Value, section: Section) -> Vec<&Value> {
    tree.get(section.name()).and_then(Value::as_array).into_iter().flatten().collect()
}

fn highlights(entry: &Value) -> Vec<&Value> {
    entry.get("highlights").and_then(Value::as_array).into_iter().flatten().collect()
}

/// What an entry is called, with when it began; none when it has no name.
fn names(section: Section, entry: &Value) -> Option<String> {
    let members = section.naming();
    let told = members.iter().chain(&["startDate"]).map(|member| {
        let text = entry.get(*member).and_then(Value::as_str).unwrap_or_default();
        text.trim().to_lowercase()
    });
    let told: Vec<String> = told.collect();
    let named = told.iter().take(members.len()).any(|text| !text.is_empty());
    named.then(|| told.join("\n"))
}

/// Which of the old ones is which of the new ones, each at most once.
fn pairs(
    old: &[&Value],
    new: &[&Value],
    names: impl Fn(&Value) -> Option<String>,
) -> Vec<(usize, usize)> {
    let mut matching = Matching {
        old: (0..old.len()).filter(|at| !is_blank(old[*at])).collect(),
        new: (0..new.len()).filter(|at| !is_blank(new[*at])).collect(),
        found: Vec::new(),
    };
    matching.take(|one| Some(old[one].to_string()), |other| Some(new[other].to_string()));
    matching.take(|one| names(old[one]), |other| names(new[other]));
    let words_of = |value: &&Value| {
        let mut words = BTreeSet::new();
        collect(value, &mut words);
        words
    };
    let (told, tells): (Vec<_>, Vec<_>) =
        (old.iter().map(words_of).collect(), new.iter().map(words_of).collect());
    matching.take_alike(|one, other| share(&told[one], &tells[other]));
    if let ([one], [other]) = (&matching.old[..], &matching.new[..]) {
        matching.found.push((*one, *other));
    }
    matching.found
}

struct Matching {
    old: Vec<usize>,
    new: Vec<usize>,
    found: Vec<(usize, usize)>,
}

impl Matching {
    /// What is called the same, in the order of both lists.
    fn take(
        &mut self,
        called_before: impl Fn(usize) -> Option<String>,
        called_now: impl Fn(usize) -> Option<String>,
    ) {
        let mut known: HashMap<String, VecDeque<usize>> = HashMap::new();
        for other in &self.new {
            if let Some(name) = called_now(*other) {
                known.entry(name).or_default().push_back(*other);
            }
        }
        let mut taken = HashSet::new();
        let found = &mut self.found;
        self.old.retain(|one| {
            let same = called_before(*one).and_then(|name| known.get_mut(&name)?.pop_front());
            let Some(other) = same else { return true };
            taken.insert(other);
            found.push((*one, other));
            false
        });
        self.new.retain(|other| !taken.contains(other));
    }

    /// The most alike first.
    fn take_alike(&mut self, alike: impl Fn(usize, usize) -> f32) {
        // A life has some dozens of each. What has thousands is compared by its letters and names alone.
        if self.old.len() * self.new.len() > MOST_COMPARED {
            return;
        }
        let all = self.old.iter().flat_map(|one| self.new.iter().map(move |other| (*one, *other)));
        let mut valued: Vec<(f32, usize, usize)> =
            all.map(|(one, other)| (alike(one, other), one, other)).collect();
        valued.retain(|(value, ..)| *value >= ALIKE);
        valued.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)).then(a.2.cmp(&b.2)));
        for (_, one, other) in valued {
            if self.old.contains(&one) && self.new.contains(&other) {
                self.old.retain(|at| *at != one);
                self.new.retain(|at| *at != other);
                self.found.push((one, other));
            }
        }
    }
}

fn is_blank(value: &Value) -> bool {
    match value {
        Value::Object(members) => members.is_empty(),
        Value::String(text) => text.trim().is_empty(),
        _ => true,
    }
}

fn collect(value: &Value, words: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            let told = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
            words.extend(told.map(str::to_lowercase));
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, words)),
        Value::Object(members) => members.values().for_each(|member| collect(member, words)),
        _ => {}
    }
}

/// Words in common by all words of the shorter one, so that a line that grows stays itself.
fn share(one: &BTreeSet<String>, other: &BTreeSet<String>) -> f32 {
    let common = one.intersection(other).count() as f32;
    common / one.len().min(other.len()).max(1) as f32
}
