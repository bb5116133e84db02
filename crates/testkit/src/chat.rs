use std::io;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A chat model that says what a test wants it to, or misbehaves, and remembers what it was asked
/// and who is still waiting for it.
#[derive(Clone, Debug)]
pub struct ChatService {
    pub url: String,
    state: Arc<Mutex<Asked>>,
}

/// How the service answers.
#[derive(Clone)]
pub enum Reply {
    /// The model says this.
    Says(String),
    /// The model says what this makes of the question.
    Obeys(Arc<dyn Fn(&Value) -> String + Send + Sync>),
    /// The same, but not before this time has passed.
    Late(Duration, String),
    /// With the status 200 and this body.
    Body(String),
    Status(u16),
    /// As `Status(400)` to whoever names a `response_format`; otherwise the model says this.
    NoSchemas(String),
    Redirect(String),
    Never,
    Reset,
    /// Announces more than it sends.
    Truncated,
    /// So many bytes of nothing.
    Huge(usize),
    /// Byte after byte, for ever.
    Endless,
    /// In events of a few letters, and then as the end says.
    Streams(String, End),
}

/// How a stream of events ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The model has said all.
    Whole,
    /// It has said as much as it may.
    Length,
    /// It goes silent.
    Silent,
    /// It hangs up.
    Gone,
}

struct Asked {
    reply: Reply,
    /// Answers to the first questions, in order; `reply` is for all others.
    first: Vec<Reply>,
    questions: Vec<Value>,
    heads: Vec<String>,
    open: usize,
    most_open: usize,
}

impl ChatService {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port is free");
        let address = listener.local_addr().expect("it is bound");
        let state = Arc::new(Mutex::new(Asked {
            reply: Reply::Says("{}".to_owned()),
            first: Vec::new(),
            questions: Vec::new(),
            heads: Vec::new(),
            open: 0,
            most_open: 0,
        }));
        let accepting = state.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let state = accepting.clone();
                tokio::spawn(async move { converse(stream, &state).await.ok() });
            }
        });
        Self { url: format!("http://{address}/v1"), state }
    }

    pub fn answer(&self, reply: Reply) {
        self.asked().reply = reply;
    }

    /// Answers the next questions one by one, before the usual answer counts again.
    pub fn answer_first(&self, replies: Vec<Reply>) {
        self.asked().first = replies;
    }

    /// Every question it was asked, in order.
    pub fn questions(&self) -> Vec<Value> {
        self.asked().questions.clone()
    }

    pub fn requests(&self) -> usize {
        self.asked().questions.len()
    }

    /// The heads of all requests, with the keys it was shown.
    pub fn heads(&self) -> Vec<String> {
        self.asked().heads.clone()
    }

    /// How many are waiting for an answer at this moment.
    pub fn waiting(&self) -> usize {
        self.asked().open
    }

    /// How many have waited at the same time, at most.
    pub fn most_waiting(&self) -> usize {
        self.asked().most_open
    }

    fn asked(&self) -> MutexGuard<'_, Asked> {
        self.state.lock().expect("nobody panics with it")
    }
}

/// Somebody who waits for an answer; over when dropped.
struct Waiting<'a>(&'a Mutex<Asked>);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.lock().expect("nobody panics with it").open -= 1;
    }
}

async fn converse(mut stream: TcpStream, state: &Mutex<Asked>) -> io::Result<()> {
    loop {
        let (head, question) = read(&mut stream).await?;
        let (reply, _waiting) = {
            let mut asked = state.lock().expect("nobody panics with it");
            asked.questions.push(question.clone());
            asked.heads.push(head);
            asked.open += 1;
            asked.most_open = asked.most_open.max(asked.open);
            let reply = match asked.first.is_empty() {
                true => asked.reply.clone(),
                false => asked.first.remove(0),
            };
            (reply, Waiting(state))
        };
        answer(&mut stream, &question, reply).await?;
    }
}

async fn read(stream: &mut TcpStream) -> io::Result<(String, Value)> {
    let mut bytes = Vec::new();
    let mut piece = [0; 8192];
    loop {
        let count = stream.read(&mut piece).await?;
        if count == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes.extend_from_slice(&piece[..count]);
        let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let length = head.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
        });
        let body = &bytes[end + 4..];
        if body.len() >= length.unwrap_or(0) {
            return Ok((head, serde_json::from_slice(body).unwrap_or_default()));
        }
    }
}

