use bytes::Bytes;

use crate::items::Shadow;
use crate::reading::{Entry, ItemRef, Reader};
use crate::tree::json;

/// What administrators are told when something else is found at an item's path.
pub(super) fn shadow_of(item: ItemRef<'_>) -> Option<Shadow<'_>> {
    let entry = item.shadowed_by()?;
    let public = item.reading().as_seen_by(Reader::Public);
    let is_published = match &entry {
        Entry::Section(section) => public.section(section.id).is_some(),
        Entry::Item(other) => public.item(other.id).is_some(),
    };
    Some(Shadow {
        kind: entry.content_type().into(),
        id: entry.id(),
        title: entry.title(),
        is_published,
        item_address: item.address_by_id().to_string(),
    })
}

/// The written answer about an item, with that at its end.
pub(super) fn with_shadow(item: Bytes, shadow: Option<Shadow<'_>>) -> Bytes {
    match (shadow, item.strip_suffix(b"}")) {
        (Some(shadow), Some(members)) => {
            [members, b",\"shadowed_by\":", json(&shadow).as_bytes(), b"}"].concat().into()
        }
        _ => item,
    }
}
