use outbound::mail::{Letter, ReplyTo};

use crate::chain::ascii_address;
use crate::messages::Message;

const SUBJECT: &str = "A message from the contact form";

/// The mail about a message. What the visitor wrote is in the text and, for answering, in
/// `Reply-To`; nothing of it says where the mail goes.
pub(super) fn letter(message: &Message) -> Letter {
    let Message { id, name, email, message: text, created_at, .. } = message;
    Letter {
        id: id.to_string(),
        written_at: *created_at,
        subject: SUBJECT,
        // An address that needs a modern mail server can be answered by hand.
        reply_to: ascii_address(email).map(|address| ReplyTo { name: name.clone(), address }),
        text: format!("Name: {name}\nE-mail: {email}\nTime: {created_at}\n\n{text}\n"),
    }
}
