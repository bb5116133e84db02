//! Taking back that a proposal was accepted: the line says again what it said before, and nothing
//! that was learned from it stays.

use kernel::Id;
use memory::voice::take_back;
use serde_json::Value;
use store::{StoreError, Stored};
use tailor::{Proposal, Statement};

use super::proposals::with_sentence;
use super::service::missing;
use super::versions::keep_changed;
use super::{ProposalState, Tailoring};
use crate::Career;

impl Career {
    /// Opens the proposal at a position again, once however often it is asked for. None where it was
    /// accepted before it was kept what that had changed.
    pub(super) async fn reopen_proposal(
        &self,
        user_id: String,
        id: Id,
        number: usize,
    ) -> Result<Option<Stored<Tailoring>>, StoreError> {
        self.store
            .write(move |transaction| {
                let mut stored = transaction.get::<Tailoring>(id)?;
                let before = stored.document.clone();
                let tailoring = &mut stored.document;
                let is_own = tailoring.user_id == user_id;
                let Some(kept) = tailoring.proposals.get_mut(number).filter(|_| is_own) else {
                    return Err(missing(id));
                };
                if kept.state == ProposalState::Open {
                    return Ok(Some(stored));
                }
                let accepted = std::mem::take(&mut tailoring.accepted);
                let (mine, others): (Vec<_>, Vec<_>) =
                    accepted.into_iter().partition(|one| one.number == number);
                if mine.is_empty() {
                    return Ok(None);
                }
                kept.state = ProposalState::Open;
                let proposal = kept.proposal.clone();
                tailoring.accepted = others;
                for accepted in mine {
                    // Its user may have taken the entry back by itself.
                    take_back(transaction, &user_id, accepted.feedback_id)?;
                    if let Some(before) = accepted.replaced {
                        tailoring.say_again(&proposal, &before);
                    }
                }
                tailoring.count_again();
                keep_changed(transaction, tailoring, &before)?;
                transaction.replace(stored).map(Some)
            })
            .await
    }
}

impl Tailoring {
    /// Says what stood in the place of an accepted proposal, unless something else stands there by
    /// now. What other proposals have replaced is put right, too: a wording that was taken back must
    /// not return when one of them is.
    fn say_again(&mut self, proposal: &Proposal, before: &Statement) {
        let is_there = |statement: &Statement| statement.path == proposal.path;
        let replaced = self.accepted.iter_mut().filter_map(|one| one.replaced.as_mut());
        for statement in replaced.filter(|statement| is_there(statement)) {
            put_back(statement, proposal, before);
        }
        let statement = self.statements.iter_mut().find(|statement| is_there(statement));
        let place = self.resume.pointer_mut(&format!("/{}", proposal.path));
        let (Some(statement), Some(place)) = (statement, place) else { return };
        if put_back(statement, proposal, before) {
            *place = Value::String(statement.text.clone());
        }
    }
}

/// Whether the proposal was said there. In a summary another sentence may have changed since; then
/// only its own goes back.
fn put_back(statement: &mut Statement, proposal: &Proposal, before: &Statement) -> bool {
    let source = proposal.source.text.as_str();
    let is_summary = proposal.path == "basics/summary" && before.text != source;
    let said = match is_summary {
        true => with_sentence(&before.text, source, &proposal.text),
        false => Some(proposal.text.clone()),
    };
    if said.is_some_and(|said| statement.text == said) {
        statement.clone_from(before);
        return true;
    }
    match statement.text.matches(&proposal.text).count() {
        1 if is_summary => statement.text = statement.text.replacen(&proposal.text, source, 1),
        // Where it is said twice, nobody knows which one was accepted.
        2.. if is_summary => statement.clone_from(before),
        _ => return false,
    }
    true
}
