use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use super::error::CommandError;
use crate::config::Config;
use crate::{data_dir, login_link};

/// Longer than a busy site takes, shorter than those who ask wait.
const PATIENCE: Duration = Duration::from_secs(4);

/// Asks the site that runs on this folder whether it runs. For places without any other program, as
/// the image of a container is.
pub(super) fn run(config: &Config) -> Result<(), CommandError> {
    let address = data_dir::find_address(&config.data_dir).ok_or(CommandError::NobodyRuns)?;
    let address = login_link::reachable(address);
    let status = ask(address).map_err(|error| CommandError::Unwell(error.to_string()))?;
    match status.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.split(' ').next()) {
        Some("200") => Ok(()),
        _ => Err(CommandError::Unwell(status)),
    }
}

/// The first line of the answer.
fn ask(address: SocketAddr) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, PATIENCE)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let request = "GET /health/live HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    stream.write_all(request.as_bytes())?;
    let mut answer = Vec::new();
    stream.take(64 * 1024).read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer);
    Ok(answer.lines().next().unwrap_or_default().to_owned())
}
