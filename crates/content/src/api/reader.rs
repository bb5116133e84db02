use edge::Principal;

use crate::reader::Reader;

/// What somebody sees by default: whoever is signed in sees drafts.
pub(crate) fn reader_of(principal: &Principal) -> Reader {
    if principal.is_signed_in() { Reader::SignedIn } else { Reader::Public }
}

/// What somebody sees in a list: drafts only when asked for, and only when signed in.
pub(crate) fn reader_in_lists(principal: &Principal, include_unpublished: Option<&str>) -> Reader {
    match include_unpublished {
        Some("true") => reader_of(principal),
        _ => Reader::Public,
    }
}
