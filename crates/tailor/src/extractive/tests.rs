use proptest::prelude::*;
use serde_json::json;

use super::{rank, select};
use crate::compose::compose;
use crate::compose::tests::{ada, dossier, id};
use crate::delivered::{Approvals, Decision};
use crate::evaluation::evaluate;
use crate::facts::{Dossier, Place};
use crate::fault::Fault;
use crate::job::analyse;
use crate::left_out::{left_out, too_long};
use crate::page;
use crate::selection::{Brief, Selection};
use crate::voice::{Voice, VoiceSample};

const JOB: &str = "Shift Leader\n\nRequirements\n- Led a night shift\n- Repairs engines\n- Kotlin";

fn shown(selection: &Selection, dossier: &Dossier) -> Vec<String> {
    let wordings = selection.entries.iter().flat_map(|entry| &entry.highlights);
    wordings
        .filter_map(|one| dossier.fact(one.chunk_id())?.place)
        .map(|at| at.to_string())
        .collect()
}

fn voice(examples: &[&str], refused: &[&str]) -> Voice {
    let samples = |texts: &[&str]| {
        let sample =
            |text: &&str| VoiceSample { chunk_id: id(900), text: (*text).to_owned(), score: 0.5 };
        texts.iter().map(sample).collect()
    };
    Voice { examples: samples(examples), anti_patterns: samples(refused) }
}

#[test]
fn work_stands_newest_first_and_the_best_highlight_on_top() {
    let dossier = ada();
    let selection = select(&dossier, &analyse(JOB), &Voice::default(), &Brief::default());
    let entries: Vec<Place> = selection.entries.iter().map(|entry| entry.entry).collect();
    assert_eq!(entries, [Place::parse("work/0").unwrap(), Place::parse("work/1").unwrap()]);
    assert_eq!(shown(&selection, &dossier)[2], "work/1/highlights/1");
    assert_eq!(selection.skills[0].keywords[0], 1);
    let best = rank(&dossier, &analyse(JOB), &Voice::default())[0].0;
    assert_eq!(dossier.fact(best).unwrap().text, "Led the night shift of 12 people.");
}

#[test]
fn a_page_is_kept_to_and_a_second_attempt_is_shorter() {
    let word =
        |number: usize| ["b", "d", "f", "g", "k", "l", "m"][number % 7].repeat(2 + number / 7);
    let highlight =
        |number: usize| format!("Repaired the {0}ax engine of {0}ow at {0}uk.", word(number));
    let highlights: Vec<String> = (0..40).map(highlight).collect();
    let long = dossier(json!({
        "basics": {"name": "Ada", "summary": "I repair engines."},
        "work": [
            {"name": "A", "startDate": "2020", "highlights": highlights},
            {"name": "B", "startDate": "2010", "endDate": "2019", "highlights": highlights},
        ],
    }));
    let lines = |brief: &Brief| {
        let selection = select(&long, &analyse(JOB), &Voice::default(), brief);
        page::lines(&compose(&selection, &long).document)
    };
    let first = lines(&Brief { page_lines: 12, faults: Vec::new() });
    assert!(first <= 12, "{first}");
    let fault = Fault::TooLong { lines: 15, budget: 12 };
    assert!(lines(&Brief { page_lines: 12, faults: vec![fault] }) < first);
}

#[test]
fn one_fact_in_two_wordings_is_told_once_and_as_the_caller_would() {
    let (terse, flowing) = (
        "Cut gear noise by 40 % in 2020.",
        "I was happy to see how my new gears cut the noise of the old mill by 40 % in 2020.",
    );
    let dossier = dossier(json!({
        "basics": {"name": "Ada"},
        "work": [{"name": "A", "startDate": "2020", "highlights": [terse, flowing, "Kept the books."]}],
    }));
    let told = |voice: &Voice| {
        let selection = select(
            &dossier,
            &analyse("Gears and noise. You have cut noise."),
            voice,
            &Brief::default(),
        );
        let all = selection
            .summary
            .iter()
            .chain(selection.entries.iter().flat_map(|entry| &entry.highlights));
        let texts: Vec<String> = all.map(|one| one.text().to_owned()).collect();
        texts.into_iter().filter(|text| text.contains("40")).collect::<Vec<_>>()
    };
    let terse_voice = voice(
        &["Fixed 3 pumps.", "Built a mill."],
        &["I had the joy of mending my pumps with my friends."],
    );
    let flowing_voice = voice(
        &["I had the great joy of mending my 3 pumps with my friends in spring."],
        &["Fixed pumps."],
    );
    assert_eq!(told(&terse_voice), [terse]);
    assert_eq!(told(&flowing_voice), [flowing]);
}

