//! What may happen to rows and no store would do.

use std::process::Command;

use store::Location;

use crate::{TestDatabase, ask};

/// Python has SQLite with it, and this crate does not.
const RUN: &str =
    "import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(sys.argv[2]).close()";

impl TestDatabase {
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
                let mut python = Command::new("python3");
                let ran = python.args(["-c", RUN]).arg(file).arg(statements).output();
                let ran = ran.expect("Python is there");
                assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
            }
        }
    }
}
