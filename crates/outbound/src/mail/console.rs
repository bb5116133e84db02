use std::io::Write;

use super::Letter;
use crate::terminal::{Spelling, escape};

/// The letter for a terminal: what a visitor wrote must not move the cursor or ring the bell.
pub(super) fn write(letter: &Letter) -> String {
    let Letter { subject, text, .. } = letter;
    let text = text.replace("\r\n", "\n");
    let shown = escape(&text, Spelling::Text, &['\n', '\t']);
    format!("---- {subject} ----\n{shown}---- end ----\n")
}

/// Nobody looking is no failure.
pub(super) fn print(text: &str) {
    let mut stdout = std::io::stdout().lock();
    stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()).ok();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_is_not_moved_by_what_a_visitor_wrote() {
        let letter = Letter {
            id: "1".into(),
            written_at: kernel::Timestamp::from_micros(0),
            subject: "A message",
            reply_to: None,
            text: "Name: é\u{1b}[2J\u{7}\r\n\tend\u{9b}\u{202e}\n".into(),
        };
        let shown =
            "---- A message ----\nName: é\\u{1b}[2J\\u{7}\n\tend\\u{9b}\\u{202e}\n---- end ----\n";
        assert_eq!(write(&letter), shown);
    }
}
