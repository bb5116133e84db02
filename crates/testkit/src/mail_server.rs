use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

use crate::certificate::{self, Certificate};

/// How a mail server treats whoever calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manners {
    Good,
    /// Takes the connection and never answers.
    SilentAtConnect,
    SilentAtBanner,
    /// Takes the text and never says so.
    SilentAfterText,
    RefusesSignIn,
    RefusesRecipient,
    RefusesText,
    /// Speaks in clear and offers to change to TLS.
    StartTls,
    /// Talks without end.
    Endless,
}

/// What one caller sent, as it was sent.
#[derive(Clone, Debug, Default)]
pub struct Conversation {
    pub commands: Vec<String>,
    /// The text with its dots as they travelled, without the line that ends it.
    pub text: Option<String>,
    /// Whether the server said that it has the mail.
    pub taken: bool,
}

/// A mail server of the test's own, on a port of its own, by TLS from the first byte. It writes
/// down every byte it is told.
#[derive(Debug)]
pub struct MailServer {
    pub port: u16,
    folder: TempDir,
    shared: Arc<Shared>,
}

#[derive(Debug)]
struct Shared {
    manners: Mutex<Manners>,
    conversations: Mutex<Vec<Conversation>>,
    /// What came before or without TLS.
    in_clear: Mutex<Vec<u8>>,
}

impl MailServer {
    pub async fn start(certificate: Certificate, manners: Manners) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let made = certificate::make(certificate);
        std::fs::write(folder.path().join("ca.pem"), &made.authority).expect("it can be written");
        let acceptor = TlsAcceptor::from(Arc::new(made.server_config()));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let port = listener.local_addr().expect("it has an address").port();
        let shared = Arc::new(Shared {
            manners: Mutex::new(manners),
            conversations: Mutex::default(),
            in_clear: Mutex::default(),
        });
        let server = Self { port, folder, shared: shared.clone() };
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream, acceptor.clone(), shared.clone()));
            }
        });
        server
    }

    pub fn behave(&self, manners: Manners) {
        *lock(&self.shared.manners) = manners;
    }

    pub fn conversations(&self) -> Vec<Conversation> {
        lock(&self.shared.conversations).clone()
    }

    /// The mails that were taken, as they travelled.
    pub fn mails(&self) -> Vec<String> {
        let taken = self.conversations().into_iter().filter(|conversation| conversation.taken);
        taken.filter_map(|conversation| conversation.text).collect()
    }

    pub fn in_clear(&self) -> String {
        String::from_utf8_lossy(&lock(&self.shared.in_clear)).into_owned()
    }

    /// A file with the authority that vouches for this server.
    pub fn authority(&self) -> PathBuf {
        self.folder.path().join("ca.pem")
    }
}

async fn answer(stream: TcpStream, acceptor: TlsAcceptor, shared: Arc<Shared>) {
    let manners = *lock(&shared.manners);
    match manners {
        Manners::SilentAtConnect => listen_in_clear(stream, &shared).await,
        Manners::StartTls => {
            let mut stream = stream;
            stream.write_all(b"220 test\r\n").await.ok();
            listen_in_clear(stream, &shared).await;
        }
        _ => {
            let Ok(stream) = acceptor.accept(stream).await else { return };
            let position = {
                let mut conversations = lock(&shared.conversations);
                conversations.push(Conversation::default());
                conversations.len() - 1
            };
            // The caller may hang up at any point; what it said is written down.
            converse(stream, manners, &shared, position).await.ok();
        }
    }
}

async fn listen_in_clear(mut stream: TcpStream, shared: &Shared) {
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = stream.read(&mut bytes).await {
        lock(&shared.in_clear).extend_from_slice(&bytes[..count]);
    }
}

async fn converse(
    stream: impl AsyncRead + AsyncWrite + Unpin,
    manners: Manners,
    shared: &Shared,
    position: usize,
) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    match manners {
        Manners::SilentAtBanner => std::future::pending::<()>().await,
        Manners::Endless => loop {
            stream.write_all(&[b'x'; 4096]).await?;
        },
        _ => stream.write_all(b"220 test\r\n").await?,
    }
    loop {
        let mut line = String::new();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let note = |conversation: &mut Conversation| conversation.commands.push(line.clone());
        note(&mut lock(&shared.conversations)[position]);
        let verb = line.split([' ', '\r', ':']).next().unwrap_or_default().to_ascii_uppercase();
        let reply: &[u8] = match (verb.as_str(), manners) {
            ("EHLO", _) => b"250-test\r\n250-AUTH PLAIN LOGIN\r\n250 8BITMIME\r\n",
            ("AUTH", Manners::RefusesSignIn) => b"535 5.7.8 no\r\n",
            ("AUTH", _) => b"235 2.7.0 yes\r\n",
            ("RCPT", Manners::RefusesRecipient) => b"550 5.1.1 nobody here\r\n",
            ("DATA", _) => {
                stream.write_all(b"354 go on\r\n").await?;
                let text = read_text(&mut stream).await?;
                lock(&shared.conversations)[position].text = Some(text);
                match manners {
                    Manners::SilentAfterText => std::future::pending().await,
                    Manners::RefusesText => b"554 5.6.0 not this\r\n",
                    _ => {
                        lock(&shared.conversations)[position].taken = true;
                        b"250 2.0.0 taken\r\n"
                    }
                }
            }
            ("QUIT", _) => b"221 bye\r\n",
            ("MAIL" | "RCPT" | "RSET" | "NOOP", _) => b"250 ok\r\n",
            _ => b"500 what\r\n",
        };
        stream.write_all(reply).await?;
    }
}

async fn read_text(stream: &mut (impl AsyncBufReadExt + Unpin)) -> std::io::Result<String> {
    let mut text = Vec::new();
    while !text.ends_with(b"\r\n.\r\n") {
        if stream.read_until(b'\n', &mut text).await? == 0 {
            break;
        }
    }
    text.truncate(text.len().saturating_sub(3));
    Ok(String::from_utf8_lossy(&text).into_owned())
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
