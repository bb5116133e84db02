//! A chunk in the words of the engine: small numbers for its closed values, one id for its user,
//! a fingerprint for its text.

use kernel::Id;
use recall::{Payload, Tag, TagSet};
use sha2::{Digest, Sha256};

use crate::chunks::{Chunk, ChunkType, Purpose, Source};

pub(super) fn payload(chunk: &Chunk) -> Payload {
    Payload {
        source: source_tag(chunk.source),
        chunk_type: type_tag(chunk.chunk_type),
        purposes: purposes_tag(&chunk.purpose),
        user: chunk.user_id.as_deref().map(user_key),
    }
}

// The numbers are stored with the vectors: a new value goes to the end of its list.
pub(crate) fn source_tag(source: Source) -> Tag {
    tag(Source::ALL.iter().position(|known| *known == source))
}

pub(crate) fn type_tag(chunk_type: ChunkType) -> Tag {
    tag(ChunkType::ALL.iter().position(|known| *known == chunk_type))
}

pub(crate) fn purposes_tag(purposes: &[Purpose]) -> TagSet {
    let number = |purpose: &Purpose| Purpose::ALL.iter().position(|known| known == purpose);
    purposes.iter().map(|purpose| tag(number(purpose))).collect()
}

fn tag(position: Option<usize>) -> Tag {
    position
        .and_then(|position| u8::try_from(position).ok())
        .and_then(Tag::new)
        .expect("every value is in its list, and the lists are short")
}

/// Users are named by any text; the engine knows ids. A cryptographic hash, so that nobody can
/// choose a name that falls together with another's.
pub(crate) fn user_key(user_id: &str) -> Id {
    hexadecimal(user_id).parse().expect("thirty-two digits are an id")
}

/// Of a text, to know it again.
pub(super) fn fingerprint(text: &str) -> u128 {
    let digest = Sha256::digest(text.as_bytes());
    u128::from_be_bytes(digest[..16].try_into().expect("a digest is longer"))
}

fn hexadecimal(text: &str) -> String {
    format!("{:032x}", fingerprint(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn users_and_texts_are_told_apart() {
        assert_ne!(user_key("mia"), user_key("Mia"));
        assert_eq!(user_key("mia"), user_key("mia"));
        assert_ne!(fingerprint("a"), fingerprint("a "));
    }

    #[test]
    fn every_value_has_a_number_of_its_own() {
        let purposes = purposes_tag(&Purpose::ALL);
        assert_eq!(purposes.bits(), 0b111);
        let sources: TagSet = Source::ALL.into_iter().map(source_tag).collect();
        assert_eq!(sources.bits(), 0b1_1111);
        let types: TagSet = ChunkType::ALL.into_iter().map(type_tag).collect();
        assert_eq!(types.bits(), 0b111_1111);
    }
}
