//! Videos are kept as they are recorded, but not what else is in the file: where and when it was
//! recorded, by whom, with what. All of that is overwritten in place, so that nothing moves and every
//! offset in the container stays true.
//!
//! Works on the bytes as they come: what is held back is a header, or one of the few small elements
//! that are changed inside. What a container may hold is listed; whatever is not listed goes.

mod mp4;
mod verdict;
mod webm;

use crate::Error;
use crate::probe::Format;
use verdict::Verdict;

/// Cleans one video, piece by piece. The pieces that come out are as many bytes as went in.
#[derive(Debug)]
pub struct VideoCleaner {
    container: Container,
    /// Seen, but not judged yet.
    held: Vec<u8>,
    doing: Doing,
    /// How much of the video has been given out.
    at: u64,
}

#[derive(Debug)]
enum Container {
    Mp4(mp4::Mp4),
    WebM(webm::WebM),
}

#[derive(Debug)]
enum Doing {
    Judging,
    Keeping {
        left: u64,
    },
    /// Writing `head` and then zeros.
    Blanking {
        head: Vec<u8>,
        left: u64,
    },
}

impl VideoCleaner {
    /// For a video of that format; pictures are not videos.
    pub fn new(format: Format) -> Result<Self, Error> {
        let container = match format {
            Format::Mp4 => Container::Mp4(mp4::Mp4::default()),
            Format::WebM => Container::WebM(webm::WebM::default()),
            _ => return Err(Error::Unsupported),
        };
        Ok(Self { container, held: Vec::new(), doing: Doing::Judging, at: 0 })
    }

    /// Takes the next piece in and gives out what is known to be clean.
    pub fn add(&mut self, mut piece: &[u8]) -> Result<Vec<u8>, Error> {
        let mut out = Vec::with_capacity(self.held.len() + piece.len());
        loop {
            match &mut self.doing {
                Doing::Keeping { left } => {
                    let (now, later) = split(piece, *left);
                    out.extend_from_slice(now);
                    *left -= now.len() as u64;
                    self.at += now.len() as u64;
                    piece = later;
                    if *left > 0 {
                        return Ok(out);
                    }
                    self.doing = Doing::Judging;
                }
                Doing::Blanking { head, left } => {
                    let (now, later) = split(piece, *left);
                    let count = now.len();
                    let from_head = head.len().min(count);
                    out.extend(head.drain(..from_head));
                    out.resize(out.len() + count - from_head, 0);
                    *left -= count as u64;
                    self.at += count as u64;
                    piece = later;
                    if *left > 0 {
                        return Ok(out);
                    }
                    self.doing = Doing::Judging;
                }
                Doing::Judging => {
                    // What is held is judged together with what follows it; nothing is copied when
                    // nothing is held.
                    if self.held.is_empty() {
                        match self.judge(piece, &mut out)? {
                            Some(used) => piece = &piece[used..],
                            None => {
                                self.held.extend_from_slice(piece);
                                return Ok(out);
                            }
                        }
                    } else {
                        self.held.extend_from_slice(piece);
                        let held = std::mem::take(&mut self.held);
                        // What was held is short, so this goes one deep.
                        match self.judge(&held, &mut out)? {
                            Some(used) => {
                                let rest = self.add(&held[used..])?;
                                out.extend(rest);
                            }
                            None => self.held = held,
                        }
                        return Ok(out);
                    }
                }
            }
        }
    }

    /// What was still held back: the stump of an element, blank.
    pub fn finish(&mut self) -> Vec<u8> {
        // Nobody knows what it would have become, so it is not kept.
        vec![0; std::mem::take(&mut self.held).len()]
    }

    /// Judges the element that begins with `ahead`; how many bytes of it are dealt with already, or
    /// nothing when more have to be seen.
    fn judge(&mut self, ahead: &[u8], out: &mut Vec<u8>) -> Result<Option<usize>, Error> {
        if ahead.is_empty() {
            return Ok(None);
        }
        let verdict = match &mut self.container {
            Container::Mp4(mp4) => mp4.judge(ahead, self.at)?,
            Container::WebM(webm) => webm.judge(ahead, self.at)?,
        };
        match verdict {
            Verdict::Keep(left) => self.doing = Doing::Keeping { left },
            Verdict::Blank { head, total } => self.doing = Doing::Blanking { head, left: total },
            Verdict::Rewrite(bytes) => {
                out.extend_from_slice(&bytes);
                self.at += bytes.len() as u64;
                return Ok(Some(bytes.len()));
            }
            Verdict::More => return Ok(None),
        }
        Ok(Some(0))
    }
}

fn split(piece: &[u8], left: u64) -> (&[u8], &[u8]) {
    piece.split_at(usize::try_from(left).unwrap_or(usize::MAX).min(piece.len()))
}
