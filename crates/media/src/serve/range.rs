//! Which part of a file a client wants (RFC 9110, section 14). Pure.

use std::ops::Range;

/// What a `Range` header asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// Everything: nothing was asked for, or nothing that has to be understood.
    Whole,
    Bytes(Range<u64>),
    /// A part that the file does not have.
    Beyond,
}

/// A single range is answered. Several, which nobody needs to play a video and which cost more to
/// answer than to ask, are answered with the whole file, as any server may.
pub(super) fn read(header: &str, size: u64) -> Part {
    let Some((unit, ranges)) = header.split_once('=') else { return Part::Whole };
    if !unit.trim().eq_ignore_ascii_case("bytes") || ranges.contains(',') {
        return Part::Whole;
    }
    let Some((first, last)) = ranges.trim().split_once('-') else { return Part::Whole };
    match (number(first), number(last)) {
        // A range that makes no sense is ignored, as the standard says, and not refused.
        (Some(Some(first)), Some(Some(last))) if first > last => Part::Whole,
        // A part beyond the end is refused, so that a player learns the size.
        (Some(Some(first)), Some(_)) if first >= size => Part::Beyond,
        (Some(Some(first)), Some(last)) => {
            let end = last.map_or(size, |last| last.saturating_add(1).min(size));
            Part::Bytes(first..end)
        }
        (Some(None), Some(Some(0))) => Part::Beyond,
        (Some(None), Some(Some(_))) if size == 0 => Part::Beyond,
        (Some(None), Some(Some(count))) => Part::Bytes(size.saturating_sub(count)..size),
        _ => Part::Whole,
    }
}

/// A number, or nothing written at all; `None` is neither. Too many digits are a very large number.
fn number(text: &str) -> Option<Option<u64>> {
    match text {
        "" => Some(None),
        digits if digits.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some(Some(digits.parse().unwrap_or(u64::MAX)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_ranges_are_cut_to_the_file_and_the_rest_is_the_whole() {
        for (header, part) in [
            ("bytes=0-0", Part::Bytes(0..1)),
            ("bytes=-1", Part::Bytes(99..100)),
            ("bytes=-500", Part::Bytes(0..100)),
            ("bytes=10-", Part::Bytes(10..100)),
            ("Bytes=10-19", Part::Bytes(10..20)),
            ("bytes=10-99999999999999999999999", Part::Bytes(10..100)),
            ("bytes=99999999999-", Part::Beyond),
            ("bytes=100-", Part::Beyond),
            ("bytes=-0", Part::Beyond),
            ("bytes=5-1", Part::Whole),
            ("bytes=0-1,3-4", Part::Whole),
            ("bytes=", Part::Whole),
            ("bytes=-", Part::Whole),
            ("bytes=a-b", Part::Whole),
            ("bytes=+1-2", Part::Whole),
            ("lines=1-2", Part::Whole),
            ("nonsense", Part::Whole),
        ] {
            assert_eq!(read(header, 100), part, "{header}");
        }
        assert_eq!(read("bytes=0-", 0), Part::Beyond);
        assert_eq!(read("bytes=-5", 0), Part::Beyond);
    }
}
