use sheet::{Document, Entry, Language};

/// A resume as Markdown in which only our own marks mean anything.
pub(crate) fn markdown(document: &Document) -> String {
    let mut lines = Vec::new();
    if !document.name.is_empty() {
        lines.push(format!("# {}", escape(&document.name)));
    }
    if !document.label.is_empty() {
        lines.push(format!("**{}**", escape(&document.label)));
    }
    let contacts: Vec<String> = document.contacts.iter().map(|it| escape(&it.text)).collect();
    if !contacts.is_empty() {
        lines.push(first_of_line(&contacts.join(" · ")));
    }
    if !document.summary.is_empty() {
        lines.push(first_of_line(&escape(&document.summary)));
    }
    for section in &document.sections {
        lines.push(format!("## {}", escape(section.heading(document.language))));
        lines.extend(section.entries.iter().map(|it| entry(it, document.language)));
    }
    lines.join("\n\n") + "\n"
}

fn entry(entry: &Entry, language: Language) -> String {
    let dates = entry.period.told(language);
    if entry.is_line() && !entry.title.is_empty() {
        let gap = if entry.text.is_empty() { "" } else { language.words().colon };
        return format!("- **{}**{gap}{}", escape(&entry.title), escape(&entry.text));
    }
    let head: Vec<String> = [&entry.title, &entry.place, &dates]
        .into_iter()
        .filter(|part| !part.is_empty())
        .map(|part| escape(part))
        .collect();
    let mut lines = vec![format!("### {}", head.join(" · "))];
    if !entry.text.is_empty() {
        lines.push(first_of_line(&escape(&entry.text)));
    }
    let point = |it: &String| format!("- {}", first_of_line(&escape(it)));
    let points: Vec<String> = entry.points.iter().map(point).collect();
    if !points.is_empty() {
        lines.push(points.join("\n"));
    }
    lines.join("\n\n")
}

/// Text that stays text: no emphasis, no link (also not one that a reader guesses from an address),
/// no picture, no HTML.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len() + 8);
    let letters: Vec<char> = text.chars().collect();
    for (index, letter) in letters.iter().enumerate() {
        let next = letters.get(index + 1);
        let marks = match letter {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '#' | '|' | '~' | '!' | '@'
            | '$' | '^' | '=' | '{' | '}' => true,
            // A colon before a letter makes an address of it (`https:…`, `mailto:…`).
            ':' => next.is_some_and(|next| !next.is_whitespace()),
            // What looks like a host is made one by some readers.
            '.' => next.is_some_and(|next| next.is_alphanumeric()),
            _ => false,
        };
        if marks {
            escaped.push('\\');
        }
        escaped.push(*letter);
    }
    escaped
}

/// At its beginning a line may mean a list or a rule; `- 8 %` in a list would be a list of `8 %`.
fn first_of_line(escaped: &str) -> String {
    escaped.split('\n').map(first_of_one_line).collect::<Vec<_>>().join("\n")
}

fn first_of_one_line(line: &str) -> String {
    let escaped = line.trim_start();
    let digits = escaped.chars().take_while(char::is_ascii_digit).count();
    match escaped.as_bytes().get(digits) {
        Some(b'-' | b'+') if digits == 0 => format!("\\{escaped}"),
        Some(b'.' | b')') if digits > 0 => {
            format!("{}\\{}", &escaped[..digits], &escaped[digits..])
        }
        _ => escaped.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn nothing_becomes_a_link_a_picture_or_markup() {
        let hostile = "![x](https://evil.example) <b onclick=x> www.evil.example a@b.c \
                       [y]: javascript:alert(1) `c` *d* _e_ &lt;\n# f";
        let document = json!({
            "basics": {"name": hostile, "label": hostile, "summary": "- 1. item"},
            "work": [{"name": hostile, "position": hostile, "highlights": [hostile]}],
            "skills": [{"name": hostile, "keywords": [hostile]}],
        });
        let markdown = markdown(&Document::of_json_resume(&document, Language::English));
        for mark in [
            "![",
            " [y",
            " <b",
            "https:/",
            "www.",
            "a@b",
            "javascript:a",
            " `c",
            " *d",
            " _e",
            " &lt",
        ] {
            assert!(!markdown.contains(mark), "{mark}: {markdown}");
        }
        assert!(markdown.contains("\n\\- 1. item\n"));
        assert_eq!(markdown.lines().filter(|line| line.starts_with("# ")).count(), 1);
        assert_eq!(first_of_line("2019. A year"), "2019\\. A year");
        assert_eq!(first_of_line("2019 was a year"), "2019 was a year");
        assert_eq!(first_of_line("Margins\n- 8 %\n  + 5 %"), "Margins\n\\- 8 %\n\\+ 5 %");
        let signed = json!({"work": [{"name": "Mill", "highlights": ["- 8 % costs", "+ 5 %", "1. in sales"]}]});
        let signed = super::markdown(&Document::of_json_resume(&signed, Language::English));
        for line in ["- \\- 8 % costs", "- \\+ 5 %", "- 1\\. in sales"] {
            assert!(signed.contains(line), "{signed}");
        }
    }

    #[test]
    fn a_resume_reads_as_one() {
        let document = json!({
            "basics": {"name": "Ada Lovelace", "label": "Engineer", "email": "ada@example.org"},
            "work": [{"name": "Mill & Co", "position": "Engineer", "startDate": "2019-04",
                      "highlights": ["Cut the noise by 40 %."]}],
            "skills": [{"name": "Mechanics", "keywords": ["Gears", "Steam"]}],
        });
        let expected = "# Ada Lovelace\n\n**Engineer**\n\nada\\@example\\.org\n\n## Experience\n\n\
                        ### Engineer · Mill \\& Co · Apr 2019 – present\n\n\
                        - Cut the noise by 40 %.\n\n## Skills\n\n- **Mechanics**: Gears, Steam\n";
        let document = Document::of_json_resume(&document, Language::English);
        assert_eq!(markdown(&document), expected);
    }
}
