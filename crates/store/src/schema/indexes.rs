//! Whether the tables have the indexes that their kinds declare. A unique one is a rule, and without it
//! nobody keeps the rule.

use super::read_shape;
use super::table::index_statement;
use crate::transaction::rule_broken;
use crate::{Collection, Fault, Findings, StoreError, Transaction};

/// Looks for indexes that are missing or are other ones. They are made again, unless documents have
/// come in meanwhile that break the rule.
pub fn inspect(
    transaction: &mut Transaction<'_>,
    collections: &[Collection],
    findings: &mut Findings,
) -> Result<(), StoreError> {
    let shape = read_shape(transaction.session())?;
    for kind in collections.iter().map(|collection| collection.kind) {
        let there = shape.tables.get(kind.name).map(|table| &table.indexes);
        for index in kind.indexes {
            let found = there.and_then(|indexes| indexes.get(index.name));
            if found.is_some_and(|(keys, unique)| keys == index.keys && *unique == index.unique) {
                continue;
            }
            let what = match index.unique {
                true => format!("the rule {} is not kept: its index is missing", index.name),
                false => format!("the index {} is missing", index.name),
            };
            let (rule, collection) = ("indexes.missing", kind.name);
            let fault = Fault { rule, collection, id: None, what };
            findings.add_with_mend(fault, "the index is made again", move |transaction| {
                let session = transaction.session();
                session.execute(&format!("DROP INDEX IF EXISTS {}", index.name), &[])?;
                let made = session.execute(&index_statement(kind.name, index), &[]);
                made.map(drop).map_err(|failure| rule_broken(failure, kind))
            });
        }
    }
    Ok(())
}
