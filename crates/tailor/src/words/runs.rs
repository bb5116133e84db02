/// Words and the blanks between them, in order; together they are the text.
pub(crate) fn words_with_blanks(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let blank = first.is_whitespace();
        let end = rest.find(|c: char| c.is_whitespace() != blank).unwrap_or(rest.len());
        let (run, after) = rest.split_at(end);
        found.push(run);
        rest = after;
    }
    found
}
