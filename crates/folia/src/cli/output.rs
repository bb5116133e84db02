//! All that commands print. Who reads it may have gone, or there may be no room for it.

use std::io::{self, ErrorKind, Write, stderr, stdout};
use std::sync::{Mutex, PoisonError};

use outbound::terminal::{Spelling, escape};

use super::error::CommandError;

/// Why the rest of the answer is lost, though somebody may wait for it.
static LOST: Mutex<Option<io::Error>> = Mutex::new(None);

/// A line of the answer. Nobody reading is no reason to stop. Neither is a lack of room, but then the command fails
/// when its work is done.
pub(super) fn print_line(line: &str) {
    let mut lost = LOST.lock().unwrap_or_else(PoisonError::into_inner);
    if lost.is_some() {
        return;
    }
    let (mut stdout, line) = (stdout().lock(), escape(line, Spelling::Text, &['\n', '\t']));
    let written = writeln!(stdout, "{line}").and_then(|()| stdout.flush());
    *lost = written.err().filter(|error| error.kind() != ErrorKind::BrokenPipe);
}

/// Fails where the answer did not reach whoever may wait for it.
pub(super) fn require_answer() -> Result<(), CommandError> {
    let lost = LOST.lock().unwrap_or_else(PoisonError::into_inner).take();
    lost.map_or(Ok(()), |error| Err(CommandError::Unanswered(error)))
}

/// Where nobody hears it, the status still tells.
pub(super) fn complain(error: &CommandError) {
    let text = error.to_string();
    writeln!(stderr(), "folia: {}", escape(&text, Spelling::Text, &['\n', '\t'])).ok();
}
