use crate::relevance::Answers;

use super::Desk;

/// How much of a fact's answer counts as given once it is said: a second fact adds to it.
const SETTLED: f32 = 0.5;
/// What the job as a whole adds to what requirements make a text worth.
const JOB: f32 = 0.30;

/// How far each requirement is answered by what is chosen.
#[derive(Debug)]
pub(super) struct Covered(Vec<f32>);

impl Covered {
    pub(super) fn nothing(desk: &Desk<'_>) -> Self {
        Self(vec![0.0; desk.weights.len()])
    }

    /// What a text adds to what is chosen.
    pub(super) fn gain(&self, desk: &Desk<'_>, answers: &Answers) -> f32 {
        let gains = answers.to_requirements.iter().zip(&self.0).zip(&desk.weights);
        let mut gains: Vec<f32> =
            // What is answered already counts for less, so the next pick goes where something is
            // missing.
            gains.map(|((answer, covered), weight)| weight * answer * (1.0 - covered)).collect();
        // The best answer counts in full, others less: to touch on everything is to answer nothing.
        gains.sort_by(|a, b| b.total_cmp(a));
        let answered: f32 =
            gains.iter().take(3).zip([0.6, 0.25, 0.15]).map(|(gain, share)| gain * share).sum();
        answered + JOB * answers.to_job
    }

    /// What is said counts as answered.
    pub(super) fn settle(&mut self, answers: &Answers) {
        for (covered, answer) in self.0.iter_mut().zip(&answers.to_requirements) {
            // Answers add up to less than one: a second proof helps, a fifth hardly.
            *covered = 1.0 - (1.0 - *covered) * (1.0 - SETTLED * answer);
        }
    }
}
