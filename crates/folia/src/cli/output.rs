use super::error::CommandError;

#[expect(clippy::print_stdout, reason = "commands answer on standard output")]
pub(super) fn print_line(line: &str) {
    println!("{line}");
}

#[expect(clippy::print_stderr, reason = "a command's complaint belongs on standard error")]
pub(super) fn complain(error: &CommandError) {
    eprintln!("folia: {error}");
}
