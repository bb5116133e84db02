use serde_json::Value;

use crate::facts::{Place, Section};
use crate::page::skill_lines;
use crate::selection::SkillChoice;

use super::Desk;

/// Keywords of a group that are looked at, and groups.
const MOST: usize = 200;
/// Keywords that a group keeps when it must shrink to a line.
const FEWEST: usize = 4;
const MOST_SHOWN: usize = 24;
/// Groups of keywords, and skills that stand alone.
const MOST_GROUPS: usize = 8;
const MOST_ALONE: usize = 20;

/// What a name adds that the job names, too, so that "communication" does not come before it.
const NAMED: f32 = 0.6;

/// Groups and keywords in the order of the job's wishes; what the job does not ask for goes first
/// when a group is longer than a line.
pub(super) fn choose(desk: &Desk<'_>, room: &mut i64) -> Vec<SkillChoice> {
    let list = desk.dossier.document.get(Section::Skills.name()).and_then(Value::as_array);
    let list = list.map_or(&[][..], Vec::as_slice);
    let mut groups: Vec<(f32, u32, SkillChoice)> = list
        .iter()
        .enumerate()
        .take(MOST)
        .filter(|(number, _)| desk.fact_of(Section::Skills, *number).is_some())
        .map(|(number, group)| of_group(desk, number, group))
        .collect();
    groups.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.2.entry.cmp(&b.2.entry)));
    let asked = groups.iter().filter(|(weight, ..)| *weight > 0.0).count();
    if !groups.is_empty() {
        *room -= 1;
    }
    let mut chosen = Vec::new();
    let (mut grouped, mut alone) = (0, 0);
    for (number, (_, lines, group)) in groups.into_iter().enumerate() {
        let (count, most) = match group.keywords.is_empty() {
            true => (&mut alone, MOST_ALONE),
            false => (&mut grouped, MOST_GROUPS),
        };
        *count += 1;
        // What the job asks for is shown; of the rest as much as makes a picture.
        let fits = *count <= most && number < asked.max(3) && i64::from(lines) < *room;
        if fits || desk.is_pinned(Place::entry(Section::Skills, group.entry)) {
            *room -= i64::from(lines);
            chosen.push(group);
        }
    }
    chosen
}

fn of_group(desk: &Desk<'_>, entry: usize, group: &Value) -> (f32, u32, SkillChoice) {
    let name = group.get("name").and_then(Value::as_str).unwrap_or_default();
    let keywords = group.get("keywords").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let text = |number: usize| keywords[number].as_str().unwrap_or_default();
    let told = (0..keywords.len()).take(MOST).filter(|number| !text(*number).trim().is_empty());
    let mut ranked: Vec<(usize, f32)> =
        told.map(|number| (number, desk.wanted(text(number)))).collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    // The strongest wish decides, so that many weak ones ("team player") do not outweigh it.
    let strongest = ranked.first().map_or(0.0, |(_, weight)| *weight).max(desk.wanted(name));
    let wanted = ranked.iter().filter(|(_, weight)| *weight > 0.0).count();
    let weight = strongest + if strongest > 0.0 { 0.02 * wanted.min(10) as f32 } else { 0.0 };
    let lines = |ranked: &[(usize, f32)]| {
        let texts: Vec<&str> = ranked.iter().map(|(number, _)| text(*number)).collect();
        skill_lines(name, &texts)
    };
    ranked.truncate(MOST_SHOWN);
    // Only what nobody asks for is dropped, however long the line gets.
    while ranked.len() > FEWEST
        && lines(&ranked) > 1
        && ranked.last().is_some_and(|(_, weight)| *weight == 0.0)
    {
        ranked.pop();
    }
    let lines = lines(&ranked);
    let keywords = ranked.into_iter().map(|(number, _)| number).collect();
    (weight, lines, SkillChoice { entry, keywords })
}

impl Desk<'_> {
    /// How much the job asks for a keyword; 0 when it does not.
    pub(super) fn wanted(&self, keyword: &str) -> f32 {
        let answers = self.measure.answers(keyword, None);
        let weighted = answers
            .to_requirements
            .iter()
            .zip(&self.weights)
            .map(|(answer, weight)| answer * weight);
        let asked = weighted.fold(0.0, f32::max);
        let held = self.measure.held(&answers.words);
        let sum = (asked + answers.to_job) * (0.5 + 0.5 * held.share);
        match sum < 0.2 {
            true => 0.0,
            false => sum + if held.named { NAMED } else { 0.0 },
        }
    }
}
