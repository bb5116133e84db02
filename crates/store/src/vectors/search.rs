//! The nearest vectors among those that a filter accepts.

use kernel::Id;

use super::table::{bits, parse_id};
use super::{VectorSupport, VectorTable, as_text};
use crate::session::Dialect;
use crate::sql::Statement;
use crate::{KeyType, StoreError, Transaction, Value};

/// Whose vectors a search may see.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Owner {
    #[default]
    Anyone,
    Only(Id),
    NobodyOr(Id),
    Nobody,
}

/// Conditions that must all hold; sets are one bit for each value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LabelFilter {
    pub sources: Option<u64>,
    pub chunk_types: Option<u64>,
    /// At least one in common.
    pub purposes: Option<u64>,
    pub owner: Owner,
}

/// A vector that was found. Vectors of length one: the score is the cosine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearVector {
    pub id: Id,
    pub score: f32,
}

/// How the nearest are looked for.
#[derive(Clone, Copy, Debug)]
pub enum Way<'a> {
    /// At every vector that the filter accepts. Misses nothing, and reads the whole table.
    Each,
    /// At those that the filter accepts among the vectors of these documents.
    Among(&'a [Id]),
    /// Through the graph of about so many vectors. Misses few.
    Graph { of: usize },
}

/// How many candidates a way through the graph has at a time: so many up to a hundred thousand vectors, then more, as
/// in a larger graph more are nearly as near (`bench vectors`). The extension allows no more than a thousand.
const CANDIDATES: usize = 240;
const FOR_UP_TO: usize = 100_000;
const MOST_CANDIDATES: usize = 1000;
/// How far it goes on when the filter refuses what it finds.
const FARTHEST: &str = "60000";

impl VectorSupport {
    /// The best ones first.
    pub fn nearest(
        &self,
        transaction: &mut Transaction<'_>,
        table: &VectorTable,
        question: &[f32],
        filter: &LabelFilter,
        limit: usize,
        way: Way<'_>,
    ) -> Result<Vec<NearVector>, StoreError> {
        let is_filtered = *filter != LabelFilter::default();
        let way = match way {
            // Without going on, a graph gives up when the filter has refused its candidates.
            Way::Graph { .. } if is_filtered && !self.goes_on => Way::Each,
            way => way,
        };
        let name = table.name();
        let operator = format!("OPERATOR({}.<#>)", self.schema);
        // The numbers themselves: a plan for an unknown limit would read the whole table.
        let mut statement = Statement::new(Dialect::Postgres, String::new());
        if let Way::Graph { of } = way {
            self.prepare(transaction, candidates(of).max(limit * 2))?;
            statement.push(&format!("SELECT id, (embedding {operator} "));
            self.question(&mut statement, question);
            statement.push(&format!(")::float8 AS distance FROM {name}"));
            conditions(&mut statement, filter, None);
            statement.push(&format!(" ORDER BY embedding {operator} "));
            self.question(&mut statement, question);
            statement.push(&format!(" LIMIT {limit}"));
        } else {
            let among = if let Way::Among(ids) = way { Some(ids) } else { None };
            // Materialized before it is ordered, so that no plan can go through the graph.
            statement.push(&format!("WITH near AS MATERIALIZED (SELECT id, embedding FROM {name}"));
            conditions(&mut statement, filter, among);
            statement.push(&format!(") SELECT id, (embedding {operator} "));
            self.question(&mut statement, question);
            statement.push(&format!(
                ")::float8 AS distance FROM near ORDER BY distance, id LIMIT {limit}"
            ));
        }
        let columns = [KeyType::Text, KeyType::Real];
        let session = transaction.session();
        let rows = session.query(&statement.text, &statement.parameters, &columns)?;
        let near = rows.iter().map(|row| read_near(row));
        let mut near = near.collect::<Result<Vec<_>, StoreError>>()?;
        // A graph that goes on gives them in nearly the right order.
        near.sort_by(|left, right| right.score.total_cmp(&left.score).then(left.id.cmp(&right.id)));
        Ok(near)
    }

