use kernel::{Id, SitePath, Slug};

use crate::error::ContentError;
use crate::items::ContentType;
use crate::tree::Tree;

/// Names at the top that the service answers itself, now or in time. Nothing of the owner's can
/// have them there; deeper down they are as good as any.
pub const RESERVED: &[&str] = &[
    "admin",
    "api",
    "assets",
    "auth",
    "contact",
    "content",
    "docs",
    "favicon",
    "feed",
    "health",
    "login",
    "logout",
    "media",
    "metrics",
    "navlinks",
    "openapi",
    "preview",
    "redirects",
    "resumes",
    "robots",
    "search",
    "sections",
    "settings",
    "sitemap",
    "static",
    "tailor",
    "tailorings",
    "tags",
    "uploads",
    "visits",
    "voice",
];

/// Files at the top that the service answers itself. No slug has a dot, but a redirect may be from anywhere.
pub const RESERVED_FILES: &[&str] = &[
    "favicon.ico",
    "favicon.svg",
    "feed.json",
    "feed.xml",
    "look.css",
    "openapi.json",
    "robots.txt",
    "site.webmanifest",
    "sitemap.xml",
    "speculation-rules.json",
];

/// A file that the service answers itself, as programs ask for it that have not read a page.
pub fn is_file_of_ours(path: &SitePath) -> bool {
    // Any site may grow until it has several maps.
    RESERVED_FILES.contains(&path.as_str()) || map_number(path.as_str()).is_some()
}

/// Which of the maps of a large site is at a path. Not at `01` or `+1`: each has one address.
pub fn map_number(path: &str) -> Option<usize> {
    let number = path.strip_prefix("sitemap-")?.strip_suffix(".xml")?;
    let read: usize = number.parse().ok().filter(|read| *read > 0)?;
    (number == read.to_string()).then_some(read)
}

/// The feeds of a section, below its path.
pub const FEEDS: [&str; 2] = ["/feed.xml", "/feed.json"];

/// Far beyond what people nest, and low enough that nothing recursive is ever in danger.
pub(crate) const DEEPEST: u32 = 256;
/// Such a path still fits into a request.
pub(crate) const LONGEST_PATH: usize = 4096;

/// The slug somebody wants.
#[derive(Clone, Debug)]
pub(crate) enum WantedSlug {
    /// Exactly this one.
    Given(Slug),
    /// This one, or the next free number behind it.
    FromTitle(Slug),
}

/// The slug to use: the wanted one if it is free, a numbered one where that is allowed.
pub(crate) fn find_slug(
    wanted: WantedSlug,
    at_top: bool,
    is_taken: impl Fn(&Slug) -> bool,
) -> Result<Slug, ContentError> {
    let is_reserved = |slug: &Slug| at_top && RESERVED.contains(&slug.as_str());
    match wanted {
        WantedSlug::Given(slug) if is_reserved(&slug) => {
            Err(ContentError::Reserved { slug: slug.to_string() })
        }
        WantedSlug::Given(slug) if is_taken(&slug) => {
            Err(ContentError::SlugTaken { slug: slug.to_string() })
        }
        WantedSlug::Given(slug) => Ok(slug),
        WantedSlug::FromTitle(slug) => {
            let numbered = (2..).map(|number| slug.numbered(number));
            let free = std::iter::once(slug.clone())
                .chain(numbered)
                // A reserved name is passed over like one that is taken: a story called "Contact"
                // becomes `contact-2` at the top.
                .find(|slug| !is_reserved(slug) && !is_taken(slug));
            Ok(free.expect("there are more numbers than things"))
        }
    }
}

/// Where a section goes: its slug and path below a parent. `itself` does not stand in its own way.
pub(crate) fn section_place(
    tree: &Tree,
    parent_id: Option<Id>,
    wanted: WantedSlug,
    itself: Option<Id>,
) -> Result<(Slug, SitePath), ContentError> {
    let parent = match parent_id {
        None => None,
        Some(id) => Some(
            tree.living_section(id)
                .ok_or(ContentError::MissingSection { field: "parent_id" })?
                .section(),
        ),
    };
    let slug = find_slug(wanted, parent.is_none(), |slug| {
        // Deleted siblings do not count: they have given up their place (`kind.rs`), and come back
        // only if it is free.
        tree.children(parent_id).any(|sibling| {
            let sibling = sibling.section();
            sibling.deleted_at.is_none() && sibling.slug == *slug && Some(sibling.id) != itself
        })
    })?;
    let path = SitePath::join(parent.map(|parent| &parent.path), &slug);
    if parent.map_or(0, |parent| parent.depth() + 1) >= DEEPEST {
        return Err(ContentError::TooDeep { deepest: DEEPEST });
    }
    if path.as_str().len() > LONGEST_PATH {
        return Err(ContentError::PathTooLong { longest: LONGEST_PATH });
    }
    Ok((slug, path))
}

/// Where an item goes: its slug and path in a section.
pub(crate) fn item_place(
    tree: &Tree,
    content_type: ContentType,
    section_id: Option<Id>,
    wanted: WantedSlug,
    itself: Option<Id>,
) -> Result<(Slug, SitePath), ContentError> {
    let section = match section_id {
        None => None,
        Some(id) => Some(
            tree.living_section(id)
                .ok_or(ContentError::MissingSection { field: "section_id" })?
                .section(),
        ),
    };
    let slug = find_slug(wanted, section.is_none(), |slug| {
        let there = tree.item_at(content_type, section_id, slug);
        there.is_some_and(|card| Some(card.document.id) != itself)
    })?;
    let path = SitePath::join(section.map(|section| &section.path), &slug);
    if path.as_str().len() > LONGEST_PATH {
        return Err(ContentError::PathTooLong { longest: LONGEST_PATH });
    }
    Ok((slug, path))
}
