use std::sync::LazyLock;

use super::purpose::Purpose;
use crate::lists::phrases;

/// What headings announce, by words they begin with or hold.
static HEADINGS: LazyLock<Vec<(Purpose, Vec<String>)>> = LazyLock::new(|| {
    let list = include_str!("../../data/headings.txt");
    Purpose::TOLD.into_iter().map(|(name, purpose)| (purpose, phrases(list, name))).collect()
});

const LONGEST_PHRASE: usize = 40;

/// What a heading announces; none when the words are not those of a heading.
pub(super) fn announced(words: &str) -> Option<Purpose> {
    let words = words.to_lowercase();
    let words = words.trim_matches(|c: char| !c.is_alphanumeric());
    let count = words.split_whitespace().count();
    if words.is_empty() || count > 7 {
        return None;
    }
    // The beginning decides, then the longest match: "about you" is no talk, "what you will need" is no task.
    let mut best: Option<(usize, Purpose)> = None;
    for (purpose, phrases) in HEADINGS.iter() {
        for phrase in phrases {
            let whole = phrase.strip_suffix('=');
            let begins = words.strip_prefix(whole.unwrap_or(phrase.as_str()));
            let fits = match begins {
                // One word alone is a heading; with others it asks: "Esperienza con Java".
                _ if whole.is_some() => begins == Some(""),
                // A label is told by all of it: "industry", but not "industry experience".
                _ if *purpose == Purpose::Terms => words == phrase,
                // A short phrase has to end where a word does. A long one is clear enough in the
                // middle of one.
                Some(rest) => !rest.starts_with(char::is_alphanumeric) || phrase.len() > 9,
                None => phrase.len() > 6 && words.contains(phrase.as_str()),
            };
            let strength = phrase.len() + if begins.is_some() { LONGEST_PHRASE } else { 0 };
            if fits && best.is_none_or(|(known, _)| strength > known) {
                best = Some((strength, *purpose));
            }
        }
    }
    best.map(|(_, purpose)| purpose)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_announce_what_follows() {
        for (heading, purpose) in [
            ("What you will need", Purpose::Must),
            ("Nice to have", Purpose::Nice),
            ("Minimum qualifications:", Purpose::Must),
            ("Preferred qualifications", Purpose::Nice),
            ("Das bringen Sie mit", Purpose::Must),
            ("Von Vorteil", Purpose::Nice),
            ("Ihre Aufgaben", Purpose::Task),
            ("What we offer", Purpose::Talk),
            ("About you", Purpose::Must),
            ("About us", Purpose::Talk),
            ("Plus points:", Purpose::Nice),
            ("Key responsibilities", Purpose::Task),
            ("Experience level:", Purpose::Terms),
            ("Job type", Purpose::Terms),
            ("Profil recherché", Purpose::Must),
            ("Se valorará", Purpose::Nice),
            ("Dine opgaver", Purpose::Task),
            ("Qui sommes-nous ?", Purpose::Talk),
            ("Requisiti", Purpose::Must),
            ("Competenze richieste:", Purpose::Must),
            ("Mansioni", Purpose::Task),
            ("Offriamo", Purpose::Talk),
            ("Requisiti preferenziali", Purpose::Nice),
            ("Qualificações", Purpose::Must),
            ("Diferenciais", Purpose::Nice),
            ("Responsabilidades", Purpose::Task),
            ("Vereisten", Purpose::Must),
            ("Functie-eisen", Purpose::Must),
            ("Werkzaamheden", Purpose::Task),
            ("Arbeidsvoorwaarden", Purpose::Talk),
            ("Kenntnisse", Purpose::Must),
            ("任职要求:", Purpose::Must),
            ("岗位职责", Purpose::Task),
            ("加分项", Purpose::Nice),
            ("応募資格", Purpose::Must),
            ("仕事内容", Purpose::Task),
            ("歓迎要件", Purpose::Nice),
            ("福利厚生", Purpose::Talk),
        ] {
            assert_eq!(announced(heading), Some(purpose), "{heading}");
        }
        assert_eq!(announced("Esperienza con Java"), None);
        assert_eq!(announced("Industry experience"), Some(Purpose::Must), "no label");
        assert_eq!(announced("Several years of Kotlin, Java or another language"), None);
    }
}
