use std::fmt;

use askama::Template;
use askama::filters::HtmlSafe;

use crate::html::escape;

/// Markup. There are two ways to come by it: a template, which escapes what it is given, and
/// [`Html::text`]. [`Html::trusted`] is for what has been sanitised or written by us, and is the
/// one word to look for when doubting a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Html(String);

impl Html {
    pub fn of(template: &impl Template) -> Self {
        match template.render() {
            Ok(html) => Self(html),
            // Writing into a string does not fail; a template fails when one of its values does.
            Err(error) => {
                tracing::error!(%error, "a template could not be rendered");
                Self::default()
            }
        }
    }

    /// Text, whatever it holds.
    pub fn text(text: &str) -> Self {
        Self(escape(text))
    }

    /// What is markup already, and safe.
    pub fn trusted(html: impl Into<String>) -> Self {
        Self(html.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Display for Html {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// In a template it is not escaped once more.
impl HtmlSafe for Html {}
