//! How far a long command is: a bar on terminals, a line for each step otherwise.

use std::io::{IsTerminal, Write, stderr};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::signal::unix::{SignalKind, signal};

use super::output::print_line;
use crate::progress::Progress;

/// What is shown of a command. When it is dropped, the bar goes.
pub(super) struct Shown {
    pub(super) progress: Progress,
    screen: Arc<Mutex<Screen>>,
}

#[derive(Default)]
struct Screen {
    is_terminal: bool,
    last: String,
}

impl Shown {
    /// Interrupted by its user, the command ends at its next step and leaves things in order.
    pub(super) fn begin() -> Self {
        let shown = Self::begin_to_end();
        tokio::spawn(stop_on_signal(shown.progress.clone()));
        shown
    }

    /// For a command that can be ended anywhere: whatever it has done stands, and all else is as it was.
    pub(super) fn begin_to_end() -> Self {
        let is_terminal = stderr().is_terminal();
        let screen = Arc::new(Mutex::new(Screen { is_terminal, last: String::new() }));
        let showing = screen.clone();
        let progress = Progress::told_to(move |what, done, of| {
            showing.lock().unwrap_or_else(PoisonError::into_inner).show(what, done, of);
        });
        Self { progress, screen }
    }

    /// A line of the answer, where a bar may be at this moment.
    pub(super) fn print_line(&self, line: &str) {
        self.screen.lock().unwrap_or_else(PoisonError::into_inner).clear();
        print_line(line);
    }
}

impl Drop for Shown {
    fn drop(&mut self) {
        self.screen.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl Screen {
    /// Takes the bar away. The next step draws it again.
    fn clear(&mut self) {
        if self.is_terminal && !self.last.is_empty() {
            // Nobody looking is no reason to stop.
            write!(stderr(), "\r\x1b[2K").ok();
            self.last.clear();
        }
    }

    fn show(&mut self, what: &str, done: u64, of: Option<u64>) {
        let line = match self.is_terminal {
            true => bar(what, done, of),
            false => what.to_owned(),
        };
        if line == self.last {
            return;
        }
        match self.is_terminal {
            true => write!(stderr(), "\r\x1b[2K{line}").and_then(|()| stderr().flush()).ok(),
            false => writeln!(stderr(), "{line}").ok(),
        };
        self.last = line;
    }
}

const WIDTH: u64 = 24;

fn bar(what: &str, done: u64, of: Option<u64>) -> String {
    let Some(all) = of.filter(|all| *all > 0) else { return format!("{what} …") };
    // By hundredths, so that a terminal is not written to for each of a million files.
    let share = done.min(all).saturating_mul(100) / all;
    let full = share * WIDTH / 100;
    let (full, rest) = ("#".repeat(full as usize), "-".repeat((WIDTH - full) as usize));
    format!("{what} [{full}{rest}] {share} %")
}

async fn stop_on_signal(progress: Progress) {
    let Ok(mut terminate) = signal(SignalKind::terminate()) else { return };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = tokio::signal::ctrl_c() => {}
    }
    progress.stop();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bar_fills_up_and_never_runs_over() {
        assert_eq!(bar("copying", 0, None), "copying …");
        assert_eq!(bar("copying", 0, Some(0)), "copying …");
        assert_eq!(bar("copying", 0, Some(8)), format!("copying [{}] 0 %", "-".repeat(24)));
        let half = format!("copying [{}{}] 50 %", "#".repeat(12), "-".repeat(12));
        assert_eq!(bar("copying", 4, Some(8)), half);
        assert_eq!(bar("copying", 9, Some(8)), format!("copying [{}] 100 %", "#".repeat(24)));
    }
}
