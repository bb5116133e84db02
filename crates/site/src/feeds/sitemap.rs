use std::fmt::Write;

use kernel::Timestamp;

use super::xml::text;

/// No map may name more, or be longer.
pub(crate) const MOST: Limits = Limits { places: 50_000, bytes: 50 * 1024 * 1024 };
const HEAD: &str = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n";
const NAMES: &str = "http://www.sitemaps.org/schemas/sitemap/0.9";
/// Room for what stands around the places.
const FRAME: usize = 256;

/// How much one map may hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) places: usize,
    pub(crate) bytes: usize,
}

/// A page and when it was changed last.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// In full.
    pub(crate) address: String,
    pub(crate) changed: Option<Timestamp>,
}

/// The places of each map, at least one map.
pub(crate) fn maps(places: &[Place], most: Limits) -> Vec<&[Place]> {
    let mut maps = Vec::new();
    let (mut from, mut bytes) = (0, FRAME);
    for (at, place) in places.iter().enumerate() {
        let length = entry("url", &place.address, place.changed).len();
        if at - from == most.places || (bytes + length > most.bytes && at > from) {
            maps.push(&places[from..at]);
            (from, bytes) = (at, FRAME);
        }
        bytes += length;
    }
    maps.push(&places[from..]);
    maps
}

pub(crate) fn sitemap(places: &[Place]) -> String {
    let entries = places.iter().map(|place| entry("url", &place.address, place.changed));
    list("urlset", entries)
}

/// Names the maps of a site that has too many places for one.
pub(crate) fn sitemap_index(origin: &str, maps: &[&[Place]]) -> String {
    let entries = maps.iter().enumerate().map(|(index, places)| {
        let newest = places.iter().filter_map(|place| place.changed).max();
        entry("sitemap", &format!("{origin}{}", map_path(index + 1)), newest)
    });
    list("sitemapindex", entries)
}

/// At the top, because a map speaks for what lies beside and below it only.
fn map_path(number: usize) -> String {
    format!("/sitemap-{number}.xml")
}

/// Which map is at a path, if it is one of theirs.
pub(crate) fn map_at(path: &str) -> Option<usize> {
    content::map_number(path.strip_prefix('/')?)
}

fn list(name: &str, entries: impl Iterator<Item = String>) -> String {
    let mut xml = format!("{HEAD}<{name} xmlns=\"{NAMES}\">\n");
    entries.for_each(|entry| xml.push_str(&entry));
    writeln!(xml, "</{name}>").expect("a string takes everything");
    xml
}

fn entry(name: &str, address: &str, changed: Option<Timestamp>) -> String {
    let address = text(address);
    match changed {
        Some(date) => format!("<{name}><loc>{address}</loc><lastmod>{date}</lastmod></{name}>\n"),
        None => format!("<{name}><loc>{address}</loc></{name}>\n"),
    }
}
