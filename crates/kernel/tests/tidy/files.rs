use crate::source::sources;

/// Past this a file is two rooms.
const MOST_LINES: usize = 450;

#[test]
fn no_file_is_longer_than_one_room() {
    let long: Vec<_> = sources()
        .into_iter()
        .filter(|source| !source.is_test())
        .map(|source| (source.text.lines().count(), source.path))
        .filter(|(lines, _)| *lines > MOST_LINES)
        .collect();
    assert!(long.is_empty(), "more than {MOST_LINES} lines: {long:#?}");
}
