//! What the measures must not fall below, by words alone, so that no model is needed.

use std::collections::BTreeMap;

use corpus::{Corpus, choice, dossier_of, fit, lies, lives, neighbours, reading, taste};
use tailor::delivered::{Delivered, Source};

#[test]
fn no_words_of_an_obeying_model_are_delivered() {
    let corpus = Corpus::open().unwrap();
    let mut found = Vec::new();
    let mut written = 0;
    for (name, hostile) in &corpus.hostile {
        let verdict = lies::verdict(&corpus, hostile).unwrap();
        written += verdict.written;
        if verdict.delivered.len() + verdict.extractive.len() > 0 {
            found.push(format!("{name} ({}): {verdict:?}", hostile.catch));
        }
    }
    assert!(written > 200, "{written}");
    assert!(found.is_empty(), "{} lies:\n{}", found.len(), found.join("\n"));
}

/// Honest words of others wait for the owner, too. The doubts must not cry wolf at most of them.
#[test]
fn most_honest_rewrites_are_proposed_without_doubts() {
    let corpus = Corpus::open().unwrap();
    let all = lies::honest(&corpus);
    for fate in all.iter().filter(|fate| !fate.doubts.is_empty()) {
        println!("{}: {}\n    {:?}", fate.form, fate.text, fate.doubts);
    }
    let doubted = all.iter().filter(|fate| !fate.doubts.is_empty()).count();
    let delivered = all.iter().filter(|fate| fate.delivered).count();
    println!("{doubted} of {} doubted, {delivered} delivered", all.len());
    assert!(doubted <= 11, "{doubted} doubted");
}

/// Every sentence of every resume, summaries among them, and hundreds of false neighbours of each. That
/// nothing false gets through says something only because what is true does.
#[test]
fn no_false_neighbour_may_be_delivered() {
    let corpus = Corpus::open().unwrap();
    let lives = corpus.lives.iter().map(|life| (&life.name, &life.resume));
    let (mut tried, mut spelled) = (0, 0);
    for (name, resume) in corpus.resumes.iter().chain(lives) {
        let dossier = dossier_of(resume);
        let summary = Source::summary(&dossier).map(Source::passages).unwrap_or_default();
        let facts = dossier.facts.iter().filter_map(Source::fact).chain(summary);
        let facts: Vec<_> = facts.collect();
        for (number, source) in facts.iter().enumerate() {
            let other = facts[(number + 1) % facts.len()].text();
            let told = |words: &str| Delivered::matching(words, *source, &dossier.approvals);
            assert!(told(source.text()).is_some(), "{name}: {:?}", source.text());
            for other_one in neighbours::of(source.text(), other) {
                tried += 1;
                let told = told(&other_one);
                spelled += usize::from(told.is_some());
                assert!(
                    told.is_none() || neighbours::says_the_same(source.text(), &other_one),
                    "{name}: {:?} became {other_one:?}",
                    source.text(),
                );
            }
        }
    }
    println!("{tried} neighbours, {spelled} of them other spellings");
    assert!(tried > 250_000, "{tried}");
    assert!(spelled > 100, "{spelled}");
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
    assert!(mean.recall > 0.62 && mean.recall > mean.recall_untailored + 0.07);
    assert!(mean.coverage > 0.79 && mean.coverage > mean.coverage_untailored + 0.04);
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

#[test]
fn a_right_candidate_fits_better_than_a_wrong_one() {
    let ranking = fit::ranking(&Corpus::open().unwrap(), None);
    println!("{ranking:?}");
    assert!(ranking.right > 0.80, "{ranking:?}");
}

/// What a page shows of resumes as people keep them, by words alone.
#[test]
fn a_page_shows_what_answers_the_posting() {
    let corpus = Corpus::open().unwrap();
    let mut sum = lives::Shown::default();
    for life in &corpus.lives {
        let shown = life.judge(&life.tailored(&tailor::job::analyse(&life.job), None));
        println!("{:22} {shown:?}", life.name);
        sum.add(shown);
    }
    println!("{sum:?}");
    assert!(corpus.lives.len() >= 12);
}

/// Postings of our own, by the lists and by what was learned, whichever reads the language.
#[test]
fn postings_in_five_languages_are_read() {
    let mut sums: BTreeMap<String, reading::Reading> = BTreeMap::new();
    for posting in reading::postings().unwrap() {
        let (read, faults) = posting.read();
        for fault in faults {
            println!("{}: {fault}", posting.name);
        }
        sums.entry(posting.language().to_owned()).or_default().add(read);
    }
    for (language, sum) in &sums {
        let (precision, recall, f1) = sum.shares();
        let share = |part: usize, of: usize| part as f32 / of.max(1) as f32;
        let (meant, terms) = (share(sum.as_meant, sum.found), share(sum.terms_right, sum.terms));
        println!(
            "{language}: precision {precision:.2} recall {recall:.2} F1 {f1:.2}, as meant {meant:.2}, \
             terms {terms:.2}"
        );
        assert!(f1 >= 0.85 && meant >= 0.85 && terms >= 0.85, "{language}");
    }
}
