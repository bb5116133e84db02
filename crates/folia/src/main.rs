//! `folia`: see `folia --help`.

use std::process::ExitCode;

#[tokio::main]
async fn main() -> ExitCode {
    folia::cli::run().await
}