#[test]
fn words_are_used_that_the_owner_has_approved_for_that_very_fact() {
    let told = |source: &str| {
        let mut dossier = ada();
        let wording = "Thirty engines a month went through my hands.".to_owned();
        let decision = Decision::Approved { source: source.to_owned(), wording, home: None };
        dossier.approvals = Approvals::new([decision], &dossier);
        let selection = select(&dossier, &analyse(JOB), &Voice::default(), &Brief::default());
        let all = selection.entries.into_iter().flat_map(|entry| entry.highlights);
        all.map(|one| one.text().to_owned()).collect::<Vec<_>>()
    };
    let approved = "Thirty engines a month went through my hands.".to_owned();
    assert!(told("Repaired 30 engines a month.").contains(&approved));
    assert!(!told("Repaired 30 engines a month").contains(&approved), "to the letter");
}

#[test]
fn a_voice_example_is_no_fact() {
    let dossier = ada();
    let example = "Repaired thirty engines a month.";
    let selection = select(&dossier, &analyse(JOB), &voice(&[example], &[]), &Brief::default());
    let mut all = selection.entries.iter().flat_map(|entry| &entry.highlights);
    assert!(all.all(|one| one.text() != example));
}

#[test]
fn what_was_refused_gives_way() {
    let dossier = ada();
    let refused = voice(&[], &["Led the night shift of 12 people"]);
    let selection = select(&dossier, &analyse(JOB), &refused, &Brief::default());
    assert!(!shown(&selection, &dossier).contains(&"work/1/highlights/1".to_owned()));
}

#[test]
fn a_fact_from_elsewhere_joins_the_work_for_its_company_only() {
    let mut dossier = ada();
    let mut fact = dossier.facts[2].clone();
    fact.place = None;
    (fact.chunk_id, fact.text) = (id(50), "Repairs engines with Kotlin on the night shift.".into());
    for (company, position, home) in [
        (Some("dampf gmbh"), None, Some(1)),
        (Some("Dampf GmbH"), Some("Fitter"), Some(1)),
        (Some("Dampf GmbH"), Some("Director"), None),
        (Some("Elsewhere"), None, None),
        (None, None, None),
    ] {
        (fact.company, fact.position) = (company.map(str::to_owned), position.map(str::to_owned));
        dossier.facts.retain(|known| known.chunk_id != id(50));
        dossier.facts.push(fact.clone());
        let selection = select(&dossier, &analyse(JOB), &Voice::default(), &Brief::default());
        let uses = |entry: &crate::selection::EntryChoice| {
            entry.highlights.iter().any(|wording| wording.chunk_id() == id(50))
        };
        let found =
            selection.entries.iter().find(|entry| uses(entry)).map(|entry| entry.entry.entry);
        assert_eq!(found, home, "{company:?} {position:?}");
        let draft = compose(&selection, &dossier);
        let judged =
            evaluate(&draft, &dossier, &analyse(JOB), &Voice::default(), &Brief::default(), 0.0);
        assert!(judged.passed, "{:?}", judged.faults);
    }
}

/// Positions of two years each, the newest first; one of them, as old as it is, answers the job.
fn long_life(count: usize, answering: usize) -> Dossier {
    let entry = |number: usize| {
        let year = 2024 - 2 * number;
        let told = if number == answering { "Led a night shift." } else { "Kept the garden." };
        let mut entry = json!({
            "name": format!("Mill {number}"), "position": "Hand", "startDate": year.to_string(),
            "highlights": [told],
        });
        if number > 0 {
            entry["endDate"] = json!((year + 1).to_string());
        }
        entry
    };
    dossier(json!({ "basics": {"name": "Ada"}, "work": (0..count).map(entry).collect::<Vec<_>>() }))
}

#[test]
fn work_between_two_positions_that_are_shown_is_named() {
    let life = long_life(16, 12);
    let selection = select(&life, &analyse(JOB), &Voice::default(), &Brief::default());
    let numbers: Vec<usize> = selection.entries.iter().map(|it| it.entry.entry).collect();
    assert_eq!(numbers, (0..13).collect::<Vec<_>>(), "and nothing older");
    let told = |number: usize| selection.entries[number].highlights.len();
    assert_eq!(
        (told(12), told(5), told(11)),
        (1, 0, 0),
        "a line for what has nothing to do with it"
    );
    let left = left_out(&selection, &life);
    let paths: Vec<&str> = left.iter().map(|it| it.path.as_str()).collect();
    assert_eq!(paths, ["work/13", "work/14", "work/15"]);
    assert_eq!(left[0].name.as_deref(), Some("Mill 13"));
    assert_eq!((left[0].start.as_deref(), left[0].end.as_deref()), (Some("1998"), Some("1999")));
}

