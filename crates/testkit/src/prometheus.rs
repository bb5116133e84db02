use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;

use crate::log::read_log;
use crate::process::parse;
use crate::{PATIENCE, Port};

/// A real Prometheus that reads one site, every second. Stopped when dropped.
#[derive(Debug)]
pub struct Prometheus {
    child: Child,
    folder: TempDir,
    address: SocketAddr,
    _port: Port,
}

impl Prometheus {
    /// Whether this machine has one; tests that need it are otherwise not run, and say so.
    #[expect(clippy::disallowed_methods, reason = "the test command says what has to be there")]
    pub fn is_there() -> bool {
        let answers = |name: &str| {
            let mut asking = Command::new(name);
            let asking = asking.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
            asking.status().is_ok()
        };
        let found = answers("prometheus") && answers("promtool");
        let required = std::env::var("REQUIRE_PROMETHEUS").is_ok();
        assert!(found || !required, "prometheus is missing; tools/setup test installs it");
        if !found {
            let said = "NOT RUN: dashboard and alarms (no prometheus)";
            let _ = writeln!(std::io::stderr(), "{said}");
        }
        found
    }

    /// Reads the site with this token, and works out these rules.
    pub fn start(site: SocketAddr, token: &str, rules: &Path) -> Self {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let port = Port::reserve();
        let config = serde_json::json!({
            "global": { "scrape_interval": "1s", "evaluation_interval": "1s" },
            "rule_files": [rules],
            "scrape_configs": [{
                "job_name": "folia",
                "authorization": { "credentials": token },
                "static_configs": [{ "targets": [format!("localhost:{}", site.port())] }],
            }],
        });
        // JSON is YAML.
        let file = folder.path().join("prometheus.yml");
        std::fs::write(&file, config.to_string()).expect("a file can be written");
        let log = std::fs::File::create(folder.path().join("log.txt")).expect("a file can be made");
        let address = port.address();
        let child = Command::new("prometheus")
            .arg(format!("--config.file={}", file.display()))
            .arg(format!("--storage.tsdb.path={}", folder.path().join("data").display()))
            .arg(format!("--web.listen-address={address}"))
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .expect("prometheus is installed by tools/setup test");
        let prometheus = Self { child, folder, address, _port: port };
        let deadline = Instant::now() + PATIENCE;
        while prometheus.get("/-/ready").is_none_or(|(status, _)| status != 200) {
            assert!(Instant::now() < deadline, "{}", prometheus.log());
            std::thread::sleep(Duration::from_millis(50));
        }
        prometheus
    }

    /// What an expression has for its value now: one entry for each series.
    pub fn query(&self, expression: &str) -> Vec<Value> {
        let encoded: String = expression.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let answer = self.get_json(&format!("/api/v1/query?query={encoded}"));
        assert_eq!(answer["status"], "success", "{expression}: {answer}");
        match &answer["data"]["result"] {
            Value::Array(series) => series.clone(),
            other => panic!("{expression}: {other}"),
        }
    }

    /// All rules it has loaded, with how they are.
    pub fn rules(&self) -> Vec<Value> {
        let answer = self.get_json("/api/v1/rules");
        let groups = answer["data"]["groups"].as_array().cloned().unwrap_or_default();
        groups.iter().flat_map(|group| group["rules"].as_array().cloned()).flatten().collect()
    }

    fn get_json(&self, path: &str) -> Value {
        let (_, body) = self.get(path).unwrap_or_else(|| panic!("no answer: {}", self.log()));
        serde_json::from_slice(&body).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// Status and body. By HTTP/1.0, so that the body comes as it is.
    fn get(&self, path: &str) -> Option<(u16, Vec<u8>)> {
        let mut stream = TcpStream::connect(self.address).ok()?;
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout can be set");
        write!(stream, "GET {path} HTTP/1.0\r\nhost: localhost\r\n\r\n").ok()?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).ok()?;
        let answer = parse(&answer);
        Some((answer.status.as_u16(), answer.body.to_vec()))
    }

    fn log(&self) -> String {
        read_log(&self.folder.path().join("log.txt"))
    }
}

impl Drop for Prometheus {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
