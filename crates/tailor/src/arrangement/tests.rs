use serde_json::{Value, json};

use super::*;
use crate::candidate::{Candidate, Case};
use crate::compose::tests::dossier;
use crate::extractive::select;
use crate::job::analyse;
use crate::selection::Brief;
use crate::voice::Voice;

const JOB: &str = "Welder\nRequirements:\n- Welding of steel pipes\n- Reading drawings\n";

fn life() -> Value {
    let old = |number: usize| {
        json!({
            "name": format!("Yard {number}"), "position": "Hand", "startDate": format!("{}", 2000 - number),
            "endDate": format!("{}", 2001 - number), "highlights": [format!("Carried {number} ropes.")],
        })
    };
    let mut work = vec![json!({
        "name": "Pipes", "position": "Welder", "startDate": "2015",
        "highlights": ["Welded steel pipes.", "Read drawings of pipes.", "Baked cakes for the yard."],
    })];
    work.extend((0..30).map(old));
    json!({
        "basics": {"name": "Ada", "label": "Welder", "summary": "I weld. I teach."},
        "work": work,
        "volunteer": [{"organization": "Choir", "position": "Singer", "highlights": ["Sang."]}],
        "projects": [{"name": "Boat", "description": "A boat.", "highlights": ["Painted it."]}],
        "education": [
            {"institution": "School A", "endDate": "1990"}, {"institution": "School B", "endDate": "1991"},
            {"institution": "School C", "endDate": "1992"}, {"institution": "School D", "endDate": "1993"},
        ],
        "certificates": [{"name": "Swimming", "date": "1980"}],
        "skills": [{"name": "Steel", "keywords": ["Welding"]}, {"name": "Kitchen", "keywords": ["Baking"]}],
        "interests": [{"name": "Chess"}],
        "references": [{"name": "Max", "reference": "Good."}],
    })
}

fn spots(paths: &[&str]) -> Vec<Spot> {
    paths.iter().map(|path| Spot::parse(path).unwrap()).collect()
}

fn places(paths: &[&str]) -> Vec<Place> {
    paths.iter().map(|path| Place::parse(path).unwrap()).collect()
}

fn tailored(arrangement: Arrangement, page_lines: u32) -> Candidate {
    let mut dossier = dossier(life());
    arrangement.hide(&mut dossier.document, &mut dossier.facts);
    dossier.arrangement = arrangement;
    let case = Case {
        job_description: JOB.to_owned(),
        analysis: analyse(JOB),
        dossier,
        voice: Voice::default(),
        threshold: 0.0,
    };
    let brief = Brief { page_lines, faults: Vec::new() };
    let selection = select(&case.dossier, &case.analysis, &case.voice, &brief);
    let candidate = Candidate::of(&selection, Vec::new(), &case, &brief);
    assert!(candidate.is_supported(), "{:?}", candidate.evaluation.faults);
    candidate
}

fn names(candidate: &Candidate, list: &str, member: &str) -> Vec<String> {
    let list = candidate.draft.document[list].as_array().cloned().unwrap_or_default();
    list.iter().map(|entry| entry[member].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn a_spot_is_read_as_it_is_written() {
    for path in ["work", "skills", "work/0", "work/3/highlights/1"] {
        assert_eq!(Spot::parse(path).unwrap().to_string(), path);
    }
    for path in ["", "basics", "basics/summary", "toys", "work/x", "work/0/name"] {
        assert_eq!(Spot::parse(path), None, "{path}");
    }
}

#[test]
fn what_is_hidden_is_nowhere() {
    let hidden = ["work/0/highlights/0", "work/1", "skills", "education/3"];
    let arrangement = Arrangement {
        hidden: spots(&hidden),
        // Hidden is stronger.
        pinned: places(&["work/1", "skills/0", "work/0/highlights/0"]),
        ..Arrangement::default()
    };
    let document = tailored(arrangement, 58).draft.document.to_string();
    for text in ["Welded steel pipes.", "Yard 0", "Carried 0 ropes.", "Baking", "School D"] {
        assert!(!document.contains(text), "{text}: {document}");
    }
    for text in ["Pipes", "Read drawings of pipes.", "School C"] {
        assert!(document.contains(text), "{text}: {document}");
    }
    assert!(tailored(Arrangement::default(), 58).draft.document.to_string().contains("Welded"));
}

#[test]
fn what_is_pinned_is_there_however_full_the_page_is() {
    let pinned = [
        "work/0/highlights/2",
        "work/30",
        "work/29/highlights/0",
        "volunteer/0",
        "projects/0/highlights/0",
        "education/0",
        "certificates/0",
        "skills/1",
        "interests/0",
        "references/0",
    ];
    let texts = [
        "Baked cakes for the yard.",
        "Yard 29",
        "Carried 28 ropes.",
        "Choir",
        "Painted it.",
        "School A",
        "Swimming",
        "Kitchen",
        "Chess",
        "Max",
    ];
    for page_lines in [58, 20, 1] {
        let plain = tailored(Arrangement::default(), page_lines).draft.document.to_string();
        assert!(!plain.contains("Swimming") && !plain.contains("Chess"));
        let arrangement = Arrangement { pinned: places(&pinned), ..Arrangement::default() };
        let document = tailored(arrangement, page_lines).draft.document.to_string();
        for text in texts {
            assert_eq!(document.matches(text).count(), 1, "{text} {page_lines}: {document}");
        }
    }
}

#[test]
fn the_owners_order_is_kept() {
    let order = [
        "skills",
        "education",
        "education/1",
        "education/3",
        "work/0/highlights/1",
        "work/0/highlights/0",
        "work/2",
        "skills/1",
    ];
    let arrangement = Arrangement {
        order: spots(&order),
        pinned: places(&["education/1", "skills/1", "work/0/highlights/0", "work/0/highlights/1"]),
        ..Arrangement::default()
    };
    let candidate = tailored(arrangement.clone(), 58);
    let members: Vec<&String> = candidate.draft.document.as_object().unwrap().keys().collect();
    assert_eq!(members[..3], ["basics", "skills", "education"]);
    assert_eq!(names(&candidate, "education", "institution")[..2], ["School B", "School D"]);
    assert_eq!(names(&candidate, "skills", "name")[0], "Kitchen");
    assert_eq!(names(&candidate, "work", "name")[..2], ["Yard 1", "Pipes"]);
    let told = candidate.draft.document.pointer("/work/1/highlights").unwrap();
    assert_eq!(told[0], "Read drawings of pipes.");
    assert_eq!(told[1], "Welded steel pipes.");
    // The same again.
    assert_eq!(tailored(arrangement, 58).draft, candidate.draft);
}
