use super::Language;
use crate::model::Part;

/// The words of one language. Patterns have their places in braces.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    /// In the order of [`Part`].
    pub(crate) headings: [&'static str; 12],
    pub(crate) months: [&'static str; 12],
    pub(crate) month_year: &'static str,
    pub(crate) year: &'static str,
    /// What goes on.
    pub(crate) since: &'static str,
    pub(crate) page_of: &'static str,
    /// What the document is.
    pub resume: &'static str,
    /// Before a grade.
    pub score: &'static str,
    /// Between a name and what is told of it.
    pub colon: &'static str,
    /// Between the members of a list.
    pub comma: &'static str,
    /// Between a thing and where it was.
    pub aside: &'static str,
    pub brackets: (&'static str, &'static str),
}

impl Words {
    pub fn heading(&self, part: Part) -> &'static str {
        self.headings[part as usize]
    }

    /// All of them, for whoever has to know which letters are needed.
    pub(crate) fn texts(&self) -> impl Iterator<Item = &'static str> {
        let others = [self.month_year, self.year, self.since, self.page_of];
        let signs = [self.colon, self.comma, self.aside, self.brackets.0, self.brackets.1];
        self.headings.into_iter().chain(self.months).chain(others).chain(signs)
    }

    /// At the head or foot of a page.
    pub fn page_of(&self, page: usize, pages: usize) -> String {
        self.page_of.replace("{page}", &page.to_string()).replace("{pages}", &pages.to_string())
    }
}

/// What languages with Latin letters have in common.
const LATIN: Words = Words {
    headings: [""; 12],
    months: [""; 12],
    month_year: "{month} {year}",
    year: "{year}",
    since: "",
    page_of: "",
    resume: "",
    score: "",
    colon: ": ",
    comma: ", ",
    aside: ", ",
    brackets: (" (", ")"),
};

/// Months are numbers, punctuation is wide, and words are not parted by blanks.
const IDEOGRAPHIC: Words = Words {
    months: ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"],
    month_year: "{year}年{month}月",
    year: "{year}年",
    colon: "：",
    comma: "、",
    aside: "，",
    brackets: ("（", "）"),
    ..LATIN
};

pub(super) fn of(language: Language) -> &'static Words {
    match language {
        Language::English => &ENGLISH,
        Language::German => &GERMAN,
        Language::French => &FRENCH,
        Language::Spanish => &SPANISH,
        Language::Italian => &ITALIAN,
        Language::Portuguese => &PORTUGUESE,
        Language::Dutch => &DUTCH,
        Language::Danish => &DANISH,
        Language::Chinese => &CHINESE,
        Language::Japanese => &JAPANESE,
        Language::Other => &OTHER,
    }
}

const ENGLISH: Words = Words {
    headings: [
        "Profile",
        "Experience",
        "Projects",
        "Volunteering",
        "Skills",
        "Education",
        "Certificates",
        "Awards",
        "Publications",
        "Languages",
        "Interests",
        "References",
    ],
    months: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"],
    since: "{start} – present",
    page_of: "Page {page} of {pages}",
    resume: "Resume",
    score: "Score",
    ..LATIN
};

/// English where there must be words, and figures where there need not.
const OTHER: Words = Words {
    months: ["01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12"],
    month_year: "{month}/{year}",
    since: "{start} –",
    ..ENGLISH
};

const GERMAN: Words = Words {
    headings: [
        "Profil",
        "Berufserfahrung",
        "Projekte",
        "Ehrenamt",
        "Kenntnisse",
        "Ausbildung",
        "Zertifikate",
        "Auszeichnungen",
        "Veröffentlichungen",
        "Sprachen",
        "Interessen",
        "Referenzen",
    ],
    months: [
        "Jan.", "Feb.", "März", "Apr.", "Mai", "Juni", "Juli", "Aug.", "Sept.", "Okt.", "Nov.",
        "Dez.",
    ],
    since: "{start} – heute",
    page_of: "Seite {page} von {pages}",
    resume: "Lebenslauf",
    score: "Note",
    ..LATIN
};

const FRENCH: Words = Words {
    headings: [
        "Profil",
        "Expérience",
        "Projets",
        "Bénévolat",
        "Compétences",
        "Formation",
        "Certifications",
        "Distinctions",
        "Publications",
        "Langues",
        "Centres d’intérêt",
        "Références",
    ],
    months: [
        "janv.", "févr.", "mars", "avr.", "mai", "juin", "juil.", "août", "sept.", "oct.", "nov.",
        "déc.",
    ],
    since: "{start} – aujourd’hui",
    page_of: "Page {page} sur {pages}",
    resume: "CV",
    score: "Note",
    colon: "\u{a0}: ",
    ..LATIN
};

