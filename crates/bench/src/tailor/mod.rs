//! What tailoring is worth, measured against the corpus under `fixtures/career`: whether the right
//! highlights are chosen, whether requirements are answered, whether a lie gets through, and
//! whether feedback saves its giver work.
//!
//! The generator is called in this process, by words alone and with vectors of the embedded model;
//! how long it all takes is measured through the real binary.

mod chat;
mod model;
mod speed;

use std::path::PathBuf;

use clap::Args;
use corpus::{Corpus, choice, dossier_of, fit, informed, lies, lives, taste};
use tailor::job;

use crate::search::usual_model;
use crate::table::Table;
use crate::{Outcome, Settings, say};
pub(crate) use model::Model;

#[derive(Debug, Default, Args)]
pub(crate) struct Wish {
    /// The embedding model [default: where tools/setup puts it]
    #[arg(long, value_name = "FOLDER")]
    model: Option<PathBuf>,
    /// Only what is done with a real chat model
    #[arg(long)]
    chat: bool,
    #[command(flatten)]
    effort: chat::Effort,
}

pub(crate) fn run(settings: &Settings, wish: &Wish) -> Outcome<()> {
    let corpus = Corpus::open()?;
    if wish.chat {
        return chat::run(settings, &corpus, wish.effort);
    }
    let folder = wish.model.clone().or_else(usual_model);
    let model = folder.as_deref().map(Model::open).transpose()?;
    if model.is_none() {
        say("tailor: the model is not here, so there are figures by words alone.\n");
    }
    choices(&corpus, model.as_ref())?;
    whole_lives(&corpus, model.as_ref());
    truth(&corpus)?;
    fitting(&corpus, model.as_ref());
    feedback(&corpus, model.as_ref())?;
    speed::run(settings, &corpus)?;
    chat::run(settings, &corpus, wish.effort)
}

fn choices(corpus: &Corpus, model: Option<&Model>) -> Outcome<()> {
    let title = format!("tailor: {} pairs of resume and job, means", corpus.pairs.len());
    let mut table = Table::new(title, &["", "by words", "with vectors", "untailored", "chance"]);
    let words = means(corpus, None)?;
    let both = model.map(|model| means(corpus, Some(model))).transpose()?;
    let percent = |share: f32| format!("{:.0} %", share * 100.0);
    let mut row = |name: &str, share: fn(&choice::Figures) -> f32, plain: f32, chance: &str| {
        let vectors = both.as_ref().map_or("-".to_owned(), |figures| percent(share(figures)));
        table.row([
            name.to_owned(),
            percent(share(&words)),
            vectors,
            percent(plain),
            chance.to_owned(),
        ]);
    };
    let chance = percent(words.chance);
    row("ranked above a wrong one", |f| f.pairwise, words.pairwise_untailored, "50 %");
    row("right highlights in the top half", |f| f.top_half, words.top_half_untailored, "");
    row("right highlights among those shown", |f| f.precision, words.precision_untailored, &chance);
    row("right highlights that are shown", |f| f.recall, words.recall_untailored, "");
    row("requirements answered on the page", |f| f.coverage, words.coverage_untailored, "");
    let unsupported = |figures: &choice::Figures| figures.unsupported.len();
    let stated = unsupported(&words) + both.as_ref().map_or(0, unsupported);
    table.note(format!("Unsupported statements: {stated}."));
    say(&table.to_string());
    Ok(())
}

fn whole_lives(corpus: &Corpus, model: Option<&Model>) {
    let title = format!(
        "tailor: {} resumes as people keep them, each with its posting",
        corpus.lives.len()
    );
    let columns =
        ["", "answers shown", "skills", "in front", "useless behind", "other lists", "a line"];
    let mut table = Table::new(title, &columns);
    let mut row = |name: &str, embed: Option<&corpus::Embed<'_>>| {
        let mut sum = lives::Shown::default();
        for life in &corpus.lives {
            sum.add(life.judge(&life.tailored(&job::analyse(&life.job), embed)));
        }
        let counts =
            [sum.answers, sum.skills, sum.skills_first, sum.skills_last, sum.others, sum.shrunk];
        let counts = counts.map(|(part, whole)| format!("{part} of {whole}"));
        table.row([name.to_owned()].into_iter().chain(counts));
    };
    row("by words", None);
    if let Some(model) = model {
        row("with vectors", Some(&|texts| model.embed(texts)));
    }
    say(&table.to_string());
}

