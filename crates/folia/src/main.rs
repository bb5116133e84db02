//! `folia`: see `folia --help`.

use std::process::ExitCode;

use mimalloc::MiMalloc;

/// The system's own keeps what each thread has freed for that thread: with every thread that had once
/// tailored a resume or drawn a picture the process stayed tens of megabytes larger.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    // Whatever this process and its children create is for its user alone, wherever it is started.
    rustix::process::umask(rustix::fs::Mode::from_raw_mode(0o077));
    // The child that decodes AVIF is this program, too, but needs nothing of it.
    // Before the command line is read, and before any thread: the child gives up its rights first.
    if std::env::args_os().nth(1).is_some_and(|command| command == media::decoder::COMMAND) {
        return media::decoder::run();
    }
    folia::cli::run()
}
