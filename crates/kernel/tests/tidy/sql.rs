use crate::source::sources;

/// Beside the store: whoever makes a database for each test, and whoever measures the engines bare.
const MAY: [&str; 3] = ["bench", "store", "testkit"];
const DRIVERS: [&str; 3] = ["rusqlite", "tokio_postgres", "deadpool_postgres"];
const STATEMENTS: [&str; 7] = [
    "SELECT ",
    "INSERT INTO",
    "UPDATE SET",
    "DELETE FROM",
    "CREATE TABLE",
    "ALTER TABLE",
    "PRAGMA ",
];

#[test]
fn sql_is_written_in_the_store_only() {
    let mut found = Vec::new();
    for source in sources() {
        if MAY.contains(&source.crate_name()) {
            continue;
        }
        let code = source.code();
        let statement = STATEMENTS.iter().find(|statement| code.contains(**statement));
        let driver = DRIVERS.iter().find(|driver| !source.names_from(driver).is_empty());
        if let Some(sign) = statement.or(driver) {
            found.push((source.path, *sign));
        }
    }
    assert!(found.is_empty(), "SQL outside the store: {found:#?}");
}
