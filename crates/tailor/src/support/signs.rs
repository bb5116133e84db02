use std::collections::HashSet;

/// Characters that claim nothing: those of plain prose.
fn is_prose(c: char) -> bool {
    c.is_alphanumeric()
        || matches!(c, ' ' | '.' | ',' | ';' | ':' | '!' | '?' | '\'' | '"' | '-' | '–' | '—')
        || matches!(c, '(' | ')' | '/' | '&' | '%' | '+' | '“' | '”' | '€' | '$' | '£' | '¥')
}

/// Characters of a statement that no source has: markup, control characters, pictures.
pub(super) fn foreign(statement: &str, known: &HashSet<char>) -> Vec<String> {
    let mut seen = HashSet::new();
    let strange = |c: &char| !is_prose(*c) && !known.contains(c);
    let fresh = statement.chars().filter(strange).filter(|c| seen.insert(*c));
    fresh.take(8).map(|c| format!("U+{:04X}", u32::from(c))).collect()
}