async fn answer(stream: &mut TcpStream, question: &Value, reply: Reply) -> io::Result<()> {
    let said = |content: &str| {
        let message = json!({ "role": "assistant", "content": content });
        json!({ "choices": [{ "index": 0, "message": message, "finish_reason": "stop" }] })
            .to_string()
    };
    match reply {
        Reply::Says(content) => send(stream, 200, "", &said(&content)).await,
        Reply::Obeys(obey) => send(stream, 200, "", &said(&obey(question))).await,
        Reply::Late(pause, content) => {
            leave_or(stream, tokio::time::sleep(pause)).await?;
            send(stream, 200, "", &said(&content)).await
        }
        Reply::Body(body) => send(stream, 200, "", &body).await,
        Reply::NoSchemas(_) if !question["response_format"].is_null() => {
            send(stream, 400, "", "{\"error\":{\"message\":\"response_format\"}}").await
        }
        Reply::NoSchemas(content) => send(stream, 200, "", &said(&content)).await,
        Reply::Status(status) => {
            let problem = json!({ "error": { "message": "the key canary-key is wrong" } });
            send(stream, status, "", &problem.to_string()).await
        }
        Reply::Redirect(target) => send(stream, 307, &format!("location: {target}\r\n"), "").await,
        Reply::Never => leave_or(stream, std::future::pending()).await,
        Reply::Reset => {
            stream.set_zero_linger()?;
            Err(io::ErrorKind::ConnectionReset.into())
        }
        Reply::Truncated => {
            stream
                .write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 5000\r\n\r\n{\"choices\":")
                .await?;
            Err(io::ErrorKind::ConnectionAborted.into())
        }
        Reply::Huge(bytes) => send(stream, 200, "", &" ".repeat(bytes)).await,
        Reply::Streams(content, end) => stream_events(stream, &content, end).await,
        Reply::Endless => {
            stream.write_all(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n").await?;
            loop {
                stream.write_all(b"1\r\n \r\n").await?;
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        }
    }
}

async fn stream_events(stream: &mut TcpStream, content: &str, end: End) -> io::Result<()> {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nconnection: close\r\n\r\n";
    stream.write_all(head.as_bytes()).await?;
    let event = |delta: Value, reason: Option<&str>| {
        let choice = json!({ "index": 0, "delta": delta, "finish_reason": reason });
        format!("data: {}\n\n", json!({ "choices": [choice] }))
    };
    let letters: Vec<char> = content.chars().collect();
    for piece in letters.chunks(3) {
        let said = json!({ "content": piece.iter().collect::<String>() });
        stream.write_all(event(said, None).as_bytes()).await?;
    }
    let last = match end {
        End::Whole => event(json!({}), Some("stop")) + "data: [DONE]\n\n",
        End::Length => event(json!({}), Some("length")) + "data: [DONE]\n\n",
        End::Silent => return leave_or(stream, std::future::pending()).await,
        End::Gone => "data: {\"choi".to_owned(),
    };
    stream.write_all(last.as_bytes()).await?;
    // The end of the connection is that of the answer.
    Err(io::ErrorKind::ConnectionAborted.into())
}

/// Waits for something, but not for longer than the other side does.
async fn leave_or(stream: &mut TcpStream, wait: impl Future<Output = ()>) -> io::Result<()> {
    let mut nothing = [0; 1];
    tokio::select! {
        () = wait => Ok(()),
        _ = stream.read(&mut nothing) => Err(io::ErrorKind::UnexpectedEof.into()),
    }
}

async fn send(stream: &mut TcpStream, status: u16, headers: &str, body: &str) -> io::Result<()> {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status} Said\r\ncontent-type: application/json\r\n{headers}\
         content-length: {length}\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).await?;
    stream.write_all(body.as_bytes()).await
}

impl std::fmt::Debug for Asked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Asked").field("questions", &self.questions.len()).finish_non_exhaustive()
    }
}

impl std::fmt::Debug for Reply {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Reply")
    }
}
