//! How much a reviewer still has to change as feedback accumulates.

use tailor::delivered::{Approvals, Decision, Delivered};
use tailor::facts::Dossier;
use tailor::{Brief, Voice, VoiceSample};
use tailor::{compose, extractive, job};

use crate::dossier::id;
use crate::files::{Corpus, Series};
use crate::{Embed, dossier_of, informed};

/// The reviewer's work after each number of rounds, in characters.
pub fn work(corpus: &Corpus, series: &Series, embed: Option<&Embed<'_>>) -> Option<Vec<usize>> {
    let text = corpus.job(&series.held_out_job).ok()?;
    let analysis = job::analyse(&text);
    let mut dossier = dossier_of(corpus.resumes.get(&series.resume)?);
    if let Some(embed) = embed {
        dossier = informed(dossier, &text, &analysis, embed);
    }
    let brief = Brief::default();
    let mut after = |rounds: usize| {
        let voice = voice_after(series, rounds);
        dossier.approvals = approvals_after(series, rounds, &dossier);
        let selection = extractive::select(&dossier, &analysis, &voice, &brief);
        let draft = compose::compose(&selection, &dossier);
        let prose =
            draft.statements.iter().filter(|statement| statement.path.contains("/highlights/"));
        let prose: Vec<&str> = prose.map(|statement| statement.text.as_str()).collect();
        let summary: Vec<&str> = selection.summary.iter().map(Delivered::text).collect();
        remaining(&series.final_texts, &[prose, summary].concat())
    };
    Some((0..=series.rounds.len()).map(&mut after).collect())
}

/// The reviewer is the owner: what was edited is approved for the text it was edited from.
fn approvals_after(series: &Series, rounds: usize, dossier: &Dossier) -> Approvals {
    let newest_first = series.rounds.iter().take(rounds).rev();
    let decisions = newest_first.filter_map(|round| {
        let original = round.original_text.clone();
        match round.feedback_type.as_str() {
            "approved" => None,
            "edited" => {
                let wording = round.final_text.clone()?;
                Some(Decision::Approved { source: original, wording, home: None })
            }
            _ => Some(Decision::Refused { wording: original }),
        }
    });
    Approvals::new(decisions, dossier)
}

fn voice_after(series: &Series, rounds: usize) -> Voice {
    let mut voice = Voice::default();
    for (number, round) in series.rounds.iter().take(rounds).enumerate() {
        let text = round.final_text.as_ref().filter(|_| round.feedback_type == "edited");
        let text = text.unwrap_or(&round.original_text).clone();
        let sample = VoiceSample { chunk_id: id(900_000 + number), text, score: 0.5 };
        match round.feedback_type.as_str() {
            "approved" | "edited" => voice.examples.push(sample),
            _ => voice.anti_patterns.push(sample),
        }
    }
    voice
}

/// From each text the reviewer wants, the way to the nearest one delivered; and each delivered text
/// about the same thing that is nearest to none, which the reviewer would strike out.
fn remaining(wanted: &[String], delivered: &[&str]) -> usize {
    let mut used = vec![false; delivered.len()];
    let mut sum = 0;
    for want in wanted {
        let near =
            delivered.iter().enumerate().map(|(number, text)| (distance(want, text), number)).min();
        match near {
            Some((away, number)) => {
                used[number] = true;
                sum += away.min(want.chars().count());
            }
            None => sum += want.chars().count(),
        }
    }
    let twin = |text: &str| wanted.iter().any(|want| is_about_the_same(want, text));
    let struck = delivered.iter().zip(&used).filter(|(text, used)| !**used && twin(text));
    sum + struck.map(|(text, _)| text.chars().count()).sum::<usize>()
}

/// Two wordings of one fact have their figures in common.
fn is_about_the_same(one: &str, other: &str) -> bool {
    let figures = |text: &str| -> Vec<String> {
        let parts = text.split(|c: char| !(c.is_ascii_digit() || matches!(c, ',' | '.')));
        let bare = parts.map(|part| part.trim_matches([',', '.']).to_owned());
        bare.filter(|part| part.len() > 1).collect()
    };
    let (one, other) = (figures(one), figures(other));
    !one.is_empty() && one.iter().any(|figure| other.contains(figure))
}

/// Levenshtein's distance in characters.
pub fn distance(one: &str, other: &str) -> usize {
    let other: Vec<char> = other.chars().collect();
    let mut row: Vec<usize> = (0..=other.len()).collect();
    for (line, a) in one.chars().enumerate() {
        let mut corner = row[0];
        row[0] = line + 1;
        for (column, b) in other.iter().enumerate() {
            let replaced = corner + usize::from(a != *b);
            corner = row[column + 1];
            row[column + 1] = replaced.min(row[column] + 1).min(corner + 1);
        }
    }
    row[other.len()]
}
