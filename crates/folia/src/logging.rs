use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt;
use tracing_subscriber::prelude::*;

use crate::config::{Config, LogFormat};

/// Sends logs to standard error, where they do not mix with what commands print.
pub(crate) fn start(config: &Config) {
    let filter: Targets = config.log_level.parse().expect("checked with the configuration");
    let lines = fmt::layer().with_writer(std::io::stderr).with_target(false);
    let registry = tracing_subscriber::registry();
    // A second start in the same process keeps the first one's log.
    let started = match config.log_format {
        LogFormat::Text => registry.with(lines.with_ansi(false).with_filter(filter)).try_init(),
        LogFormat::Json => registry.with(lines.json().with_filter(filter)).try_init(),
    };
    if started.is_ok() {
        std::panic::set_hook(Box::new(|panic| tracing::error!(%panic, "a fault in the program")));
    }
}
