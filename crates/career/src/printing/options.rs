use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use sheet::{Document, Order};

use crate::resumes::{Language, TODAY};
use crate::tailorings::{Look, Options, Paper};

/// How a resume is to be printed, as clients say it. Whatever is absent follows from what is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default)]
pub struct PrintOptions {
    /// Absent, that of the result, or the one nearest to the `meta.theme` of the resume, or `classic`.
    pub look: Option<Look>,
    /// Absent, that of the result, or `a4`.
    pub paper: Option<Paper>,
    /// Of headings, months and punctuation. Absent, that of the result or of the resume.
    pub language: Option<Language>,
    /// Whether the owner's picture stands beside the name, where `basics.image` is one of this site. Absent,
    /// as the result says, or not.
    pub photo: Option<bool>,
}

impl From<Look> for sheet::Look {
    fn from(look: Look) -> Self {
        match look {
            Look::Classic => Self::Classic,
            Look::Modern => Self::Modern,
            Look::Compact => Self::Compact,
        }
    }
}

impl From<Paper> for sheet::Paper {
    fn from(paper: Paper) -> Self {
        match paper {
            Paper::A4 => Self::A4,
            Paper::Letter => Self::Letter,
        }
    }
}

impl From<Language> for sheet::Language {
    fn from(language: Language) -> Self {
        Self::of_tag(language.code()).unwrap_or(Self::Other)
    }
}

impl PrintOptions {
    /// What is not said here, as the options of a result say it.
    pub(crate) fn or(self, kept: &Options) -> Self {
        Self {
            look: self.look.or(kept.look),
            paper: self.paper.or(Some(kept.paper)),
            language: self.language.or(kept.language),
            photo: self.photo.or(Some(kept.photo)),
        }
    }

    pub(crate) fn or_language(self, language: Option<Language>) -> Self {
        Self { language: self.language.or(language), ..self }
    }

    /// A document and how it is printed. `source` is the owner's whole document, whose `meta` a
    /// tailored one does not have.
    /// `today` is a day such as `2026-11-16`: what begins after it is not said to go on.
    pub fn read(self, tree: &Value, source: Option<&Value>, today: &str) -> (Document, Order) {
        let meta = |name: &str| {
            let of = |tree: &Value| tree["meta"][name].as_str().map(str::to_owned);
            of(tree).or_else(|| source.and_then(of))
        };
        let language = self.language.or_else(|| Language::of_tag(&meta("language")?));
        let language = language.map(sheet::Language::from).unwrap_or_default();
        let look = self.look.map(sheet::Look::from);
        let look = look.or_else(|| sheet::Look::of_theme(&meta("theme")?));
        let mut document = Document::of_json_resume(tree, language);
        document.tell_on(today);
        if let (sheet::Language::Other, Some(word)) = (language, meta(TODAY)) {
            document.say_today(&word);
        }
        let paper = self.paper.map(sheet::Paper::from).unwrap_or_default();
        (document, Order { look: look.unwrap_or_default(), paper, accent: None })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const DAY: &str = "2026-11-16";

    #[test]
    fn what_is_not_said_follows_from_the_document() {
        let source = json!({"meta": {"theme": "even", "language": "de-AT"}});
        let (document, order) = PrintOptions::default().read(&json!({}), Some(&source), DAY);
        assert_eq!((document.language, order.look), (sheet::Language::German, sheet::Look::Modern));
        let said: PrintOptions =
            serde_json::from_value(json!({"look": "compact", "paper": "letter", "language": "ja"}))
                .unwrap();
        let (document, order) = said.read(&source, None, DAY);
        assert_eq!((order.look, order.paper), (sheet::Look::Compact, sheet::Paper::Letter));
        assert_eq!(document.language, sheet::Language::Japanese);
        let (document, order) =
            PrintOptions::default().read(&json!({"meta": {"theme": 3}}), None, DAY);
        assert_eq!(
            (document.language, order.look),
            (sheet::Language::English, sheet::Look::Classic)
        );
        let kept = Options { look: Some(Look::Modern), paper: Paper::Letter, ..Options::default() };
        let (_, order) = PrintOptions::default().or(&kept).read(&json!({}), None, DAY);
        assert_eq!((order.look, order.paper), (sheet::Look::Modern, sheet::Paper::Letter));
    }

    #[test]
    fn another_language_has_figures_and_its_own_word_for_today() {
        let document = json!({"work": [
            {"name": "Młyn", "startDate": "marzec 2019", "endDate": "obecnie",
             "summary": "Kierowanie zespołem oraz szkolenie uczniów w zakładzie i na budowie."},
            {"name": "Tartak", "startDate": "2016-04-01", "endDate": "2018"},
        ], "education": [{"institution": "Politechnika", "startDate": "2019"}]});
        let tree = crate::resumes::tree_of(&document);
        let told = |tree: &Value, source: Option<&Value>, options: PrintOptions| {
            let (document, _) = options.read(tree, source, DAY);
            let entries = document.sections.iter().flat_map(|section| &section.entries);
            entries.map(|entry| entry.period.told(document.language)).collect::<Vec<_>>()
        };
        let options = PrintOptions { language: Some(Language::Other), ..PrintOptions::default() };
        let own = ["03/2019 – obecnie", "04/2016 – 2018", "2019 – obecnie"];
        assert_eq!(told(&tree, None, options), own);
        // A tailored one has the word from its source.
        let mut tailored = tree.clone();
        tailored.as_object_mut().unwrap().remove("meta");
        assert_eq!(told(&tailored, Some(&tree), options), own);
        assert_eq!(told(&tailored, None, options), ["03/2019 –", "04/2016 – 2018", "2019 –"]);
        // Whoever asks for another language gets its words, and nobody else sees ours.
        let english = PrintOptions { language: Some(Language::En), ..options };
        assert_eq!(told(&tree, None, english)[0], "Mar 2019 – present");
        assert_eq!(crate::resumes::known_members(&tree).pointer("/meta/x-today"), None);
        let (document, _) =
            PrintOptions::default().read(&json!({"meta": {"language": "pl"}}), None, DAY);
        assert_eq!(document.language, sheet::Language::Other);
    }

    #[test]
    fn every_language_of_a_resume_can_be_printed() {
        for code in ["en", "de", "fr", "es", "it", "pt", "nl", "da", "zh", "ja"] {
            let language: Language = serde_json::from_value(json!(code)).unwrap();
            assert_eq!(sheet::Language::of_tag(language.code()).unwrap().tag(), code);
        }
    }
}
