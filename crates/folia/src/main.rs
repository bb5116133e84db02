//! `folia`: see `folia --help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    // The child that decodes AVIF is this program, too, but needs nothing of it.
    if std::env::args_os().nth(1).is_some_and(|command| command == media::decoder::COMMAND) {
        return media::decoder::run();
    }
    folia::cli::run()
}
