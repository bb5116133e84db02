use std::io::Write;
use std::process::Command;

use tempfile::NamedTempFile;

/// What a reader finds in the body of an answer: the words of a PDF, whose bytes are packed, and of anything
/// else its text. Where the program that reads PDF is not installed, a PDF has no words.
#[expect(clippy::print_stdout, reason = "what is not tried is told")]
pub fn words_of(body: &[u8]) -> String {
    if !body.starts_with(b"%PDF") {
        return String::from_utf8_lossy(body).into_owned();
    }
    let mut file = NamedTempFile::new().expect("a file can be made");
    file.write_all(body).expect("it can be written");
    match Command::new("pdftotext").arg(file.path()).arg("-").output() {
        Ok(output) => {
            assert!(output.status.success(), "pdftotext: {output:?}");
            String::from_utf8_lossy(&output.stdout).into_owned()
        }
        Err(error) => {
            println!("NOT RUN: pdftotext: {error}; tools/setup installs it");
            String::new()
        }
    }
}
