//! Pictures in a body. Their addresses, candidates and sizes stay as they were stored, also those
//! of older uploads; what is added is what a page needs: size, loading, a placeholder.
//!
//! A picture is never a link: a click enlarges it. A link that was around it follows it.

use std::borrow::Cow;

use crate::Surroundings;
use crate::address::{Address, host, sort};
use crate::tree::{Element, Node};

/// What is known of a picture of this site.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    pub width: u32,
    pub height: u32,
    /// A tiny picture as a `data:` address, shown until the real one has arrived.
    pub placeholder: Option<String>,
}

/// The picture for the page. One from elsewhere becomes a link: no page of this site asks another
/// site for anything before a reader does.
pub(crate) fn show<'a>(
    mut image: Element<'a>,
    around: &Surroundings<'_>,
    is_first: bool,
) -> Element<'a> {
    let address = image.attribute("src").map(Cow::into_owned).unwrap_or_default();
    let path = match sort(&address, around.origin) {
        Address::Own(path) => path.into_owned(),
        Address::Foreign(address) => return link_to(&image, &address, around),
        _ => String::new(),
    };
    if path.is_empty() {
        // Nothing to load; its words are all there is.
        return Element::new("span", vec![Node::text(&description(&image))]);
    }
    if path != address {
        image.set("src", &path);
    }
    // One foreign candidate would let a browser ask another site, so the whole set goes.
    if image.attribute("srcset").is_some_and(|set| has_foreign(&set, around.origin)) {
        image.remove("srcset");
        image.remove("sizes");
    }
    image.set_missing("alt", "");
    let known = (around.picture)(&path);
    // Sizes that the author has written are meant.
    if let Some(known) = &known
        && image.escaped("width").is_none()
        && image.escaped("height").is_none()
        && known.width > 0
        && known.height > 0
    {
        image.set("width", &known.width.to_string());
        image.set("height", &known.height.to_string());
    }
    // The first picture of a page that begins with it is what the reader waits for.
    if is_first && around.leads {
        image.set("loading", "eager");
        image.set("fetchpriority", "high");
    } else {
        image.set("loading", "lazy");
        image.remove("fetchpriority");
    }
    image.set_missing("decoding", "async");
    // Only a picture in the address itself. Anything else would be another request.
    match known.and_then(|known| known.placeholder).filter(|data| data.starts_with("data:image/")) {
        Some(placeholder) => {
            let behind = Element::new("img", Vec::new())
                .with("class", "placeholder")
                .with("src", &placeholder)
                .with("alt", "")
                .with("aria-hidden", "true");
            let both = vec![behind.into(), image.into()];
            Element::new("span", both).with("class", "frame")
        }
        None => image,
    }
}

fn has_foreign(set: &str, origin: &str) -> bool {
    set.split(", ").any(|candidate| {
        let address = candidate.split(' ').next().unwrap_or_default();
        !matches!(sort(address, origin), Address::Own(_))
    })
}

fn link_to<'a>(image: &Element<'_>, address: &str, around: &Surroundings<'_>) -> Element<'a> {
    let (words, place) = (description(image), around.words.picture_on(host(address)));
    let words = match words.is_empty() {
        true => place,
        false => format!("{words} ({place})"),
    };
    Element::new("a", vec![Node::text(&words)])
        .with("class", "elsewhere")
        .with("href", address)
        .with("rel", "external noopener")
}

pub(crate) fn description(image: &Element<'_>) -> String {
    image.attribute("alt").map(Cow::into_owned).unwrap_or_default()
}

/// Whether an address of this site is that of a picture file.
pub(crate) fn is_picture_file(path: &str) -> bool {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let ending = path.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    matches!(ending.as_str(), "webp" | "jpg" | "jpeg" | "png" | "gif" | "avif")
}
