use std::collections::{HashMap, HashSet};

use kernel::Id;
use serde_json::Value;

use super::Source;
use crate::facts::{Dossier, Fact, Section, identity_of};

/// What the owner has said about a wording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The wording may stand for the source.
    Approved {
        source: String,
        wording: String,
        /// Whose the source was; none when nobody has told.
        home: Option<Home>,
    },
    /// The wording may not be used, whatever it stands for.
    Refused { wording: String },
}

/// The entry that a fact stood below when somebody spoke of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Home {
    pub company: Option<String>,
    pub position: Option<String>,
    /// What tells the entry from all others, as [`identity_of`] has it; none in what was said before that was kept.
    pub entry: Option<String>,
}

/// The wordings that the owner has confirmed, each for one fact, to the letter. When the fact changes,
/// its text is another one, and the wording has to be confirmed again. Where two entries say the same
/// words ("Led the team.") and nobody has told which one was meant, it is for neither: what is true of
/// one employer would be told of another.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Approvals {
    /// By fact and source, the newest first.
    wordings: HashMap<Id, HashMap<String, Vec<String>>>,
}

/// A wording of a wording of a wording: nobody corrects one text more often.
const LONGEST_CHAIN: usize = 16;

impl Approvals {
    /// From decisions, the newest first. Of two about one wording the newer counts. The dossier has to be
    /// the whole one, with what is hidden: whether two entries say the same does not depend on what is shown.
    pub fn new(decisions: impl IntoIterator<Item = Decision>, dossier: &Dossier) -> Self {
        let standing = standing(decisions);
        let mut found = Self::default();
        if standing.is_empty() {
            return found;
        }
        let ground = Ground::new(&standing, dossier);
        for one in &standing {
            for chunk_id in ground.meant_by(one) {
                let of_fact = found.wordings.entry(chunk_id).or_default();
                let known = of_fact.entry(one.source.clone()).or_default();
                if !known.contains(&one.wording) {
                    known.push(one.wording.clone());
                }
            }
        }
        found
    }

    /// All wordings approved for a source, the newest first. What was corrected again comes before
    /// what it was corrected from.
    pub fn wordings_of<'a>(&'a self, source: Source<'a>) -> impl Iterator<Item = &'a str> {
        let mut found: Vec<&str> = Vec::new();
        if let Some(of_fact) = self.wordings.get(&source.chunk_id()) {
            collect(of_fact, source.text(), LONGEST_CHAIN, &mut found);
        }
        found.into_iter().filter(move |wording| *wording != source.text())
    }

    pub fn is_empty(&self) -> bool {
        self.wordings.is_empty()
    }
}

fn collect<'a>(
    of_fact: &'a HashMap<String, Vec<String>>,
    source: &str,
    chain: usize,
    found: &mut Vec<&'a str>,
) {
    for wording in of_fact.get(source).map_or(&[][..], Vec::as_slice) {
        if chain > 0 && !found.contains(&wording.as_str()) {
            // Marked first, so that two texts that were corrected into each other end here.
            let place = found.len();
            found.push(wording);
            collect(of_fact, wording, chain - 1, found);
            found[place..].rotate_left(1);
        }
    }
}

/// An approval that nobody has taken back.
struct Standing {
    source: String,
    wording: String,
    home: Option<Home>,
}

fn standing(decisions: impl IntoIterator<Item = Decision>) -> Vec<Standing> {
    let (mut found, mut refused) = (Vec::new(), HashSet::new());
    for decision in decisions {
        match decision {
            Decision::Refused { wording } => drop(refused.insert(wording)),
            Decision::Approved { source, wording, home } => {
                if !wording.trim().is_empty() && !refused.contains(&wording) {
                    found.push(Standing { source, wording, home });
                }
            }
        }
    }
    found
}

/// Which facts a text may speak of.
struct Ground<'a> {
    dossier: &'a Dossier,
    /// The facts by the texts that are sources of them.
    facts: HashMap<&'a str, Vec<&'a Fact>>,
    /// What each wording was approved for.
    approved_for: HashMap<&'a str, Vec<&'a str>>,
}

impl<'a> Ground<'a> {
    fn new(standing: &'a [Standing], dossier: &'a Dossier) -> Self {
        let asked: HashSet<&str> = standing.iter().map(|one| one.source.as_str()).collect();
        let mut facts: HashMap<&str, Vec<&Fact>> = HashMap::new();
        for fact in &dossier.facts {
            for text in Source::texts_of(fact, dossier) {
                if asked.contains(text) {
                    facts.entry(text).or_default().push(fact);
                }
            }
        }
        let mut approved_for: HashMap<&str, Vec<&str>> = HashMap::new();
        for one in standing {
            approved_for.entry(&one.wording).or_default().push(&one.source);
        }
        Self { dossier, facts, approved_for }
    }

