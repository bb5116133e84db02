use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

use crate::log::read_log;

/// A PostgreSQL server of one test alone, which may be started again under those who use it. It cares for
/// durability as any other. Gone with all its data when dropped.
#[derive(Debug)]
pub struct OwnPostgres {
    programs: PathBuf,
    folder: TempDir,
    pub port: u32,
    pub url: String,
}

/// What a server is told beyond the usual.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// Files beside the folder of its data, which nobody else may read.
    pub files: Vec<(&'static str, String)>,
    /// The lines of `pg_hba.conf`, where not everybody is let in.
    pub who_may_connect: Option<&'static str>,
    /// Lines of its configuration.
    pub settings: &'static str,
}

const INSTALLED: &str = "/usr/lib/postgresql";

impl OwnPostgres {
    /// None where its programs are not installed, which is said.
    pub fn start() -> Option<Self> {
        Self::start_with(Setup::default())
    }

    pub fn start_with(setup: Setup) -> Option<Self> {
        let Some(programs) = programs() else {
            let said = "NOT RUN: a database server of a test's own (no PostgreSQL in";
            // Who cannot be told has nobody who reads it.
            writeln!(std::io::stderr(), "{said} {INSTALLED})").ok();
            return None;
        };
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let mut server = Self { programs, folder, port: 0, url: String::new() };
        for (name, text) in &setup.files {
            server.write(name, text);
        }
        if is_root() {
            // PostgreSQL refuses to run as root.
            let mut giving = Command::new("chown");
            let given = giving.args(["-R", "postgres"]).arg(server.folder.path()).status();
            assert!(given.expect("chown can be run").success(), "there is a user postgres");
        }
        let initial =
            ["-U", "folia", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C.UTF-8"];
        assert!(server.run("initdb", &initial), "a database can be made");
        if let Some(lines) = setup.who_may_connect {
            server.write("data/pg_hba.conf", lines);
        }
        server.write("data/postgresql.auto.conf", setup.settings);
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
        server.port = port;
        server.url = format!("postgres://folia@127.0.0.1:{port}/postgres");
        Some(server)
    }

    /// Where a file beside the folder of its data is.
    pub fn file(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    /// What it answers PostgreSQL's own client.
    pub fn ask(&self, statement: &str) -> String {
        let mut client = Command::new(self.programs.join("psql"));
        let output = client.args(["-XAtc", statement, &self.url]).output();
        let output = output.expect("the client comes with the server");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// As after a crash: nobody is let finish, and what was written is read from its log again. Whether it is back.
    pub fn restart(&self) -> bool {
        self.control(&["restart", "-m", "immediate"])
    }

    pub fn log(&self) -> String {
        read_log(Path::new(&self.file("log.txt")))
    }

    /// A file that is there already stays its owner's.
    fn write(&self, name: &str, text: &str) {
        let file = self.folder.path().join(name);
        std::fs::write(&file, text).expect("a temporary file can be written");
        let alone = std::fs::Permissions::from_mode(0o600);
        std::fs::set_permissions(file, alone).expect("an own file can be closed to others");
    }

    fn control(&self, arguments: &[&str]) -> bool {
        self.run("pg_ctl", &[arguments, &["-w", "-t", "120", "-l", &self.file("log.txt")]].concat())
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
