use std::io::Write;
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tokio::net::TcpSocket;

use crate::PATIENCE;
use crate::certificate::{Certificate, make};
use crate::log::read_log;
use crate::secure::Secure;

/// A real authority that speaks ACME, and believes that every name leads to this machine. Stopped when
/// dropped.
#[derive(Debug)]
pub struct Pebble {
    child: Child,
    folder: TempDir,
    /// What its own certificate is signed by; not what it signs with.
    authority: String,
    address: SocketAddr,
    management: SocketAddr,
    pub http: Port,
    pub tls: Port,
}

/// A port of this machine that nobody else gets while this is there.
#[derive(Debug)]
pub struct Port {
    pub number: u16,
    _held: TcpSocket,
}

impl Port {
    /// Bound and not listened on: whoever knows the number can still listen there.
    pub fn reserve() -> Self {
        let socket = TcpSocket::new_v4().expect("a socket can be made");
        socket.set_reuseaddr(true).expect("it can be shared");
        socket.bind(([127, 0, 0, 1], 0).into()).expect("a port is free");
        let number = socket.local_addr().expect("it has an address").port();
        Self { number, _held: socket }
    }

    pub fn address(&self) -> SocketAddr {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.number))
    }
}

impl Pebble {
    /// Looks for proofs at two ports of this machine, which a site has to listen on.
    pub fn start() -> Self {
        let [http, tls] = [Port::reserve(), Port::reserve()];
        let folder = tempfile::tempdir().expect("a folder can be made");
        Self::start_on(folder, http, tls, &[Port::reserve(), Port::reserve()])
    }

    /// Another one at the same address, with the same ports and without any memory of the first.
    pub fn start_again(mut self) -> Self {
        self.stop();
        let empty = || tempfile::tempdir().expect("a folder can be made");
        let folder = std::mem::replace(&mut self.folder, empty());
        let http = std::mem::replace(&mut self.http, Port::reserve());
        let tls = std::mem::replace(&mut self.tls, Port::reserve());
        let own = [self.address, self.management];
        drop(self);
        Self::run(folder, http, tls, own)
    }

    fn start_on(folder: TempDir, http: Port, tls: Port, own: &[Port; 2]) -> Self {
        let made = make(Certificate::Good);
        let write = |name: &str, text: &str| {
            std::fs::write(folder.path().join(name), text).expect("a file can be written");
        };
        write("own.pem", &made.certificate);
        write("own.key", &made.key);
        write("authority.pem", &made.authority);
        Self::run(folder, http, tls, [own[0].address(), own[1].address()])
    }

    fn run(folder: TempDir, http: Port, tls: Port, [address, management]: [SocketAddr; 2]) -> Self {
        let config = serde_json::json!({ "pebble": {
            "listenAddress": address.to_string(),
            "managementListenAddress": management.to_string(),
            "certificate": folder.path().join("own.pem"),
            "privateKey": folder.path().join("own.key"),
            "httpPort": http.number,
            "tlsPort": tls.number,
            "ocspResponderURL": "",
            "externalAccountBindingRequired": false,
        } });
        let file = folder.path().join("config.json");
        std::fs::write(&file, config.to_string()).expect("a file can be written");
        let log = std::fs::File::create(folder.path().join("log.txt")).expect("a file can be made");
        let child = Command::new("pebble")
            .arg("-config")
            .arg(&file)
            .args(["-dnsserver", &names_lead_here().to_string(), "-strict=true"])
            // No waiting for its own sake, no refusals by chance, and every order proven anew.
            .envs([("PEBBLE_VA_NOSLEEP", "1"), ("PEBBLE_WFE_NONCEREJECT", "0")])
            .env("PEBBLE_AUTHZREUSE", "0")
            .stdout(log)
            .stderr(Stdio::null())
            .spawn()
            .expect("pebble is installed by tools/setup test");
        let authority = std::fs::read_to_string(folder.path().join("authority.pem"));
        let authority = authority.expect("written above");
        let pebble = Self { child, folder, authority, address, management, http, tls };
        let deadline = Instant::now() + PATIENCE;
        for own in [address, management] {
            while std::net::TcpStream::connect(own).is_err() {
                assert!(Instant::now() < deadline, "{}", pebble.log());
                std::thread::sleep(Duration::from_millis(10));
            }
        }
        pebble
    }

    /// Whether this machine has one; tests that need it are otherwise not run, and say so.
    #[expect(clippy::disallowed_methods, reason = "the test command says what has to be there")]
    pub fn is_there() -> bool {
        let mut asking = Command::new("pebble");
        let asking = asking.arg("-help").stdout(Stdio::null()).stderr(Stdio::null());
        let found = asking.status().is_ok();
        let required = std::env::var("REQUIRE_PEBBLE").is_ok();
        assert!(found || !required, "pebble is missing; tools/setup test installs it");
        if !found {
            let _ = writeln!(std::io::stderr(), "NOT RUN: certificates by ACME (no pebble)");
        }
        found
    }

    /// The settings of a site that gets its certificate here.
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        vec![
            ("FOLIA_TLS__LISTEN", self.tls.address().to_string()),
            ("FOLIA_TLS__REDIRECT_LISTEN", self.http.address().to_string()),
            ("FOLIA_ACME__DIRECTORY", format!("https://localhost:{}/dir", self.address.port())),
            ("FOLIA_ACME__CA_FILE", self.folder.path().join("authority.pem").display().to_string()),
        ]
    }

    /// What its certificates lead to, as PEM.
    pub async fn root(&self) -> String {
        let management = Secure::new(self.management, "localhost", &self.authority);
        let root = management.request("GET", "/roots/0", &[], b"").await.expect(200);
        String::from_utf8(root.body.to_vec()).expect("PEM is text")
    }

    pub fn log(&self) -> String {
        read_log(&self.folder.path().join("log.txt"))
    }

    /// How many orders it was asked for.
    pub fn orders(&self) -> usize {
        self.log().matches("Added order").count()
    }

    /// From now on nobody answers.
    pub fn stop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

impl Drop for Pebble {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A server of names that says of every name that it is this machine, for as long as the test runs.
fn names_lead_here() -> SocketAddr {
    let socket = UdpSocket::bind("127.0.0.1:0").expect("a port is free");
    let address = socket.local_addr().expect("it has an address");
    std::thread::spawn(move || {
        let mut question = [0; 512];
        while let Ok((length, asking)) = socket.recv_from(&mut question) {
            if let Some(answer) = answer_of(&question[..length]) {
                socket.send_to(&answer, asking).ok();
            }
        }
    });
    address
}

/// RFC 1035, 4: a header of twelve bytes, the question, and one answer if it asks for an address.
fn answer_of(question: &[u8]) -> Option<Vec<u8>> {
    let mut end = 12;
    while let length @ 1.. = *question.get(end)? {
        end += usize::from(length) + 1;
    }
    let asked = question.get(12..end + 5)?;
    let is_address = asked[asked.len() - 4..] == [0, 1, 0, 1];
    let mut answer = question.get(..2)?.to_vec();
    // An answer, with authority, as recursion was asked for; one question, as many answers.
    answer.extend([0x85, 0x80, 0, 1, 0, u8::from(is_address), 0, 0, 0, 0]);
    answer.extend(asked);
    if is_address {
        // The name of the question; an address; for no time; four bytes.
        answer.extend([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1]);
    }
    Some(answer)
}
