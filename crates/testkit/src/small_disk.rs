//! A disk of a few megabytes, for a test that fills it. The test is started once more in a user namespace, where
//! an ordinary user may mount one, and all its temporary folders are on it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The disk of this process.
#[derive(Debug)]
pub struct SmallDisk(PathBuf);

/// Tells the second start of the test where its disk is.
const HERE: &str = "SMALL_DISK";

impl SmallDisk {
    /// The disk, if this is the test on it. Otherwise the test of this name has run on one and passed, or cannot be
    /// run here and has said so.
    #[expect(clippy::disallowed_methods, reason = "how a test finds its own second start")]
    pub fn here(test: &str, megabytes: u32) -> Option<Self> {
        if let Ok(path) = std::env::var(HERE) {
            return Some(Self(path.into()));
        }
        let place = tempfile::tempdir().expect("a temporary folder can be made");
        if !is_possible(place.path()) {
            let required = std::env::var("REQUIRE_NAMESPACES").is_ok();
            assert!(!required, "user namespaces with mounts are not allowed here");
            let said = "NOT RUN: small disks (no user namespaces with mounts)";
            // Who cannot be told has nobody who reads it.
            writeln!(std::io::stderr(), "{said}").ok();
            return None;
        }
        let program = std::env::current_exe().expect("a test knows its program");
        let ran = mounting(place.path(), megabytes)
            .arg(program)
            .args(["--exact", test, "--nocapture"])
            .env(HERE, place.path())
            .env("TMPDIR", place.path())
            .output()
            .expect("unshare can be run");
        let said = String::from_utf8_lossy(&ran.stdout);
        let complained = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.success(), "{said}\n{complained}");
        assert!(said.contains("1 passed"), "{test} is the name of no test: {said}");
        None
    }

    /// Leaves room for nothing.
    pub fn fill(&self) {
        let mut file =
            std::fs::File::options().create(true).append(true).open(self.filler()).expect("a name");
        // In smaller and smaller pieces, to the last page.
        for size in [1 << 20, 1 << 16, 1 << 12, 1] {
            let piece = vec![0; size];
            while file.write_all(&piece).is_ok() {}
        }
    }

    /// Leaves room for so many bytes.
    pub fn leave(&self, bytes: u64) {
        self.fill();
        let file = std::fs::File::options().write(true).open(self.filler()).expect("it was made");
        let filled = file.metadata().expect("it is there").len();
        file.set_len(filled.saturating_sub(bytes)).expect("less fits as well");
    }

    /// Gives the room back.
    pub fn clear(&self) {
        std::fs::remove_file(self.filler()).expect("the disk was filled");
    }

    /// While nobody has a file open for writing.
    pub fn make_read_only(&self) {
        let options = ["-o", "remount,ro"];
        let done = Command::new("mount").args(options).arg(&self.0).status();
        assert!(done.expect("mount can be run").success(), "somebody still writes");
    }

    pub fn make_writable(&self) {
        let done = Command::new("mount").args(["-o", "remount,rw"]).arg(&self.0).status();
        assert!(done.expect("mount can be run").success());
    }

    fn filler(&self) -> PathBuf {
        self.0.join("filler")
    }
}

/// `unshare` and what it needs to go on with a program on a disk of its own.
fn mounting(place: &Path, megabytes: u32) -> Command {
    let mut command = Command::new("unshare");
    let script = "mount -t tmpfs -o size=\"$1\" none \"$2\" && shift 2 && exec \"$@\"";
    command.args(["--map-root-user", "--mount", "sh", "-c", script, "sh"]);
    command.arg(format!("{megabytes}m")).arg(place);
    command
}

fn is_possible(place: &Path) -> bool {
    mounting(place, 1).arg("true").output().is_ok_and(|ran| ran.status.success())
}
