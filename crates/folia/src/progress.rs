//! Whoever waits for a long work: told how far it is, and able to stop it.

use std::fmt;
use std::io::{self, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is being done, how many of how many are done. No number where nobody knows how many.
pub(crate) type Tell = dyn Fn(&str, u64, Option<u64>) + Send + Sync;

/// Cheap to clone; all clones are about the same work.
#[derive(Clone, Default)]
pub(crate) struct Progress {
    stopped: Arc<AtomicBool>,
    tell: Option<Arc<Tell>>,
}

impl Progress {
    pub(crate) fn told_to(tell: impl Fn(&str, u64, Option<u64>) + Send + Sync + 'static) -> Self {
        Self { stopped: Arc::default(), tell: Some(Arc::new(tell)) }
    }

    pub(crate) fn tell(&self, what: &str, done: u64, of: Option<u64>) {
        if let Some(tell) = &self.tell {
            tell(what, done, of);
        }
    }

    /// The work ends with an error at its next step.
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
    }

    pub(crate) fn check(&self) -> io::Result<()> {
        match self.stopped.load(Ordering::SeqCst) {
            true => Err(io::Error::other("it was stopped")),
            false => Ok(()),
        }
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress").field("stopped", &self.stopped).finish_non_exhaustive()
    }
}

/// Reads on until the work is stopped.
pub(crate) struct Stoppable<'a> {
    pub(crate) content: &'a mut dyn Read,
    pub(crate) progress: &'a Progress,
}

impl Read for Stoppable<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.progress.check()?;
        self.content.read(buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stopped_reads_no_further() {
        let progress = Progress::default();
        let mut content = &b"some bytes"[..];
        let mut reading = Stoppable { content: &mut content, progress: &progress };
        let mut piece = [0; 4];
        assert_eq!(reading.read(&mut piece).unwrap(), 4);
        progress.clone().stop();
        assert!(reading.read(&mut piece).unwrap_err().to_string().contains("stopped"));
    }
}
