//! From a stored body to what readers get of it: `show` for a page, `syndicate` for a feed.
//!
//! Pure functions of their text. What a body may hold is decided when it is stored
//! (`content::html`); `docs/body.md` writes the vocabulary down, as stored and as shown. Nothing
//! here fails: a reference to nothing, a table without cells or code in an unknown language is
//! shown as well as it can be. The cost is linear in the length of the body.
//!
//! What this does not do: sanitise, read a picture, or know a page.

mod address;
mod code;
mod embeds;
mod feed;
mod headings;
mod lists;
mod mend;
mod moments;
mod notes;
mod pictures;
mod read;
mod said;
mod tables;
mod tree;
mod videos;
mod walk;
mod words;

#[cfg(test)]
mod tests;

pub use feed::syndicate;
pub use headings::Heading;
pub use pictures::Picture;
pub use said::BodyWords;
pub use walk::{minutes, show};

/// What a body cannot know by itself.
pub struct Surroundings<'a> {
    /// The site's own address without a slash at its end, `https://example.org`. Links that begin
    /// with it are links of this site.
    pub origin: &'a str,
    /// Whether the first picture of the body is the first of the page. It is then loaded at once
    /// and before others.
    pub leads: bool,
    /// What is known of a picture of this site, by the address in its `src`.
    pub picture: &'a dyn Fn(&str) -> Option<Picture>,
    /// How the page speaks.
    pub words: BodyWords<'a>,
}

impl std::fmt::Debug for Surroundings<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Surroundings")
            .field("origin", &self.origin)
            .field("leads", &self.leads)
            .finish_non_exhaustive()
    }
}

/// A body as a page shows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shown {
    /// Goes into the page as it is. Each block at its top level is one item of the page's grid.
    pub html: String,
    /// Two levels of headings. Empty when there are fewer than three of them.
    pub contents: Vec<Heading>,
    pub words: usize,
    /// Reading time, at least one minute where there is anything to read.
    pub minutes: usize,
    /// Origins whose players the page may put into a frame when a reader asks for it, for
    /// `frame-src`. Usually empty.
    pub frames: Vec<String>,
}
