//! What only tests ask: the pure judgements of this wing, which requests reach through a store.

mod site;

pub use site::{HIDDEN, small_site};

/// A body as it would be stored, or why it would not.
pub fn sanitise(html: &str) -> Result<String, String> {
    crate::html::sanitise(html).map_err(|error| error.to_string())
}

/// The beginning of its text.
pub fn summary(cleaned: &str) -> String {
    crate::html::summary(cleaned)
}

/// Whether an address may stand in a link.
pub fn is_href(text: &str) -> bool {
    crate::href::check_href(text).is_ok()
}

/// Whether an address may name something here.
pub fn is_plain(text: &str) -> bool {
    crate::spelling::is_plain(text)
}
