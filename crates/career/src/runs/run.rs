use std::sync::Arc;

use outbound::chat::{ChatError, Question};
use tailor::extractive::select;
use tailor::generate::{Changes, Prompt};
use tailor::job::analyse;
use tailor::{Brief, Candidate, Case, Selection};
use tokio::time::{Instant, timeout_at};

use super::progress::Progress;
use super::retrieve::Retrieved;
use super::{Attempt, Generator, Order, RunError};
use crate::Career;

/// What came out of the work, before it is kept.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) case: Arc<Case>,
    pub(crate) best: Candidate,
    pub(crate) attempts: Vec<Attempt>,
    pub(crate) generator: Generator,
    pub(crate) resume_id: Option<kernel::Id>,
}

/// What one attempt came to.
enum Tried {
    Judged(Candidate, usize),
    /// The same choice as before; trying again changes nothing.
    Nothing,
    Failed(ChatError),
}

impl Career {
    /// Analyses, retrieves, and then tries until something passes, the attempts are used up, or the
    /// time is. Dropping the future ends the work.
    pub(super) async fn run(
        &self,
        user_id: &str,
        order: &Order,
        progress: &Progress,
    ) -> Result<Outcome, RunError> {
        let deadline = Instant::now() + self.settings.deadline;
        let job = order.job_description.clone();
        let analysis = self.think(move || analyse(&job)).await?;
        progress.analysed(&analysis);
        let retrieving = timeout_at(deadline, self.retrieve(user_id, order, &analysis));
        let Retrieved { dossier, voice, resume_id } =
            retrieving.await.map_err(|_| RunError::TooSlow)??;
        progress.retrieved(dossier.facts.len(), voice.examples.len(), voice.anti_patterns.len());
        let threshold = order.threshold;
        let case = Arc::new(Case {
            job_description: order.job_description.clone(),
            analysis,
            dossier,
            voice,
            threshold,
        });
        let generator = match &self.settings.model {
            Some(_) => Generator::Llm,
            None => Generator::Extractive,
        };
        let (best, attempts) =
            self.attempts(&case, order.max_attempts, generator, deadline, progress).await?;
        Ok(Outcome { case, best, attempts, generator, resume_id })
    }

    async fn attempts(
        &self,
        case: &Arc<Case>,
        most: usize,
        generator: Generator,
        deadline: Instant,
        progress: &Progress,
    ) -> Result<(Candidate, Vec<Attempt>), RunError> {
        let mut brief = Brief { page_lines: self.settings.page_lines, faults: Vec::new() };
        let (mut best, mut attempts): (Option<Candidate>, Vec<Attempt>) = (None, Vec::new());
        let mut chosen: Option<Selection> = None;
        let mut trouble = None;
        for number in 1..=most {
            let tried = self.attempt(case, &brief, &mut chosen, generator, deadline).await?;
            match tried {
                Tried::Nothing => break,
                Tried::Failed(error) => {
                    attempts.push(failed(generator, &error));
                    let hopeless = matches!(error, ChatError::NotAllowed(_));
                    trouble = Some(error);
                    if hopeless || Instant::now() >= deadline {
                        break;
                    }
                }
                Tried::Judged(candidate, dropped) => {
                    let evaluation = &candidate.evaluation;
                    progress.generated(number, generator, dropped);
                    progress.evaluated(number, evaluation);
                    attempts.push(Attempt {
                        generator,
                        score: Some(evaluation.score),
                        passed: evaluation.passed,
                        faults: evaluation.faults.clone(),
                        dropped: dropped + candidate.removed,
                        error: None,
                    });
                    brief.faults = evaluation.faults.clone();
                    let passed = evaluation.passed;
                    if best.as_ref().is_none_or(|best| candidate.is_better_than(best)) {
                        best = Some(candidate);
                    }
                    if passed || Instant::now() >= deadline {
                        break;
                    }
                }
            }
        }
        match (best, trouble) {
            (Some(best), _) if best.is_supported() => Ok((best, attempts)),
            (Some(_), _) => Err(RunError::broken("a statement of the resume has no source")),
            (None, Some(trouble)) => Err(trouble.into()),
            (None, None) => Err(RunError::TooSlow),
        }
    }

    async fn attempt(
        &self,
        case: &Arc<Case>,
        brief: &Brief,
        chosen: &mut Option<Selection>,
        generator: Generator,
        deadline: Instant,
    ) -> Result<Tried, RunError> {
        let (known, wanted) = (case.clone(), brief.clone());
        let choosing =
            self.think(move || select(&known.dossier, &known.analysis, &known.voice, &wanted));
        let selection = choosing.await?;
        let (known, wanted) = (case.clone(), brief.clone());
        if generator == Generator::Extractive {
            if chosen.as_ref() == Some(&selection) {
                return Ok(Tried::Nothing);
            }
            *chosen = Some(selection.clone());
            let judging = self.think(move || Candidate::of(selection, &known, &wanted));
            return Ok(Tried::Judged(judging.await?, 0));
        }
        let prompt = Prompt::new(&selection, case, brief, self.store.randomness());
        let said = match timeout_at(deadline, self.ask(prompt.question())).await {
            Ok(Ok(said)) => said,
            Ok(Err(error)) => return Ok(Tried::Failed(error)),
            Err(_) => return Ok(Tried::Failed(outbound::http::HttpError::TimedOut.into())),
        };
        let judging = self.think(move || {
            let changes = Changes::read(&said).map_err(|_| ChatError::NotChat)?;
            let (selection, dropped) = prompt.apply(changes, selection, &known);
            Ok((Candidate::of(selection, &known, &wanted), dropped))
        });
        Ok(match judging.await? {
            Ok((candidate, dropped)) => Tried::Judged(candidate, dropped),
            Err(error) => Tried::Failed(error),
        })
    }

    async fn ask(&self, question: &tailor::generate::Question) -> Result<String, ChatError> {
        let tailor::generate::Question { system, user, schema } = question.clone();
        match &self.settings.model {
            Some(model) => model.ask(&Question { system, user, schema }).await,
            None => Err(ChatError::Nothing),
        }
    }

    /// Work for the processor, away from the threads that answer requests, and not more of it at a
    /// time than there are cores for. Whoever leaves does not take the place of those who stay.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, RunError> {
        let place = self.cores.clone().acquire_owned().await.map_err(RunError::broken)?;
        let working = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(place);
            done
        });
        working.await.map_err(RunError::broken)
    }
}

fn failed(generator: Generator, error: &ChatError) -> Attempt {
    let error = Some(error.to_string());
    Attempt { generator, score: None, passed: false, faults: Vec::new(), dropped: 0, error }
}
