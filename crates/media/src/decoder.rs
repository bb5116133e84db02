//! AVIF decoding in a process of its own.
//!
//! The decoder's fault can end the process it runs in. So it runs in a child: the file goes in
//! through one pipe, the pixels come out through another, and a child that dies, takes too long or
//! wants too much memory is an undecodable picture and nothing more.

use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pixels::{AvifPicture, Budget, Error, Format, JpegDecoder};

/// What the child is called with.
pub const COMMAND: &str = "decode-avif";

/// How often the parent asks whether to go on.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Room for a picture of 50 megapixels with alpha in twelve bits, the child itself, and the gigabyte of addresses
/// that the program's allocator sets aside and hardly uses.
const MOST_MEMORY: u64 = 3 << 30;
const MOST_CPU_SECONDS: u64 = 30;

#[derive(Debug)]
pub(crate) struct Decoder {
    program: PathBuf,
    /// Who decodes JPEG, which needs no child.
    pub(crate) jpeg: JpegDecoder,
}

impl Decoder {
    pub(crate) fn new(program: PathBuf, jpeg: JpegDecoder) -> Self {
        Self { program, jpeg }
    }

    /// Blocks until the child has answered or `go_on` says no.
    pub(crate) fn decode(
        &self,
        bytes: &[u8],
        go_on: &dyn Fn() -> bool,
    ) -> Result<AvifPicture, Error> {
        let refused = |reason: io::Error| {
            tracing::debug!(%reason, "an AVIF could not be decoded");
            Error::Malformed { format: Format::Avif, reason: "cannot be decoded".to_owned() }
        };
        let mut child = self.start().map_err(|error| {
            tracing::error!(%error, "the decoder cannot be started");
            Error::Panicked { stage: "decoder" }
        })?;
        let (mut input, output) = (child.stdin.take(), child.stdout.take());
        let child = Mutex::new(Some(child));
        let lock = || child.lock().unwrap_or_else(PoisonError::into_inner);
        let result = std::thread::scope(|scope| {
            let reading = scope.spawn(|| {
                let mut output = BufReader::new(output.ok_or(io::ErrorKind::BrokenPipe)?);
                AvifPicture::read_from(&mut output, Budget::default().pixels)
            });
            // Writing and reading at the same time. A child that answers before it has read
            // everything would otherwise wait for us while we wait for it.
            let writing = scope.spawn(|| input.take().map(|mut input| input.write_all(bytes)));
            while !reading.is_finished() {
                if !go_on() {
                    kill(&mut lock());
                }
                std::thread::sleep(LOOK_EVERY);
            }
            // It has answered, or never will. Killing what has ended is harmless, and nothing is
            // left behind.
            kill(&mut lock());
            writing.join().ok();
            reading.join().unwrap_or_else(|_| Err(io::ErrorKind::Other.into()))
        });
        result.map_err(refused)
    }

    fn start(&self) -> io::Result<Child> {
        Command::new(&self.program)
            .arg(COMMAND)
            // The child needs nothing of ours: neither secrets nor a folder to write to.
            .env_clear()
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
    }
}

/// Ends the child, if it has not ended, and takes note of its end.
fn kill(child: &mut Option<Child>) {
    if let Some(mut child) = child.take() {
        child.kill().ok();
        child.wait().ok();
    }
}

/// What the child does: reads a file, writes pixels, and lives within its limits.
pub fn run() -> ExitCode {
    match decode(&mut io::stdin().lock(), &mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

fn decode(input: &mut impl Read, output: &mut impl Write) -> io::Result<()> {
    use rlimit::Resource;
    // Before the file is read. Whatever it does to the decoder happens within these limits.
    Resource::CORE.set(0, 0)?;
    Resource::AS.set(MOST_MEMORY, MOST_MEMORY)?;
    Resource::CPU.set(MOST_CPU_SECONDS, MOST_CPU_SECONDS)?;
    let budget = Budget::default();
    let mut bytes = Vec::new();
    input.take(budget.bytes).read_to_end(&mut bytes)?;
    let picture = pixels::decode_avif(&bytes, &budget).map_err(io::Error::other)?;
    picture.write_to(&mut BufWriter::new(output))
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;

    fn decoder(name: &str) -> Decoder {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/decoders");
        Decoder::new(PathBuf::from(folder).join(name), JpegDecoder::Own)
    }

    #[test]
    fn a_child_that_dies_or_talks_nonsense_is_an_undecodable_picture() {
        for name in ["dies.sh", "babbles.sh"] {
            let large = vec![7; 5 << 20];
            let decoded = decoder(name).decode(&large, &|| true);
            assert!(matches!(decoded, Err(Error::Malformed { .. })), "{name}");
        }
        let decoded = decoder("is-not-there").decode(b"", &|| true);
        assert!(matches!(decoded, Err(Error::Panicked { .. })));
    }

    #[test]
    fn a_child_that_hangs_is_killed_when_nobody_waits_any_more() {
        let began = Instant::now();
        let patience = Duration::from_millis(100);
        let decoded = decoder("hangs.sh").decode(&[7; 1 << 20], &|| began.elapsed() < patience);
        assert!(matches!(decoded, Err(Error::Malformed { .. })));
        assert!(began.elapsed() < Duration::from_secs(20));
    }
}
