use std::sync::Arc;

use outbound::chat::{ChatError, Question, Said};
use tailor::evaluation::answered_by;
use tailor::generate::{Applied, Changes, Prompt};
use tailor::job::{analyse_with, sentences};
use tailor::{Analysis, Brief, Candidate, Case, Selection, fit};
use tokio::time::{Instant, timeout_at};

use super::fitting::{Paper, choose, fitted};
use super::progress::Progress;
use super::retrieve::Retrieved;
use super::{Attempt, Generator, Order, RunError};
use crate::Career;
use crate::printing::PrintOptions;
use crate::resumes::Language;

/// What came out of the work, before it is kept.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) case: Arc<Case>,
    pub(crate) best: Candidate,
    pub(crate) attempts: Vec<Attempt>,
    pub(crate) generator: Generator,
    pub(crate) resume_id: Option<kernel::Id>,
    pub(crate) language: Option<Language>,
    /// What the job asks for, with what answers it.
    pub(crate) analysis: Analysis,
    /// How much of the job the sources can answer.
    pub(crate) fit: f32,
}

/// What one attempt came to.
enum Tried {
    Judged(Box<Candidate>, Attempt),
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
        // One deadline for all attempts. A fresh one for each would add up to minutes.
        let deadline = Instant::now() + self.settings.deadline;
        let analysis = self.analyse(&order.job_description, deadline).await?;
        progress.analysed(&analysis);
        let retrieving = timeout_at(deadline, self.retrieve(user_id, order, &analysis));
        let Retrieved { dossier, voice, resume_id, language } =
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
        let options = PrintOptions::default().or(&order.options).or_language(language);
        let pages = order.options.pages.count();
        let photo = self.find_photo(&case.dossier.document, options).await;
        let paper = Paper { press: self.printing.press(), options, photo, pages };
        let mut work = Work { best: None, attempts: Vec::new(), progress, paper: paper.clone() };
        // The model comes first, because its choice is the better one when it works.
        if self.settings.model.is_some() {
            self.attempts(&case, order, Generator::Llm, deadline, &mut work).await?;
        }
        // A model that is slow, silent or gone costs the owner nothing: the owner's words are here.
        let generator = Generator::Extractive;
        if work.best.is_none() {
            self.attempts(&case, order, generator, deadline, &mut work).await?;
        } else if self.settings.model.is_some() {
            // Neither does one that chooses badly.
            // Nobody watches these attempts: they are a comparison and not steps.
            let silent = Progress::default();
            let mut plain = Work { best: None, attempts: Vec::new(), progress: &silent, paper };
            self.attempts(&case, order, generator, deadline, &mut plain).await?;
            work.prefer(plain);
        }
        let Work { best, attempts, paper, .. } = work;
        let (mut best, generator) = best.ok_or(RunError::TooSlow)?;
        // The last gate. It cannot happen, and if it did, no resume is better than one with a
        // made-up line.
        if !best.is_supported() {
            return Err(RunError::broken("a text of the resume has no source"));
        }
        let (known, draft) = (case.clone(), best.draft.clone());
        let concluding = self.think(move || {
            let mut analysis = known.analysis.clone();
            let answers = answered_by(&draft, &known.dossier, &analysis);
            for (requirement, paths) in analysis.requirements.iter_mut().zip(answers) {
                requirement.answered_by = paths;
            }
            let too_long = paper.judge(&known, &draft.document);
            (analysis, fit(&known.analysis, &known.dossier), too_long)
        });
        let (analysis, fit, too_long) = concluding.await?;
        best.evaluation.faults.extend(too_long);
        Ok(Outcome { case, best, attempts, generator, resume_id, language, analysis, fit })
    }

    /// Reads the job, by the vectors of its sentences where this process makes them in time.
    async fn analyse(&self, job: &str, deadline: Instant) -> Result<Analysis, RunError> {
        let text = job.to_owned();
        let told = self.think(move || sentences(&text)).await?;
        let vectors = timeout_at(deadline, self.memory.vectors_of(told)).await.ok().flatten();
        let text = job.to_owned();
        self.think(move || analyse_with(&text, vectors.as_deref())).await
    }

    async fn attempts(
        &self,
        case: &Arc<Case>,
        order: &Order,
        generator: Generator,
        deadline: Instant,
        work: &mut Work<'_>,
    ) -> Result<(), RunError> {
        let page_lines = order.options.pages.lines(self.settings.page_lines);
        let mut brief = Brief { page_lines, faults: Vec::new() };
        let mut chosen: Option<Selection> = None;
        for _ in 0..order.max_attempts {
            match self.attempt(case, &brief, &mut chosen, generator, deadline, &work.paper).await? {
                Tried::Nothing => break,
                Tried::Failed(error) => {
                    // A wrong key or a model that does not exist stays so. Asking again costs the
                    // client's time.
                    let hopeless = matches!(error, ChatError::NotAllowed(_));
                    work.attempts.push(Attempt::failed(generator, &error));
                    if hopeless || Instant::now() >= deadline {
                        break;
                    }
                }
                Tried::Judged(candidate, attempt) => {
                    // The next attempt is told what was wrong with this one.
                    brief.faults.clone_from(&candidate.evaluation.faults);
                    let passed = candidate.evaluation.passed;
                    work.judged(*candidate, attempt);
                    if passed || Instant::now() >= deadline {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    async fn attempt(
        &self,
        case: &Arc<Case>,
        brief: &Brief,
        chosen: &mut Option<Selection>,
        generator: Generator,
        deadline: Instant,
        paper: &Paper,
    ) -> Result<Tried, RunError> {
        let (known, wanted) = (case.clone(), brief.clone());
        let on = paper.clone();
        let selection = self.think(move || choose(&on, &known, &wanted)).await?;
        let (known, wanted) = (case.clone(), brief.clone());
        if generator == Generator::Extractive {
            // Without a model the same brief gives the same choice.
            if chosen.as_ref() == Some(&selection) {
                return Ok(Tried::Nothing);
            }
            *chosen = Some(selection.clone());
            let judging =
                self.think(move || Candidate::of(&selection, Vec::new(), &known, &wanted));
            let candidate = judging.await?;
            let attempt = Attempt::judged(generator, &candidate, 0);
            return Ok(Tried::Judged(candidate.into(), attempt));
        }
        let prompt = Prompt::new(&selection, case, brief, self.store.randomness());
        let said = match self.ask(prompt.question(), deadline).await {
            Ok(said) => said,
            // Also when its time was over. The owner's own words need next to none.
            Err(error) => return Ok(Tried::Failed(error)),
        };
        let on = paper.clone();
        let judging = self.think(move || {
            let Said { text, cut } = said;
            // What a slow or endless model has said so far is heard, if there is anything whole in it.
            let changes = match cut {
                None => Changes::read(&text).map_err(|_| ChatError::NotChat)?,
                Some(why) => Changes::read_begun(&text).map_err(|_| why)?,
            };
            let Applied { selection, suggestions, dropped } =
                prompt.apply(changes, selection, &known);
            // A model may choose more than there is room for.
            let selection = fitted(&on, &known, &wanted, selection);
            Ok((Candidate::of(&selection, suggestions, &known, &wanted), dropped))
        });
        Ok(match judging.await? {
            Ok((candidate, dropped)) => {
                let attempt = Attempt::judged(generator, &candidate, dropped);
                Tried::Judged(candidate.into(), attempt)
            }
            Err(error) => Tried::Failed(error),
        })
    }

    async fn ask(
        &self,
        question: &tailor::generate::Question,
        deadline: Instant,
    ) -> Result<Said, ChatError> {
        let tailor::generate::Question { system, user, schema } = question.clone();
        match &self.settings.model {
            Some(model) => model.ask(&Question { system, user, schema }, deadline).await,
            None => Err(ChatError::Nothing),
        }
    }

    /// Work for the processor, away from the threads that answer requests, and not more of it at a
    /// time than there are cores for. Whoever leaves does not take the place of those who stay.
    pub(crate) async fn think<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, RunError> {
        // Waits without a thread.
        let place = self.cores.clone().acquire_owned().await.map_err(RunError::broken)?;
        let working = tokio::task::spawn_blocking(move || {
            let done = work();
            drop(place);
            done
        });
        working.await.map_err(RunError::broken)
    }
}

/// What the attempts have come to so far.
struct Work<'a> {
    best: Option<(Candidate, Generator)>,
    attempts: Vec<Attempt>,
    progress: &'a Progress,
    paper: Paper,
}

impl Work<'_> {
    fn judged(&mut self, candidate: Candidate, attempt: Attempt) {
        let (generator, number) = (attempt.generator, self.attempts.len() + 1);
        self.progress.generated(number, generator, attempt.dropped);
        self.progress.evaluated(number, &candidate.evaluation);
        self.attempts.push(attempt);
        if self.best.as_ref().is_none_or(|(best, _)| candidate.is_better_than(best)) {
            self.best = Some((candidate, generator));
        }
    }

    /// Takes the best of other work when it is better than what is there; what was proposed here
    /// still waits for the owner.
    fn prefer(&mut self, other: Work<'_>) {
        let (Some((best, _)), Some((found, generator))) = (&self.best, other.best) else { return };
        if !found.is_better_than(best) {
            return;
        }
        let found = found.with_proposals(&best.proposals);
        let attempt = Attempt::judged(generator, &found, 0);
        self.judged(found, attempt);
    }
}
