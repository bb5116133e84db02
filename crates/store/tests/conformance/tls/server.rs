//! A PostgreSQL server of its own, with certificates made for it, that takes no plain text.

use std::path::{Path, PathBuf};
use std::process::Command;

use kernel::Randomness;
use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair};
use store::Location;
use tempfile::TempDir;

use crate::engines::Place;

pub(crate) struct Server {
    folder: TempDir,
    programs: PathBuf,
    port: u16,
}

/// Only over TLS; one user has to show a certificate.
const WHO_MAY_CONNECT: &str = "hostssl all certified 127.0.0.1/32 cert\n\
                               hostssl all all 127.0.0.1/32 trust\n";

const SETTINGS: &str = "listen_addresses = '127.0.0.1'\n\
                        unix_socket_directories = ''\n\
                        fsync = off\n\
                        ssl = on\n\
                        ssl_cert_file = '../server.pem'\n\
                        ssl_key_file = '../server.key'\n\
                        ssl_ca_file = '../authority.pem'\n";

impl Server {
    pub(crate) fn start() -> Self {
        let folder = TempDir::new().unwrap();
        make_certificates(folder.path());
        let mut server = Self { folder, programs: programs(), port: 0 };
        let data = server.file("data");
        // PostgreSQL does not run as root, and wants its key to be nobody else's.
        server.own();
        run(server.program("initdb").args([
            "-U",
            "folia",
            "--auth=trust",
            "--no-sync",
            "-D",
            &data,
        ]));
        std::fs::write(format!("{data}/pg_hba.conf"), WHO_MAY_CONNECT).unwrap();
        std::fs::write(format!("{data}/postgresql.auto.conf"), SETTINGS).unwrap();
        // Somebody else may take a free port before the server does, so starting is what tries it.
        for _ in 0..20 {
            let [high, low] = Randomness::system().bytes();
            server.port = 20_000 + u16::from_be_bytes([high, low]) % 12_000;
            let log = server.file("server.log");
            let port = format!("-p {}", server.port);
            let mut start = server.program("pg_ctl");
            start.args(["start", "-s", "-w", "-t", "60", "-D", &data, "-l", &log, "-o", &port]);
            if start.status().unwrap().success() {
                server.ask("CREATE ROLE certified LOGIN SUPERUSER");
                return server;
            }
        }
        panic!("{}", std::fs::read_to_string(server.file("server.log")).unwrap_or_default());
    }

    /// A database on this server, asked for under this name of the machine.
    pub(crate) fn place(&self, host: &str, query: &str) -> Place {
        self.place_of("folia", host, query)
    }

    pub(crate) fn place_of(&self, user: &str, host: &str, query: &str) -> Place {
        let port = self.port;
        Place::at(Location::Server(format!("postgres://{user}@{host}:{port}/postgres?{query}")))
    }

    /// The authority that has signed the server's certificate, and one that has not.
    pub(crate) fn authority(&self) -> String {
        self.file("authority.pem")
    }

    pub(crate) fn other_authority(&self) -> String {
        self.file("other.pem")
    }

    /// Certificate and key of the user `certified`.
    pub(crate) fn identity(&self) -> (String, String) {
        (self.file("client.pem"), self.file("client.key"))
    }

    /// What the server answers PostgreSQL's own client.
    pub(crate) fn ask(&self, statement: &str) -> String {
        let port = self.port;
        let place =
            format!("host=127.0.0.1 port={port} user=folia dbname=postgres sslmode=require");
        let output =
            Command::new(self.programs.join("psql")).args(["-XAtc", statement, &place]).output();
        let output = output.unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap().trim().to_owned()
    }

    fn file(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    fn own(&self) {
        if is_root() {
            run(Command::new("chown").args(["-R", "postgres"]).arg(self.folder.path()));
        }
        run(Command::new("chmod").args(["600", &self.file("server.key")]));
    }

    fn program(&self, name: &str) -> Command {
        let program = self.programs.join(name);
        let mut command = match is_root() {
            true => {
                let mut command = Command::new("runuser");
                command.args(["-u", "postgres", "--"]).arg(program);
                command
            }
            false => Command::new(program),
        };
        command.current_dir(self.folder.path());
        command
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let data = self.file("data");
        self.program("pg_ctl").args(["stop", "-s", "-m", "immediate", "-D", &data]).status().ok();
    }
}

fn programs() -> PathBuf {
    let versions = std::fs::read_dir("/usr/lib/postgresql").expect("PostgreSQL is installed");
    let newest = versions.map(|version| version.unwrap().path()).max().expect("a version");
    newest.join("bin")
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output().unwrap();
    output.stdout.trim_ascii() == b"0"
}

fn run(command: &mut Command) {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

fn make_certificates(folder: &Path) {
    let write = |name: &str, text: String| std::fs::write(folder.join(name), text).unwrap();
    let authority = |name: &str| {
        let key = KeyPair::generate().unwrap();
        let mut authority = CertificateParams::default();
        authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        authority.distinguished_name.push(DnType::CommonName, name);
        (authority.self_signed(&key).unwrap().pem(), Issuer::new(authority, key))
    };
    let (pem, issuer) = authority("authority");
    write("authority.pem", pem);
    write("other.pem", authority("another authority").0);

    let key = KeyPair::generate().unwrap();
    let server = CertificateParams::new(vec!["localhost".to_owned()]).unwrap();
    write("server.pem", server.signed_by(&key, &issuer).unwrap().pem());
    write("server.key", key.serialize_pem());

    let key = KeyPair::generate().unwrap();
    let mut client = CertificateParams::default();
    client.distinguished_name = rcgen::DistinguishedName::new();
    client.distinguished_name.push(DnType::CommonName, "certified");
    write("client.pem", client.signed_by(&key, &issuer).unwrap().pem());
    write("client.key", key.serialize_pem());
}
