use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use lettre::message::Mailbox;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::ClientId;
use rustls::pki_types::{CertificateDer, ServerName};
use tokio::net::TcpStream;
use tokio::sync::OnceCell;
use tokio_rustls::TlsConnector;

use super::MailError;
use super::compose::{Letter, compose};
use super::stream::Bounded;
use crate::{Secret, tls};

/// The owner's mail server, and between whom mail goes.
#[derive(Clone, Debug)]
pub struct Settings {
    pub host: String,
    pub port: u16,
    pub credentials: Option<(String, Secret)>,
    pub from: Mailbox,
    pub to: Mailbox,
    /// For each step of the conversation; all steps before the text may take three times as long.
    pub patience: Duration,
    /// Authorities to trust beside those of the machine.
    pub authorities: Vec<CertificateDer<'static>>,
}

#[derive(Clone, Debug)]
pub struct Smtp(Arc<Shared>);

struct Shared {
    settings: Settings,
    /// Made at the first use: reading the machine's authorities takes longer than starting does.
    tls: OnceCell<TlsConnector>,
}

/// A conversation that has come as far as the text.
pub struct Session {
    connection: AsyncSmtpConnection,
    mail: Vec<u8>,
    patience: Duration,
}

const MECHANISMS: &[Mechanism] = &[Mechanism::Plain, Mechanism::Login];

impl Smtp {
    pub fn new(settings: Settings) -> Self {
        Self(Arc::new(Shared { settings, tls: OnceCell::new() }))
    }

    pub(super) async fn prepare(&self, letter: &Letter) -> Result<Session, MailError> {
        let preparing = Box::pin(self.converse(letter));
        let prepared = tokio::time::timeout(self.0.settings.patience * 3, preparing).await;
        prepared.unwrap_or(Err(MailError::TimedOut("preparing")))
    }

    async fn converse(&self, letter: &Letter) -> Result<Session, MailError> {
        let Settings { credentials, from, to, patience, .. } = &self.0.settings;
        let patience = *patience;
        // Before the server is bothered with a mail that cannot be written.
        let mail = compose(letter, from, to)?;
        let stream = Box::new(Bounded::new(self.connect().await?));
        // Many servers refuse a client without a name that looks like one.
        let name = ClientId::Domain(from.email.domain().to_owned());
        let greeting = AsyncSmtpConnection::connect_with_transport(stream, &name);
        let mut connection = step(patience, "greeting", greeting).await?;
        if let Some((username, password)) = credentials {
            let password = password.reveal().to_owned();
            let credentials = Credentials::new(username.clone(), password);
            step(patience, "signing in", connection.auth(MECHANISMS, &credentials)).await?;
        }
        let sender = Mail::new(Some(from.email.clone()), Vec::new());
        step(patience, "naming the sender", connection.command(sender)).await?;
        let recipient = Rcpt::new(to.email.clone(), Vec::new());
        step(patience, "naming the recipient", connection.command(recipient)).await?;
        // The last step that can be repeated. After the text, nobody knows whether it was taken.
        step(patience, "announcing the text", connection.command(Data)).await?;
        Ok(Session { connection, mail, patience })
    }

    async fn connect(&self) -> Result<tokio_rustls::client::TlsStream<TcpStream>, MailError> {
        let Settings { host, port, patience, .. } = &self.0.settings;
        let tls = self.0.tls.get_or_try_init(|| self.connector()).await?;
        let name = ServerName::try_from(host.clone());
        let name = name.map_err(|error| MailError::NoTls(error.to_string()))?;
        let connecting = async {
            let stream = TcpStream::connect((host.as_str(), *port)).await;
            let stream = stream.map_err(|error| MailError::Unreachable(error.to_string()))?;
            let encrypted = tls.connect(name, stream).await;
            encrypted.map_err(|error| MailError::NoTls(error.to_string()))
        };
        let connected = tokio::time::timeout(*patience, connecting).await;
        connected.unwrap_or(Err(MailError::TimedOut("connecting")))
    }

    async fn connector(&self) -> Result<TlsConnector, MailError> {
        let authorities = self.0.settings.authorities.clone();
        let made = tokio::task::spawn_blocking(move || tls::client_trusting(authorities)).await;
        let made = made.map_err(|error| MailError::NoTls(error.to_string()))?;
        let config = made.map_err(|error| MailError::NoTls(error.to_string()))?;
        Ok(TlsConnector::from(Arc::new(config)))
    }
}

impl Session {
    pub(super) async fn deliver(mut self) -> Result<(), MailError> {
        let handing_over = self.connection.message(&self.mail);
        match tokio::time::timeout(self.patience, handing_over).await {
            Ok(Ok(_)) => {}
            Ok(Err(error)) => return Err(MailError::after_text(&error)),
            Err(_) => return Err(MailError::Unknown("the server took too long".to_owned())),
        }
        // It is taken. A server that does not say goodbye has been told what it needs.
        tokio::time::timeout(Duration::from_secs(1), self.connection.quit()).await.ok();
        Ok(())
    }
}

async fn step<T>(
    patience: Duration,
    stage: &'static str,
    work: impl Future<Output = Result<T, lettre::transport::smtp::Error>>,
) -> Result<T, MailError> {
    match tokio::time::timeout(patience, work).await {
        Ok(done) => done.map_err(|error| MailError::at(stage, &error)),
        Err(_) => Err(MailError::TimedOut(stage)),
    }
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Smtp").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Session {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").finish_non_exhaustive()
    }
}
