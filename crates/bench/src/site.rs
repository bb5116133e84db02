//! A small site for the rooms that measure the real binary: a data folder of its own with a
//! token and ten navigation links.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;
use tempfile::TempDir;

use crate::process::Server;
use crate::{Outcome, Settings};

#[derive(Debug)]
pub(crate) struct Site {
    pub(crate) binary: PathBuf,
    folder: TempDir,
    pub(crate) token: String,
    environment: Vec<(String, String)>,
}

const LINKS: [&str; 10] = [
    "About",
    "Projects",
    "Stories",
    "Photographs",
    "Talks",
    "Papers",
    "Now",
    "Uses",
    "Feed",
    "Contact",
];

impl Site {
    /// Leaves behind what a service leaves that was stopped in order.
    pub(crate) fn create(settings: &Settings) -> Outcome<Self> {
        Self::create_with(settings, Vec::new())
    }

    /// With settings of its own from the beginning.
    pub(crate) fn create_with(
        settings: &Settings,
        environment: Vec<(String, String)>,
    ) -> Outcome<Self> {
        let (binary, folder) = (settings.folia()?, tempfile::tempdir()?);
        let mut site = Self { binary, folder, token: String::new(), environment };
        let made = site
            .command()
            .args(["token", "create", "--role", "admin", "--name", "bench"])
            .output()?;
        site.token = String::from_utf8(made.stdout)?.trim().to_owned();
        let server = site.serve()?;
        for title in LINKS {
            let link = json!({
                "title": title,
                "url": format!("/{}", title.to_lowercase()),
                "icon": "bookmark",
            });
            post(server.address, "/navlinks", &site.token, &link.to_string())?;
        }
        server.stop()?;
        Ok(site)
    }

    /// A further node of the same site: the same settings, a folder of its own.
    pub(crate) fn further_node(&self) -> Outcome<Self> {
        Ok(Self {
            binary: self.binary.clone(),
            folder: tempfile::tempdir()?,
            token: self.token.clone(),
            environment: self.environment.clone(),
        })
    }

    /// One more setting, from the next start on.
    pub(crate) fn set(&mut self, name: &str, value: &str) {
        self.environment.push((name.to_owned(), value.to_owned()));
    }

    pub(crate) fn serve(&self) -> Outcome<Server> {
        Server::start(self.command().args(["serve", "--listen", "127.0.0.1:0"]))
    }

    /// Where it keeps what it has.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The binary with the settings of its default file, whatever the environment says. Only what
    /// is written about stopping and changes is left out of the log; reads leave nothing anyway.
    fn command(&self) -> Command {
        let mut command = Command::new(&self.binary);
        command.env_clear().env("FOLIA_LOG__LEVEL", "warn").current_dir(self.folder.path());
        command.envs(self.environment.iter().cloned());
        command.arg("--data").arg(self.folder.path().join("data"));
        command
    }
}

fn post(address: SocketAddr, path: &str, token: &str, body: &str) -> Outcome<()> {
    let mut stream = TcpStream::connect(address)?;
    let length = body.len();
    write!(
        stream,
        "POST {path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         authorization: Bearer {token}\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\n\r\n{body}"
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    match answer.starts_with("HTTP/1.1 201") {
        true => Ok(()),
        false => Err(answer.into()),
    }
}
