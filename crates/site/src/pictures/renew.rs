use std::borrow::Cow;
use std::collections::BTreeSet;

use kernel::Id;
use media::Media;

use super::KnownPictures;

const FOLDER: &str = "/media/";

impl KnownPictures {
    /// A text with the addresses of today in the place of those that pictures had before they were
    /// replaced, and the uploads in it that have to be looked up before that is known. The old
    /// addresses would lead there, too; but a browser that has been here before keeps what it got
    /// from them for a year.
    pub(crate) fn renewed<'t>(&self, text: &'t str) -> (Cow<'t, str>, BTreeSet<Id>) {
        let mut unknown = BTreeSet::new();
        let mut written = String::new();
        let mut done = 0;
        for (at, _) in text.match_indices(FOLDER) {
            let rest = &text[at..];
            // Where an address in markup can end: quotes, the comma of a `srcset`, the entity for
            // an ampersand.
            let end = rest.find(|c: char| c.is_whitespace() || "\"'<>,?#&".contains(c));
            let address = &rest[..end.unwrap_or(rest.len())];
            let Some(id) = Media::upload_at(address) else { continue };
            match self.upload(id) {
                Ok(known) => {
                    // The latest: a picture may have been replaced several times under names that
                    // led on to each other.
                    let today = known.replaced.iter().rev().find(|(old, _)| old == address);
                    if let Some((_, today)) = today {
                        written.push_str(&text[done..at]);
                        written.push_str(today);
                        done = at + address.len();
                    }
                }
                Err(missing) => unknown.extend(missing),
            }
        }
        match done {
            0 => (Cow::Borrowed(text), unknown),
            _ => {
                written.push_str(&text[done..]);
                (Cow::Owned(written), unknown)
            }
        }
    }
}
