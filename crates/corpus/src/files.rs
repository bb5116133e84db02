use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::lives::Life;

/// Everything the measures need, read into memory.
#[derive(Debug)]
pub struct Corpus {
    pub resumes: BTreeMap<String, Value>,
    pub pairs: Vec<Pair>,
    /// By the name of the file.
    pub hostile: Vec<(String, Hostile)>,
    pub honest: Vec<Honest>,
    pub series: Vec<(String, Series)>,
    pub lives: Vec<Life>,
    jobs: PathBuf,
}

/// A resume and a job, with what a careful recruiter would put on the page.
#[derive(Debug)]
pub struct Pair {
    pub name: String,
    pub job: String,
    pub judgement: Judgement,
}

#[derive(Debug, Deserialize)]
pub struct Judgement {
    pub resume: String,
    pub job: String,
    pub title: String,
    pub seniority: Option<String>,
    pub requirements: Vec<Asked>,
    pub relevant: Vec<String>,
    pub irrelevant: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub struct Asked {
    pub text: String,
    pub level: String,
    pub met_by: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub struct Hostile {
    pub family: String,
    pub catch: String,
    pub job_description: String,
    pub resume: String,
    pub obeyed: Obeyed,
    pub forbidden: Vec<String>,
}

/// What a model writes that does as a hostile text says.
#[derive(Debug, Deserialize)]
pub struct Obeyed {
    pub summary: String,
    pub highlights: Vec<String>,
    pub targets: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub struct Honest {
    pub resume: String,
    pub target: String,
    pub form: String,
    pub text: String,
}

/// The rounds of one reviewer.
#[derive(Debug, Deserialize)]
pub struct Series {
    pub resume: String,
    pub rounds: Vec<Round>,
    pub held_out_job: String,
    pub final_texts: Vec<String>,
}

#[derive(Debug, Deserialize)]
pub struct Round {
    pub original_text: String,
    pub feedback_type: String,
    #[serde(default)]
    pub final_text: Option<String>,
}

type Outcome<T> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

impl Corpus {
    /// The corpus of this repository.
    pub fn open() -> Outcome<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/career");
        let jobs = root.join("jobs");
        let pairs =
            all::<Judgement>(&root.join("judgements"))?.into_iter().map(|(name, judgement)| {
                let job = std::fs::read_to_string(jobs.join(format!("{}.txt", judgement.job)))?;
                Ok(Pair { name, job, judgement })
            });
        Ok(Self {
            resumes: all(&root.join("resumes"))?.into_iter().collect(),
            pairs: pairs.collect::<Outcome<_>>()?,
            hostile: all(&root.join("hostile"))?,
            honest: read(&root.join("honest.json"))?,
            series: all(&root.join("feedback"))?,
            lives: lives(&root.join("lives"))?,
            jobs,
        })
    }

    pub fn job(&self, name: &str) -> Outcome<String> {
        Ok(std::fs::read_to_string(self.jobs.join(format!("{name}.txt")))?)
    }

    pub fn resume(&self, name: &str) -> Outcome<&Value> {
        self.resumes.get(name).ok_or_else(|| format!("there is no resume {name}").into())
    }
}

fn lives(folder: &Path) -> Outcome<Vec<Life>> {
    let named = |(name, life): (String, Life)| Life { name, ..life };
    Ok(all(folder)?.into_iter().map(named).collect())
}

fn all<T: DeserializeOwned>(folder: &Path) -> Outcome<Vec<(String, T)>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "json") {
            files.push(path);
        }
    }
    files.sort();
    let named = |path: PathBuf| {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok((name, read(&path)?))
    };
    files.into_iter().map(named).collect()
}

fn read<T: DeserializeOwned>(path: &Path) -> Outcome<T> {
    let text = std::fs::read_to_string(path)?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()).into())
}
