use outbound::terminal::{Spelling, escape};

use super::error::CommandError;

#[expect(clippy::print_stdout, reason = "commands answer on standard output")]
pub(super) fn print_line(line: &str) {
    println!("{}", escape(line, Spelling::Text, &['\n', '\t']));
}

#[expect(clippy::print_stderr, reason = "a command's complaint belongs on standard error")]
pub(super) fn complain(error: &CommandError) {
    eprintln!("folia: {}", escape(&error.to_string(), Spelling::Text, &['\n', '\t']));
}
