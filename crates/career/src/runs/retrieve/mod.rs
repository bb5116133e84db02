//! What a tailoring may rest on: the resume with its chunks, read at one moment; what else the
//! memory knows that is near the job; and how the caller wants to sound. Nobody else's voice is ever
//! looked at.

mod approved;
mod assembled;
mod beyond;
mod original;
mod resume;
mod withheld;

use kernel::{FieldErrors, Id};
use memory::search::{Found, Meaning};
use store::StoreError;
use tailor::delivered::{Approvals, Decision};
use tailor::facts::{Dossier, Fact, Similarity};
use tailor::{Analysis, Voice, VoiceSample};

use super::{Order, RunError};
use crate::Career;
use crate::resumes::{Language, together};
use approved::decisions;
use beyond::facts_beyond;
use original::Original;
use withheld::take_out;

/// Everything that was found for a job.
#[derive(Clone, Debug)]
pub(crate) struct Retrieved {
    pub(crate) dossier: Dossier,
    pub(crate) voice: Voice,
    /// None when there is no resume and the memory had to do.
    pub(crate) resume_id: Option<Id>,
    /// Of the resume, as far as anybody can tell.
    pub(crate) language: Option<Language>,
}

/// Voice samples of each kind.
const SAMPLES: usize = 20;
/// Of the query that stands for the job.
const QUERY_CHARACTERS: usize = 1500;
const QUERY_KEYWORDS: usize = 24;

impl Career {
    pub(super) async fn retrieve(
        &self,
        user_id: &str,
        order: &Order,
        analysis: &Analysis,
    ) -> Result<Retrieved, RunError> {
        let mut original = self.original(order.resume_id).await?;
        let withheld = (!order.sees_all).then(|| self.withheld(original.told()));
        if let Some(withheld) = &withheld {
            take_out(&mut original, withheld);
        }
        let tells = |text: &str| withheld.as_ref().is_some_and(|withheld| (withheld.tells)(text));
        let Original { mut document, mut facts, resume_id, arrangement, language, .. } = original;
        let mut errors = FieldErrors::default();
        let for_one = order.arrangement.check(&document, &mut errors);
        errors.finish()?;
        let arrangement = together(arrangement.lenient(&document), for_one);
        // All of it, for the one question of whose words an approval speaks.
        let mut whole =
            Dossier { document: document.clone(), facts: facts.clone(), ..Dossier::default() };
        // Before anything looks at them: what is hidden is known to no step that follows.
        let hidden = arrangement.hide(&mut document, &mut facts);
        let query = query(analysis, &order.job_description);
        // All texts in one call. A model in this process is quicker with one batch than with many,
        // and a service is paid by the call.
        let meaning = self.memory.meaning_of(texts(&query, analysis)).await?;
        let found = self.memory.search_facts_by(&meaning, &query, beyond::LOOKED_AT).await;
        let beyond = facts_beyond(&facts, found?.found);
        let beyond = beyond.into_iter().filter(|fact| !says(fact, &hidden) && !tells(&fact.text));
        let beyond: Vec<Fact> = beyond.collect();
        whole.facts.extend(beyond.iter().cloned());
        facts.extend(beyond);
        let voice = self.memory.search_voice_by(&meaning, user_id, &query, SAMPLES).await;
        let voice = voice?;
        // Read for each run and never kept: an owner who withdraws an approval expects it to hold
        // at once.
        let mut decided = self.store.read(decisions).await?;
        decided.retain(
            |decision| !matches!(decision, Decision::Approved { wording, .. } if tells(wording)),
        );
        let today = Some(self.today());
        let approvals = Approvals::new(decided, &whole);
        let mut dossier = Dossier { document, facts, arrangement, today, approvals };
        compare(&mut dossier, &meaning).await?;
        let samples = |found: Vec<Found>| found.into_iter().map(sample).collect();
        let (examples, anti_patterns) = (samples(voice.examples), samples(voice.anti_patterns));
        let voice = Voice { examples, anti_patterns };
        Ok(Retrieved { dossier, voice, resume_id, language })
    }
}

/// Whether a fact from elsewhere tells what is hidden, in the same words.
fn says(fact: &Fact, hidden: &[Fact]) -> bool {
    let told = |fact: &Fact| fact.text.trim().to_lowercase();
    let said = told(fact);
    hidden.iter().any(|hidden| told(hidden) == said)
}

/// The job in few words, as far as the analysis tells.
fn query(analysis: &Analysis, job_description: &str) -> String {
    let keywords = analysis.keywords.iter().take(QUERY_KEYWORDS).map(|keyword| &*keyword.term);
    let words: Vec<&str> = std::iter::once(analysis.title.as_str()).chain(keywords).collect();
    let words = words.join(" ");
    let told = if words.trim().is_empty() { job_description } else { words.trim() };
    told.chars().take(QUERY_CHARACTERS).collect()
}

/// The job, then each of its requirements.
fn texts(query: &str, analysis: &Analysis) -> Vec<String> {
    let requirements = analysis.requirements.iter().map(|requirement| requirement.text.clone());
    std::iter::once(query.to_owned()).chain(requirements).collect()
}

async fn compare(dossier: &mut Dossier, meaning: &Meaning) -> Result<(), StoreError> {
    let ids = dossier.facts.iter().map(|fact| fact.chunk_id).collect();
    let cosines = meaning.cosines(ids).await?;
    for fact in &mut dossier.facts {
        if let Some([to_job, to_requirements @ ..]) = cosines.get(&fact.chunk_id).map(Vec::as_slice)
        {
            let to_requirements = to_requirements.to_vec();
            fact.similarity = Similarity { to_job: Some(*to_job), to_requirements };
        }
    }
    Ok(())
}

fn sample(found: Found) -> VoiceSample {
    VoiceSample { chunk_id: found.chunk.id, text: found.chunk.text, score: found.score }
}
