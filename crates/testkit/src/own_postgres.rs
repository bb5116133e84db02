use std::io::Write;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A PostgreSQL server of one test alone, which may be started again under those who use it. It cares for
/// durability as any other. Gone with all its data when dropped.
#[derive(Debug)]
pub struct OwnPostgres {
    programs: PathBuf,
    folder: TempDir,
    pub url: String,
}

const INSTALLED: &str = "/usr/lib/postgresql";

impl OwnPostgres {
    /// None where its programs are not installed, which is said.
    pub fn start() -> Option<Self> {
        let Some(programs) = programs() else {
            let said = "NOT RUN: a database server that is started again (no PostgreSQL in";
            // Who cannot be told has nobody who reads it.
            writeln!(std::io::stderr(), "{said} {INSTALLED})").ok();
            return None;
        };
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        if is_root() {
            // PostgreSQL refuses to run as root.
            let given = Command::new("chown").arg("postgres").arg(folder.path()).status();
            assert!(given.expect("chown can be run").success(), "there is a user postgres");
        }
        let mut server = Self { programs, folder, url: String::new() };
        let initial = ["-U", "folia", "--auth=trust", "-E", "UTF8", "--locale=C.UTF-8"];
        assert!(server.run("initdb", &initial), "a database can be made");
        // Which ports are free, starting tells. None of those that connections going out are given, or
        // one of them could have it when the server is started again.
        let mut ports =
            (0..20).map(|attempt| 20_000 + (std::process::id() + attempt * 577) % 12_000);
        let port = ports.find(|port| {
            let options = format!(
                "-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= \
                 -c max_connections=100"
            );
            server.control(&["start", "-o", &options])
        });
        let port = port.unwrap_or_else(|| panic!("it does not start: {}", server.log()));
        server.url = format!("postgres://folia@127.0.0.1:{port}/postgres");
        Some(server)
    }

    /// As after a crash: nobody is let finish, and what was written is read from its log again. Whether it is back.
    pub fn restart(&self) -> bool {
        self.control(&["restart", "-m", "immediate"])
    }

    pub fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log.txt")).unwrap_or_default()
    }

    fn control(&self, arguments: &[&str]) -> bool {
        let log = self.folder.path().join("log.txt");
        self.run(
            "pg_ctl",
            &[arguments, &["-w", "-t", "120", "-l", &log.to_string_lossy()]].concat(),
        )
    }

    fn run(&self, program: &str, arguments: &[&str]) -> bool {
        let program = self.programs.join(program);
        let mut command = match is_root() {
            true => {
                let mut command = Command::new("runuser");
                command.args(["-u", "postgres", "--"]).arg(program);
                command
            }
            false => Command::new(program),
        };
        let ran = command
            .arg("-D")
            .arg(self.folder.path().join("data"))
            .args(arguments)
            .current_dir(self.folder.path())
            // The server outlives the command that starts it, and would hold on to its pipes.
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        ran.is_ok_and(|status| status.success())
    }
}

impl Drop for OwnPostgres {
    fn drop(&mut self) {
        self.run("pg_ctl", &["stop", "-m", "immediate"]);
    }
}

/// Where the newest version's programs are.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir(INSTALLED).ok()?.flatten().map(|entry| entry.path());
    let number = |path: &Path| path.file_name()?.to_str()?.parse::<u32>().ok();
    let newest =
        versions.filter(|path| path.join("bin/initdb").exists()).max_by_key(|it| number(it))?;
    Some(newest.join("bin"))
}

fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|process| process.uid() == 0)
}
