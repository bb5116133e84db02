//! What a letter says by itself, in each language. None of it may be false, whoever sends it and to
//! whom: it greets, names the posting in its own words, announces lines of the resume, asks to be
//! asked, and ends. It says nothing about the sender: no wish, no feeling, no experience, no enclosure.

use super::{Language, days_of};

/// The fixed phrases of one language. Patterns have their places in braces.
#[derive(Clone, Copy, Debug)]
pub struct Phrases {
    /// What the document is.
    pub letter: &'static str,
    /// With `{title}`, and for a posting that names none.
    pub(crate) subject: [&'static str; 2],
    pub salutation: &'static str,
    /// With `{title}`, and for a posting that names none.
    pub(crate) opening: [&'static str; 2],
    /// Before lines of the resume.
    pub from_resume: &'static str,
    pub request: &'static str,
    pub closing: &'static str,
    pub(crate) months: [&'static str; 12],
    pub(crate) day: &'static str,
}

impl Phrases {
    /// All of them, for whoever has to know which letters are needed.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &'static str> {
        let [subject, opening] = [self.subject, self.opening];
        let others = [self.salutation, self.from_resume, self.request, self.closing, self.day];
        subject.into_iter().chain(opening).chain(others).chain(self.months)
    }
}

impl Language {
    pub fn phrases(self) -> &'static Phrases {
        match self {
            Self::English | Self::Other => &ENGLISH,
            Self::German => &GERMAN,
            Self::French => &FRENCH,
            Self::Spanish => &SPANISH,
            Self::Italian => &ITALIAN,
            Self::Portuguese => &PORTUGUESE,
            Self::Dutch => &DUTCH,
            Self::Danish => &DANISH,
            Self::Chinese => &CHINESE,
            Self::Japanese => &JAPANESE,
        }
    }

    /// A day such as `2026-11-16` as the head of a letter has it; none for anything else.
    pub fn day(self, date: &str) -> Option<String> {
        let parts: Vec<&str> = date.split('-').collect();
        let [year, month, day] = parts.as_slice() else { return None };
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let sizes = [year.len(), month.len(), day.len()];
        if sizes != [4, 2, 2] || !parts.iter().all(|part| is_number(part)) {
            return None;
        }
        let (number, day): (usize, u32) = (month.parse().ok()?, day.parse().ok()?);
        let days = days_of(year.parse().ok()?, month.parse().ok()?);
        let phrases = self.phrases();
        let month = phrases.months.get(number.checked_sub(1)?)?;
        let told = phrases.day.replace("{day}", &day.to_string()).replace("{month}", month);
        (1..=days).contains(&day).then(|| told.replace("{year}", year))
    }
}

const ENGLISH: Phrases = Phrases {
    letter: "Letter",
    subject: ["Application: {title}", "Application"],
    salutation: "Dear hiring team,",
    opening: [
        "I am applying for the position “{title}”.",
        "I am applying for the position that you have advertised.",
    ],
    from_resume: "From my resume:",
    request: "Please ask me if you would like to know more.",
    closing: "Kind regards,",
    months: [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ],
    day: "{day} {month} {year}",
};

const GERMAN: Phrases = Phrases {
    letter: "Anschreiben",
    subject: ["Bewerbung: {title}", "Bewerbung"],
    salutation: "Sehr geehrte Damen und Herren,",
    opening: [
        "ich bewerbe mich auf die Stelle „{title}“.",
        "ich bewerbe mich auf die von Ihnen ausgeschriebene Stelle.",
    ],
    from_resume: "Aus meinem Lebenslauf:",
    request: "Bitte fragen Sie mich, wenn Sie mehr wissen möchten.",
    closing: "Mit freundlichen Grüßen",
    months: [
        "Januar",
        "Februar",
        "März",
        "April",
        "Mai",
        "Juni",
        "Juli",
        "August",
        "September",
        "Oktober",
        "November",
        "Dezember",
    ],
    day: "{day}. {month} {year}",
};

const FRENCH: Phrases = Phrases {
    letter: "Lettre",
    subject: ["Candidature\u{a0}: {title}", "Candidature"],
    salutation: "Madame, Monsieur,",
    opening: [
        "Je vous adresse ma candidature au poste «\u{a0}{title}\u{a0}».",
        "Je vous adresse ma candidature au poste que vous proposez.",
    ],
    from_resume: "Extraits de mon CV\u{a0}:",
    request: "N’hésitez pas à me contacter pour en savoir plus.",
    closing: "Salutations distinguées",
    months: [
        "janvier",
        "février",
        "mars",
        "avril",
        "mai",
        "juin",
        "juillet",
        "août",
        "septembre",
        "octobre",
        "novembre",
        "décembre",
    ],
    day: "{day} {month} {year}",
};

const SPANISH: Phrases = Phrases {
    letter: "Carta",
    subject: ["Candidatura: {title}", "Candidatura"],
    salutation: "A quien corresponda:",
    opening: [
        "Presento mi candidatura al puesto «{title}».",
        "Presento mi candidatura al puesto que ofrecen.",
    ],
    from_resume: "De mi currículum:",
    request: "No duden en contactarme si desean saber más.",
    closing: "Atentamente,",
    months: [
        "enero",
        "febrero",
        "marzo",
        "abril",
        "mayo",
        "junio",
        "julio",
        "agosto",
        "septiembre",
        "octubre",
        "noviembre",
        "diciembre",
    ],
    day: "{day} de {month} de {year}",
};

const ITALIAN: Phrases = Phrases {
    letter: "Lettera",
    subject: ["Candidatura: {title}", "Candidatura"],
    salutation: "Gentili Signore e Signori,",
    opening: [
        "presento la mia candidatura per la posizione «{title}».",
        "presento la mia candidatura per la posizione che offrite.",
    ],
    from_resume: "Dal mio curriculum:",
    request: "Non esitate a contattarmi per saperne di più.",
    closing: "Cordiali saluti",
    months: [
        "gennaio",
        "febbraio",
        "marzo",
        "aprile",
        "maggio",
        "giugno",
        "luglio",
        "agosto",
        "settembre",
        "ottobre",
        "novembre",
        "dicembre",
    ],
    day: "{day} {month} {year}",
};

const PORTUGUESE: Phrases = Phrases {
    letter: "Carta",
    subject: ["Candidatura: {title}", "Candidatura"],
    salutation: "Exmas. Senhoras, Exmos. Senhores,",
    opening: [
        "Apresento a minha candidatura à vaga «{title}».",
        "Apresento a minha candidatura à vaga que anunciaram.",
    ],
    from_resume: "Do meu currículo:",
    request: "Não hesitem em contactar-me para saber mais.",
    closing: "Com os melhores cumprimentos,",
    months: [
        "janeiro",
        "fevereiro",
        "março",
        "abril",
        "maio",
        "junho",
        "julho",
        "agosto",
        "setembro",
        "outubro",
        "novembro",
        "dezembro",
    ],
    day: "{day} de {month} de {year}",
};

const DUTCH: Phrases = Phrases {
    letter: "Brief",
    subject: ["Sollicitatie: {title}", "Sollicitatie"],
    salutation: "Geachte heer of mevrouw,",
    opening: [
        "Hierbij solliciteer ik naar de functie ‘{title}’.",
        "Hierbij solliciteer ik naar de functie die u aanbiedt.",
    ],
    from_resume: "Uit mijn cv:",
    request: "Neem gerust contact met mij op als u meer wilt weten.",
    closing: "Met vriendelijke groet,",
    months: [
        "januari",
        "februari",
        "maart",
        "april",
        "mei",
        "juni",
        "juli",
        "augustus",
        "september",
        "oktober",
        "november",
        "december",
    ],
    day: "{day} {month} {year}",
};

const DANISH: Phrases = Phrases {
    letter: "Ansøgning",
    subject: ["Ansøgning: {title}", "Ansøgning"],
    salutation: "Til rette vedkommende",
    opening: ["Jeg søger stillingen »{title}«.", "Jeg søger den stilling, som I har slået op."],
    from_resume: "Fra mit CV:",
    request: "Kontakt mig gerne, hvis I vil vide mere.",
    closing: "Med venlig hilsen",
    months: [
        "januar",
        "februar",
        "marts",
        "april",
        "maj",
        "juni",
        "juli",
        "august",
        "september",
        "oktober",
        "november",
        "december",
    ],
    day: "{day}. {month} {year}",
};

const NUMBERS: [&str; 12] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"];

const CHINESE: Phrases = Phrases {
    letter: "求职信",
    subject: ["应聘：{title}", "应聘"],
    salutation: "尊敬的招聘负责人：",
    opening: ["我应聘“{title}”这一职位。", "我应聘贵方发布的职位。"],
    from_resume: "以下摘自我的简历：",
    request: "如需了解更多，请与我联系。",
    closing: "此致敬礼",
    months: NUMBERS,
    day: "{year}年{month}月{day}日",
};

const JAPANESE: Phrases = Phrases {
    letter: "送付状",
    subject: ["応募：{title}", "応募"],
    salutation: "採用ご担当者様",
    opening: ["「{title}」の求人に応募いたします。", "貴社の求人に応募いたします。"],
    from_resume: "以下は履歴書からの抜粋です。",
    request: "ご質問がございましたら、ご連絡ください。",
    closing: "よろしくお願いいたします。",
    months: NUMBERS,
    day: "{year}年{month}月{day}日",
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_names_the_posting_where_it_has_a_title_and_only_there() {
        for language in Language::ALL {
            let phrases = language.phrases();
            for [named, unnamed] in [phrases.subject, phrases.opening] {
                assert_eq!(named.matches("{title}").count(), 1, "{language:?}");
                assert!(!unnamed.contains('{') && !unnamed.is_empty(), "{language:?}");
            }
            for text in phrases.texts() {
                assert!(!text.trim().is_empty() && text.trim() == text, "{language:?}: {text:?}");
            }
        }
    }

    #[test]
    fn a_day_is_written_as_letters_have_it() {
        let cases = [
            (Language::English, "16 November 2026"),
            (Language::German, "16. November 2026"),
            (Language::Spanish, "16 de noviembre de 2026"),
            (Language::Japanese, "2026年11月16日"),
        ];
        for (language, told) in cases {
            assert_eq!(language.day("2026-11-16").as_deref(), Some(told));
        }
        for wrong in [
            "",
            "2026",
            "2026-11",
            "2026-13-01",
            "2026-00-01",
            "2026-01-00",
            "2026-02-29",
            "26-1-3",
        ] {
            assert_eq!(Language::French.day(wrong), None, "{wrong}");
        }
    }
}