    /// The fact that an approval is about, with others of the same entry that say the same; none when
    /// it could be about several.
    fn meant_by(&self, approval: &Standing) -> Vec<Id> {
        let mut all: Vec<&Fact> = Vec::new();
        self.reach(&approval.source, LONGEST_CHAIN, &mut HashSet::new(), &mut all);
        // What was said of one entry is said of no other, also when the other is the only one left.
        if let Some(home) = &approval.home {
            all.retain(|fact| self.is_at(fact, home));
        }
        match entries(&all) {
            1 => all.into_iter().map(|fact| fact.chunk_id).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether a fact stands below the entry that somebody spoke of.
    fn is_at(&self, fact: &Fact, home: &Home) -> bool {
        let document = &self.dossier.document;
        let identity = |section, entry| identity_of(document, section, entry);
        match (&home.entry, fact.place) {
            (Some(_), Some(place)) => identity(place.section, place.entry) == home.entry,
            // What comes from elsewhere in the memory is told below the work for its company. With several
            // posts there it could be told of another one.
            (Some(_), None) => {
                let work = document.get(Section::Work.name()).and_then(Value::as_array);
                let names = work
                    .into_iter()
                    .flatten()
                    .map(|entry| entry.get("name").and_then(Value::as_str).map(str::to_owned));
                let mut there = names.enumerate().filter(|(_, name)| same(name, &fact.company));
                let only = there.next().filter(|_| there.next().is_none());
                fact.company.is_some()
                    && only.is_some_and(|(at, _)| identity(Section::Work, at) == home.entry)
            }
            (None, _) => same(&fact.company, &home.company) && same(&fact.position, &home.position),
        }
    }

    /// The facts that a text is a source of, or a wording of.
    fn reach<'b>(
        &'b self,
        text: &'b str,
        chain: usize,
        seen: &mut HashSet<&'b str>,
        found: &mut Vec<&'a Fact>,
    ) {
        if chain == 0 || !seen.insert(text) {
            return;
        }
        found.extend(self.facts.get(text).into_iter().flatten());
        for source in self.approved_for.get(text).into_iter().flatten() {
            self.reach(source, chain - 1, seen, found);
        }
    }
}

/// How many entries facts stand below. What comes from elsewhere in the memory stands below the work
/// for its company.
fn entries(facts: &[&Fact]) -> usize {
    let mut placed: HashSet<(Section, usize)> = HashSet::new();
    let mut companies: HashSet<Option<String>> = HashSet::new();
    for fact in facts {
        if let Some(place) = fact.place
            && placed.insert((place.section, place.entry))
        {
            companies.insert(folded(&fact.company));
        }
    }
    let elsewhere = facts.iter().filter(|fact| fact.place.is_none());
    let strangers = elsewhere.map(|fact| folded(&fact.company));
    let strangers: HashSet<_> = strangers.filter(|company| !companies.contains(company)).collect();
    placed.len() + strangers.len()
}

fn same(one: &Option<String>, other: &Option<String>) -> bool {
    folded(one) == folded(other)
}

fn folded(name: &Option<String>) -> Option<String> {
    name.as_deref().map(|name| name.trim().to_lowercase())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::compose::tests::dossier;
    use crate::facts::Place;

    fn approved(source: &str, wording: &str) -> Decision {
        let (source, wording) = (source.to_owned(), wording.to_owned());
        Decision::Approved { source, wording, home: None }
    }

    fn approved_at(source: &str, wording: &str, company: &str, position: &str) -> Decision {
        let home =
            Home { company: Some(company.into()), position: Some(position.into()), entry: None };
        let (source, wording) = (source.to_owned(), wording.to_owned());
        Decision::Approved { source, wording, home: Some(home) }
    }

    fn refused(wording: &str) -> Decision {
        Decision::Refused { wording: wording.to_owned() }
    }

    /// A life with two mills and two posts at the second, in which some words are said twice.
    fn life() -> Dossier {
        let entry = |name: &str, position: &str, highlights: &[&str]| json!({ "name": name, "position": position, "highlights": highlights });
        dossier(json!({
            "basics": { "name": "Ada", "summary": "I mill. I led the team." },
            "work": [
                entry("Mill", "Miller", &["Led the team.", "alone"]),
                entry("Dam", "Guard", &["Led the team.", "beta"]),
                entry("Dam", "Chief", &["Led the team.", "beta"]),
            ],
        }))
    }

    fn told(decisions: &[Decision], place: &str) -> Vec<String> {
        let dossier = life();
        let approvals = Approvals::new(decisions.iter().cloned(), &dossier);
        let fact = dossier.at(Place::parse(place).unwrap()).unwrap();
        let source = Source::fact(fact).unwrap();
        approvals.wordings_of(source).map(str::to_owned).collect()
    }

    const ALONE: &str = "work/0/highlights/1";

    #[test]
    fn the_newest_wording_comes_first_and_corrections_lead_on() {
        let decisions = [
            approved("b", "c"),
            approved("alone", "b"),
            approved("alone", "old"),
            approved("alone", " "),
        ];
        assert_eq!(told(&decisions, ALONE), ["c", "b", "old"]);
        assert_eq!(told(&[approved("Alone", "b")], ALONE), [""; 0], "to the letter");
    }

    #[test]
    fn what_was_refused_later_is_no_longer_approved() {
        assert_eq!(told(&[refused("b"), approved("alone", "b")], ALONE), [""; 0]);
        assert_eq!(told(&[approved("alone", "b"), refused("b")], ALONE), ["b"]);
    }

    #[test]
    fn texts_corrected_into_each_other_end_somewhere() {
        let decisions = [approved("alone", "b"), approved("b", "alone")];
        assert_eq!(told(&decisions, ALONE), ["b"]);
    }

    #[test]
    fn what_is_approved_for_one_employer_is_not_said_of_another() {
        let places = ["work/0/highlights/0", "work/1/highlights/0", "work/2/highlights/0"];
        let wording = "Led the team of 300 at the dam.";
        let at_one = |decision: Decision| {
            places.map(|place| told(std::slice::from_ref(&decision), place).len())
        };
        assert_eq!(at_one(approved("Led the team.", wording)), [0, 0, 0], "of whom?");
        assert_eq!(at_one(approved_at("Led the team.", wording, "dam", "Chief")), [0, 0, 1]);
        assert_eq!(at_one(approved_at("Led the team.", wording, "Mill", "miller ")), [1, 0, 0]);
        assert_eq!(at_one(approved_at("Led the team.", wording, "Mill", "Owner")), [0, 0, 0]);
        assert_eq!(at_one(approved_at("Led the team.", wording, "Moon", "Chief")), [0, 0, 0]);
    }

    /// Every entry of a life says the same words. A wording of one is told of no other, whatever else
    /// the next document holds.
    #[test]
    fn a_wording_of_one_entry_is_told_of_no_other() {
        let said = "Built the lighthouse.";
        let work = |entry: Value| json!({ "work": [entry] });
        let award = |entry: Value| json!({ "awards": [entry] });
        let lives = [
            work(
                json!({ "name": "Mill", "position": "Chief", "startDate": "2020", "highlights": [said] }),
            ),
            work(
                json!({ "name": "Mill", "position": "Chief", "startDate": "2001", "highlights": [said] }),
            ),
            work(json!({ "name": "Mill", "startDate": "2020", "highlights": [said] })),
            work(json!({ "startDate": "2020", "highlights": [said] })),
            json!({ "volunteer": [{ "organization": "Mill", "position": "Chief", "startDate": "2020", "highlights": [said] }] }),
            json!({ "projects": [{ "name": "Alpha", "entity": "Mill", "highlights": [said] }] }),
            json!({ "projects": [{ "name": "Beta", "entity": "Mill", "highlights": [said] }] }),
            json!({ "projects": [{ "name": "Mill", "highlights": [said] }] }),
            award(json!({ "title": "Medal", "awarder": "Palace", "summary": said })),
            award(json!({ "title": "Badge", "awarder": "School", "summary": said })),
            json!({ "publications": [{ "name": "Medal", "publisher": "Palace", "summary": said }] }),
            json!({ "basics": { "summary": said } }),
        ];
        for (from, life) in lives.iter().enumerate() {
            let dossiers = lives.iter().map(|life| dossier(life.clone()));
            let told: Vec<usize> = dossiers
                .enumerate()
                .filter(|(_, other)| {
                    let section = Section::ALL.into_iter().find(|it| life.get(it.name()).is_some());
                    let entry = identity_of(life, section.unwrap(), 0);
                    let home = Some(Home { entry, ..Home::default() });
                    let (source, wording) = (said.to_owned(), "The King praised it.".to_owned());
                    let approved = Decision::Approved { source, wording, home };
                    !Approvals::new([approved], other).is_empty()
                })
                .map(|(number, _)| number)
                .collect();
            assert_eq!(told, [from], "{life}");
        }
    }

    /// The second approval corrects what stands for one fact and is the text of another.
    #[test]
    fn a_chain_does_not_lead_to_another_employer() {
        let decisions = [approved("beta", "Led 300 at the dam."), approved("alone", "beta")];
        assert_eq!(told(&decisions, ALONE), ["beta"]);
    }
}
