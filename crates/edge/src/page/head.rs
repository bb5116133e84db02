use std::borrow::Cow;
use std::fmt::Write;

use serde::Serialize;

use super::{Directive, Html, Policy};
use crate::assets::Assets;
use crate::html::escape;

/// What stands in the head of a page, each as a value that is escaped when it is written.
#[derive(Clone, Debug)]
pub(super) enum HeadElement {
    /// An asset by its name.
    Stylesheet(Cow<'static, str>),
    /// An asset by its name. Runs when the page has been read.
    Script(Cow<'static, str>),
    /// The same as a module.
    Module(Cow<'static, str>),
    /// From another site, which the page's policy has to allow.
    ForeignScript(String),
    Meta {
        key: &'static str,
        name: Cow<'static, str>,
        content: String,
    },
    Link(Link),
    /// JSON-LD: data for machines, not run by anybody.
    Data(Html),
}

/// A `<link>`: canonical address, feed, icon, profile.
#[derive(Clone, Debug, Default)]
pub struct Link {
    pub rel: &'static str,
    pub href: String,
    /// The media type of what it leads to.
    pub media_type: Option<&'static str>,
    pub title: Option<String>,
    pub language: Option<String>,
    pub sizes: Option<&'static str>,
}

impl Link {
    pub fn new(rel: &'static str, href: impl Into<String>) -> Self {
        Self { rel, href: href.into(), ..Self::default() }
    }

    fn write(&self, html: &mut String) {
        push(html, "<link rel=\"", self.rel, "\"");
        push(html, " href=\"", &self.href, "\"");
        let optional = [
            (" type=\"", self.media_type),
            (" title=\"", self.title.as_deref()),
            (" hreflang=\"", self.language.as_deref()),
            (" sizes=\"", self.sizes),
        ];
        for (name, value) in optional {
            value.into_iter().for_each(|value| push(html, name, value, "\""));
        }
        html.push('>');
    }
}

impl HeadElement {
    /// A data block. Inside a script element a browser looks for nothing but its end, so the few
    /// characters that could make one are written as JSON escapes; so are the line ends of
    /// Unicode, for readers that take the block for JavaScript.
    pub(super) fn data(value: &impl Serialize) -> Option<Self> {
        let json = serde_json::to_string(value)
            .inspect_err(|error| tracing::error!(%error, "data for a page is no JSON"))
            .ok()?;
        let mut safe = String::with_capacity(json.len());
        for letter in json.chars() {
            match letter {
                '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                    write!(safe, "\\u{:04x}", u32::from(letter)).expect("a string takes all text");
                }
                _ => safe.push(letter),
            }
        }
        Some(Self::Data(Html::trusted(safe)))
    }

    pub(super) fn write(&self, html: &mut String, assets: &Assets) {
        match self {
            Self::Stylesheet(name) => {
                if let Some(address) = find(assets, name) {
                    push(html, "<link rel=\"stylesheet\" href=\"", address, "\">");
                }
            }
            Self::Script(name) => {
                if let Some(address) = find(assets, name) {
                    push(html, "<script src=\"", address, "\" defer></script>");
                }
            }
            Self::Module(name) => {
                if let Some(address) = find(assets, name) {
                    push(html, "<script type=\"module\" src=\"", address, "\"></script>");
                }
            }
            Self::ForeignScript(address) => {
                push(html, "<script src=\"", address, "\" async></script>");
            }
            Self::Meta { key, name, content } => {
                push(html, "<meta ", key, "=\"");
                push(html, "", name, "\" content=\"");
                push(html, "", content, "\">");
            }
            Self::Link(link) => link.write(html),
            Self::Data(json) => {
                html.push_str("<script type=\"application/ld+json\">");
                html.push_str(json.as_str());
                html.push_str("</script>");
            }
        }
    }

    /// What the browser must be allowed for it.
    pub(super) fn declare(&self, policy: Policy) -> Policy {
        match self {
            Self::Script(_) | Self::Module(_) => {
                policy.own(Directive::Scripts).own(Directive::Connections).own(Directive::Workers)
            }
            _ => policy,
        }
    }
}

/// What comes from `web/` is not there unless it was built, and pages work without; a name that is
/// misspelt looks the same.
fn find<'a>(assets: &'a Assets, name: &str) -> Option<&'a str> {
    let address = assets.address(name);
    if address.is_none() {
        tracing::debug!(name, "a page names a file that is not embedded");
    }
    address
}

fn push(html: &mut String, before: &str, text: &str, after: &str) {
    html.push_str(before);
    html.push_str(&escape(text));
    html.push_str(after);
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn written(element: &HeadElement) -> String {
        let mut html = String::new();
        element.write(&mut html, &Assets::default());
        html
    }

    #[test]
    fn what_others_wrote_stays_text_in_every_element() {
        let hostile = "\"><script>alert(1)</script>";
        let link = Link { title: Some(hostile.into()), ..Link::new("alternate", hostile) };
        let name = "description".into();
        for element in [
            HeadElement::Link(link),
            HeadElement::Meta { key: "name", name, content: hostile.into() },
            HeadElement::ForeignScript(hostile.into()),
        ] {
            assert!(!written(&element).contains("<script>"), "{}", written(&element));
        }
        let data = HeadElement::data(&json!({ "name": "</script><!--&\u{2028}" })).unwrap();
        assert_eq!(
            written(&data),
            "<script type=\"application/ld+json\">\
             {\"name\":\"\\u003c/script\\u003e\\u003c!--\\u0026\\u2028\"}</script>"
        );
    }
}
