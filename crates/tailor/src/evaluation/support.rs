use std::collections::{HashMap, HashSet};

use kernel::Id;
use serde_json::Value;

use crate::compose::{is_contact, is_safe_address, join};
use crate::delivered::Delivered;
use crate::draft::{Draft, Statement};
use crate::facts::{Dossier, Fact};
use crate::fault::Fault;

use super::leaves::{kind_of, leaves};

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Support {
    /// Share of the texts that are carried, 0 to 100.
    pub share: f32,
    pub complete: bool,
}

/// Judges every leaf of the document: contact data must be as in the source document, anything
/// else must be a statement that is verbatim, approved or derived.
pub(super) fn judge(
    draft: &Draft,
    dossier: &Dossier,
    facts: &HashMap<Id, &Fact>,
    faults: &mut Vec<Fault>,
) -> Support {
    let stated: HashMap<&str, (&Statement, &[Delivered])> = draft
        .statements
        .iter()
        .enumerate()
        .map(|(number, statement)| {
            let parts = draft.parts.get(number).map_or(&[][..], Vec::as_slice);
            (statement.path.as_str(), (statement, parts))
        })
        .collect();
    let bench = Bench { dossier, facts, homes: homes(&stated, facts) };
    let copied = contact(&dossier.document);
    let all = leaves(&draft.document);
    let (mut carried, mut complete) = (0, true);
    for leaf in &all {
        let claims = match leaf.value.as_str() {
            // A number or a flag: no member of a resume that we write is one.
            None => vec![short(&leaf.value.to_string())],
            Some(text) if is_contact(&leaf.path) => {
                // By kind of place and not by place: profiles may stand in another order.
                let same = copied.contains(&(kind_of(&leaf.path), text));
                let safe = !is_address(&leaf.path) || is_safe_address(text);
                if same && safe { Vec::new() } else { vec![short(text)] }
            }
            Some(text) => {
                // The statement must be about this very text. One that was changed afterwards is
                // carried by nothing.
                match stated.get(leaf.path.as_str()).filter(|(one, _)| one.text == text) {
                    Some((statement, parts)) => bench.claims(statement, parts),
                    None => vec![short(text)],
                }
            }
        };
        if claims.is_empty() {
            carried += 1;
        } else {
            complete = false;
            faults.push(Fault::Unsupported { path: leaf.path.clone(), claims });
        }
    }
    // A statement that is nowhere in the document would lend its receipts to nothing.
    let paths: HashSet<&str> = all.iter().map(|leaf| leaf.path.as_str()).collect();
    let adrift =
        draft.statements.iter().filter(|statement| !paths.contains(statement.path.as_str()));
    for statement in adrift {
        complete = false;
        let claims = vec![short(&statement.text)];
        faults.push(Fault::Unsupported { path: statement.path.clone(), claims });
    }
    let share = if all.is_empty() { 100.0 } else { 100.0 * carried as f32 / all.len() as f32 };
    Support { share, complete }
}

struct Bench<'a> {
    dossier: &'a Dossier,
    facts: &'a HashMap<Id, &'a Fact>,
    /// For each entry of the draft the fact that tells whose it is.
    homes: HashMap<String, &'a Fact>,
}

impl Bench<'_> {
    /// What is wrong with a statement; nothing when every part of it is proved again.
    fn claims(&self, statement: &Statement, parts: &[Delivered]) -> Vec<String> {
        let told = join(parts).is_some_and(|text| text == statement.text);
        // Proved from the facts again, part by part, without looking at how it was made.
        if !told || !parts.iter().all(|part| part.holds(self.dossier)) {
            return vec![short(&statement.text)];
        }
        let sources = parts.iter().map(|part| self.facts.get(&part.chunk_id()).copied());
        let Some(sources) = sources.collect::<Option<Vec<&Fact>>>() else {
            return vec![short(&statement.text)];
        };
        if let Some(home) = entry_of(&statement.path).and_then(|entry| self.homes.get(entry))
            // True words under the wrong employer are a lie.
            && !sources.iter().all(|source| is_of(source, home))
        {
            return vec![format!("of another entry: {}", short(&statement.text))];
        }
        Vec::new()
    }
}

/// `work/0` of `work/0/highlights/1`; none for the head.
fn entry_of(path: &str) -> Option<&str> {
    let (section, rest) = path.split_once('/')?;
    let entry = rest.split('/').next()?;
    let numbered = entry.bytes().all(|b| b.is_ascii_digit());
    numbered.then(|| &path[..section.len() + 1 + entry.len()])
}

/// Whose each entry is, as told by what its name or title rests on.
fn homes<'a>(
    stated: &HashMap<&str, (&Statement, &[Delivered])>,
    facts: &HashMap<Id, &'a Fact>,
) -> HashMap<String, &'a Fact> {
    let mut homes = HashMap::new();
    for (path, (statement, _)) in stated {
        let (Some(entry), Some(receipt)) = (entry_of(path), statement.receipts.first()) else {
            continue;
        };
        // A highlight may come from elsewhere, so it does not tell whose entry it is.
        if path.contains("/highlights/") {
            continue;
        }
        if let Some(fact) = facts.get(&receipt.chunk_id).filter(|fact| fact.place.is_some()) {
            homes.entry(entry.to_owned()).or_insert(*fact);
        }
    }
    homes
}

/// Whether a fact may be told below the entry of another: it stands there, or it comes from
/// elsewhere in the memory and is of the same company.
fn is_of(fact: &Fact, home: &Fact) -> bool {
    match (fact.place, home.place) {
        (Some(place), Some(home)) => place.section == home.section && place.entry == home.entry,
        _ => match (&fact.company, &home.company) {
            (Some(one), Some(other)) => one.trim().to_lowercase() == other.trim().to_lowercase(),
            _ => false,
        },
    }
}

fn contact(document: &Value) -> HashSet<(String, &str)> {
    let all = leaves(document).into_iter();
    all.filter_map(|leaf| {
        Some((leaf.value.as_str().filter(|_| is_contact(&leaf.path))?, leaf.path))
    })
    .map(|(text, path)| (kind_of(&path), text))
    .collect()
}

fn is_address(path: &str) -> bool {
    matches!(path.rsplit('/').next(), Some("url" | "image"))
}

fn short(text: &str) -> String {
    text.chars().take(80).collect()
}
