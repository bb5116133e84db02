use std::io::{BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::log::{next_line, read_log};
use crate::{Answer, Bucket, Form, PATIENCE, TestDatabase};

/// The real binary, serving on a port of its own. Killed when dropped.
#[derive(Debug)]
pub struct RunningSite {
    child: Child,
    pub address: SocketAddr,
    log: PathBuf,
    printed: Arc<Mutex<String>>,
}

impl RunningSite {
    pub fn start(binary: &str, database: &TestDatabase, settings: &[(&str, &str)]) -> Self {
        Self::start_at("127.0.0.1:0", binary, database, settings)
    }

    /// The same on another address.
    pub fn start_at(
        listen: &str,
        binary: &str,
        database: &TestDatabase,
        settings: &[(&str, &str)],
    ) -> Self {
        Self::begin(binary, database, &["--listen", listen], settings)
    }

    /// With more words on the command line.
    pub fn start_with(
        binary: &str,
        database: &TestDatabase,
        words: &[&str],
        settings: &[(&str, &str)],
    ) -> Self {
        let words = [&["--listen", "127.0.0.1:0"][..], words].concat();
        Self::begin(binary, database, &words, settings)
    }

    fn begin(
        binary: &str,
        database: &TestDatabase,
        words: &[&str],
        settings: &[(&str, &str)],
    ) -> Self {
        let log = database.folder.path().join("log.txt");
        let appended = std::fs::File::options().create(true).append(true).open(&log);
        let mut child = command(binary, database)
            .arg("serve")
            .args(words)
            .envs(settings.iter().copied())
            .stdout(Stdio::piped())
            .stderr(appended.expect("the log can be written"))
            .spawn()
            .expect("the binary starts");
        let stdout = child.stdout.take().expect("piped above");
        let mut stdout = BufReader::new(stdout);
        let line = next_line(&mut stdout).unwrap_or_default();
        let mut address: SocketAddr = line
            .trim()
            .strip_prefix("listening on http://")
            .and_then(|address| address.parse().ok())
            .unwrap_or_else(|| panic!("{line:?} is no address; log: {}", read_log(&log)));
        if address.ip().is_unspecified() {
            address.set_ip(Ipv4Addr::LOCALHOST.into());
        }
        let printed = Arc::<Mutex<String>>::default();
        let gathering = printed.clone();
        std::thread::spawn(move || {
            while let Some(line) = next_line(&mut stdout) {
                *gathering.lock().unwrap_or_else(PoisonError::into_inner) += &line;
            }
        });
        Self { child, address, log, printed }
    }

    /// The owner's sign-in link, as it was printed at start.
    pub fn link(&self) -> String {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            let printed = self.printed();
            let found = printed.lines().find_map(|line| Some(line.split_once("http://")?.1));
            if let Some(link) = found {
                return format!("http://{link}");
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("no link was printed");
    }

    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn process_id(&self) -> u32 {
        self.child.id()
    }

    /// The memory it has in use, in bytes; none where the system does not tell.
    pub fn resident(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.trim().strip_suffix(" kB")?.parse::<u64>().ok()? * 1024)
    }

    /// What it has printed since its first line.
    pub fn printed(&self) -> String {
        self.printed.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub fn log(&self) -> String {
        read_log(&self.log)
    }

    /// Waits until the log has these words. If they do not come, the failure shows what it has instead.
    pub async fn logs(&self, words: &str) {
        let deadline = Instant::now() + PATIENCE;
        while !self.log().contains(words) {
            assert!(Instant::now() < deadline, "{words:?} is not in the log:\n{}", self.log());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Lets it stand still, as a machine does that is out of memory or was suspended.
    pub fn pause(&self) {
        self.signal("-STOP");
    }

    pub fn resume(&self) {
        self.signal("-CONT");
    }

    fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args([signal, &id]).status().expect("kill can be run");
        assert!(sent.success(), "{signal}");
    }

    /// As the power button would.
    pub fn kill(&mut self) {
        self.child.kill().expect("the process can be killed");
        self.child.wait().expect("the process ends");
    }

    /// Asks the process to stop and waits until it has. The status it ended with.
    pub fn stop(&mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        Command::new("kill").args(["-TERM", &id]).status().expect("kill can be run");
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            if let Some(status) = self.child.try_wait().expect("the process can be watched") {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("the process did not stop");
    }

    /// Sends bytes as they are and reads until the other side closes.
    pub fn exchange(&self, bytes: &[u8]) -> String {
        String::from_utf8_lossy(&self.exchange_bytes(bytes)).into_owned()
    }

    fn exchange_bytes(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = self.connect();
        // The service may close before it has read everything.
        stream.write_all(bytes).ok();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).ok();
        answer
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("the service accepts");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout can be set");
        stream
    }

    /// One request on a connection of its own.
    pub fn request(&self, method: &str, path: &str, token: Option<&str>, body: &str) -> Answer {
        let mut head = format!(
            "{method} {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {}\r\n",
            body.len()
        );
        if let Some(token) = token {
            head += &format!("authorization: Bearer {token}\r\n");
        }
        if !body.is_empty() {
            head += "content-type: application/json\r\n";
        }
        parse(&self.exchange_bytes(format!("{head}\r\n{body}").as_bytes()))
    }

    /// A form on a connection of its own.
    pub fn post_form(&self, path: &str, token: &str, form: Form) -> Answer {
        let (content_type, body) = (Form::CONTENT_TYPE, form.into_bytes());
        let mut request = format!(
            "POST {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: {}\r\n\
             content-type: {content_type}\r\nauthorization: Bearer {token}\r\n\r\n",
            body.len()
        )
        .into_bytes();
        request.extend(body);
        parse(&self.exchange_bytes(&request))
    }
}

impl Drop for RunningSite {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

pub(crate) fn parse(bytes: &[u8]) -> Answer {
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").unwrap_or(bytes.len());
    let head = String::from_utf8_lossy(&bytes[..end]);
    let body = bytes.get(end + 4..).unwrap_or_default();
    let mut lines = head.lines();
    let status = lines.next().and_then(|line| line.split(' ').nth(1)).unwrap_or("599");
    let headers = lines.filter_map(|line| {
        let (name, value) = line.split_once(": ")?;
        Some((name.parse().ok()?, value.parse().ok()?))
    });
    Answer {
        status: status.parse().expect("a status is a number"),
        headers: headers.collect(),
        body: body.to_vec().into(),
    }
}

/// One request on a connection of its own, to whoever listens there.
pub fn request_at(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Answer {
    try_request_at(address, method, path, headers, body).expect("somebody listens and answers")
}

/// The same to somebody who may be gone. None without a whole head of an answer.
pub fn try_request_at(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> Option<Answer> {
    let mut request = format!("{method} {path} HTTP/1.1\r\nconnection: close\r\n").into_bytes();
    let length = body.len().to_string();
    let own = [("host", "localhost"), ("content-length", length.as_str())];
    let own = own.iter().filter(|(name, _)| !headers.iter().any(|(given, _)| given == name));
    for (name, value) in own.chain(headers) {
        request.extend(format!("{name}: {value}\r\n").bytes());
    }
    request.extend(b"\r\n");
    request.extend(body);
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout can be set");
    stream.write_all(&request).ok();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).ok();
    let whole_head = answer.windows(4).any(|window| window == b"\r\n\r\n");
    whole_head.then(|| parse(&answer))
}

/// Runs a command of the binary to its end.
pub fn run_folia(binary: &str, database: &TestDatabase, arguments: &[&str]) -> Output {
    command(binary, database).args(arguments).output().expect("the binary starts")
}

/// The same, with what it prints and complains going there. Only what goes to a pipe is in the output.
pub fn run_folia_into(
    binary: &str,
    database: &TestDatabase,
    arguments: &[&str],
    (stdout, stderr): (Stdio, Stdio),
) -> Output {
    let mut command = command(binary, database);
    command.args(arguments).stdout(stdout).stderr(stderr).output().expect("the binary starts")
}

/// The same in a terminal, as `script` makes one. What is printed and what is complained come together.
pub fn run_in_terminal(binary: &str, database: &TestDatabase, arguments: &[&str]) -> Output {
    let words = std::iter::once(&binary).chain(arguments).map(|word| format!("'{word}'"));
    let line = words.collect::<Vec<_>>().join(" ");
    let mut command = command("script", database);
    command.args(["-qec", &line, "/dev/null"]).stdin(Stdio::null());
    command.output().expect("util-linux is there")
}

/// The same, for somebody who does not wait for its end.
pub fn spawn_folia(binary: &str, database: &TestDatabase, arguments: &[&str]) -> Child {
    let mut command = command(binary, database);
    command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().expect("the binary starts")
}

fn command(binary: &str, database: &TestDatabase) -> Command {
    let mut command = Command::new(Path::new(binary));
    command
        .current_dir(database.folder.path())
        .env("FOLIA_DATA__DIR", database.folder.path().join("data"))
        // No model that happens to be on the machine.
        .env("XDG_DATA_HOME", database.folder.path())
        .env("FOLIA_DATABASE__URL", database.url())
        .envs(database.bucket.iter().flat_map(Bucket::environment));
    command
}
