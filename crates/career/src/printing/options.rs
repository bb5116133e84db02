use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sheet::{Document, Language, Look, Order, Paper};

/// How a resume is to be printed, as clients say it. Whatever is absent follows from the document.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(default)]
pub struct PrintOptions {
    /// Absent, the look nearest to the `meta.theme` of the resume, or `classic`.
    pub look: Option<LookName>,
    /// Absent, `a4`.
    pub paper: Option<PaperName>,
    /// Of headings, months and punctuation. Absent, the language of the resume.
    pub language: Option<LanguageTag>,
}

/// `classic` has serifs and room, `modern` a column for headings and one colour, `compact` much on a
/// page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LookName {
    Classic,
    Modern,
    Compact,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum PaperName {
    A4,
    Letter,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum LanguageTag {
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
}

impl From<LookName> for Look {
    fn from(name: LookName) -> Self {
        match name {
            LookName::Classic => Self::Classic,
            LookName::Modern => Self::Modern,
            LookName::Compact => Self::Compact,
        }
    }
}

impl From<PaperName> for Paper {
    fn from(name: PaperName) -> Self {
        match name {
            PaperName::A4 => Self::A4,
            PaperName::Letter => Self::Letter,
        }
    }
}

impl From<LanguageTag> for Language {
    fn from(tag: LanguageTag) -> Self {
        match tag {
            LanguageTag::En => Self::English,
            LanguageTag::De => Self::German,
            LanguageTag::Fr => Self::French,
            LanguageTag::Es => Self::Spanish,
            LanguageTag::It => Self::Italian,
            LanguageTag::Pt => Self::Portuguese,
            LanguageTag::Nl => Self::Dutch,
            LanguageTag::Da => Self::Danish,
            LanguageTag::Zh => Self::Chinese,
            LanguageTag::Ja => Self::Japanese,
        }
    }
}

impl PrintOptions {
    /// A document and how it is printed. `source` is the owner's whole document, whose `meta` a
    /// tailored one does not have.
    pub fn read(self, tree: &Value, source: Option<&Value>) -> (Document, Order) {
        let meta = |name: &str| {
            let of = |tree: &Value| tree["meta"][name].as_str().map(str::to_owned);
            of(tree).or_else(|| source.and_then(of))
        };
        let language = self.language.map(Language::from);
        let language = language.or_else(|| Language::of_tag(&meta("language")?));
        let look = self.look.map(Look::from).or_else(|| Look::of_theme(&meta("theme")?));
        let document = Document::of_json_resume(tree, language.unwrap_or_default());
        let paper = self.paper.map(Paper::from).unwrap_or_default();
        (document, Order { look: look.unwrap_or_default(), paper, accent: None })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_not_said_follows_from_the_document() {
        let source = json!({"meta": {"theme": "even", "language": "de-AT"}});
        let (document, order) = PrintOptions::default().read(&json!({}), Some(&source));
        assert_eq!((document.language, order.look), (Language::German, Look::Modern));
        let said: PrintOptions =
            serde_json::from_value(json!({"look": "compact", "paper": "letter", "language": "ja"}))
                .unwrap();
        let (document, order) = said.read(&source, None);
        assert_eq!((order.look, order.paper), (Look::Compact, Paper::Letter));
        assert_eq!(document.language, Language::Japanese);
        let (document, order) = PrintOptions::default().read(&json!({"meta": {"theme": 3}}), None);
        assert_eq!((document.language, order.look), (Language::English, Look::Classic));
    }
}
