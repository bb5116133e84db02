//! Tables of Markdown: a line of cells for each row.

/// Between the cells of a row.
const BETWEEN: &str = " · ";

/// The text with its tables in lines, each with a sign before it. A row without a frame is one only below a head with its rule, since
/// `Java | Go` is a line like any other.
pub(super) fn without_tables(text: &str, before_row: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut found: Vec<String> = Vec::new();
    let mut within = false;
    for (at, line) in lines.iter().enumerate() {
        within = line.contains('|') && (within || begins(&lines, at));
        match within {
            true if is_rule(line) => {}
            true => {
                let cells = cells(line).into_iter().filter(|it| !it.is_empty());
                found.push(format!("{before_row}{}", cells.collect::<Vec<_>>().join(BETWEEN)));
            }
            false => found.push((*line).to_owned()),
        }
    }
    found.join("\n")
}

pub(super) fn has_table(text: &str) -> bool {
    let lines: Vec<&str> = text.lines().collect();
    text.contains('|') && (0..lines.len()).any(|at| begins(&lines, at))
}

/// Whether a table begins in that line: with a row between lines, or above a rule with as many cells.
fn begins(lines: &[&str], at: usize) -> bool {
    let line = lines[at].trim();
    let count = cells(line).len();
    let is_framed = line.starts_with('|') && line.ends_with('|') && count > 1;
    let is_head = || {
        let rule = lines.get(at + 1).filter(|rule| is_rule(rule));
        rule.is_some_and(|rule| cells(rule).len() == count)
    };
    line.contains('|') && (is_framed || is_head())
}

/// `|---|:--:|`
fn is_rule(line: &str) -> bool {
    let parts = cells(line);
    let is_part = |part: &String| {
        let bare = part.trim_matches(':');
        !bare.is_empty() && bare.chars().all(|sign| sign == '-')
    };
    line.contains('|') && !parts.is_empty() && parts.iter().all(is_part)
}

fn cells(line: &str) -> Vec<String> {
    let line = line.trim();
    let line = line.strip_prefix('|').unwrap_or(line);
    let line = match line.strip_suffix('|') {
        Some(bare) if !bare.ends_with('\\') => bare,
        _ => line,
    };
    let mut found = vec![String::new()];
    let mut escaped = false;
    for sign in line.chars() {
        let last = found.last_mut().expect("there is one from the beginning");
        match sign {
            '|' if escaped => {
                last.pop();
                last.push('|');
            }
            '|' => found.push(String::new()),
            sign => last.push(sign),
        }
        escaped = sign == '\\' && !escaped;
    }
    found.into_iter().map(|cell| cell.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::without_tables;

    #[test]
    fn a_table_becomes_lines_and_what_is_none_stays() {
        for (text, seen) in [
            (
                "| Year | Team |\n|------|-----:|\n| 2019 | 5 |\n| 2020 | |",
                "Year · Team\n2019 · 5\n2020",
            ),
            (
                "Year | Team\n--- | ---\n2019 | 5\n\nEnd | of it",
                "Year · Team\n2019 · 5\n\nEnd | of it",
            ),
            ("Before\n| a \\| b | c |\nBehind", "Before\na | b · c\nBehind"),
            ("| A |\n|---|\n| b |", "A\nb"),
        ] {
            assert_eq!(without_tables(text, ""), seen, "{text}");
        }
        for text in ["Java | Go | C", "a || b", "|x| < 3", "one\n---\ntwo", "|", "||"] {
            assert_eq!(without_tables(text, ""), text);
        }
    }
}
