//! An export that somebody has edited by hand, with a manifest that fits.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use store::{Record, StoreError, Transaction};

/// The lines of each collection.
#[derive(Clone)]
pub(crate) struct Edited {
    from: PathBuf,
    lines: BTreeMap<String, Vec<Value>>,
}

impl Edited {
    pub(crate) fn read(from: &Path) -> Self {
        let mut lines = BTreeMap::new();
        for entry in std::fs::read_dir(from.join("documents")).unwrap() {
            let path = entry.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let all = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
            lines.insert(path.file_stem().unwrap().to_str().unwrap().to_owned(), all);
        }
        Self { from: from.to_owned(), lines }
    }

    pub(crate) fn lines(&mut self, kind: &str) -> &mut Vec<Value> {
        self.lines.get_mut(kind).unwrap_or_else(|| panic!("no {kind}"))
    }

    /// The document of a collection in which a member has this value.
    pub(crate) fn find(&mut self, kind: &str, member: &str, value: &str) -> &mut Value {
        let found = self.lines(kind).iter_mut().find(|line| line["document"][member] == value);
        &mut found.unwrap_or_else(|| panic!("no {kind} with {member} {value}"))["document"]
    }

    /// Any document of a collection.
    pub(crate) fn any(&mut self, kind: &str) -> &mut Value {
        let first = self.lines(kind).first_mut();
        &mut first.unwrap_or_else(|| panic!("no {kind}"))["document"]
    }

    pub(crate) fn add(&mut self, kind: &str, document: Value) {
        let line =
            json!({ "id": document["id"].clone(), "version": 1, "form": 1, "document": document });
        self.lines(kind).push(line);
    }

    /// Writes the archive into a new folder.
    pub(crate) fn write(&self, to: &Path) {
        let _ = std::fs::remove_dir_all(to);
        std::fs::create_dir_all(to.join("documents")).unwrap();
        copy(&self.from.join("media"), &to.join("media"));
        std::fs::copy(self.from.join("files.jsonl"), to.join("files.jsonl")).unwrap();
        let manifest = std::fs::read(self.from.join("manifest.json")).unwrap();
        let mut manifest: Value = serde_json::from_slice(&manifest).unwrap();
        for (kind, lines) in &self.lines {
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            let sum = Sha256::digest(text.as_bytes());
            let sum: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
            manifest["documents"][kind] = json!({ "count": lines.len(), "sha256": sum });
            std::fs::write(to.join(format!("documents/{kind}.jsonl")), text).unwrap();
        }
        std::fs::write(to.join("manifest.json"), manifest.to_string()).unwrap();
    }

    /// Writes every document straight into an empty store, past all rules.
    pub(crate) fn put_in(&self, transaction: &mut Transaction<'_>) -> Result<(), StoreError> {
        for collection in folia::schema::COLLECTIONS.iter().filter(|it| it.archived) {
            let lines = self.lines.get(collection.kind.name).into_iter().flatten();
            let records: Vec<Record> =
                lines.map(|line| serde_json::from_str(&line.to_string()).unwrap()).collect();
            collection.restore(transaction, records)?;
        }
        Ok(())
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).into_iter().flatten().flatten() {
        let target = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(std::fs::copy(entry.path(), target).unwrap()),
        }
    }
}
