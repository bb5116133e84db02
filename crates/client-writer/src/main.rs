//! `client-writer write` writes the client; `client-writer compare OLD NEW` lists what would break
//! clients and fails if there is something.

use std::path::Path;
use std::process::ExitCode;

use serde_json::Value;

const USAGE: &str = "usage: client-writer write DESCRIPTION CLIENT | compare OLD NEW";

type Failure = Box<dyn std::error::Error>;

#[expect(clippy::print_stderr, clippy::print_stdout, reason = "a program for the terminal")]
fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments.as_slice() {
        ["write", description, client] => write(description, client).map(|()| Vec::new()),
        ["compare", old, new] => compare(old, new),
        _ => Err(USAGE.into()),
    };
    match outcome {
        Ok(breaking) if breaking.is_empty() => ExitCode::SUCCESS,
        Ok(breaking) => {
            for change in breaking {
                println!("{change}");
            }
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("client-writer: {error}");
            // Not the status of "something breaks": a check must not mistake a missing file for a
            // finding.
            ExitCode::from(64)
        }
    }
}

fn write(description: &str, client: &str) -> Result<(), Failure> {
    let text = client_writer::typescript::write(&read(description)?)?;
    if let Some(folder) = Path::new(client).parent() {
        std::fs::create_dir_all(folder)?;
    }
    Ok(std::fs::write(client, text)?)
}

fn compare(old: &str, new: &str) -> Result<Vec<client_writer::compare::Breaking>, Failure> {
    Ok(client_writer::compare::breaking_changes(&read(old)?, &read(new)?))
}

fn read(path: &str) -> Result<Value, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    serde_json::from_str(&text).map_err(|error| format!("{path}: {error}").into())
}