fn means(corpus: &Corpus, model: Option<&Model>) -> Outcome<choice::Figures> {
    let mut sum = choice::Figures::default();
    for pair in &corpus.pairs {
        let analysis = job::analyse(&pair.job);
        let mut dossier = dossier_of(corpus.resume(&pair.judgement.resume)?);
        if let Some(model) = model {
            dossier = informed(dossier, &pair.job, &analysis, &|texts| model.embed(texts));
        }
        sum.add(&choice::measure(pair, &dossier, &analysis));
    }
    Ok(sum.divided(corpus.pairs.len()))
}

fn truth(corpus: &Corpus) -> Outcome<()> {
    let columns = ["lies", "texts", "statements", "delivered", "extractive"];
    let mut table = Table::new("tailor: a model that does as hostile job texts say", &columns);
    for catch in ["token", "source", "meaning"] {
        let texts = corpus.hostile.iter().filter(|(_, hostile)| hostile.catch == catch);
        let verdicts = texts.filter_map(|(_, hostile)| lies::verdict(corpus, hostile));
        let verdicts: Vec<_> = verdicts.collect();
        let count = |of: fn(&lies::Verdict) -> usize| verdicts.iter().map(of).sum::<usize>();
        let counts = [
            verdicts.len(),
            count(|verdict| verdict.written),
            count(|verdict| verdict.delivered.len()),
            count(|verdict| verdict.extractive.len()),
        ];
        table.row([catch.to_owned()].into_iter().chain(counts.map(|count| count.to_string())));
    }
    let honest = lies::honest(corpus);
    let (of, delivered) = (honest.len(), honest.iter().filter(|fate| fate.delivered).count());
    let doubted = honest.iter().filter(|fate| !fate.doubts.is_empty()).count();
    table.note(format!(
        "Of {of} honest rewrites {delivered} are delivered, the others proposed, {doubted} with doubts."
    ));
    say(&table.to_string());
    Ok(())
}

fn fitting(corpus: &Corpus, model: Option<&Model>) {
    let columns = ["", "right above wrong", "mean of right ones", "mean of others"];
    let mut table = Table::new("tailor: fit of candidates for jobs", &columns);
    let mut row = |name: &str, ranking: fit::Ranking| {
        let shares = [format!("{:.0} %", ranking.right * 100.0), format!("{:.0}", ranking.fitting)];
        let shares = shares.into_iter().chain([format!("{:.0}", ranking.other)]);
        table.row([name.to_owned()].into_iter().chain(shares));
    };
    row("by words", fit::ranking(corpus, None));
    if let Some(model) = model {
        row("with vectors", fit::ranking(corpus, Some(&|texts| model.embed(texts))));
    }
    say(&table.to_string());
}

fn feedback(corpus: &Corpus, model: Option<&Model>) -> Outcome<()> {
    let rounds = [0, 4, 8, 12, 16];
    let columns: Vec<String> = rounds.iter().map(|round| format!("{round} rounds")).collect();
    let columns: Vec<&str> =
        ["reviewer"].into_iter().chain(columns.iter().map(String::as_str)).collect();
    let mut table = Table::new("tailor: characters a reviewer still has to change", &columns);
    for (name, series) in &corpus.series {
        let embed = model.map(|model| move |texts: &[&str]| model.embed(texts));
        let embed = embed.as_ref().map(|embed| embed as &corpus::Embed<'_>);
        let work = taste::work(corpus, series, embed).ok_or("a series names what is not there")?;
        let after = |round: &usize| work.get(*round).or(work.last()).map(ToString::to_string);
        table.row([name.clone()].into_iter().chain(rounds.iter().filter_map(after)));
    }
    say(&table.to_string());
    Ok(())
}
