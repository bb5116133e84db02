//! Rules for a document whose highlights are read one by one where several stood in one text. Each rule was set for
//! the whole of such a text, so it holds for all that was in it.

use serde_json::Value;

use crate::resumes::reading::{Parted, read};
use crate::resumes::written::Written;

/// A stored resume whose rules were set when such texts were one highlight.
pub(in crate::resumes) fn with_parts(mut resume: Value) -> Value {
    let text = resume.get("document").and_then(Value::as_str);
    let Some(Ok(written)) = text.map(Written::of) else { return resume };
    let Some(rules) = resume.get_mut("arrangement").and_then(Value::as_object_mut) else {
        return resume;
    };
    let parted = read(&written.tree).parted;
    for list in ["hidden", "pinned", "order"] {
        let Some(paths) = rules.get_mut(list).and_then(Value::as_array_mut) else { continue };
        let moved = paths.iter().flat_map(|path| match path.as_str() {
            Some(path) => moved(path, &parted).into_iter().map(Value::String).collect(),
            None => vec![path.clone()],
        });
        *paths = moved.collect();
    }
    resume
}

/// A stored resume whose rules were set when several positions with one employer were one entry. A rule for that entry
/// holds for all of them.
pub(in crate::resumes) fn with_positions(mut resume: Value) -> Value {
    let text = resume.get("document").and_then(Value::as_str);
    let Some(Ok(written)) = text.map(Written::of) else { return resume };
    let Some(rules) = resume.get_mut("arrangement").and_then(Value::as_object_mut) else {
        return resume;
    };
    let spread = read(&written.tree).spread;
    for list in ["hidden", "pinned", "order"] {
        let Some(paths) = rules.get_mut(list).and_then(Value::as_array_mut) else { continue };
        let moved = paths.iter().flat_map(|path| match path.as_str() {
            Some(path) => spread_out(path, &spread).into_iter().map(Value::String).collect(),
            None => vec![path.clone()],
        });
        *paths = moved.collect();
    }
    resume
}

/// The places of the entry that stood at a path: `work/0`, `work/0/highlights/1`.
fn spread_out(path: &str, spread: &[(String, Vec<usize>)]) -> Vec<String> {
    let stays = || vec![path.to_owned()];
    let mut parts = path.splitn(3, '/');
    let (Some(section), Some(entry)) = (parts.next(), parts.next()) else { return stays() };
    let Some((_, counts)) = spread.iter().find(|(list, _)| list == section) else {
        return stays();
    };
    let Ok(entry) = entry.parse::<usize>() else { return stays() };
    let Some(count) = counts.get(entry) else { return stays() };
    let first: usize = counts[..entry].iter().sum();
    match parts.next() {
        // What was told of all stands with the first.
        Some(rest) => vec![format!("{section}/{first}/{rest}")],
        None => (first..first + count).map(|at| format!("{section}/{at}")).collect(),
    }
}

/// The places of what stood at a path: `work/0/highlights/1`.
fn moved(path: &str, parted: &[Parted]) -> Vec<String> {
    let stays = || vec![path.to_owned()];
    let Some((entry, number)) = path.rsplit_once("/highlights/") else { return stays() };
    let Ok(number) = number.parse::<usize>() else { return stays() };
    let is_it = |parted: &&Parted| format!("{}/{}", parted.section, parted.entry) == entry;
    let Some(Parted { counts, .. }) = parted.iter().find(is_it) else { return stays() };
    let Some(count) = counts.get(number) else { return stays() };
    let first: usize = counts[..number].iter().sum();
    (first..first + count).map(|at| format!("{entry}/highlights/{at}")).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_was_hidden_stays_hidden_in_all_positions() {
        let document = json!({"work": [
            {"company": "Mill", "positions": [{"title": "Miller"}, {"title": "Fitter"}]},
            {"company": "Dam"},
            {"company": "Quarry", "positions": [{"title": "Cook"}]},
        ]});
        let rules = json!({"hidden": ["work/1", "work/0", "work/1/highlights/0", "skills/1"], "pinned": ["work/2"], "order": []});
        let resume = json!({"document": document.to_string(), "arrangement": rules});
        assert_eq!(
            with_positions(resume)["arrangement"],
            json!({
                "hidden": ["work/2", "work/0", "work/1", "work/2/highlights/0", "skills/1"],
                "pinned": ["work/3"], "order": [],
            })
        );
    }

    #[test]
    fn what_was_hidden_stays_hidden_with_all_its_parts() {
        let document = json!({"experience": [
            {"company": "Mill"},
            {"company": "Dam", "highlights": ["First.", "<ul><li>Secret one</li><li>Secret two</li></ul>", "Third.", "Fourth."]},
            {"company": "Quarry", "achievements": "- One\n- Two"},
        ]});
        let rules = |hidden: [&str; 4]| json!({"hidden": hidden, "pinned": ["work/1/highlights/3"], "order": []});
        let before =
            rules(["work/1/highlights/1", "work/1/highlights/2", "work/0", "work/2/highlights/1"]);
        let resume = json!({"document": document.to_string(), "arrangement": before, "title": "x"});
        let upgraded = with_parts(resume.clone());
        assert_eq!(
            upgraded["arrangement"],
            json!({
                "hidden": ["work/1/highlights/1", "work/1/highlights/2", "work/1/highlights/3", "work/0", "work/2/highlights/1"],
                "pinned": ["work/1/highlights/4"], "order": [],
            })
        );
        assert_eq!(upgraded["document"], resume["document"]);
        for odd in [
            json!({}),
            json!({"document": "{"}),
            json!({"document": "{}", "arrangement": {"hidden": [7]}}),
        ] {
            assert_eq!(with_parts(odd.clone()), odd);
        }
    }
}
