use std::io::BufRead;
use std::path::Path;

/// What a process under test has written, for tests that look for words in it, and for those that want none of them there: a log
/// that cannot be read holds no word, and would please the latter whatever had happened. What is no text is shown as such.
pub(crate) fn read_log(file: &Path) -> String {
    match std::fs::read(file) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => panic!("the log {} cannot be read: {error}", file.display()),
    }
}

/// The next line, with its end; none when there are no more. The same for what is printed.
pub(crate) fn next_line(printed: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    let read = printed.read_until(b'\n', &mut line).expect("what is printed can be read");
    (read > 0).then(|| String::from_utf8_lossy(&line).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_text_hides_nothing_of_what_is() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log.txt");
        std::fs::write(&log, b"one\xff\npanicked\n").unwrap();
        assert_eq!(read_log(&log), "one\u{fffd}\npanicked\n");
        let mut printed = &b"one\xff\ntwo"[..];
        assert_eq!(next_line(&mut printed).as_deref(), Some("one\u{fffd}\n"));
        assert_eq!(next_line(&mut printed).as_deref(), Some("two"));
        assert_eq!(next_line(&mut printed), None);
    }

    #[test]
    #[should_panic(expected = "cannot be read: No such file")]
    fn a_log_that_is_not_there_is_no_empty_log() {
        read_log(&tempfile::tempdir().unwrap().path().join("log.txt"));
    }
}
