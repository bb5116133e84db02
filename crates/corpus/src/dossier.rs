use kernel::Id;
use serde_json::Value;
use tailor::Analysis;
use tailor::facts::{Dossier, Fact, Similarity, facts_of};

/// Makes a vector of length one of each text.
pub type Embed<'a> = dyn Fn(&[&str]) -> Vec<Vec<f32>> + 'a;

/// A resume as the service would hand it to a generator, with ids in the order of the facts.
pub fn dossier_of(document: &Value) -> Dossier {
    let facts = facts_of(document)
        .into_iter()
        .enumerate()
        .map(|(number, fact)| Fact::new(fact, id(number)));
    Dossier { document: document.clone(), facts: facts.collect(), ..Dossier::default() }
}

/// The same dossier with what vectors tell.
pub fn informed(
    mut dossier: Dossier,
    job: &str,
    analysis: &Analysis,
    embed: &Embed<'_>,
) -> Dossier {
    let job = embed(&[job]).pop().unwrap_or_default();
    let asked: Vec<&str> = analysis.requirements.iter().map(|one| one.text.as_str()).collect();
    let asked = embed(&asked);
    let texts: Vec<&str> = dossier.facts.iter().map(|fact| fact.text.as_str()).collect();
    let vectors = embed(&texts);
    for (fact, vector) in dossier.facts.iter_mut().zip(vectors) {
        fact.similarity = Similarity {
            to_job: Some(cosine(&vector, &job)),
            to_requirements: asked.iter().map(|asked| cosine(&vector, asked)).collect(),
        };
    }
    dossier
}

fn cosine(one: &[f32], other: &[f32]) -> f32 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

pub(crate) fn id(number: usize) -> Id {
    let text = format!("00000000-0000-7000-8000-{number:012x}");
    text.parse().expect("twelve hexadecimal digits end an id")
}
