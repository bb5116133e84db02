//! The picture that stands for a body in lists and previews.

use std::cell::RefCell;

use super::text::each_tag;

/// The source of the first picture that has one; of sanitised HTML, so it is a web address or a
/// path of this site.
pub(crate) fn lead_image(html: &str) -> Option<String> {
    let lead = RefCell::new(None);
    each_tag(html, |tag| {
        if &*tag.name == "img" && lead.borrow().is_none() {
            let source = tag.attrs.iter().find(|attribute| &*attribute.name.local == "src");
            *lead.borrow_mut() = source.map(|attribute| attribute.value.to_string());
        }
    });
    lead.into_inner()
}
