//! What may happen to rows and no store would do.

use std::ffi::OsStr;
use std::process::Command;

use store::Location;

use crate::{TestDatabase, ask};

/// Python has SQLite with it, and this crate does not.
const RUN: &str =
    "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2]).close()";

/// Takes the last entry out of an index, in a file that nobody has open. The row stays.
const FORGET: &str = r#"
import sqlite3, struct, sys
database = sqlite3.connect(sys.argv[1])
database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
size = database.execute("PRAGMA page_size").fetchone()[0]
page = database.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (sys.argv[2],)).fetchone()[0]
database.close()
with open(sys.argv[1], "r+b") as file:
    file.seek((page - 1) * size + 3)
    count, = struct.unpack(">H", file.read(2))
    assert count > 0, "the index is of one page and has an entry"
    file.seek((page - 1) * size + 3)
    file.write(struct.pack(">H", count - 1))
"#;

/// Writes over a page of an index, in a file that nobody has open.
const LOSE: &str = r#"
import sqlite3, sys
database = sqlite3.connect(sys.argv[1])
database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
size = database.execute("PRAGMA page_size").fetchone()[0]
page = database.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (sys.argv[2],)).fetchone()[0]
database.close()
with open(sys.argv[1], "r+b") as file:
    file.seek((page - 1) * size)
    file.write(bytes(size))
"#;

impl TestDatabase {
    /// An index of an SQLite file no longer knows the last of its rows.
    pub fn forget_in_index(&self, index: &str) {
        let Location::File(file) = &self.location else { panic!("a server keeps its own files") };
        run_python(&[FORGET.as_ref(), file.as_os_str(), index.as_ref()]);
    }

    /// Nothing is left of the first page of an index of an SQLite file.
    pub fn lose_index(&self, index: &str) {
        let Location::File(file) = &self.location else { panic!("a server keeps its own files") };
        run_python(&[LOSE.as_ref(), file.as_os_str(), index.as_ref()]);
    }

    /// The documents of a collection name something else in this member. Their columns stay. Only for SQLite.
    pub async fn say_otherwise(&self, collection: &str, member: &str, value: &str) {
        let statement =
            format!("UPDATE {collection} SET body = json_set(body, '$.{member}', '{value}');");
        self.run(&statement).await;
    }

    /// All documents of a collection are gone, past all rules.
    pub async fn lose_all(&self, collection: &str) {
        self.run(&format!("DELETE FROM {collection};")).await;
    }

    /// The last document of a collection has an id that begins with bytes that are no text. Only SQLite keeps one.
    pub async fn spoil_id(&self, collection: &str) {
        let statement = format!(
            "UPDATE {collection} SET id = CAST(x'FFFF' || substr(id, 3) AS TEXT) \
             WHERE rowid = (SELECT max(rowid) FROM {collection});"
        );
        self.run(&statement).await;
    }

    /// Stores the one document of a collection a second time, under this id. The index that forbids it goes.
    pub async fn store_twice(&self, collection: &str, index: &str, key: &str, twin: &str) {
        let statements = format!(
            "DROP INDEX {index}; \
             INSERT INTO {collection} (id, version, form, body, revision, {key}) \
             SELECT '{twin}', version, form, replace(body, id, '{twin}'), revision, {key} FROM {collection};"
        );
        self.run(&statements).await;
    }

    /// Puts a text with a NUL into a member of all documents of a collection, and into its column. Only SQLite
    /// keeps one.
    pub async fn store_nul(&self, collection: &str, member: &str) {
        let text = "'a' || char(0) || 'b'";
        let statement = format!(
            "UPDATE {collection} SET body = json_set(body, '$.{member}', {text}), {member} = {text};"
        );
        self.run(&statement).await;
    }

    async fn run(&self, statements: &str) {
        match &self.location {
            Location::Server(url) => drop(ask(url, statements).await),
            Location::File(file) => {
                run_python(&[RUN.as_ref(), file.as_os_str(), statements.as_ref()]);
            }
        }
    }
}

fn run_python(arguments: &[&OsStr]) {
    let ran = Command::new("python3").arg("-c").args(arguments).output();
    let ran = ran.expect("Python is there");
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}
