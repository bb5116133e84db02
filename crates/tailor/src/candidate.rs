use crate::analysis::Analysis;
use crate::compose::compose;
use crate::draft::Draft;
use crate::evaluation::{Evaluation, evaluate};
use crate::facts::Dossier;
use crate::fault::Fault;
use crate::generate::Suggestion;
use crate::left_out::{LeftOut, left_out, too_long};
use crate::proposal::Proposal;
use crate::selection::{Brief, Selection};
use crate::voice::Voice;

/// Everything that stays the same from one attempt to the next.
#[derive(Clone, Debug)]
pub struct Case {
    pub job_description: String,
    pub analysis: Analysis,
    pub dossier: Dossier,
    pub voice: Voice,
    pub threshold: f32,
}

/// A draft with its judgement, and what a model would have said otherwise.
#[derive(Clone, Debug)]
pub struct Candidate {
    pub draft: Draft,
    pub evaluation: Evaluation,
    pub proposals: Vec<Proposal>,
    pub left_out: Vec<LeftOut>,
}

impl Candidate {
    /// Composes and judges.
    pub fn of(
        selection: &Selection,
        suggestions: Vec<Suggestion>,
        case: &Case,
        brief: &Brief,
    ) -> Self {
        let Case { analysis, dossier, voice, threshold, .. } = case;
        let selection = &dossier.arrangement.arranged(selection, dossier);
        let draft = compose(selection, dossier);
        // What has no place in this draft cannot be accepted for it, so it is not kept.
        let placed = suggestions.into_iter().filter_map(|it| Proposal::of(it, &draft));
        let proposals: Vec<Proposal> = placed.collect();
        let mut evaluation = evaluate(&draft, dossier, analysis, voice, brief, *threshold);
        evaluation.proposed = proposals.len();
        evaluation.faults.extend(too_long(selection, dossier));
        let left_out = left_out(selection, dossier);
        Self { draft, evaluation, proposals, left_out }
    }

    /// The same with what was proposed for another draft, as far as its sources stand in this one.
    pub fn with_proposals(mut self, proposals: &[Proposal]) -> Self {
        self.proposals = proposals.iter().filter_map(|one| one.moved_to(&self.draft)).collect();
        self.evaluation.proposed = self.proposals.len();
        self
    }

    /// Whether every statement is supported. Nothing else is ever delivered.
    pub fn is_supported(&self) -> bool {
        !self.evaluation.faults.iter().any(|fault| matches!(fault, Fault::Unsupported { .. }))
    }

    /// Whether it is to be preferred to another one.
    pub fn is_better_than(&self, other: &Self) -> bool {
        // Supported before passed before score: no score makes up for a claim that nothing carries.
        let rank = |candidate: &Self| (candidate.is_supported(), candidate.evaluation.passed);
        match rank(self).cmp(&rank(other)) {
            std::cmp::Ordering::Equal => self.evaluation.score > other.evaluation.score,
            ordering => ordering.is_gt(),
        }
    }
}

#[cfg(test)]
mod tests {
    use kernel::{Clock, Id, Randomness};
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;
    use crate::extractive::select;
    use crate::facts::{Fact, Similarity, facts_of};
    use crate::job::analyse;

    fn dossier(document: Value) -> Dossier {
        let randomness = Randomness::seeded(7);
        let facts = facts_of(&document).into_iter().map(|fact| Fact {
            chunk_id: Id::generate(&Clock::system(), &randomness),
            text: fact.text,
            place: Some(fact.place),
            company: fact.company,
            position: fact.position,
            similarity: Similarity::default(),
        });
        Dossier { facts: facts.collect(), document, ..Dossier::default() }
    }

    /// What the owner's own words become, without anybody else's.
    fn delivered(document: Value, job: &str) -> Candidate {
        let case = Case {
            job_description: job.to_owned(),
            analysis: analyse(job),
            dossier: dossier(document),
            voice: Voice::default(),
            threshold: 60.0,
        };
        let brief = Brief::default();
        let selection = select(&case.dossier, &case.analysis, &case.voice, &brief);
        Candidate::of(&selection, Vec::new(), &case, &brief)
    }

    fn text() -> impl Strategy<Value = String> {
        prop_oneof![
            "[A-Za-z0-9 ,.'&/()%€+#:;–-]{0,60}",
            "(C\\+\\+|C#|\\.NET|Node\\.js|12k|1,5 M|99\\.95 %|no|not|never|from 3 to 2|Łódź| ){0,8}",
            ".{0,30}",
            Just("\n".to_owned()),
        ]
    }

    fn document() -> impl Strategy<Value = Value> {
        let texts = || proptest::collection::vec(text(), 0..4);
        let entry = (text(), text(), text(), texts(), any::<bool>());
        let work = proptest::collection::vec(entry, 0..4);
        let skills = proptest::collection::vec((text(), text(), texts()), 0..3);
        (text(), text(), text(), work, skills).prop_map(|(name, label, summary, work, skills)| {
            let work: Vec<Value> = work
                .into_iter()
                .map(|(name, position, summary, highlights, ended)| {
                    let mut entry = json!({
                        "name": name, "position": position, "summary": summary,
                        "startDate": "2019-04", "highlights": highlights, "location": summary,
                        "url": "https://example.org/x", "description": name,
                    });
                    if ended {
                        entry["endDate"] = json!("2021-12-01");
                    }
                    entry
                })
                .collect();
            let skills: Vec<Value> = skills
                .into_iter()
                .map(|(name, level, keywords)| json!({ "name": name, "level": level, "keywords": keywords }))
                .collect();
            let study = json!({ "institution": name, "area": label, "score": "1,3", "courses": [label], "endDate": "2010" });
            json!({
                "basics": { "name": name, "label": label, "summary": summary, "x": 7 },
                "work": work, "volunteer": [{ "organization": label, "position": name, "highlights": [summary] }],
                "projects": [{ "name": label, "description": summary, "highlights": [name], "keywords": [label], "roles": [name] }],
                "skills": skills, "education": [study],
                "certificates": [{ "name": label, "date": "2020", "issuer": name, "url": "https://example.org" }],
                "awards": [{ "title": label, "date": "2020-02-03", "awarder": name, "summary": summary }],
                "publications": [{ "name": label, "publisher": name, "releaseDate": "1999", "summary": summary }],
                "languages": [{ "language": label, "fluency": name }],
                "interests": [{ "name": label, "keywords": [name] }],
                "references": [{ "name": name, "reference": summary }],
            })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200))]
        #[test]
        fn what_the_owner_says_may_always_be_delivered(document in document(), job in text()) {
            let candidate = delivered(document, &format!("Engineer\nRequirements:\n- {job}\n"));
            prop_assert!(candidate.is_supported(), "{:?}", candidate.evaluation.faults);
        }
    }

    #[test]
    fn the_better_one_is_supported_then_passed_then_higher() {
        let candidate = |passed, score, faults| Candidate {
            draft: Draft::default(),
            evaluation: Evaluation { passed, score, faults, ..Evaluation::default() },
            proposals: Vec::new(),
            left_out: Vec::new(),
        };
        let lie = Fault::Unsupported { path: "x".to_owned(), claims: vec![] };
        let ranked = [
            candidate(true, 100.0, vec![lie]),
            candidate(false, 90.0, vec![]),
            candidate(true, 60.0, vec![]),
            candidate(true, 61.0, vec![]),
        ];
        for pair in ranked.windows(2) {
            assert!(pair[1].is_better_than(&pair[0]) && !pair[0].is_better_than(&pair[1]));
        }
    }
}
