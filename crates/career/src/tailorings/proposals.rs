//! What a model has proposed to say, and what became of it.

use kernel::{Id, Role};
use memory::voice::{FeedbackType, NewFeedback, SourceHome, give_feedback};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{StoreError, Stored};
use tailor::delivered::{Kind, place_of};
use tailor::evaluation::Counts;
use tailor::facts::{Section, identity_of};
use tailor::{Proposal, Statement};

use super::Tailoring;
use super::service::missing;
use super::versions::keep_changed;
use crate::Career;

/// A proposal and whether somebody has accepted it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct KeptProposal {
    #[serde(flatten)]
    pub proposal: Proposal,
    pub state: ProposalState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProposalState {
    /// Nobody has decided.
    Open,
    /// The owner has accepted it: an approved wording of its fact from now on.
    Approved,
    /// Somebody else has accepted it: an example of their voice, and nothing more.
    Voice,
}

/// What accepting a proposal has changed, so that it can be taken back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Accepted {
    /// The position of the proposal.
    pub(super) number: usize,
    /// The entry of feedback that it became.
    pub(super) feedback_id: Id,
    /// The statement that stood there before; none where the resume was not touched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) replaced: Option<Statement>,
}

/// Who accepts a proposal.
#[derive(Clone, Debug)]
pub(super) struct Acceptance {
    pub(super) user_id: String,
    pub(super) role: Role,
}

impl Career {
    /// Accepts the proposal at a position, once however often it is asked for: entry and result
    /// change in one transaction, and an accepted proposal is left as it is.
    pub(super) async fn accept_proposal(
        &self,
        by: Acceptance,
        id: Id,
        number: usize,
    ) -> Result<Stored<Tailoring>, StoreError> {
        self.store
            .write(move |transaction| {
                let mut stored = transaction.get::<Tailoring>(id)?;
                let before = stored.document.clone();
                let tailoring = &mut stored.document;
                let is_own = tailoring.user_id == by.user_id;
                // Another's result is as absent as a number that does not exist.
                let Some(kept) = tailoring.proposals.get_mut(number).filter(|_| is_own) else {
                    return Err(missing(id));
                };
                let by_owner = by.role == Role::Admin;
                let decided = match kept.state {
                    ProposalState::Approved => true,
                    // The owner may approve what a member has only liked. The other way round
                    // nothing changes.
                    ProposalState::Voice => !by_owner,
                    ProposalState::Open => false,
                };
                if decided {
                    return Ok(stored);
                }
                kept.state = if by_owner { ProposalState::Approved } else { ProposalState::Voice };
                let proposal = kept.proposal.clone();
                let source_home = home_of(tailoring, &proposal.path, proposal.source.chunk_id);
                let feedback = NewFeedback {
                    user_id: by.user_id.clone(),
                    by_owner,
                    original_text: proposal.text.clone(),
                    final_text: None,
                    feedback_type: FeedbackType::Approved,
                    job_context: tailoring.job_description.clone(),
                    note: None,
                    section_type: proposal.path.split('/').next().map(str::to_owned),
                    source_text: Some(proposal.source.text.clone()),
                    source_home,
                };
                let replaced = if by_owner { tailoring.say(&proposal) } else { None };
                let feedback_id = give_feedback(transaction, feedback)?.document.id;
                tailoring.accepted.push(Accepted { number, feedback_id, replaced });
                tailoring.count_again();
                keep_changed(transaction, tailoring, &before)?;
                transaction.replace(stored)
            })
            .await
    }
}

/// Whose the fact behind a line is: what the result itself says above it. The chunk may be another
/// employer's by now, when the resume has changed since.
pub(super) fn home_of(tailoring: &Tailoring, path: &str, chunk_id: Id) -> Option<SourceHome> {
    let Tailoring { resume, statements, .. } = tailoring;
    // A summary or a title may be that of a position, which stands below it.
    let is_there = |statement: &&Statement| {
        let rests = statement.receipts.iter().any(|receipt| receipt.chunk_id == chunk_id);
        rests && !statement.path.starts_with("basics/")
    };
    let below = || statements.iter().find(is_there).map(|statement| statement.path.as_str());
    let path = if path.starts_with("basics/") { below().unwrap_or(path) } else { path };
    let mut steps = path.split('/');
    let (section, entry) = (steps.next()?, steps.next()?);
    let named = |members: &[&str]| {
        let named = members.iter().map(|member| format!("/{section}/{entry}/{member}"));
        let mut texts = named.filter_map(|place| resume.pointer(&place)?.as_str());
        texts.find(|text| !text.trim().is_empty()).map(str::to_owned)
    };
    let (company, position) = match section {
        "work" => (named(&["name"]), named(&["position"])),
        "volunteer" => (named(&["organization"]), named(&["position"])),
        "projects" => (named(&["entity", "name"]), None),
        _ => (None, None),
    };
    let known = Section::ALL.into_iter().find(|known| known.name() == section)?;
    // There is one head, so its members are no entries.
    let entry = identity_of(resume, known, entry.parse().unwrap_or_default())?;
    Some(SourceHome { company, position, entry: Some(entry) })
}

/// A text with another sentence in the place of one. None where it is none of its own: said twice, or within
/// another one, nobody knows which is meant.
pub(super) fn with_sentence(text: &str, source: &str, said: &str) -> Option<String> {
    let at = place_of(source, text)?;
    Some(format!("{}{said}{}", &text[..at], &text[at + source.len()..]))
}

impl Tailoring {
    /// How the statements came to be, and how many wordings wait for the owner, after a change.
    pub(super) fn count_again(&mut self) {
        let waits = |kept: &&KeptProposal| kept.state != ProposalState::Approved;
        self.evaluation.proposed = self.proposals.iter().filter(waits).count();
        self.evaluation.delivered = Counts::of(&self.statements);
    }

    /// Says an approved proposal in place of what stands there, if that is still its source, and
    /// gives back what stood there.
    fn say(&mut self, proposal: &Proposal) -> Option<Statement> {
        let path = &proposal.path;
        let statement = self.statements.iter_mut().find(|known| known.path == *path)?;
        let place = self.resume.pointer_mut(&format!("/{path}"))?;
        let before = statement.clone();
        let source = proposal.source.text.as_str();
        let is_summary = path == "basics/summary";
        // A summary is made of several sentences, and the proposal stands for one of them.
        let is_whole = !is_summary || statement.text == source;
        let text = match is_whole {
            true => proposal.text.clone(),
            false => with_sentence(&statement.text, source, &proposal.text)?,
        };
        statement.kind = match is_whole {
            true => Some(Kind::Approved),
            // Kinds are in the order of how far they are from the owner's own words. Of several
            // parts the farthest counts.
            false => statement.kind.max(Some(Kind::Approved)),
        };
        statement.source = is_whole.then(|| source.to_owned());
        if is_whole {
            statement.edits.clear();
        }
        statement.text.clone_from(&text);
        *place = Value::String(text);
        Some(before)
    }
}
