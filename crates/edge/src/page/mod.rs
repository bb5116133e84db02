//! Pages: what a browser shows.
//!
//! A handler returns a [`Page`], a value: title, language, what the head needs, the markup of its
//! main part, who may keep it. A [`Shell`], given by the binary, makes a document of it, the same
//! for all pages; on its way out the service asks it to. The policy of a page follows from what it
//! declares ([`Policy`]). Failures become pages in the same way ([`Failure`]).

mod failure;
mod head;
mod html;
mod policy;
mod shell;

use std::borrow::Cow;

use axum::response::{IntoResponse, Response};
use http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use serde::Serialize;

pub use crate::failure::{Failure, Way};
use head::HeadElement;
pub use head::Link;
pub use html::Html;
pub use policy::{Directive, Policy};
pub use shell::{PlainShell, Shell};

use crate::assets::Assets;
use crate::phrases::Phrases;

/// A page as its handler sees it, to be put into a document by the [`Shell`].
#[derive(Clone, Debug)]
pub struct Page {
    pub status: StatusCode,
    pub title: String,
    /// Where it is not the language of the site.
    pub language: Option<String>,
    /// The language of its own words, which are English unless they were asked for otherwise.
    pub words_in: &'static str,
    pub layout: Layout,
    /// The class of the main element, by which style sheets know the kind of page.
    pub kind: &'static str,
    pub main: Html,
    pub policy: Policy,
    headers: HeaderMap,
    head: Vec<HeadElement>,
}

/// How much a shell puts around a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Layout {
    /// All that pages of the site have.
    #[default]
    Site,
    /// Nothing but the page, as for what is printed.
    Sheet,
}

/// Who may keep a page, and for how long.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Caching {
    /// Nobody: it is good once, or nobody else's business.
    #[default]
    Never,
    /// The browser alone, and it has to ask each time.
    Private,
    /// Anybody, and they have to ask each time.
    Revalidate,
    /// Anybody for some seconds, and for some more while they ask again.
    Public { seconds: u32, stale_seconds: u32 },
}

impl Caching {
    pub fn header(self) -> HeaderValue {
        match self {
            Self::Never => HeaderValue::from_static("no-store"),
            Self::Private => HeaderValue::from_static("private, no-cache"),
            Self::Revalidate => HeaderValue::from_static("public, no-cache"),
            Self::Public { seconds, stale_seconds } => {
                let text =
                    format!("public, max-age={seconds}, stale-while-revalidate={stale_seconds}");
                HeaderValue::try_from(text).expect("words and numbers")
            }
        }
    }
}

impl Page {
    /// A page that nobody keeps, until it is told otherwise.
    pub fn new(title: impl Into<String>, main: Html) -> Self {
        let page = Self {
            status: StatusCode::OK,
            title: title.into(),
            language: None,
            words_in: "en",
            layout: Layout::default(),
            kind: "",
            main,
            // No page begins with more rights than reading needs. What it declares below adds to
            // that.
            policy: Policy::for_reading(),
            headers: HeaderMap::new(),
            head: Vec::new(),
        };
        page.caching(Caching::default())
    }

    pub fn status(mut self, status: StatusCode) -> Self {
        self.status = status;
        self
    }

    pub fn language(mut self, language: impl Into<String>) -> Self {
        self.language = Some(language.into());
        self
    }

    /// It was written with these phrases.
    pub fn said_with(mut self, phrases: Phrases) -> Self {
        self.words_in = phrases.language();
        self
    }

    pub fn layout(mut self, layout: Layout) -> Self {
        self.layout = layout;
        self
    }

    pub fn kind(mut self, kind: &'static str) -> Self {
        self.kind = kind;
        self
    }

    pub fn caching(self, caching: Caching) -> Self {
        self.header(CACHE_CONTROL, caching.header())
    }

    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        self.headers.insert(name, value);
        self
    }

    /// A style sheet, by the name of the asset.
    pub fn stylesheet(self, name: impl Into<Cow<'static, str>>) -> Self {
        self.with(HeadElement::Stylesheet(name.into()))
    }

    /// A script, by the name of the asset. It runs when the page has been read. One that was not
    /// built is left out, as pages have to work without.
    pub fn script(self, name: impl Into<Cow<'static, str>>) -> Self {
        self.with(HeadElement::Script(name.into()))
    }

    pub fn module(self, name: impl Into<Cow<'static, str>>) -> Self {
        self.with(HeadElement::Module(name.into()))
    }

    /// A script of another site. Where it comes from has to be allowed, too.
    pub fn foreign_script(self, address: impl Into<String>) -> Self {
        self.with(HeadElement::ForeignScript(address.into()))
    }

    pub fn meta(self, name: impl Into<Cow<'static, str>>, content: impl Into<String>) -> Self {
        let (name, content) = (name.into(), content.into());
        self.with(HeadElement::Meta { key: "name", name, content })
    }

    /// As Open Graph has them.
    pub fn property(self, name: impl Into<Cow<'static, str>>, content: impl Into<String>) -> Self {
        let (name, content) = (name.into(), content.into());
        self.with(HeadElement::Meta { key: "property", name, content })
    }

    pub fn link(self, link: Link) -> Self {
        self.with(HeadElement::Link(link))
    }

    /// Data for machines, as JSON-LD.
    pub fn json_ld(self, value: &impl Serialize) -> Self {
        match HeadElement::data(value) {
            Some(data) => self.with(data),
            None => self,
        }
    }

    /// Search engines leave it out.
    pub fn unlisted(self) -> Self {
        self.meta("robots", "noindex")
    }

    /// It has forms that are sent to this site.
    pub fn forms(mut self) -> Self {
        self.policy = self.policy.own(Directive::Forms);
        self
    }

    /// It loads something from elsewhere.
    pub fn allow(mut self, directive: Directive, source: &str) -> Self {
        self.policy = self.policy.from(directive, source);
        self
    }

    fn with(mut self, element: HeadElement) -> Self {
        // What an element needs is declared together with the element. Nobody can add a script and
        // forget its policy, or the other way round.
        self.policy = element.declare(self.policy);
        self.head.push(element);
        self
    }

    /// The elements of the head in the order in which they were added, for a shell to put between
    /// its own: it writes the title and the character set.
    pub fn head(&self, assets: &Assets) -> Html {
        let mut html = String::new();
        self.head.iter().for_each(|element| element.write(&mut html, assets));
        Html::trusted(html)
    }

    /// The document around this page, with the headers that belong to it.
    pub fn into_document(mut self, html: String) -> Document {
        self.headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
        // Made here, from what the page has declared in the end. A shell that adds a sheet adds it
        // before.
        self.headers.insert(CONTENT_SECURITY_POLICY, self.policy.header());
        Document { status: self.status, headers: self.headers, html }
    }
}

/// On its way out the service puts it into its document.
impl IntoResponse for Page {
    fn into_response(self) -> Response {
        let mut response = Response::default();
        *response.status_mut() = self.status;
        // The page travels beside an empty body. The service makes the document when it knows whom
        // it is for.
        response.extensions_mut().insert(self);
        response
    }
}

/// A whole document, ready to be sent or to be kept.
#[derive(Clone, Debug)]
pub struct Document {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub html: String,
}

impl IntoResponse for Document {
    fn into_response(self) -> Response {
        (self.status, self.headers, self.html).into_response()
    }
}