#[test]
fn where_there_is_room_no_position_is_a_line_alone() {
    let deeds = [
        "garden", "nets", "bread", "horses", "letters", "roofs", "clocks", "boats", "fields",
        "songs",
    ];
    let entry = |(number, deed): (usize, &&str)| {
        let year = 2024 - 2 * number;
        json!({"name": format!("Mill {number}"), "startDate": year.to_string(), "endDate": (year + 1).to_string(),
               "highlights": [format!("Minded {deed}.")]})
    };
    let work: Vec<_> = deeds.iter().enumerate().map(entry).collect();
    let life = dossier(json!({"basics": {"name": "Ada"}, "work": work}));
    let told = |page_lines: u32| {
        let brief = Brief { page_lines, ..Brief::default() };
        let selection = select(&life, &analyse(JOB), &Voice::default(), &brief);
        selection.entries.iter().map(|it| it.highlights.len()).collect::<Vec<_>>()
    };
    assert!(told(58).contains(&0), "{:?}", told(58));
    let wide = told(58 * 12);
    assert!(wide.len() == 10 && !wide.contains(&0), "{wide:?}");
}

#[test]
fn a_long_summary_of_a_position_is_shown_by_its_first_sentences() {
    let sentence =
        |number: usize| format!("I repaired engine number {number} of the northern mill by night.");
    let long: Vec<String> = (0..150).map(sentence).collect();
    let long = long.join(" ");
    let endless = "repaired engines of the mill and ".repeat(250);
    let life = dossier(json!({"basics": {"name": "Ada", "summary": endless}, "work": [
        {"name": "Mill", "position": "Fitter", "startDate": "2019", "summary": long, "highlights": [endless]},
        {"name": "Dam", "startDate": "2010", "endDate": "2018", "summary": endless},
    ]}));
    let selection = select(&life, &analyse(JOB), &Voice::default(), &Brief::default());
    let draft = compose(&selection, &life);
    let told = draft.document["work"][0]["summary"].as_str().unwrap();
    assert!(long.starts_with(told) && told.ends_with("by night."), "{told}");
    assert!((500..4000).contains(&told.len()), "{}", told.len());
    let verdict = evaluate(&draft, &life, &analyse(JOB), &Voice::default(), &Brief::default(), 0.0);
    assert_eq!(verdict.criteria.support, 100.0);
    let faults = too_long(&selection, &life);
    let paths: Vec<&str> = faults
        .iter()
        .map(|fault| match fault {
            Fault::LeftOutAsTooLong { path, characters } if *characters == endless.len() => {
                path.as_str()
            }
            fault => panic!("{fault:?}"),
        })
        .collect();
    assert_eq!(paths, ["basics/summary", "work/0/highlights/0", "work/1/summary"]);
}

#[test]
fn what_states_nothing_is_not_left_out() {
    let life = dossier(json!({"work": [{"name": "Mill", "startDate": "2019"}, {}, {"name": " "}]}));
    let selection = select(&life, &analyse(JOB), &Voice::default(), &Brief::default());
    assert_eq!(left_out(&selection, &life), []);
    let nothing = left_out(&Selection::default(), &life);
    assert_eq!(nothing.len(), 1);
    assert_eq!((nothing[0].end.as_deref(), nothing[0].position.as_deref()), (None, None));
}

#[test]
fn the_title_is_the_label_or_a_nearer_one_of_today() {
    let label_on = |today: Option<&str>, own: Option<&str>, position: &str, end: Option<&str>| {
        let mut life = json!({
            "basics": {"name": "Ada"},
            "work": [{"name": "Mill", "position": position, "startDate": "2019", "highlights": ["Ran it."]}],
        });
        if let Some(own) = own {
            life["basics"]["label"] = json!(own);
        }
        if let Some(end) = end {
            life["work"][0]["endDate"] = json!(end);
        }
        let life = Dossier { today: today.map(str::to_owned), ..dossier(life) };
        let selection = select(&life, &analyse(JOB), &Voice::default(), &Brief::default());
        let document = compose(&selection, &life).document;
        document["basics"].get("label").and_then(|it| it.as_str()).map(str::to_owned)
    };
    let label =
        |own: Option<&str>, position: &str, end: Option<&str>| label_on(None, own, position, end);
    let leader = Some("Shift Leader".to_owned());
    for (today, held) in [("2018-12-31", false), ("2019-01-01", true), ("2026-11-16", true)] {
        let told = label_on(Some(today), None, "Shift Leader", None);
        assert_eq!(told, leader.clone().filter(|_| held), "{today}");
    }
    assert_eq!(label(Some("Miller"), "Shift Leader", None), leader);
    assert_eq!(label(None, "Shift Leader", None), leader);
    assert_eq!(label(Some("Miller"), "Shift Leader", Some("2020")), Some("Miller".to_owned()));
    assert_eq!(label(None, "Shift Leader", Some("2020")), None);
    assert_eq!(
        label(Some("Leader of a shift"), "Shift Leader", None),
        Some("Leader of a shift".to_owned())
    );
    let wordy = format!("Shift Leader {}", "and more ".repeat(12));
    assert_eq!(label(Some("Miller"), &wordy, None), Some("Miller".to_owned()));
    assert_eq!(label(Some("Miller"), "Shift\nLeader", None), Some("Miller".to_owned()));
}

