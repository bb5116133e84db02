use std::io::Write;

use super::Letter;

/// The letter for a terminal: what a visitor wrote must not move the cursor or ring the bell.
pub(super) fn write(letter: &Letter) -> String {
    let shown = |text: &str| -> String {
        text.replace("\r\n", "\n")
            .chars()
            .map(|letter| match letter {
                '\n' | '\t' => letter,
                _ if letter.is_control() => '\u{fffd}',
                _ => letter,
            })
            .collect()
    };
    let Letter { subject, text, .. } = letter;
    format!("---- {subject} ----\n{}---- end ----\n", shown(text))
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
            text: "Name: é\u{1b}[2J\u{7}\r\n\tend\u{9b}\n".into(),
        };
        let shown =
            "---- A message ----\nName: é\u{fffd}[2J\u{fffd}\n\tend\u{fffd}\n---- end ----\n";
        assert_eq!(write(&letter), shown);
    }
}