    /// Settings of this transaction alone. Without sorting, the graph is the one way to an order.
    fn prepare(
        &self,
        transaction: &mut Transaction<'_>,
        candidates: usize,
    ) -> Result<(), StoreError> {
        let candidates = candidates.clamp(1, MOST_CANDIDATES).to_string();
        let mut text = String::from(
            "SELECT set_config('hnsw.ef_search', $1, true), \
             set_config('plan_cache_mode', 'force_custom_plan', true), \
             set_config('enable_sort', 'off', true)",
        );
        if self.goes_on {
            text.push_str(&format!(
                ", set_config('hnsw.iterative_scan', 'relaxed_order', true), \
                 set_config('hnsw.max_scan_tuples', '{FARTHEST}', true), \
                 set_config('hnsw.scan_mem_multiplier', '8', true)"
            ));
        }
        transaction.session().query(&text, &[candidates.into()], &[])?;
        Ok(())
    }

    fn question(&self, statement: &mut Statement, values: &[f32]) {
        statement.bind(as_text(values).into());
        statement.push(&format!("::text::{}.vector", self.schema));
    }
}

fn candidates(of: usize) -> usize {
    // A thousand at a million, where fewer now and then ended among vectors that are not near at all.
    let times = (of as f64 / FOR_UP_TO as f64).max(1.0).powf(0.62);
    (CANDIDATES as f64 * times) as usize
}

fn conditions(statement: &mut Statement, filter: &LabelFilter, among: Option<&[Id]>) {
    let mut glue = " WHERE ";
    let mut condition = |statement: &mut Statement| {
        statement.push(glue);
        glue = " AND ";
    };
    if let Some(ids) = among {
        condition(statement);
        statement.push("id = ANY(");
        statement.bind(list(ids.iter()).into());
        statement.push("::text::text[])");
    }
    for (column, set) in [("source", filter.sources), ("chunk_type", filter.chunk_types)] {
        if let Some(set) = set {
            condition(statement);
            statement.push(column);
            statement.push(" = ANY(");
            statement.bind(numbers(set).into());
            statement.push("::text::bigint[])");
        }
    }
    if let Some(purposes) = filter.purposes {
        condition(statement);
        statement.push("(purposes & ");
        statement.bind(Value::Integer(bits(purposes)));
        statement.push(") <> 0");
    }
    match filter.owner {
        Owner::Anyone => {}
        Owner::Only(owner) => {
            condition(statement);
            statement.push("owner = ");
            statement.bind(owner.into());
        }
        Owner::NobodyOr(owner) => {
            condition(statement);
            statement.push("(owner IS NULL OR owner = ");
            statement.bind(owner.into());
            statement.push(")");
        }
        Owner::Nobody => {
            condition(statement);
            statement.push("owner IS NULL");
        }
    }
}

/// The numbers of the bits that are set.
fn numbers(set: u64) -> String {
    list((0..64_u32).filter(|bit| set >> bit & 1 == 1))
}

/// As the database spells a list of what needs no quotes.
fn list(entries: impl Iterator<Item = impl ToString>) -> String {
    let entries: Vec<String> = entries.map(|entry| entry.to_string()).collect();
    format!("{{{}}}", entries.join(","))
}

fn read_near(row: &[Value]) -> Result<NearVector, StoreError> {
    let [Value::Text(id), Value::Real(distance)] = row else {
        return Err(StoreError::refused("a found vector has other columns"));
    };
    // The extension gives the negative product, for its indexes only go upwards.
    #[expect(clippy::cast_possible_truncation, reason = "a cosine needs no more digits")]
    let score = -distance as f32;
    Ok(NearVector { id: parse_id(id)?, score })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_larger_graph_is_searched_with_more_candidates() {
        assert_eq!([0, 2_000, 100_000].map(candidates), [CANDIDATES; 3]);
        assert!(CANDIDATES < candidates(300_000) && candidates(300_000) < 500);
        // As many as the extension allows, and rather one too many than one too few.
        assert!((MOST_CANDIDATES - 1..=MOST_CANDIDATES + 1).contains(&candidates(1_000_000)));
    }
}
