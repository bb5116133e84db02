//! Mail to the owner, and to nobody else: sender and recipient come from the configuration, never
//! from a letter.
//!
//! Sending has two steps, because only one of them can be repeated. [`Mailer::prepare`] does all
//! that can fail without consequence: connecting, TLS, signing in, naming sender and recipient.
//! [`Handover::deliver`] hands over the text. When that ends without a clear answer, the mail may
//! have been taken, and the error says so.
//!
//! There is no way to send in clear: the connection is TLS from its first byte, with a certificate
//! of an authority that is trusted and of the host that was asked for.

mod compose;
mod console;
mod error;
mod smtp;
mod stream;

pub use compose::{Letter, ReplyTo};
pub use error::MailError;
pub use lettre::message::Mailbox;
pub use smtp::{Settings, Smtp};

use smtp::Session;

/// Where letters go.
#[derive(Clone, Debug)]
pub enum Mailer {
    /// Printed, for an owner who has no mail server.
    Console,
    Smtp(Smtp),
}

/// A letter that only has to be handed over.
#[derive(Debug)]
pub enum Handover {
    Console(String),
    Smtp(Box<Session>),
}

impl Mailer {
    pub async fn prepare(&self, letter: &Letter) -> Result<Handover, MailError> {
        match self {
            Self::Console => Ok(Handover::Console(console::write(letter))),
            Self::Smtp(smtp) => Ok(Handover::Smtp(Box::new(smtp.prepare(letter).await?))),
        }
    }
}

impl Handover {
    pub async fn deliver(self) -> Result<(), MailError> {
        match self {
            Self::Console(text) => {
                console::print(&text);
                Ok(())
            }
            Self::Smtp(session) => session.deliver().await,
        }
    }
}
