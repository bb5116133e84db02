use tailor::facts::Fact;

use super::progress::Progress;
use super::run::Outcome;
use super::turns::Turn;
use super::{Chosen, Order, RunError};
use crate::Career;
use crate::tailorings::Tailoring;

impl Career {
    /// Tailors and keeps the result. The turn ends with the work, however it ends.
    pub(super) async fn tailor(
        &self,
        turn: Turn,
        order: Order,
        progress: Progress,
    ) -> Result<Tailoring, RunError> {
        let tailored = self.run_and_keep(turn.user_id(), order, &progress).await;
        turn.end().await;
        tailored
    }

    async fn run_and_keep(
        &self,
        user_id: &str,
        order: Order,
        progress: &Progress,
    ) -> Result<Tailoring, RunError> {
        let outcome = self.run(user_id, &order, progress).await?;
        Ok(self.keep_tailoring(user_id.to_owned(), order, outcome).await?)
    }
}

/// The facts a draft rests on, in the order in which they are first used.
pub(crate) fn sources(outcome: &Outcome) -> Vec<Chosen> {
    let mut sources: Vec<Chosen> = Vec::new();
    for statement in &outcome.best.draft.statements {
        for receipt in &statement.receipts {
            let known = sources.iter().position(|chosen| chosen.chunk_id == receipt.chunk_id);
            let place = known.unwrap_or_else(|| {
                let fact = outcome.case.dossier.fact(receipt.chunk_id);
                let score = fact.map_or(0.0, |fact| score(fact, outcome));
                let chunk_id = receipt.chunk_id;
                sources.push(Chosen { chunk_id, score, used_in: Vec::new() });
                sources.len() - 1
            });
            let used_in = &mut sources[place].used_in;
            if !used_in.contains(&statement.path) {
                used_in.push(statement.path.clone());
            }
        }
    }
    sources
}

/// How near a fact is to the job: by meaning where that is known, else by the weight of the
/// keywords it holds.
fn score(fact: &Fact, outcome: &Outcome) -> f32 {
    // Meaning before words, where it is known. Both are between 0 and 1.
    if let Some(to_job) = fact.similarity.to_job {
        return to_job;
    }
    let keywords = &outcome.case.analysis.keywords;
    let total: f32 = keywords.iter().map(|keyword| keyword.weight).sum();
    let text = fact.text.to_lowercase();
    let held = keywords.iter().filter(|keyword| text.contains(&keyword.term.to_lowercase()));
    let held: f32 = held.map(|keyword| keyword.weight).sum();
    if total > 0.0 { held / total } else { 0.0 }
}
