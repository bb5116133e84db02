use std::fmt::Write;

use kernel::Timestamp;

use super::xml::text;

/// No map may name more.
const MOST: usize = 50_000;

/// A page and when it was changed last.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// In full.
    pub(crate) address: String,
    pub(crate) changed: Option<Timestamp>,
}

pub(crate) fn sitemap(places: impl Iterator<Item = Place>) -> String {
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for Place { address, changed } in places.take(MOST) {
        let written = match changed {
            Some(date) => {
                let address = text(&address);
                writeln!(xml, "<url><loc>{address}</loc><lastmod>{date}</lastmod></url>")
            }
            None => writeln!(xml, "<url><loc>{}</loc></url>", text(&address)),
        };
        written.expect("a string takes everything");
    }
    xml.push_str("</urlset>\n");
    xml
}
