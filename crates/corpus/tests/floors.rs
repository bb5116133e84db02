//! What the measures must not fall below, by words alone, so that no model is needed.

use corpus::{Corpus, choice, dossier_of, lies, taste};

#[test]
fn no_lie_of_an_obeying_model_is_delivered() {
    let corpus = Corpus::open().unwrap();
    let mut lies_found = Vec::new();
    let (mut written, mut refused) = (0, 0);
    for (name, hostile) in &corpus.hostile {
        let verdict = lies::verdict(&corpus, hostile).unwrap();
        written += verdict.written;
        refused += verdict.refused;
        if verdict.passed.len() + verdict.delivered.len() + verdict.extractive.len() > 0 {
            lies_found.push(format!("{name} ({}): {verdict:?}", hostile.catch));
        }
    }
    println!("{refused} of {written} statements refused");
    assert!(lies_found.is_empty(), "{} lies:\n{}", lies_found.len(), lies_found.join("\n"));
}

#[test]
fn most_honest_rewrites_are_let_through() {
    let corpus = Corpus::open().unwrap();
    let refused = lies::refused_honest(&corpus);
    for (form, text, claims) in &refused {
        println!("{form}: {text}\n    {claims:?}");
    }
    println!("{} of {} refused", refused.len(), corpus.honest.len());
    assert!(refused.len() <= 11, "{} refused", refused.len());
}

#[test]
fn highlights_are_chosen_better_than_they_come() {
    let corpus = Corpus::open().unwrap();
    let mut sum = choice::Figures::default();
    for pair in &corpus.pairs {
        let dossier = dossier_of(corpus.resume(&pair.judgement.resume).unwrap());
        let analysis = tailor::job::analyse(&pair.job);
        let figures = choice::measure(pair, &dossier, &analysis);
        assert_eq!(figures.unsupported, Vec::<String>::new(), "{}", pair.name);
        println!(
            "{:45} top {:.2} ({:.2}) precision {:.2} ({:.2}) recall {:.2} ({:.2}) coverage {:.2} ({:.2}) score {}",
            pair.name,
            figures.top_half,
            figures.top_half_untailored,
            figures.precision,
            figures.precision_untailored,
            figures.recall,
            figures.recall_untailored,
            figures.coverage,
            figures.coverage_untailored,
            figures.score,
        );
        sum.add(&figures);
    }
    let mean = sum.divided(corpus.pairs.len());
    println!("{mean:#?}");
    assert!(mean.pairwise > 0.79, "chance is 0.5, shared words 0.73");
    assert!(mean.top_half > 0.80 && mean.top_half > mean.top_half_untailored);
    assert!(mean.precision > 0.56 && mean.precision > mean.precision_untailored + 0.03);
    assert!(mean.recall > 0.63 && mean.recall > mean.recall_untailored + 0.07);
    assert!(mean.coverage > 0.80 && mean.coverage > mean.coverage_untailored + 0.04);
}

#[test]
fn feedback_makes_less_work() {
    let corpus = Corpus::open().unwrap();
    for (name, series) in &corpus.series {
        let work = taste::work(&corpus, series, None).unwrap();
        println!("{name}: {work:?}");
        let (first, last) = (work[0], work[work.len() - 1]);
        assert!(last * 3 <= first * 2, "{name}: {work:?}");
    }
}
