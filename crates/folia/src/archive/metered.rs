//! A tar file whose reader cannot be made to fill the memory. It takes names that stand before their files in
//! whole, as long as they say they are. To look at them first would not do: what is a head and what lies inside
//! of a file is told by heads again. So it is the bytes between two files that are counted.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::rc::Rc;

/// What the heads of one file may take together. No system has paths of more than some thousand letters, and what
/// other programs note beside them is hardly ever longer.
const MOST_OF_HEADS: u64 = 1024 * 1024;

pub(super) struct Metered {
    file: BufReader<File>,
    left: Allowance,
}

/// How much may still be read.
#[derive(Clone)]
pub(super) struct Allowance(Rc<Cell<u64>>);

impl Allowance {
    /// The heads of the next file, and nothing more.
    pub(super) fn only_heads(&self) {
        self.0.set(MOST_OF_HEADS);
    }

    /// What is in a file, which has the limits of whoever reads it.
    pub(super) fn everything(&self) {
        self.0.set(u64::MAX);
    }

    pub(super) fn is_spent(&self) -> bool {
        self.0.get() == 0
    }
}

impl Metered {
    pub(super) fn new(file: File) -> (Self, Allowance) {
        let left = Allowance(Rc::new(Cell::new(MOST_OF_HEADS)));
        (Self { file: BufReader::new(file), left: left.clone() }, left)
    }
}

impl Read for Metered {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.left.0.get();
        if left == 0 {
            return Err(io::Error::other("the heads of a file are longer than any can be"));
        }
        let most = buffer.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        let read = self.file.read(&mut buffer[..most])?;
        self.left.0.set(left - read as u64);
        Ok(read)
    }
}

/// What is passed over is not read.
impl Seek for Metered {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_end_where_none_can_be_longer_and_files_do_not() {
        let file = tempfile::tempfile().unwrap();
        file.set_len(4 * MOST_OF_HEADS).unwrap();
        let (mut metered, allowance) = Metered::new(file);
        let mut bytes = Vec::new();
        metered.read_to_end(&mut bytes).unwrap_err();
        assert_eq!((bytes.len() as u64, allowance.is_spent()), (MOST_OF_HEADS, true));
        metered.seek(SeekFrom::Current(512)).unwrap();
        allowance.only_heads();
        metered.read_exact(&mut [0; 512]).unwrap();
        assert!(!allowance.is_spent());
        allowance.everything();
        let rest = io::copy(&mut metered, &mut io::sink()).unwrap();
        assert_eq!(rest, 3 * MOST_OF_HEADS - 2 * 512);
    }
}
