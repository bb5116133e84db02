use std::time::{Duration, SystemTime};

use kernel::Timestamp;
use lettre::message::header::{
    ContentTransferEncoding, ContentType, Header, HeaderName, HeaderValue, MIME_VERSION_1_0,
};
use lettre::message::{Body, Mailbox};
use lettre::{Address, Message};

use super::MailError;

/// What is to be told. Where it goes is not its business.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Letter {
    /// Makes the `Message-ID`: the same letter has the same one, however often it is tried.
    pub id: String,
    pub written_at: Timestamp,
    pub subject: &'static str,
    pub reply_to: Option<ReplyTo>,
    pub text: String,
}

/// Whom an answer goes to. The address is one that any mail server understands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplyTo {
    pub name: String,
    pub address: String,
}

/// No machine should answer a machine.
#[derive(Clone)]
struct AutoSubmitted;

impl Header for AutoSubmitted {
    fn name() -> HeaderName {
        HeaderName::new_from_ascii_str("Auto-Submitted")
    }

    fn parse(_: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        Ok(Self)
    }

    fn display(&self) -> HeaderValue {
        HeaderValue::new(Self::name(), "auto-generated".to_owned())
    }
}

/// The mail in bytes, all of them ASCII. Headers are encoded by the library; the text is always
/// quoted-printable, in which no line is long and no control character stands for itself.
pub(super) fn compose(letter: &Letter, from: &Mailbox, to: &Mailbox) -> Result<Vec<u8>, MailError> {
    let unwritable = |error: &dyn std::fmt::Display| MailError::Unwritable(error.to_string());
    // Lines of a mail end with both characters; a lone one of them is not allowed.
    let text = letter.text.replace("\r\n", "\n").replace('\r', "\n").replace('\n', "\r\n");
    let encoding = ContentTransferEncoding::QuotedPrintable;
    let body = Body::new_with_encoding(text, encoding)
        .map_err(|_| MailError::Unwritable("the text cannot be encoded".to_owned()))?;
    let mut message = Message::builder()
        .from(from.clone())
        .to(to.clone())
        .subject(letter.subject)
        .date(system_time(letter.written_at))
        // With the sender's domain, where nobody else makes such ids.
        .message_id(Some(format!("<{}@{}>", letter.id, from.email.domain())))
        .header(AutoSubmitted)
        .header(MIME_VERSION_1_0)
        .header(ContentType::TEXT_PLAIN);
    if let Some(ReplyTo { name, address }) = &letter.reply_to {
        // An address the library does not like is left out; it is in the text, too.
        if let Ok(address) = address.parse::<Address>() {
            message = message.reply_to(Mailbox::new(Some(one_line(name)), address));
        }
    }
    let message = message.body(body).map_err(|error| unwritable(&error))?;
    Ok(message.formatted())
}

/// The library gives up on a name with control characters.
fn one_line(name: &str) -> String {
    name.replace(char::is_control, " ")
}

fn system_time(at: Timestamp) -> SystemTime {
    let micros = u64::try_from(at.as_micros()).unwrap_or(0);
    SystemTime::UNIX_EPOCH + Duration::from_micros(micros)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn composed(name: &str, address: &str, text: &str) -> String {
        let letter = Letter {
            id: "01939b1e".into(),
            written_at: "2026-01-01T12:00:00Z".parse().unwrap(),
            subject: "A message",
            reply_to: Some(ReplyTo { name: name.into(), address: address.into() }),
            text: text.into(),
        };
        let mailbox = |text: &str| text.parse().unwrap();
        let from = mailbox("Folia <site@example.org>");
        let bytes = compose(&letter, &from, &mailbox("owner@example.org")).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn there_are_only_our_headers_whatever_a_visitor_is_called() {
        let ours = [
            "From",
            "To",
            "Subject",
            "Date",
            "Message-ID",
            "Auto-Submitted",
            "Content-Type",
            "Reply-To",
            "MIME-Version",
            "Content-Transfer-Encoding",
        ];
        let plain = composed("Ann", "ann@example.net", "hello");
        for header in ours {
            let start = format!("{header}: ");
            let found = plain.lines().filter(|line| line.starts_with(&start)).count();
            assert_eq!(found, 1, "{header} in {plain}");
        }
        for name in [
            "Ann",
            "Eve\r\nBcc: x@y.example",
            "Eve\nBcc: x@y.example",
            "\"Eve\" <x@y.example>, Mallory",
            "=?utf-8?q?=0D=0ABcc:_x@y.example?=",
            "Bücher 😀",
            &"é".repeat(100),
            &"long ".repeat(20),
        ] {
            let mail = composed(name, "ann@example.net", "hello");
            let (head, _) = mail.split_once("\r\n\r\n").unwrap();
            assert!(mail.is_ascii());
            let unfolded = head.replace("\r\n ", " ").replace("\r\n\t", " ");
            for line in unfolded.split("\r\n") {
                let (header, _) = line.split_once(": ").unwrap();
                assert!(ours.contains(&header), "{name:?}: {head}");
                assert!(!line.contains(['\r', '\n']), "{name:?}: {head}");
            }
            assert_eq!(unfolded.matches("Reply-To: ").count(), 1, "{head}");
        }
    }

    #[test]
    fn no_line_of_the_text_is_long_or_ends_in_another_way() {
        let text = format!("a\r\n.\r\nMAIL FROM:<x>\n.\nlone\rcr\n{}\n\u{1b}é", "x".repeat(2000));
        let mail = composed("Ann", "ann@example.net", &text);
        let (_, body) = mail.split_once("\r\n\r\n").unwrap();
        for line in body.split("\r\n") {
            assert!(line.len() <= 76, "{line}");
            assert!(line.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{line:?}");
        }
    }
}
