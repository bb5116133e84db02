/// Endings that stand behind a colon in words for all genders: `Ingenieur:in`, `Mitarbeiter:innen`, `jede:r`.
const ENDINGS: [&str; 6] = ["in", "innen", "r", "e", "n", "s"];

/// What stands before and behind the first colon of a line that parts the two.
pub(super) fn labelled(line: &str) -> Option<(&str, &str)> {
    let parts = |at: usize| {
        let behind = &line[at + 1..];
        let end = behind.find(|c: char| !c.is_alphabetic()).unwrap_or(behind.len());
        let joined = line[..at].ends_with(char::is_alphabetic);
        !(joined && ENDINGS.contains(&&behind[..end]))
    };
    let (at, _) = line.match_indices(':').find(|(at, _)| parts(*at))?;
    Some((&line[..at], &line[at + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colon_within_a_word_parts_nothing() {
        for (line, found) in [
            ("Title: Fitter", Some(("Title", " Fitter"))),
            ("Location:Berlin", Some(("Location", "Berlin"))),
            ("Ingenieur:in gesucht", None),
            ("Für Mitarbeiter:innen: ein Rad", Some(("Für Mitarbeiter:innen", " ein Rad"))),
            ("Jede:r kann das", None),
            ("Ort: in Zürich", Some(("Ort", " in Zürich"))),
            ("Nothing", None),
        ] {
            assert_eq!(labelled(line), found, "{line}");
        }
    }
}
