use kernel::{ExpectedVersion, Id, Page, Slice};
use store::{ChangeError, Document, Filter, Query, StoreError, Stored, Transaction};
use tailor::{Arrangement, Spot};

use super::versions::{TailoringVersion, forget_versions};
use super::{KeptProposal, Options, ProposalState, Tailoring, lacking};
use crate::Career;
use crate::runs::{Order, Outcome, sources};

/// Results kept for each user; older ones make room.
const MOST_KEPT: u64 = 200;

impl Career {
    pub(crate) async fn keep_tailoring(
        &self,
        user_id: String,
        order: Order,
        outcome: Outcome,
    ) -> Result<Tailoring, StoreError> {
        let sources = sources(&outcome);
        let Outcome { case, best, attempts, generator, resume_id, language, analysis, fit } =
            outcome;
        let asked = order.options;
        let options = Options { language: asked.language.or(language), ..asked };
        let sections = order_of_sections(&case.dossier.arrangement);
        let kept = best.proposals.iter().cloned();
        let kept = kept.map(|proposal| KeptProposal { proposal, state: ProposalState::Open });
        let proposals: Vec<KeptProposal> = kept.collect();
        self.store
            .write(move |transaction| {
                let job = &order.job_description;
                let lacking = lacking::known(transaction, &user_id, job, &analysis)?;
                let tailoring = Tailoring {
                    id: transaction.generate_id(),
                    user_id: user_id.clone(),
                    resume_id,
                    job_description: order.job_description.clone(),
                    resume: best.draft.document.clone(),
                    analysis: analysis.clone(),
                    fit: Some(fit),
                    evaluation: best.evaluation.clone(),
                    left_out: best.left_out.clone(),
                    attempts: attempts.clone(),
                    sources: sources.clone(),
                    statements: best.draft.statements.clone(),
                    proposals: proposals.clone(),
                    accepted: Vec::new(),
                    edited: Vec::new(),
                    version: 1,
                    edited_at: None,
                    options,
                    resume_language: language,
                    arrangement: order.arrangement.clone(),
                    sections: sections.clone(),
                    lacking,
                    voice: case.voice.clone(),
                    generator,
                    created_at: transaction.now(),
                };
                let stored = transaction.insert(tailoring)?;
                make_room(transaction, &user_id)?;
                Ok(stored.document)
            })
            .await
    }

    /// The newest first.
    pub(super) async fn list_tailorings(
        &self,
        user_id: &str,
        page: Page,
    ) -> Result<Slice<Stored<Tailoring>>, StoreError> {
        self.store.page(of_user(user_id).descending("id"), page).await
    }

    /// What belongs to somebody else is not there.
    pub(crate) async fn get_tailoring(
        &self,
        user_id: &str,
        id: Id,
    ) -> Result<Stored<Tailoring>, StoreError> {
        let stored = self.store.get::<Tailoring>(id).await?;
        match stored.document.user_id == user_id {
            true => Ok(stored),
            false => Err(missing(id)),
        }
    }

    pub(super) async fn delete_tailoring(
        &self,
        user_id: String,
        id: Id,
        expected: ExpectedVersion,
    ) -> Result<(), ChangeError> {
        self.store
            .write(move |transaction| {
                let stored = transaction.get::<Tailoring>(id)?;
                if stored.document.user_id != user_id {
                    return Err(missing(id).into());
                }
                expected.check(stored.version)?;
                forget_versions(transaction, id)?;
                Ok(transaction.delete::<Tailoring>(id)?)
            })
            .await
    }
}

/// The order that the owner wants of sections, if any.
pub(crate) fn order_of_sections(arrangement: &Arrangement) -> Vec<String> {
    let is_section = |spot: &Spot| matches!(spot, Spot::Section(_));
    match arrangement.order.iter().any(is_section) {
        true => arrangement.sections().iter().map(|it| it.name().to_owned()).collect(),
        false => Vec::new(),
    }
}

/// What belongs to somebody else is as absent as what was never there.
pub(super) fn missing(id: Id) -> StoreError {
    StoreError::Missing { collection: Tailoring::KIND.name, id }
}

pub(super) fn of_user(user_id: &str) -> Query {
    Query::all().filter(Filter::equal("user_id", user_id))
}

fn make_room(transaction: &mut Transaction<'_>, user_id: &str) -> Result<(), StoreError> {
    // The first beyond the limit. Everything that is older has a smaller id.
    let beyond = Page { limit: 1, offset: MOST_KEPT };
    let newest_first = of_user(user_id).descending("id");
    let Some(first) = transaction.page::<Tailoring>(&newest_first, beyond)?.items.pop() else {
        return Ok(());
    };
    let own = Filter::equal("user_id", user_id);
    let last = first.document.id;
    transaction.delete_where::<Tailoring>(&[own.clone(), Filter::below("id", last)])?;
    forget_versions(transaction, last)?;
    let older = Filter::below("tailoring_id", last);
    transaction.delete_where::<TailoringVersion>(&[own, older])?;
    transaction.delete::<Tailoring>(last)
}
