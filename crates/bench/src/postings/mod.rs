//! Postings that nobody here wrote and that experts have marked: how well they are read, and whether fit
//! orders candidates for them as people would. By words alone, and with vectors of the embedded model.
//!
//! Takes a part of SkillSpan (one posting a line), which is not in this repository.

mod fitting;
mod reading;

use std::collections::HashMap;
use std::path::PathBuf;

use clap::Args;
use corpus::{Corpus, dossier_of, informed};
use serde_json::Value;
use tailor::{Analysis, fit, job};

use crate::search::usual_model;
use crate::table::Table;
use crate::tailor::Model;
use crate::{Outcome, say};
use fitting::Orders;
use reading::Counts;

#[derive(Debug, Args)]
pub(crate) struct Wish {
    /// The postings, such as dev.jsonl
    file: PathBuf,
    /// The embedding model [default: where tools/setup puts it]
    #[arg(long, value_name = "FOLDER")]
    model: Option<PathBuf>,
}

pub(crate) fn run(wish: &Wish) -> Outcome<()> {
    let postings = std::fs::read_to_string(&wish.file)?;
    let postings: Vec<Value> =
        postings.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let folder = wish.model.clone().or_else(usual_model);
    let model = folder.as_deref().map(Model::open).transpose()?;
    let corpus = Corpus::open()?;
    let title = format!("postings: {} of them read", postings.len());
    let columns = ["", "precision", "recall", "F1", "knowledge", "keywords"];
    let mut read = Table::new(title, &columns);
    let columns = ["", "trades", "nearest", "other trades"];
    let mut ordered = Table::new("postings: right candidates above wrong ones by fit", &columns);
    let with_vectors = model.as_ref().map(|model| ("with vectors", Some(model)));
    for (name, model) in [("by words", None)].into_iter().chain(with_vectors) {
        let (mut counts, mut orders) = (Counts::default(), Orders::default());
        for posting in &postings {
            let text = texts(posting).join("\n");
            let analysis = analysed(&text, model);
            counts.add(posting, &analysis);
            orders.add(posting, &fits(&corpus, &text, &analysis, model));
        }
        let figures = counts.figures();
        let shares = [figures.precision, figures.recall, figures.f1, figures.knowledge];
        let shares = shares.map(|share| format!("{share:.3}"));
        let keywords = format!("{:.1}", figures.keywords);
        read.row([name.to_owned()].into_iter().chain(shares).chain([keywords]));
        let Orders { trade, nearest, others } = orders;
        let shares = [trade, nearest, others].map(|share| share.to_string());
        ordered.row([name.to_owned()].into_iter().chain(shares));
    }
    say(&read.to_string());
    say(&ordered.to_string());
    Ok(())
}

fn analysed(text: &str, model: Option<&Model>) -> Analysis {
    let told = job::sentences(text);
    let told: Vec<&str> = told.iter().map(String::as_str).collect();
    job::analyse_with(text, model.map(|model| model.embed(&told)).as_deref())
}

fn fits<'a>(
    corpus: &'a Corpus,
    text: &str,
    analysis: &Analysis,
    model: Option<&Model>,
) -> HashMap<&'a str, f32> {
    let of = |(name, resume): (&'a String, &'a Value)| {
        let dossier = match model {
            Some(model) => {
                informed(dossier_of(resume), text, analysis, &|texts| model.embed(texts))
            }
            None => dossier_of(resume),
        };
        (name.as_str(), fit(analysis, &dossier))
    };
    corpus.resumes.iter().map(of).collect()
}

/// The sentences of a posting. Names were taken out of the data; a word stands for each.
fn texts(posting: &Value) -> Vec<String> {
    const PLACES: [&str; 6] =
        ["<ORGANIZATION>", "<LOCATION>", "<ADDRESS>", "<CONTACT>", "<NAME>", "<PROFESSION>"];
    let sentences = posting["sentences"].as_array().map_or(&[][..], Vec::as_slice);
    let texts = sentences.iter().map(|one| one["text"].as_str().unwrap_or_default());
    let plain =
        |text: &str| PLACES.iter().fold(text.to_owned(), |text, it| text.replace(it, "Acme"));
    texts.map(plain).collect()
}
