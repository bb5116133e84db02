//! Whether fit ranks a right candidate above a wrong one.
//!
//! A resume is right for a job when somebody has judged the two as a pair, wrong when its owner has
//! no judged pair with that job. So the wrong ones are candidates of other trades, and now and then
//! one who might do: 100 % cannot be reached, 50 % is chance.

use std::collections::HashSet;

use tailor::{fit, job};

use crate::files::Corpus;
use crate::{Embed, dossier_of, informed};

/// What comparing all pairs came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ranking {
    /// Of all pairs of a right and a wrong candidate for a job, how many are in the right order.
    pub right: f32,
    /// Means of both kinds.
    pub fitting: f32,
    pub other: f32,
}

pub fn ranking(corpus: &Corpus, embed: Option<&Embed<'_>>) -> Ranking {
    let jobs: HashSet<&str> = corpus.pairs.iter().map(|pair| pair.judgement.job.as_str()).collect();
    let mut jobs: Vec<&str> = jobs.into_iter().collect();
    jobs.sort_unstable();
    let (mut won, mut compared) = (0.0_f32, 0.0_f32);
    let (mut fitting, mut other): (Vec<f32>, Vec<f32>) = (Vec::new(), Vec::new());
    for name in jobs {
        let pairs: Vec<_> = corpus.pairs.iter().filter(|pair| pair.judgement.job == name).collect();
        let Some(text) = pairs.first().map(|pair| pair.job.as_str()) else { continue };
        let analysis = job::analyse(text);
        let is_right = |resume: &str| pairs.iter().any(|pair| pair.judgement.resume == resume);
        let (mut right, mut wrong) = (Vec::new(), Vec::new());
        for (resume, document) in &corpus.resumes {
            let mut dossier = dossier_of(document);
            if let Some(embed) = embed {
                dossier = informed(dossier, text, &analysis, embed);
            }
            let found = fit(&analysis, &dossier);
            if is_right(resume) { right.push(found) } else { wrong.push(found) }
        }
        for one in &right {
            for two in &wrong {
                compared += 1.0;
                won += if one > two {
                    1.0
                } else if one == two {
                    0.5
                } else {
                    0.0
                };
            }
        }
        fitting.extend(right);
        other.extend(wrong);
    }
    let mean = |all: &[f32]| all.iter().sum::<f32>() / all.len().max(1) as f32;
    Ranking { right: won / compared.max(1.0), fitting: mean(&fitting), other: mean(&other) }
}
