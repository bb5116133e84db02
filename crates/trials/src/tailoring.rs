//! What is delivered of a resume, whatever job, owner and model say.

use kernel::{Id, Randomness};
use serde_json::{Value, json};
use tailor::delivered::{Approvals, Decision, Kind};
use tailor::facts::{Dossier, Fact, facts_of};
use tailor::generate::{Changes, Prompt};
use tailor::{Brief, Candidate, Case, Voice, extractive, job};

/// The text is cut at the sign U+241E: the job, the owner's summary, the highlights one to a line, what a
/// model answers, and what the owner has decided, one to a line: `3 Words` approves the words for the third
/// fact, `- Words` refuses them. Every statement that is delivered is the owner's own, made from it by the closed
/// list of edits or approved for it, and proposals stay outside.
pub fn tailoring(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut parts = text.splitn(5, '\u{241e}');
    let mut next = || parts.next().unwrap_or_default();
    let (post, summary, highlights) = (next(), next(), next());
    let (answer, decided) = (next(), next());
    let highlights: Vec<&str> = highlights.lines().take(20).collect();
    let document = json!({
        "basics": { "name": "Ada", "summary": summary },
        "work": [{ "name": "Mill", "position": "Engineer", "startDate": "2019-04", "highlights": highlights }],
        "skills": [{ "name": "Mechanics", "keywords": ["Gears", "Steam"] }],
    });
    let facts = facts_of(&document).into_iter().zip(1_u32..);
    let facts: Vec<Fact> = facts.map(|(fact, number)| Fact::new(fact, id(number))).collect();
    let decisions: Vec<_> =
        decided.lines().take(20).filter_map(|line| decision(line, &facts)).collect();
    let mut dossier = Dossier { document, facts, ..Dossier::default() };
    dossier.approvals = Approvals::new(decisions.clone(), &dossier);
    let analysis = job::analyse(post);
    let (voice, brief) = (Voice::default(), Brief::default());
    let selection = extractive::select(&dossier, &analysis, &voice, &brief);
    let case = Case { job_description: post.to_owned(), analysis, dossier, voice, threshold: 0.5 };
    let alone = Candidate::of(&selection, Vec::new(), &case, &brief);
    assert_owners(&alone, &case, &decisions);
    let prompt = Prompt::new(&selection, &case, &brief, &Randomness::seeded(1));
    for changes in [Changes::read(answer), Changes::read_begun(answer)].into_iter().flatten() {
        let applied = prompt.apply(changes, selection.clone(), &case);
        let candidate = Candidate::of(&applied.selection, applied.suggestions, &case, &brief);
        assert_owners(&candidate, &case, &decisions);
    }
}

fn id(number: u32) -> Id {
    let text = format!("00000000-0000-7000-8000-{number:012x}");
    text.parse().expect("digits make an id")
}

fn decision(line: &str, facts: &[Fact]) -> Option<Decision> {
    let (number, wording) = line.split_once(' ')?;
    let wording = wording.to_owned();
    if number == "-" {
        return Some(Decision::Refused { wording });
    }
    let source = facts.get(number.parse::<usize>().ok()?)?.text.clone();
    Some(Decision::Approved { source, wording, home: None })
}

/// Whether words were approved, for a source or for other words for it, and not refused since: the newest
/// decision comes first.
fn is_approved(words: &str, source: &str, decisions: &[Decision]) -> bool {
    let mut reached = vec![source];
    // Each round goes one correction further.
    for _ in decisions {
        for (at, decision) in decisions.iter().enumerate() {
            let Decision::Approved { source, wording, .. } = decision else { continue };
            let is_this =
                |known: &Decision| *known == Decision::Refused { wording: wording.clone() };
            let is_refused = decisions[..at].iter().any(is_this);
            if reached.contains(&source.as_str())
                && !is_refused
                && !reached.contains(&wording.as_str())
            {
                reached.push(wording);
            }
        }
    }
    reached.iter().skip(1).any(|known| *known == words)
}

fn assert_owners(candidate: &Candidate, case: &Case, decisions: &[Decision]) {
    assert!(candidate.is_supported(), "{:?}", candidate.evaluation);
    let mut owned = Vec::new();
    texts(&case.dossier.document, &mut owned);
    let of_owner = |text: &str| owned.iter().any(|known| known.contains(text));
    for statement in &candidate.draft.statements {
        let text = statement.text.as_str();
        match statement.kind {
            Some(Kind::Approved) => {
                let source = statement.source.as_deref().expect("what was approved tells for what");
                assert!(is_approved(text, source, decisions), "nobody has approved {text}");
            }
            Some(Kind::Verbatim)
                if statement.source.is_none() && !is_put_together(&statement.path) =>
            {
                let sentences = owned.iter().any(|known| is_some_sentences(text, known));
                assert!(of_owner(text) || sentences, "{}: {text}", statement.path);
            }
            Some(Kind::Derived) => {
                let source = statement.source.as_deref().expect("what was derived tells from what");
                assert!(of_owner(source), "{source}");
                assert_eq!(said(text), said(source), "{}", statement.path);
            }
            _ => {}
        }
        assert!(!statement.receipts.is_empty(), "{text}");
    }
}

/// Lines that name an entry or a group are put together from several members.
fn is_put_together(path: &str) -> bool {
    !path.contains("highlights") && !path.ends_with("summary")
}

/// Whether a text is made of pieces of another in their order, with nothing but spaces between.
fn is_some_sentences(text: &str, of: &str) -> bool {
    let words: Vec<&str> = of.split_whitespace().collect();
    let mut rest = words.iter();
    text.split_whitespace().all(|word| rest.any(|known| *known == word))
}

/// As it is read aloud.
fn said(text: &str) -> String {
    let text = text.replace("per cent", "percent").replace("percent", "%");
    text.strip_suffix('.').unwrap_or(&text).to_owned()
}

fn texts<'a>(value: &'a Value, into: &mut Vec<&'a str>) {
    match value {
        Value::String(text) => into.push(text),
        Value::Array(items) => items.iter().for_each(|item| texts(item, into)),
        Value::Object(members) => members.values().for_each(|member| texts(member, into)),
        _ => {}
    }
}
