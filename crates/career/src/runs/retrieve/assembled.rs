use kernel::Page;
use memory::chunks::{Chunk, ChunkType, Source};
use serde_json::{Value, json};
use store::{Filter, Query, StoreError, Stored, Transaction};
use tailor::facts::{Fact, Place, Section, Similarity};
use tailor::without_turns;

use super::original::Original;
use crate::resumes::{Paths, guess};

/// Chunks that are looked at: the newest.
const MOST_CHUNKS: u32 = 500;

/// A document made of what the memory knows of employers, for a site that has chunks of a resume
/// but no resume. None when it knows of none.
pub(super) fn assemble(transaction: &mut Transaction<'_>) -> Result<Option<Original>, StoreError> {
    let query = Query::all()
        .filter(Filter::equal("source", Source::Resume.name()))
        .filter(Filter::Absent("user_id"))
        .descending("id");
    let chunks = transaction.page::<Chunk>(&query, Page::first(MOST_CHUNKS))?.items;
    let jobs = jobs(chunks);
    if jobs.is_empty() {
        return Ok(None);
    }
    let work: Vec<Value> = jobs.iter().map(Job::entry).collect();
    let facts = jobs.iter().enumerate().flat_map(|(index, job)| job.facts(index)).collect();
    let document = json!({ "work": work });
    let (arrangement, language) = (Paths::default(), guess(&document, &document));
    Ok(Some(Original {
        written: document.clone(),
        document,
        facts,
        resume_id: None,
        arrangement,
        language,
        has_place_in_one_text: false,
    }))
}

/// A position with an employer.
struct Job {
    company: String,
    position: Option<String>,
    start: Option<String>,
    end: Option<String>,
    summary: Option<Chunk>,
    highlights: Vec<Chunk>,
}

/// The latest first, as resumes have it; in the order of writing where there are no dates.
fn jobs(chunks: Vec<Stored<Chunk>>) -> Vec<Job> {
    let mut jobs: Vec<Job> = Vec::new();
    // Oldest first, so that highlights stand in the order in which they were written.
    for mut chunk in chunks.into_iter().rev().map(|stored| stored.document) {
        chunk.text = without_turns(&chunk.text).into_owned();
        let named = |key: &str| {
            let text = chunk.metadata.get(key).and_then(Value::as_str).map(str::trim);
            text.filter(|text| !text.is_empty()).map(|text| without_turns(text).into_owned())
        };
        let Some(company) = named("company") else { continue };
        let position = named("position");
        let known = jobs.iter_mut().find(|job| job.company == company && job.position == position);
        let job = match known {
            Some(job) => job,
            None => {
                let (summary, highlights) = (None, Vec::new());
                let (start, end) = (None, None);
                jobs.push(Job { company, position, start, end, summary, highlights });
                jobs.last_mut().expect("just pushed")
            }
        };
        job.start = job.start.take().or_else(|| named("start_date"));
        job.end = job.end.take().or_else(|| named("end_date"));
        match chunk.chunk_type {
            ChunkType::RoleSummary if job.summary.is_none() => job.summary = Some(chunk),
            ChunkType::Achievement | ChunkType::RoleSummary => job.highlights.push(chunk),
            _ => {}
        }
    }
    jobs.retain(|job| job.summary.is_some() || !job.highlights.is_empty());
    // No date sorts last. The sort is stable, so those keep the order of writing.
    jobs.sort_by(|a, b| b.start.cmp(&a.start));
    jobs
}

impl Job {
    fn entry(&self) -> Value {
        let highlights: Vec<&str> = self.highlights.iter().map(|chunk| &*chunk.text).collect();
        let mut entry = json!({ "name": self.company });
        let summary = self.summary.as_ref().map(|chunk| chunk.text.clone());
        for (member, value) in [
            ("position", &self.position),
            ("startDate", &self.start),
            ("endDate", &self.end),
            ("summary", &summary),
        ] {
            if let Some(value) = value {
                entry[member] = value.as_str().into();
            }
        }
        entry["highlights"] = highlights.into();
        entry
    }

    /// The descriptive keys of a chunk are as much of it as its text, so the fact about the entry
    /// holds both.
    fn facts(&self, entry: usize) -> Vec<Fact> {
        // Without a summary the first highlight has to carry the entry: no entry may be without a
        // source.
        let head = self.summary.as_ref().or_else(|| self.highlights.first());
        let named =
            [Some(&self.company), self.position.as_ref(), self.start.as_ref(), self.end.as_ref()];
        let named: Vec<&str> = named.into_iter().flatten().map(String::as_str).collect();
        let of_entry = head.map(|chunk| {
            let text = format!("{}\n{}", chunk.text, named.join(" · "));
            self.fact(chunk, text, Place::entry(Section::Work, entry))
        });
        let of_highlights = self.highlights.iter().enumerate().map(|(index, chunk)| {
            self.fact(chunk, chunk.text.clone(), Place::highlight(Section::Work, entry, index))
        });
        // The fuller telling comes last, so that it is the one the chunk is known by.
        of_highlights.chain(of_entry).collect()
    }

    fn fact(&self, chunk: &Chunk, text: String, place: Place) -> Fact {
        Fact {
            chunk_id: chunk.id,
            text,
            place: Some(place),
            company: Some(self.company.clone()),
            position: self.position.clone(),
            similarity: Similarity::default(),
        }
    }
}