#[test]
fn certificates_and_publications_share_the_page_by_what_they_answer() {
    let life = dossier(json!({
        "basics": {"name": "Ada"},
        "work": [{"name": "Mill", "startDate": "2019", "highlights": ["Kept the garden.", "Fed the cat."]}],
        "certificates": [{"name": "Gardening"}, {"name": "Kotlin developer"}],
        "publications": [
            {"name": "How to repair engines"}, {"name": "Cats of the mill"}, {"name": "Leading a night shift"},
        ],
    }));
    let selection = select(&life, &analyse(JOB), &Voice::default(), &Brief::default());
    let mut kept: Vec<String> = selection.kept.iter().map(Place::to_string).collect();
    kept.sort();
    assert_eq!(kept, ["certificates/1", "publications/0", "publications/2"]);
}

#[test]
fn a_resume_of_a_megabyte_is_tailored_and_judged_in_no_time() {
    let text = |number: usize| {
        format!("Repaired engine {number} of mill {} by night and by day.", number * 3)
    };
    let highlights: Vec<String> = (0..4_000).map(text).collect();
    let entries: Vec<_> = (0..1_500)
        .map(|number| json!({"name": format!("Mill {number}"), "startDate": "2019", "highlights": [text(number)]}))
        .collect();
    let keywords: Vec<String> = (0..20_000).map(|number| format!("Tool {number}")).collect();
    for work in
        [json!([{"name": "Mill", "startDate": "2019", "highlights": highlights}]), json!(entries)]
    {
        let dossier = dossier(json!({
            "basics": {"name": "Ada", "summary": highlights.join(" ")},
            "work": work,
            "skills": [{"name": "Tools", "keywords": keywords}],
        }));
        let job: String = JOB.chars().cycle().take(20_000).collect();
        let analysis = analyse(&job);
        let selection = select(&dossier, &analysis, &Voice::default(), &Brief::default());
        let draft = compose(&selection, &dossier);
        let judged =
            evaluate(&draft, &dossier, &analysis, &Voice::default(), &Brief::default(), 0.0);
        assert!(judged.passed, "{:?}", judged.faults);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// However short the page is and wherever the answer stands, no gap opens in a life.
    #[test]
    fn what_is_shown_of_work_is_its_newest_part(
        count in 1_usize..24, answering in 0_usize..24, lines in 4_u32..40,
    ) {
        let life = long_life(count, answering);
        let brief = Brief { page_lines: lines, faults: Vec::new() };
        let selection = select(&life, &analyse(JOB), &Voice::default(), &brief);
        let numbers: Vec<usize> = selection.entries.iter().map(|it| it.entry.entry).collect();
        prop_assert_eq!(&numbers, &(0..numbers.len()).collect::<Vec<_>>());
        prop_assert_eq!(left_out(&selection, &life).len(), count - numbers.len());
    }

    /// Whatever a resume says, what is chosen of it is carried by it.
    #[test]
    fn what_is_chosen_is_always_supported(
        summary in "\\PC{0,120}",
        highlights in prop::collection::vec("\\PC{0,80}", 0..8),
        name in "\\PC{0,30}",
        dates in prop::collection::vec("[0-9]{4}(-[0-9]{2}){0,2}", 2),
        words in prop::collection::vec("\\PC{0,20}", 0..6),
        job in "\\PC{0,200}",
    ) {
        let dossier = dossier(json!({
            "basics": {"name": name, "label": words.first(), "summary": summary},
            "work": [
                {"name": name, "position": words.last(), "startDate": dates[0], "highlights": highlights},
                {"name": "B", "startDate": dates[0], "endDate": dates[1], "summary": summary},
            ],
            "skills": [{"name": name, "keywords": words}],
            "education": [{"institution": name, "endDate": dates[1], "courses": words}],
        }));
        let analysis = analyse(&job);
        let selection = select(&dossier, &analysis, &Voice::default(), &Brief::default());
        let draft = compose(&selection, &dossier);
        let judged = evaluate(&draft, &dossier, &analysis, &Voice::default(), &Brief::default(), 0.0);
        prop_assert!(judged.passed, "{:?}\n{:?}", judged.faults, draft.statements);
    }
}
