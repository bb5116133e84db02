use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;
use testkit::run_folia;

use super::oracle::Case;
use crate::service::binary::BINARY;

/// What reading alone changes, what follows in the background, and the moment of the export.
const PASSING: [&str; 10] = [
    "manifest",
    "sessions",
    "links",
    "misses",
    "page_counts",
    "redirect_hits",
    "spent_attempts",
    "derivations",
    "indexed_chunks",
    "forgotten_chunks",
];

impl Case {
    /// Everything that is stored, as an export writes it: documents and the checksums of all files.
    /// Without what reading alone changes.
    pub(crate) fn state(&self) -> BTreeMap<String, Vec<u8>> {
        let folder = tempfile::tempdir().expect("a temporary folder can be made");
        let target = folder.path().join("export");
        let path = target.to_str().expect("temporary folders have plain names");
        let output = run_folia(BINARY, &self.database, &["export", path]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let mut state = BTreeMap::new();
        gather(&target, &target, &mut state);
        let stem = |name: &str| Path::new(name).file_stem()?.to_str().map(str::to_owned);
        state.retain(|name, _| stem(name).is_none_or(|stem| !PASSING.contains(&stem.as_str())));
        for (name, bytes) in &mut state {
            if name.ends_with("tokens.jsonl") || name.ends_with("chunks.jsonl") {
                *bytes = settled(bytes);
            }
        }
        assert!(state.len() > 3, "{:?}", state.keys());
        state
    }

    #[track_caller]
    pub(crate) fn expect_unchanged(&self, before: &BTreeMap<String, Vec<u8>>) {
        let after = self.state();
        let names: BTreeSet<_> = before.keys().chain(after.keys()).collect();
        for name in names {
            let text = |state: &BTreeMap<String, Vec<u8>>| {
                state.get(name).map(|bytes| String::from_utf8_lossy(bytes).into_owned())
            };
            assert_eq!(text(before), text(&after), "{name} has changed");
        }
    }
}

fn gather(root: &Path, folder: &Path, found: &mut BTreeMap<String, Vec<u8>>) {
    for entry in std::fs::read_dir(folder).expect("an export is a folder") {
        let path = entry.expect("its entries can be read").path();
        if path.is_dir() {
            gather(root, &path, found);
            continue;
        }
        let name = path.strip_prefix(root).expect("it is below").display().to_string();
        found.insert(name, std::fs::read(&path).expect("a file of the export can be read"));
    }
}

/// Lines of documents without what changes by itself: when a token was last used, and chunks that follow
/// published writing when their turn comes.
fn settled(lines: &[u8]) -> Vec<u8> {
    let mut kept = String::new();
    for line in String::from_utf8_lossy(lines).lines() {
        let mut line: Value = serde_json::from_str(line).expect("documents are JSON");
        let document = &mut line["document"];
        if document["origin"]["type"] == "content" {
            continue;
        }
        if let Some(members) = document.as_object_mut() {
            members.shift_remove("last_used_at");
        }
        kept += &format!("{document}\n");
    }
    kept.into_bytes()
}
