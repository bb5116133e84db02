//! How much room a resume takes, counted in lines of a printed page.

use serde_json::Value;

/// Characters of a line at a readable size.
const LINE: usize = 90;

/// Lines of a text; a new line in it begins a new one.
pub(crate) fn lines_of(text: &str) -> u32 {
    text.lines().map(|line| line.chars().count().div_ceil(LINE).max(1) as u32).sum()
}

/// Lines of one entry: its own line, its summary, its highlights.
pub(crate) fn entry_lines(entry: &Value) -> u32 {
    let prose = ["summary", "description", "reference"];
    let told: u32 =
        prose.iter().filter_map(|member| entry.get(member)?.as_str()).map(lines_of).sum();
    let highlights = entry.get("highlights").and_then(Value::as_array);
    let listed: u32 =
        highlights.into_iter().flatten().filter_map(Value::as_str).map(lines_of).sum();
    1 + told + listed
}

/// Lines of a group of skills, which is printed as one run of text.
pub(crate) fn skill_lines(name: &str, keywords: &[&str]) -> u32 {
    let keywords: usize = keywords.iter().map(|keyword| keyword.chars().count() + 2).sum();
    ((name.chars().count() + 2 + keywords).div_ceil(LINE) as u32).max(1)
}

/// Lines of a JSON Resume document, with its head and a heading above each list.
pub(crate) fn lines(document: &Value) -> u32 {
    let mut sum = 2;
    if let Some(summary) = document.pointer("/basics/summary").and_then(Value::as_str) {
        sum += 1 + lines_of(summary);
    }
    for (section, value) in document.as_object().into_iter().flatten() {
        let entries = value.as_array().map_or(&[][..], Vec::as_slice);
        if entries.is_empty() {
            continue;
        }
        sum += 1;
        sum += match section.as_str() {
            "skills" => entries.iter().map(skill_entry).sum(),
            // Short things stand side by side.
            "languages" | "interests" => entries.len().div_ceil(4) as u32,
            _ => entries.iter().map(entry_lines).sum(),
        };
    }
    sum
}

fn skill_entry(entry: &Value) -> u32 {
    let name = entry.get("name").and_then(Value::as_str).unwrap_or_default();
    let keywords = entry.get("keywords").and_then(Value::as_array);
    let keywords: Vec<&str> = keywords.into_iter().flatten().filter_map(Value::as_str).collect();
    skill_lines(name, &keywords)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_page_counts_its_headings_and_long_lines() {
        let document = json!({
            "basics": {"name": "Ada", "summary": "Short."},
            "work": [{"name": "Mill", "highlights": ["x".repeat(91), "y"]}],
            "skills": [{"name": "Tools", "keywords": ["Gears"]}],
            "volunteer": [],
        });
        assert_eq!(lines(&document), 2 + 2 + (1 + 1 + 3) + (1 + 1));
    }
}
