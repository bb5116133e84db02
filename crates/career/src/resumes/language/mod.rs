//! The language of a resume: what its owner says, or what its texts and the words of its dates show.

mod count;
mod words;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use count::Count;

/// The languages that a resume can be set in: headings, months and the marks between words follow it. `other` is any
/// that is not among them: its headings are English, and its dates are figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "ResumeLanguage")]
pub enum Language {
    En,
    De,
    Fr,
    Es,
    It,
    Pt,
    Nl,
    Da,
    Zh,
    Ja,
    Other,
}

impl Language {
    const NAMED: [Self; 10] = [
        Self::En,
        Self::De,
        Self::Fr,
        Self::Es,
        Self::It,
        Self::Pt,
        Self::Nl,
        Self::Da,
        Self::Zh,
        Self::Ja,
    ];

    /// By a tag such as `de` or `de-CH`; none for what is no tag.
    pub fn of_tag(tag: &str) -> Option<Self> {
        let code = tag.trim().split(['-', '_']).next().unwrap_or_default().to_lowercase();
        let is_tag =
            matches!(code.len(), 2 | 3) && code.bytes().all(|byte| byte.is_ascii_lowercase());
        let named = Self::NAMED.into_iter().find(|language| language.code() == code);
        // `und` is the tag of what nobody knows.
        let other = (is_tag && code != "und") || code == Self::Other.code();
        named.or_else(|| other.then_some(Self::Other))
    }

    /// As `lang` has it, where it is one of ours.
    pub fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::De => "de",
            Self::Fr => "fr",
            Self::Es => "es",
            Self::It => "it",
            Self::Pt => "pt",
            Self::Nl => "nl",
            Self::Da => "da",
            Self::Zh => "zh",
            Self::Ja => "ja",
            Self::Other => "other",
        }
    }
}

