//! What a tailored resume rests on, as it is now. A result is kept as it was delivered. What its sources have stopped
//! saying since is told whenever it is read, and left out of everything that is made to be sent.

use std::collections::{HashMap, HashSet};

use kernel::Id;
use memory::chunks::Chunk;
use serde_json::{Map, Value};
use store::{Filter, Query, StoreError};
use tailor::Statement;
use tailor::delivered::sentences_of;
use tailor::facts::facts_of;

use super::{Tailoring, TailoringView};
use crate::Career;

impl Career {
    /// A result as its user sees it: with what holds of it today.
    pub(crate) async fn show_tailoring(
        &self,
        tailoring: Tailoring,
    ) -> Result<TailoringView, StoreError> {
        let unsupported = self.unsupported(&tailoring).await?;
        let told = self.with_length(tailoring).await;
        Ok(TailoringView::of(told, unsupported))
    }

    /// A result as it may be sent: without what no source says any more.
    pub(crate) async fn get_sendable(
        &self,
        user_id: &str,
        id: Id,
    ) -> Result<Tailoring, StoreError> {
        let tailoring = self.get_tailoring(user_id, id).await?.document;
        let unsupported = self.unsupported(&tailoring).await?;
        Ok(tailoring.without(&unsupported))
    }

    /// The paths of statements whose source was changed or deleted since, and whose words stand in no resume.
    async fn unsupported(&self, tailoring: &Tailoring) -> Result<Vec<String>, StoreError> {
        let receipts = tailoring.statements.iter().flat_map(|statement| &statement.receipts);
        let rests_on: HashSet<Id> = receipts.map(|receipt| receipt.chunk_id).collect();
        let ids = rests_on.iter().map(|id| (*id).into()).collect();
        let there = self.store.list::<Chunk>(Query::all().filter(Filter::OneOf("id", ids))).await?;
        // A chunk that follows something else is another one when its text is; only those that are written by hand
        // change.
        let is_held =
            |chunk: &Chunk| chunk.origin.is_some() || chunk.updated_at <= tailoring.created_at;
        let (held, changed): (Vec<Chunk>, Vec<Chunk>) =
            there.into_iter().map(|stored| stored.document).partition(is_held);
        if held.len() == rests_on.len() {
            return Ok(Vec::new());
        }
        let mut said = Said::default();
        changed.iter().for_each(|chunk| said.add(&chunk.text));
        for resume in self.all_resumes().await? {
            let Ok(tree) = resume.tree() else { continue };
            facts_of(&tree).iter().for_each(|fact| said.add(&fact.text));
            said.add_all(&tree);
        }
        let held: HashSet<Id> = held.iter().map(|chunk| chunk.id).collect();
        let is_gone = |statement: &&Statement| {
            let words = statement.source.as_ref().unwrap_or(&statement.text);
            let rests = statement.receipts.iter().all(|receipt| held.contains(&receipt.chunk_id));
            !rests && !said.says(words)
        };
        let gone = tailoring.statements.iter().filter(is_gone);
        Ok(gone.map(|statement| statement.path.clone()).collect())
    }
}

/// What the sources say now: texts, and each sentence of them.
#[derive(Default)]
struct Said(HashSet<String>);

impl Said {
    fn add(&mut self, text: &str) {
        self.0.extend(sentences_of(text).into_iter().map(str::to_owned));
        self.0.insert(text.trim().to_owned());
    }

