use super::sections::Purpose;

/// What headings announce, by words they begin with or hold.
const MUST: &[&str] = &[
    "requirement",
    "must have",
    "must-have",
    "qualification",
    "what you bring",
    "what you'll bring",
    "what you will bring",
    "what you need",
    "what you will need",
    "what you'll need",
    "you bring",
    "you have",
    "your profile",
    "who you are",
    "about you",
    "skills",
    "what we expect",
    "we expect",
    "what we're looking for",
    "what we are looking for",
    "we are looking for",
    "we look for",
    "your experience",
    "essential",
    "you should have",
    "minimum",
    "profile",
    "essentials",
    "you are",
    "tasks and profile",
    "person specification",
    "what matters",
    "what counts",
    "we need",
    "needed",
    "anforderungen",
    "das bringen sie mit",
    "das bringst du mit",
    "dein profil",
    "ihr profil",
    "was sie mitbringen",
    "was du mitbringst",
    "voraussetzungen",
    "qualifikation",
    "sie bringen",
    "du bringst",
    "was wir erwarten",
    "wir erwarten",
    "must haves",
    "your background",
    "expectations",
    "key skills",
    "technical skills",
    "required",
    "the person",
    "ideal candidate",
    "you will have",
    "experience",
    "what it takes",
    "what we ask",
    "we ask",
    "wir suchen",
    "you offer",
    "job description and qualifications",
    "the right person",
    "your skills",
    "we need",
];
const NICE: &[&str] = &[
    "nice to have",
    "nice-to-have",
    "nice to haves",
    "bonus",
    "preferred",
    "desirable",
    "desired",
    "plus",
    "pluses",
    "plus points",
    "a plus",
    "extra",
    "extras",
    "good to have",
    "ideally",
    "would be great",
    "advantage",
    "advantageous",
    "what would be nice",
    "optional",
    "welcome",
    "von vorteil",
    "wünschenswert",
    "pluspunkte",
    "das wäre schön",
    "idealerweise",
    "gerne",
    "brownie points",
    "also good",
    "even better",
    "we would be happy",
    "it helps",
    "helpful",
    "would help",
    "on top",
    "not required but",
    "merits",
    "nice",
    "what we would enjoy",
    "would be",
    "we would enjoy",
    "we would love",
];
const TASK: &[&str] = &[
    "responsibilit",
    "what you will do",
    "what you'll do",
    "your tasks",
    "tasks",
    "the role",
    "your role",
    "about the role",
    "the job",
    "about the job",
    "duties",
    "day to day",
    "your mission",
    "what you will be doing",
    "you will",
    "the work",
    "the position",
    "ihre aufgaben",
    "deine aufgaben",
    "aufgaben",
    "was sie erwartet",
    "was dich erwartet",
    "das machen sie",
    "in this role",
    "mission",
    "the challenge",
    "what awaits",
    "tätigkeiten",
];
const TALK: &[&str] = &[
    "about us",
    "about the company",
    "about the team",
    "who we are",
    "our company",
    "our values",
    "what we offer",
    "we offer",
    "benefits",
    "perks",
    "our offer",
    "compensation",
    "salary",
    "pay",
    "why us",
    "why join",
    "how to apply",
    "apply",
    "application",
    "equal opportunity",
    "diversity",
    "equal",
    "our package",
    "what you get",
    "you get",
    "in return",
    "location",
    "contact",
    "privacy",
    "wir bieten",
    "das bieten wir",
    "über uns",
    "benefit",
    "bewerbung",
    "kontakt",
    "unser angebot",
    "was wir bieten",
    "about",
    "culture",
    "our culture",
    "the process",
    "hiring process",
    "next steps",
    "interview process",
    "gehalt",
    "disclaimer",
    "legal",
    "stack of benefits",
    "working hours",
    "company description",
    "additional information",
    "about the benefits",
    "our story",
];

const LONGEST_PHRASE: usize = 40;

/// What a heading announces; none when the words are not those of a heading.
pub(super) fn announced(words: &str) -> Option<Purpose> {
    let words = words.to_lowercase();
    let words = words.trim_matches(|c: char| !c.is_alphanumeric());
    let count = words.split_whitespace().count();
    if words.is_empty() || count > 7 {
        return None;
    }
    let lists = [(NICE, Purpose::Nice), (TALK, Purpose::Talk), (MUST, Purpose::Must)]
        .into_iter()
        .chain([(TASK, Purpose::Task)]);
    // The beginning decides, then the longest match: "about you" is no talk, "what you will need" is no task.
    let mut best: Option<(usize, Purpose)> = None;
    for (phrases, purpose) in lists {
        for phrase in phrases {
            let begins = words.strip_prefix(phrase);
            let fits = match begins {
                Some(rest) => !rest.starts_with(char::is_alphanumeric) || phrase.len() > 9,
                None => phrase.len() > 6 && words.contains(phrase),
            };
            let strength = phrase.len() + if begins.is_some() { LONGEST_PHRASE } else { 0 };
            if fits && best.is_none_or(|(known, _)| strength > known) {
                best = Some((strength, purpose));
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
        ] {
            assert_eq!(announced(heading), Some(purpose), "{heading}");
        }
        assert_eq!(announced("Several years of Kotlin, Java or another language"), None);
    }
}
