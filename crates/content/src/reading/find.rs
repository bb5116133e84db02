use kernel::{Id, SitePath};
use percent_encoding::percent_decode_str;
use url::Url;

use super::entry::{Entry, ItemRef, SectionRef};
use super::moment::Reading;
use crate::redirects::{Redirect, Target, Thing};
use crate::spelling::is_plain;
use crate::tree;

/// What is at a path.
#[derive(Clone, Debug)]
pub enum Found<'r> {
    Section(SectionRef<'r>),
    Item(ItemRef<'r>),
    /// What was here is elsewhere now.
    Moved(Moved<'r>),
    Nothing,
}

/// A redirect that leads somewhere for this reader.
#[derive(Clone, Copy, Debug)]
pub struct Moved<'r> {
    pub redirect: Id,
    pub to: Destination<'r>,
}

/// Where a redirect leads.
#[derive(Clone, Copy, Debug)]
pub enum Destination<'r> {
    Entry(Entry<'r>),
    /// A path of this site that has nothing of ours.
    Path(&'r SitePath),
    /// Another site.
    Elsewhere(&'r str),
}

/// What an address means, as somebody has written it.
#[derive(Clone, Debug)]
pub struct Address<'r> {
    pub found: Found<'r>,
    /// The one spelling of the address, when it was written in another one.
    pub canonical: Option<String>,
}

impl Destination<'_> {
    /// The address to send somebody to, ready for a header.
    pub fn href(&self) -> String {
        match self {
            Self::Entry(entry) => entry.href(),
            Self::Path(path) => href(path),
            // Headers hold plain letters only: names and paths in others have a plain spelling.
            Self::Elsewhere(address) if !address.is_ascii() => {
                Url::parse(address).map_or_else(|_| (*address).to_owned(), String::from)
            }
            Self::Elsewhere(address) => (*address).to_owned(),
        }
    }
}

impl Reading {
    /// What is at a path. A section comes before an item, a story before a project before a page
    /// before an image; [`Reading::shadowed`] has the others.
    pub fn find(&self, path: &SitePath) -> Found<'_> {
        match self.tree().find(path.as_str(), self.scope(), self.now()) {
            tree::Found::Section(node) => Found::Section(SectionRef::new(self, node)),
            tree::Found::Item(card) => Found::Item(ItemRef::new(self, card)),
            tree::Found::Moved(stored) => match self.destination(&stored.document) {
                Some(to) => Found::Moved(Moved { redirect: stored.document.id, to }),
                None => Found::Nothing,
            },
            tree::Found::Nothing => Found::Nothing,
        }
    }

    /// The section at a path.
    pub fn section_at(&self, path: &SitePath) -> Option<SectionRef<'_>> {
        self.see_section(self.tree().section_at(path.as_str())?)
    }

    /// What an address means that was written as the path of a URL: percent-encoded, perhaps with
    /// a slash too many or in capitals. Every section and item has one spelling of its address.
    pub fn find_address(&self, written: &str) -> Address<'_> {
        let nothing = Address { found: Found::Nothing, canonical: None };
        // An address that is no text names nothing. It must not be mended either: two spellings
        // would then mean one page.
        let Ok(text) = percent_decode_str(written).decode_utf8() else { return nothing };
        if !is_plain(&text) {
            return nothing;
        }
        let found = self.find(&SitePath::new(&text));
        let href = match &found {
            Found::Section(section) => section.href(),
            Found::Item(item) => item.href(),
            // Where a redirect leads has a spelling of its own, so the old one need not be
            // corrected first: one hop, not two.
            Found::Moved(_) | Found::Nothing => return Address { found, canonical: None },
        };
        let canonical = (href != written).then_some(href);
        Address { found, canonical }
    }

    /// Items at a path that are not what is found there, because something else has a better claim
    /// to it. They are found at [`ItemRef::address`].
    pub fn shadowed(&self, path: &SitePath) -> Vec<ItemRef<'_>> {
        let (tree, scope) = (self.tree(), self.scope());
        let items = tree.visible_at(path.as_str(), scope);
        let hidden = items.filter(|card| tree.is_shadowed(&card.document, path.as_str(), scope));
        hidden.map(|card| ItemRef::new(self, card)).collect()
    }

    fn destination<'r>(&'r self, redirect: &'r Redirect) -> Option<Destination<'r>> {
        match &redirect.target {
            Target::Thing(thing) => self.entry(*thing).map(Destination::Entry),
            Target::Path(path) => Some(Destination::Path(path)),
            Target::Elsewhere(address) => Some(Destination::Elsewhere(address)),
        }
    }

    pub(super) fn entry(&self, thing: Thing) -> Option<Entry<'_>> {
        match thing {
            Thing::Section(id) => self.section(id).map(Entry::Section),
            Thing::Item(_, id) => self.item(id).map(Entry::Item),
        }
    }
}

/// The address of a path: what slugs are made of needs no encoding, anything else gets it.
fn href(path: &SitePath) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte);
    let mut text = String::from("/");
    for byte in path.as_str().bytes() {
        match plain(byte) {
            true => text.push(char::from(byte)),
            false => text.push_str(percent_encoding::percent_encode_byte(byte)),
        }
    }
    text
}