    /// Every text of a document.
    fn add_all(&mut self, value: &Value) {
        match value {
            Value::String(text) => self.add(text),
            Value::Array(items) => items.iter().for_each(|item| self.add_all(item)),
            Value::Object(members) => members.values().for_each(|member| self.add_all(member)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }

    /// Whether a text is said as it stands, or sentence by sentence.
    fn says(&self, text: &str) -> bool {
        let sentences = sentences_of(text);
        self.0.contains(text.trim())
            || !sentences.is_empty() && sentences.into_iter().all(|part| self.0.contains(part))
    }
}

impl Tailoring {
    /// The same without some statements, and without entries that nothing is left of.
    fn without(self, unsupported: &[String]) -> Self {
        if unsupported.is_empty() {
            return self;
        }
        let mut gone: HashSet<String> = unsupported.iter().cloned().collect();
        gone.extend(empty_entries(&self.statements, &gone));
        let mut moved = HashMap::new();
        let resume = rest(&self.resume, "", "", &gone, &mut moved);
        let follow = |statement: &Statement| {
            let path = moved.get(&statement.path)?.clone();
            Some(Statement { path, ..statement.clone() })
        };
        let statements = self.statements.iter().filter_map(follow).collect();
        Self { resume, statements, ..self }
    }
}

/// Entries all of whose statements that rest on something are gone.
fn empty_entries(statements: &[Statement], gone: &HashSet<String>) -> Vec<String> {
    let mut left: HashMap<&str, bool> = HashMap::new();
    for statement in statements.iter().filter(|statement| !statement.receipts.is_empty()) {
        let Some(entry) = entry_of(&statement.path) else { continue };
        *left.entry(entry).or_default() |= !gone.contains(&statement.path);
    }
    let empty = left.into_iter().filter(|(_, is_left)| !is_left);
    empty.map(|(entry, _)| entry.to_owned()).collect()
}

/// `work/0` of `work/0/highlights/1`; the owner's own data are no entry.
fn entry_of(path: &str) -> Option<&str> {
    let (section, behind) = path.split_once('/')?;
    let number = behind.split('/').next().filter(|_| section != "basics")?;
    path.get(..section.len() + 1 + number.len())
}

/// What is left of a value. Where each text that stays has moved to is noted, for lists close up.
fn rest(
    value: &Value,
    from: &str,
    to: &str,
    gone: &HashSet<String>,
    moved: &mut HashMap<String, String>,
) -> Value {
    let below = |path: &str, name: &str| match path {
        "" => name.to_owned(),
        _ => format!("{path}/{name}"),
    };
    match value {
        Value::Object(members) => {
            let mut left = Map::new();
            for (name, member) in members {
                let path = below(from, name);
                if !gone.contains(&path) {
                    left.insert(name.clone(), rest(member, &path, &below(to, name), gone, moved));
                }
            }
            Value::Object(left)
        }
        Value::Array(items) => {
            let mut left = Vec::new();
            for (number, item) in items.iter().enumerate() {
                let path = below(from, &number.to_string());
                if !gone.contains(&path) {
                    let place = below(to, &left.len().to_string());
                    left.push(rest(item, &path, &place, gone, moved));
                }
            }
            Value::Array(left)
        }
        _ => {
            moved.insert(from.to_owned(), to.to_owned());
            value.clone()
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn lists_close_up_and_tell_where_everything_went() {
        let document = json!({
            "basics": {"summary": "Old."},
            "work": [{"name": "A", "highlights": ["x"]}, {"name": "B", "highlights": ["y", "z"]}],
        });
        let gone = ["basics/summary", "work/0", "work/1/highlights/0"].map(str::to_owned);
        let mut moved = HashMap::new();
        let left = rest(&document, "", "", &gone.into(), &mut moved);
        assert_eq!(left, json!({"basics": {}, "work": [{"name": "B", "highlights": ["z"]}]}));
        assert_eq!(moved["work/1/highlights/1"], "work/0/highlights/0");
        assert_eq!(moved.len(), 2);
    }

    #[test]
    fn a_text_is_said_whole_or_in_whole_sentences() {
        let mut said = Said::default();
        said.add_all(&json!({"a": ["Led a team. Ran JavaScript."], "b": "Grew roses."}));
        assert!(said.says("Grew roses. Led a team.") && said.says("Led a team. Ran JavaScript."));
        for text in ["Java", "Led", "Grew roses. Led two teams.", ""] {
            assert!(!said.says(text), "{text}");
        }
    }

    #[test]
    fn entries_are_named_by_section_and_number() {
        assert_eq!(entry_of("work/10/highlights/1"), Some("work/10"));
        assert_eq!(entry_of("skills/0/name"), Some("skills/0"));
        assert_eq!((entry_of("basics/summary"), entry_of("basics")), (None, None));
    }
}
