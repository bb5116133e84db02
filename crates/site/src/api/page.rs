use edge::page::{Directive, Link};
use edge::{Html, Page};

use crate::compose::Composed;
use crate::view::{Metadata, ShareCard};

/// The kind of the pages that come from our own templates.
pub(super) const OWN: &str = "folio";

/// A composed page in the words of the edge. Full addresses are made here.
pub(super) fn page_of(composed: Composed, origin: &str) -> Page {
    let Composed { metadata, main } = composed;
    let full = |path: &str| match path.starts_with('/') {
        true => format!("{origin}{path}"),
        false => path.to_owned(),
    };
    let Metadata { title, description, canonical, noindex, feeds, kind, card, .. } = metadata;
    let mut page = Page::new(title.clone(), Html::trusted(main)).kind(OWN);
    if !description.is_empty() {
        page = page.meta("description", description.clone());
    }
    if noindex {
        page = page.unlisted();
    }
    let canonical = canonical.as_deref().map(full);
    if let Some(href) = &canonical {
        page = page.link(Link::new("canonical", href.clone()));
    }
    for feed in feeds {
        let link = Link::new("alternate", feed.href);
        let (media_type, title) = (Some(feed.media_type), Some(feed.title));
        page = page.link(Link { media_type, title, ..link });
    }
    for other in metadata.alternates {
        let link = Link::new("alternate", other.href);
        page = page.link(Link { media_type: Some(other.media_type), ..link });
    }
    if let Some(href) = metadata.newer {
        page = page.link(Link::new("prev", href));
    }
    if let Some(href) = metadata.older {
        page = page.link(Link::new("next", href));
    }
    for href in metadata.me {
        page = page.link(Link::new("me", href));
    }
    // Pages that nobody shares, such as the search, tell machines nothing about themselves.
    if !kind.is_empty() {
        page = page.property("og:type", kind);
        if !title.is_empty() {
            page = page.property("og:title", title);
        }
        if !description.is_empty() {
            page = page.property("og:description", description);
        }
        if let Some(href) = canonical {
            page = page.property("og:url", href);
        }
        if let Some(card) = card {
            page = with_card(page, card, origin);
        }
        if let Some(day) = metadata.published {
            page = page.property("article:published_time", day.machine);
        }
        if let Some(day) = metadata.modified {
            page = page.property("article:modified_time", day.machine);
        }
        for tag in metadata.tags {
            page = page.property("article:tag", tag);
        }
    }
    for data in &metadata.json_ld {
        page = page.json_ld(data);
    }
    // Players are only allowed on pages that hold one.
    metadata.frames.iter().fold(page, |page, origin| page.allow(Directive::Frames, origin))
}

/// The picture that goes with a link to the page.
pub(super) fn with_card(page: Page, card: ShareCard, origin: &str) -> Page {
    let (width, height) = card.size;
    page.property("og:image", format!("{origin}{}", card.href))
        .property("og:image:type", "image/png")
        .property("og:image:width", width.to_string())
        .property("og:image:height", height.to_string())
        .property("og:image:alt", card.alt)
        .meta("twitter:card", "summary_large_image")
}
