//! Videos of this site: with controls, and nothing loaded that was not asked for.

use std::borrow::Cow;

use crate::Surroundings;
use crate::address::{Address, host, sort};
use crate::tree::{Element, Node};

pub(crate) fn show<'a>(mut video: Element<'a>, around: &Surroundings<'_>) -> Element<'a> {
    let origin = around.origin;
    keep_own_sources(&mut video, origin);
    if let Some(address) = foreign_source(&video, origin) {
        let words = around.words.video_on(host(&address));
        return Element::new("a", vec![Node::text(&words)])
            .with("class", "elsewhere")
            .with("href", &address)
            .with("rel", "external noopener");
    }
    let poster = video.attribute("poster").map(Cow::into_owned);
    let has_own_poster =
        poster.as_deref().is_some_and(|poster| matches!(sort(poster, origin), Address::Own(_)));
    if poster.is_some() && !has_own_poster {
        video.remove("poster");
    }
    // The words for old browsers would be read by nobody, and could hold anything.
    video.children.retain(|child| child.element().is_some_and(|source| source.name == "source"));
    video.set_missing("controls", "");
    video.set_missing("playsinline", "");
    // Without a poster the first frame is what can be seen, and that is in the file.
    video.set("preload", if has_own_poster { "none" } else { "metadata" });
    video
}

/// With a file of this site among them, those of other sites are not needed.
fn keep_own_sources(video: &mut Element<'_>, origin: &str) {
    let is_own = |node: &Node<'_>| {
        let address = node.element().and_then(|source| source.attribute("src"));
        address.is_some_and(|address| matches!(sort(&address, origin), Address::Own(_)))
    };
    if video.children.iter().any(is_own) {
        video.children.retain(is_own);
    }
}

fn foreign_source(video: &Element<'_>, origin: &str) -> Option<String> {
    let sources =
        video.children.iter().filter_map(Node::element).map(|source| source.attribute("src"));
    let mut addresses = [video.attribute("src")].into_iter().chain(sources).flatten();
    addresses.find_map(|address| match sort(&address, origin) {
        Address::Foreign(address) => Some(address.into_owned()),
        _ => None,
    })
}
