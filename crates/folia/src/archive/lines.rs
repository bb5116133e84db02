use std::io::{BufRead, BufReader, Read};

use super::error::ArchiveError;

/// A body of a million characters takes four megabytes. Nothing that is stored comes near this.
const LONGEST: u64 = 16 * 1024 * 1024;
/// A row that cannot be read may be any bytes, of which JSON makes six each, and is more worth than memory.
const LONGEST_ROW: u64 = 8 * LONGEST;

/// The lines of a file, each held against the limit before it is in memory.
pub(super) struct Lines<'a, R> {
    name: &'a str,
    reader: BufReader<R>,
    line: Vec<u8>,
    longest: u64,
}

impl<'a, R: Read> Lines<'a, R> {
    pub(super) fn of(name: &'a str, content: R) -> Self {
        Self { name, reader: BufReader::new(content), line: Vec::new(), longest: LONGEST }
    }

    /// Those of rows that cannot be read.
    pub(super) fn of_rows(name: &'a str, content: R) -> Self {
        Self { longest: LONGEST_ROW, ..Self::of(name, content) }
    }

    pub(super) fn next_line(&mut self) -> Result<Option<&str>, ArchiveError> {
        let damaged = |fault: &dyn ToString| ArchiveError::damaged(self.name, fault.to_string());
        self.line.clear();
        let longest = self.longest;
        let mut limited = self.reader.by_ref().take(longest + 1);
        let read = limited.read_until(b'\n', &mut self.line).map_err(|error| damaged(&error))?;
        if read as u64 > longest {
            return Err(damaged(&format!("has a line of more than {longest} bytes")));
        }
        match read {
            0 => Ok(None),
            _ => str::from_utf8(&self.line).map(Some).map_err(|error| damaged(&error)),
        }
    }

    pub(super) fn into_inner(self) -> R {
        self.reader.into_inner()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_without_an_end_is_given_up_early() {
        let mut endless = Lines::of("x.jsonl", std::io::repeat(b'a'));
        assert!(endless.next_line().unwrap_err().to_string().contains("more than 16777216 bytes"));
        let mut two = Lines::of("x.jsonl", &b"one\ntwo"[..]);
        assert_eq!(two.next_line().unwrap(), Some("one\n"));
        assert_eq!(two.next_line().unwrap(), Some("two"));
        assert_eq!(two.next_line().unwrap(), None);
        assert!(Lines::of("x.jsonl", &b"\xff\n"[..]).next_line().is_err());
    }
}