/// The language of a reading, by its own word in `meta.language` or by its texts; none where both leave it
/// open. `written` is the document as it was given: the words of its dates are in no reading.
pub(crate) fn guess(written: &Value, tree: &Value) -> Option<Language> {
    // No part of the schema, but where it stands it is meant.
    let told = tree.pointer("/meta/language").and_then(Value::as_str).and_then(Language::of_tag);
    told.or_else(|| Count::of(written, tree).most())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_text_shows_its_language() {
        for (code, text) in [
            ("en", "Led the team of five that built the mill, and taught apprentices to run it."),
            (
                "de",
                "Leitung des Teams, das die Mühle gebaut hat, und Ausbildung der Lehrlinge im Betrieb.",
            ),
            (
                "fr",
                "Direction de l'équipe qui a construit le moulin, et formation des apprentis dans les ateliers.",
            ),
            (
                "es",
                "Dirección del equipo que construyó el molino y formación de los aprendices en la empresa.",
            ),
            (
                "it",
                "Ho diretto la squadra che ha costruito il mulino e formato gli apprendisti della ditta.",
            ),
            (
                "pt",
                "Direção da equipa que construiu o moinho e formação dos aprendizes na empresa, com uma bolsa.",
            ),
            (
                "nl",
                "Leiding van het team dat de molen bouwde, en opleiding van leerlingen voor een bedrijf.",
            ),
            (
                "da",
                "Ledelse af holdet, som byggede møllen, og oplæring af lærlinge til at køre den på havnen.",
            ),
            ("zh", "带领团队使用 Rust 和 PostgreSQL 建造系统，并培训学徒。"),
            ("ja", "Rust でシステムを構築し、五人のチームを率いました。"),
        ] {
            let tree = json!({"basics": {"name": "Ada", "url": "https://the.and.of.to"}, "work": [{"summary": text}]});
            assert_eq!(guess(&tree, &tree).map(Language::code), Some(code), "{text}");
        }
    }

    #[test]
    fn what_shows_none_has_none_unless_it_is_told() {
        for tree in [
            json!({}),
            json!({"basics": {"name": "Ada"}, "skills": [{"name": "Rust"}, {"name": "C"}]}),
            json!({"work": [{"url": "the of and to in for", "startDate": "the and of to"}]}),
        ] {
            assert_eq!(guess(&tree, &tree), None, "{tree}");
        }
        for (told, language) in [
            ("de-CH", Some(Language::De)),
            ("pl", Some(Language::Other)),
            ("pl_PL", Some(Language::Other)),
            ("other", Some(Language::Other)),
            ("und", None),
            ("yes!", None),
            ("", None),
        ] {
            let tree = json!({"meta": {"language": told}});
            assert_eq!(guess(&tree, &tree), language, "{told}");
        }
    }

    #[test]
    fn the_words_of_dates_show_it_where_others_are_few() {
        let work = |start: &str, end: &str| {
            json!({"basics": {"name": "Ada"}, "work": [
                {"name": "Mill", "position": "IT", "startDate": start, "endDate": end}]})
        };
        for (start, end, code) in [
            ("Januar 2019", "heute", Some("de")),
            ("seit März 2019", "", Some("de")),
            ("janvier 2019", "aujourd'hui", Some("fr")),
            ("enero 2019", "actualidad", Some("es")),
            ("gennaio 2019", "oggi", Some("it")),
            ("janeiro de 2019", "o momento", Some("pt")),
            ("januari 2019", "heden", Some("nl")),
            ("marts 2019", "nu", Some("da")),
            ("March 2019", "Present", Some("en")),
            ("2019年3月", "至今", Some("zh")),
            ("marzec 2019", "obecnie", Some("other")),
            ("mars 2019", "nuvarande", Some("other")),
            ("března 2019", "dosud", Some("other")),
            ("март 2019", "по настоящее время", Some("other")),
            ("Jan 2019", "2020", None),
            ("2019-03", "2020-04", None),
        ] {
            let written = work(start, end);
            let tree = crate::resumes::reading::read(&written).tree;
            assert_eq!(guess(&written, &tree).map(Language::code), code, "{start} {end}");
            // In one text as well.
            let written = json!({"work": [{"name": "Mill", "date": format!("{start} – {end}")}]});
            let tree = crate::resumes::reading::read(&written).tree;
            if end != "2020" && !end.is_empty() {
                assert_eq!(guess(&written, &tree).map(Language::code), code, "{start} – {end}");
            }
        }
        // Many dates of a builder do not outweigh what somebody has written.
        let entry = json!({"name": "Mill", "startDate": "March 2019", "endDate": "Present",
                           "summary": "Leitung des Teams und der Ausbildung für die Lehrlinge."});
        let written = json!({"work": vec![entry; 8]});
        assert_eq!(guess(&written, &written), Some(Language::De));
    }

    #[test]
    fn a_language_without_headings_is_another() {
        for text in [
            "Kierowanie zespołem, który zbudował młyn, oraz szkolenie uczniów w zakładzie i na budowie.",
            "Ledde laget som byggde kvarnen och utbildade lärlingar för att driva den.",
            "Ledet laget som bygde mølla, og lærte opp lærlinger i drift av den etter åpning.",
            "Vedl jsem tým, který postavil mlýn, a školil učně na stavbě i v dílně.",
            "Johdin ryhmää, joka rakensi myllyn, ja koulutin oppilaat sekä myös heidän opettajansa, tai olen.",
            "Vezettem a csapatot, amely megépítette a malmot, és oktattam az inasokat, valamint egy műhelyt.",
            "Am condus echipa care a construit moara și am format ucenici în atelier, pentru un an.",
            "Değirmeni inşa eden ekibi yönettim ve çırakları eğittim, bir atölye için.",
            "Руководил командой, которая построила мельницу на Rust.",
            "Οδήγησα την ομάδα που έχτισε τον μύλο.",
            "팀을 이끌고 방앗간을 지었습니다.",
            "قدت الفريق الذي بنى المطحنة.",
        ] {
            let tree = json!({"basics": {"name": "Ada"}, "work": [{"summary": text}]});
            assert_eq!(guess(&tree, &tree), Some(Language::Other), "{text}");
        }
        // Names are written as they are, whatever the language of the resume.
        let tree = json!({"basics": {"name": "Łukasz Żółć"}, "work": [
            {"name": "Łódź Młyn", "position": "Engineer"}, {"name": "Kraków Żuraw"}, {"name": "Gdańsk"}, {"name": "Poznań"}]});
        assert_eq!(guess(&tree, &tree), None);
        let tree = json!({"work": [{"highlights": ["Built a mill", "Ran a team", "Led a group", "Sold a ship"]}]});
        assert_eq!(guess(&tree, &tree), Some(Language::En));
    }
}
