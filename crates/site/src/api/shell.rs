use askama::Template;
use content::reading::{Entry, Found};
use edge::page::{Document, Failure, Layout, Link, PlainShell};
use edge::{Html, Page, Phrases, RequestContext, Shell};
use kernel::Code;

use super::page::{OWN, page_of, with_card};
use super::theme;
use super::visit::{is_admin, reader_of};
use crate::Site;
use crate::compose::{Composer, compose_chrome, desk_links};
use crate::look;
use crate::share::Subject;
use crate::view;

/// Header, menu and footer around every page of the service.
#[derive(Debug)]
pub struct SiteShell(pub Site);

/// What makes pages more comfortable, from `web/`.
const SCRIPT: &str = "site.js";
/// The letters of most headings.
const FACE: &str = "folia-display-latin.woff2";

/// Whether the admin area was built into this binary.
pub(super) fn has_admin(request: &RequestContext) -> bool {
    request.assets().address("admin.json").is_some()
}

impl Shell for SiteShell {
    fn document(&self, page: Page, request: &RequestContext) -> Document {
        // A sheet to print has nothing around it.
        if page.layout == Layout::Sheet {
            let look = look::address(&self.0.settings().look);
            // Last, so that the owner's colour is in place of the usual one.
            let page =
                look.into_iter().fold(page, |page, look| page.link(Link::new("stylesheet", look)));
            return PlainShell.document(page, request);
        }
        // Every page has the search and the switch of colours.
        let page = match request.assets().address(SCRIPT) {
            Some(_) => page.forms().module(SCRIPT),
            // Not built; pages are whole without.
            None => page.forms(),
        };
        let Self(site) = self;
        let reading = site.reading(reader_of(request.principal()));
        let settings = site.settings();
        let links = site.0.wings.navlinks.reading();
        let path = request.uri().path();
        let chosen = theme::chosen(request);
        let mut chrome = compose_chrome(&reading, &settings, &links, path, chosen);
        let assets = request.assets();
        // A door is shown where there is a room behind it.
        let has_door = is_admin(request.principal()) && has_admin(request);
        // Not on a page that tells of a failure: there is nothing to edit.
        if has_door && page.status.is_success() {
            chrome.desk = match reading.find_address(path).found {
                Found::Section(section) => desk_links(Entry::Section(section)),
                Found::Item(item) => desk_links(Entry::Item(item)),
                _ => Vec::new(),
            };
        }
        let title = match page.title.as_str() {
            "" => settings.title.clone(),
            title if title == settings.title => title.to_owned(),
            title => format!("{title} – {}", settings.title),
        };
        let icon = Link { media_type: Some("image/svg+xml"), ..Link::new("icon", "/favicon.svg") };
        let mut own = Page::new("", Html::default())
            .stylesheet("fonts.css")
            .stylesheet("site.css")
            .link(icon)
            .link(Link::new("manifest", "/site.webmanifest"))
            .property("og:site_name", settings.title.clone());
        if let Some(look) = look::address(&settings.look) {
            own = own.link(Link::new("stylesheet", look));
        }
        // Pages of other wings have no card of their own.
        // Only with a known origin: the address of a card has to be whole, and a guess would be
        // kept by others for weeks.
        if page.kind != OWN
            && page.status.is_success()
            && let Some(origin) = &site.0.options.origin
        {
            let pictures = site.0.pictures.known();
            let composer = Composer::new(&reading, &settings, origin, &pictures);
            own = own.property("og:title", page.title.clone());
            if let Some(card) = composer.share_card(&Subject::Home) {
                own = with_card(own, card, origin);
            }
        }
        // Ours first, so that the page's own sheets have the last word.
        let head = format!("{}{}", own.head(assets), page.head(assets));
        let foreign;
        let main = match page.kind {
            OWN => page.main.as_str(),
            // Pages of other wings know nothing of our grid.
            kind => {
                // Those that know nothing of languages speak English.
                let lang = match page.words_in == chrome.words.language {
                    true => chrome.words.lang(),
                    false => " lang=\"en\"",
                };
                foreign = format!("<div class=\"prose others {kind}\"{lang}>{}</div>", page.main);
                &foreign
            }
        };
        let document = view::Document {
            chrome: &chrome,
            title: &title,
            head: &head,
            face: assets.address(FACE),
            language: page.language.as_deref(),
            main,
        };
        let html = document.render().unwrap_or_default();
        page.into_document(html)
    }

    fn failure(&self, failure: &Failure, request: &RequestContext) -> Page {
        let Self(site) = self;
        let reading = site.reading(reader_of(request.principal()));
        let (settings, pictures) = (site.settings(), site.0.pictures.known());
        let composer = Composer::new(&reading, &settings, "", &pictures);
        let composed = match failure.code {
            Code::NotFound if request.method().is_safe() => composer.missing(request.uri().path()),
            _ => {
                let phrases = self.phrases();
                let ways = failure.ways(request).into_iter().map(|way| view::Link {
                    href: way.address.into_owned(),
                    title: phrases.say(&way.label).to_owned(),
                });
                let errors = failure.errors.iter();
                let is_ours = failure.status().is_server_error();
                composer.failure(&view::Failure {
                    words: composer.words,
                    status: failure.status().as_u16(),
                    title: phrases.say(&failure.title).to_owned(),
                    detail: phrases.say(&failure.text).to_owned(),
                    // Some sentences name what only the failed request knows.
                    detail_is_english: !phrases.know(&failure.text),
                    errors: errors.map(|e| (e.field.to_string(), e.message.to_string())).collect(),
                    ways: ways.collect(),
                    request_id: is_ours.then(|| request.id().as_str().to_owned()),
                    request: phrases.say("Request"),
                })
            }
        };
        page_of(composed, "").status(failure.status())
    }

    fn phrases(&self) -> Phrases {
        view::phrases_of(&self.0.settings().language)
    }
}
