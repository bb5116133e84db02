//! All that commands print. Who reads it may have gone, or there may be no room for it.

use std::fmt::Display;
use std::io::{ErrorKind, Write, stderr, stdout};
use std::sync::atomic::{AtomicBool, Ordering};

use outbound::terminal::{Spelling, escape};

/// Whether an answer could not be written, though somebody may wait for it.
static IS_CUT_OFF: AtomicBool = AtomicBool::new(false);

/// A line of the answer. Nobody reading is no reason to stop; no room is told once, and the command fails with it when
/// its work is done.
pub(super) fn print_line(line: &str) {
    if is_cut_off() {
        return;
    }
    let mut stdout = stdout().lock();
    let line = escape(line, Spelling::Text, &['\n', '\t']);
    match writeln!(stdout, "{line}").and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            IS_CUT_OFF.store(true, Ordering::Relaxed);
            complain(&format_args!("the answer cannot be written: {error}"));
        }
        _ => {}
    }
}

pub(super) fn is_cut_off() -> bool {
    IS_CUT_OFF.load(Ordering::Relaxed)
}

/// Why a command failed, on standard error. Where nobody hears it, the status still tells.
pub(super) fn complain(error: &dyn Display) {
    let text = error.to_string();
    writeln!(stderr(), "folia: {}", escape(&text, Spelling::Text, &['\n', '\t'])).ok();
}
