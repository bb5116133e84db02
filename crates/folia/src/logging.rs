use std::io::{self, Write};

use outbound::terminal::{Spelling, escape};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt;
use tracing_subscriber::prelude::*;

use crate::config::{Config, LogFormat};

/// Sends logs to standard error, where they do not mix with what commands print.
pub(crate) fn start(config: &Config) {
    let filter = filter(&config.log_level);
    let lines = fmt::layer().with_target(false);
    let registry = tracing_subscriber::registry();
    // A second start in the same process keeps the first one's log.
    let started = match config.log_format {
        LogFormat::Text => {
            let lines = lines.with_writer(|| Lines::new(io::stderr(), Spelling::Text));
            registry.with(lines.with_ansi(false).with_filter(filter)).try_init()
        }
        LogFormat::Json => {
            let lines = lines.with_writer(|| Lines::new(io::stderr(), Spelling::Json));
            registry.with(lines.json().with_filter(filter)).try_init()
        }
    };
    if started.is_ok() {
        // A message of a panic may hold what a visitor sent, so it takes the same way as other
        // lines.
        std::panic::set_hook(Box::new(|panic| tracing::error!(%panic, "a fault in the program")));
    }
}

/// Libraries that warn of what a peer has sent, as often as the peer likes: anybody could fill a disk by that.
const WARN_OF_PEERS: [&str; 4] = ["h2", "hyper", "hyper_util", "rustls"];

/// Of these libraries only errors are told, unless more than usual is asked for, or they are named.
fn filter(level: &str) -> Targets {
    let asked: Targets = level.parse().expect("checked with the configuration");
    if asked.default_level().is_none_or(|usual| usual > LevelFilter::INFO) {
        return asked;
    }
    let is_named = |library: &&str| asked.iter().any(|(target, _)| target == *library);
    let others: Vec<_> = WARN_OF_PEERS.into_iter().filter(|it| !is_named(it)).collect();
    asked.with_targets(others.into_iter().map(|library| (library, LevelFilter::ERROR)))
}

/// Writes events, each handed over in one piece, as one line each: whatever a visitor has put into an
/// address, it neither begins a line nor acts on the terminal that shows it.
struct Lines<W> {
    inner: W,
    spelling: Spelling,
}

impl<W> Lines<W> {
    fn new(inner: W, spelling: Spelling) -> Self {
        Self { inner, spelling }
    }
}

impl<W: Write> Write for Lines<W> {
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(event);
        let line = text.strip_suffix('\n').unwrap_or(&text);
        let ending = if line.len() < text.len() { "\n" } else { "" };
        let line = format!("{}{ending}", escape(line, self.spelling, &[]));
        // One call with the whole line, or lines of two threads would mix.
        self.inner.write_all(line.as_bytes())?;
        // What was given, not what became of it: the caller would repeat the rest.
        Ok(event.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
mod tests {
    use tracing::Level;

    use super::*;

    #[test]
    fn peers_write_no_warnings_through_libraries_unless_somebody_wants_them() {
        let frames = "h2::proto::ping_pong";
        for (level, warns) in [
            ("info", false),
            ("warn", false),
            ("info,store=debug", false),
            ("error", false),
            ("info,h2=warn", true),
            ("debug", true),
            ("trace", true),
            ("h2=info", true),
        ] {
            assert_eq!(filter(level).would_enable(frames, &Level::WARN), warns, "{level}");
        }
        let usual = filter("info,store=debug");
        assert!(usual.would_enable("edge::service::log", &Level::INFO));
        assert!(usual.would_enable("store::sqlite", &Level::DEBUG));
        assert!(usual.would_enable(frames, &Level::ERROR));
        assert!(filter("store=debug").iter().count() == 1, "nothing else was asked for");
    }

    #[test]
    fn an_event_is_one_line_whatever_is_in_it() {
        let written = |spelling, event: &str| {
            let mut lines = Lines::new(Vec::new(), spelling);
            lines.write_all(event.as_bytes()).unwrap();
            String::from_utf8(lines.inner).unwrap()
        };
        let forged = "INFO path=/a\n2026-01-01 INFO \u{202e}forged\u{2028}\u{9b}2J\n";
        let shown = "INFO path=/a\\u{a}2026-01-01 INFO \\u{202e}forged\\u{2028}\\u{9b}2J\n";
        assert_eq!(written(Spelling::Text, forged), shown);
        let json = "{\"path\":\"/\u{202e}\u{9b}\"}\n";
        let line = written(Spelling::Json, json);
        assert!(line.ends_with("}\n") && line.is_ascii(), "{line}");
        let read: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(read["path"], "/\u{202e}\u{9b}");
    }
}
