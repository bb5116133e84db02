//! What kind of character one is, and whether faces have it. The characters of a face are ranges in
//! order.

/// Characters that are drawn. The others join, part or direct, and have no form of their own.
pub fn needs_face(character: char) -> bool {
    !character.is_whitespace()
        && !character.is_control()
        && !is_joiner(character)
        && !is_private(character)
}

/// What such a character looks like is agreed between people who know each other; a face of the
/// machine shows whatever its makers liked.
pub fn is_private(character: char) -> bool {
    matches!(character, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..)
}

pub fn is_joiner(character: char) -> bool {
    matches!(character, '\u{200c}'..='\u{200f}' | '\u{2066}'..='\u{2069}')
}

pub fn has(faces: &[Vec<(u32, u32)>], character: char) -> bool {
    faces.iter().any(|ranges| covers(ranges, character))
}

pub fn covers(ranges: &[(u32, u32)], character: char) -> bool {
    let code = character as u32;
    let after = ranges.partition_point(|(first, _)| *first <= code);
    after.checked_sub(1).is_some_and(|index| code <= ranges[index].1)
}