const SPANISH: Words = Words {
    headings: [
        "Perfil",
        "Experiencia",
        "Proyectos",
        "Voluntariado",
        "Competencias",
        "Formación",
        "Certificados",
        "Premios",
        "Publicaciones",
        "Idiomas",
        "Intereses",
        "Referencias",
    ],
    months: ["ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sept", "oct", "nov", "dic"],
    since: "{start} – actualidad",
    page_of: "Página {page} de {pages}",
    resume: "Currículum",
    score: "Calificación",
    ..LATIN
};

const ITALIAN: Words = Words {
    headings: [
        "Profilo",
        "Esperienza",
        "Progetti",
        "Volontariato",
        "Competenze",
        "Istruzione e formazione",
        "Certificati",
        "Riconoscimenti",
        "Pubblicazioni",
        "Lingue",
        "Interessi",
        "Referenze",
    ],
    months: ["gen", "feb", "mar", "apr", "mag", "giu", "lug", "ago", "set", "ott", "nov", "dic"],
    since: "{start} – oggi",
    page_of: "Pagina {page} di {pages}",
    resume: "Curriculum",
    score: "Voto",
    ..LATIN
};

const PORTUGUESE: Words = Words {
    headings: [
        "Perfil",
        "Experiência",
        "Projetos",
        "Voluntariado",
        "Competências",
        "Formação",
        "Certificados",
        "Distinções",
        "Publicações",
        "Idiomas",
        "Interesses",
        "Referências",
    ],
    months: [
        "jan.", "fev.", "mar.", "abr.", "maio", "jun.", "jul.", "ago.", "set.", "out.", "nov.",
        "dez.",
    ],
    since: "{start} – presente",
    page_of: "Página {page} de {pages}",
    resume: "Currículo",
    score: "Classificação",
    ..LATIN
};

const DUTCH: Words = Words {
    headings: [
        "Profiel",
        "Werkervaring",
        "Projecten",
        "Vrijwilligerswerk",
        "Vaardigheden",
        "Opleiding",
        "Certificaten",
        "Onderscheidingen",
        "Publicaties",
        "Talen",
        "Interesses",
        "Referenties",
    ],
    months: [
        "jan.", "feb.", "mrt.", "apr.", "mei", "juni", "juli", "aug.", "sep.", "okt.", "nov.",
        "dec.",
    ],
    since: "{start} – heden",
    page_of: "Pagina {page} van {pages}",
    resume: "Cv",
    score: "Cijfer",
    ..LATIN
};

const DANISH: Words = Words {
    headings: [
        "Profil",
        "Erfaring",
        "Projekter",
        "Frivilligt arbejde",
        "Kompetencer",
        "Uddannelse",
        "Certifikater",
        "Udmærkelser",
        "Publikationer",
        "Sprog",
        "Interesser",
        "Referencer",
    ],
    months: [
        "jan.", "feb.", "mar.", "apr.", "maj", "juni", "juli", "aug.", "sep.", "okt.", "nov.",
        "dec.",
    ],
    since: "{start} – nu",
    page_of: "Side {page} af {pages}",
    resume: "CV",
    score: "Karakter",
    ..LATIN
};

const CHINESE: Words = Words {
    headings: [
        "个人简介",
        "工作经历",
        "项目经历",
        "志愿经历",
        "专业技能",
        "教育背景",
        "证书",
        "荣誉奖项",
        "论文与著作",
        "语言能力",
        "兴趣爱好",
        "推荐人",
    ],
    since: "{start}至今",
    page_of: "第 {page} 页，共 {pages} 页",
    resume: "简历",
    score: "成绩",
    ..IDEOGRAPHIC
};

const JAPANESE: Words = Words {
    headings: [
        "プロフィール",
        "職務経歴",
        "プロジェクト",
        "ボランティア活動",
        "スキル",
        "学歴",
        "資格",
        "受賞歴",
        "論文・著作",
        "語学",
        "趣味・関心",
        "推薦者",
    ],
    since: "{start} – 現在",
    page_of: "{page} / {pages} ページ",
    resume: "職務経歴書",
    score: "成績",
    aside: "、",
    ..IDEOGRAPHIC
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_language_lacks_a_word() {
        for language in Language::ALL.into_iter().chain([Language::Other]) {
            let words = language.words();
            let all = words.headings.iter().chain(&words.months);
            assert!(all.clone().all(|word| !word.is_empty()), "{language:?}");
            assert!(words.since.contains("{start}"), "{language:?}");
            assert!(words.page_of(2, 3).contains('2') && words.page_of(2, 3).contains('3'));
            assert!(!words.resume.is_empty() && !words.score.is_empty(), "{language:?}");
        }
        assert_eq!(Language::of_tag("pt-BR"), Some(Language::Portuguese));
        assert_eq!(Language::of_tag("ZH_hant"), Some(Language::Chinese));
        assert_eq!(Language::of_tag("fi"), None);
        assert_eq!(Language::German.words().heading(Part::References), "Referenzen");
    }
}
