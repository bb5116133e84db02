use std::fmt::Debug;

use askama::Template;

use super::{Document, Html, Layout, Page};
use crate::context::RequestContext;
use crate::failure::Failure;
use crate::phrases::Phrases;

/// What all pages of a site have around them. The binary chooses one for the whole service.
pub trait Shell: Debug + Send + Sync {
    /// Writes the document around a page. Style sheets and scripts of its own it adds to the page
    /// first, so that the policy knows them.
    fn document(&self, page: Page, request: &RequestContext) -> Document;

    /// What somebody sees when a request has failed.
    fn failure(&self, failure: &Failure, request: &RequestContext) -> Page {
        failure.page(request)
    }

    /// In which language pages speak.
    fn phrases(&self) -> Phrases {
        Phrases::default()
    }
}

/// No navigation and no name of a site: enough to be read, on its own or when a better shell fails.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlainShell;

#[derive(Template)]
#[template(path = "plain.html")]
struct Plain<'a> {
    language: &'a str,
    title: &'a str,
    head: Html,
    kind: &'a str,
    main: &'a Html,
}

impl Shell for PlainShell {
    fn document(&self, page: Page, request: &RequestContext) -> Document {
        let assets = request.assets();
        let own = match page.layout {
            Layout::Site => {
                Page::new("", Html::default()).stylesheet("edge/plain.css").head(assets)
            }
            Layout::Sheet => Html::default(),
        };
        let html = Html::of(&Plain {
            language: page.language.as_deref().unwrap_or("en"),
            title: &page.title,
            // The page's own sheets come later, so that they have the last word.
            head: Html::trusted(format!("{own}{}", page.head(assets))),
            kind: page.kind,
            main: &page.main,
        });
        page.into_document(html.to_string())
    }
}
