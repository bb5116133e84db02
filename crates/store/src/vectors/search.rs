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

/// How many candidates a search through the graph holds: at least, and at most what the extension
/// allows.
const FEWEST_CANDIDATES: usize = 240;
const MOST_CANDIDATES: usize = 1000;
/// How far it goes on when the filter refuses what it finds.
const FARTHEST: &str = "60000";

impl VectorSupport {
    /// The best ones first. Exactly, by looking at all that the filter accepts, or through the graph.
    pub fn nearest(
        &self,
        transaction: &mut Transaction<'_>,
        table: &VectorTable,
        question: &[f32],
        filter: &LabelFilter,
        limit: usize,
        exactly: bool,
    ) -> Result<Vec<NearVector>, StoreError> {
        // Without going on, a graph gives up when the filter has refused its candidates.
        let is_filtered = *filter != LabelFilter::default();
        let exactly = exactly || (is_filtered && !self.goes_on);
        if !exactly {
            self.prepare(transaction, limit)?;
        }
        let name = table.name();
        let operator = format!("OPERATOR({}.<#>)", self.schema);
        // The numbers themselves: a plan for an unknown limit would read the whole table.
        let mut statement = Statement::new(Dialect::Postgres, String::new());
        if exactly {
            // Materialized before it is ordered, so that no plan can go through the graph.
            statement.push(&format!("WITH near AS MATERIALIZED (SELECT id, embedding FROM {name}"));
            conditions(&mut statement, filter);
            statement.push(&format!(") SELECT id, (embedding {operator} "));
            self.question(&mut statement, question);
            statement.push(&format!(
                ")::float8 AS distance FROM near ORDER BY distance, id LIMIT {limit}"
            ));
        } else {
            statement.push(&format!("SELECT id, (embedding {operator} "));
            self.question(&mut statement, question);
            statement.push(&format!(")::float8 AS distance FROM {name}"));
            conditions(&mut statement, filter);
            statement.push(&format!(" ORDER BY embedding {operator} "));
            self.question(&mut statement, question);
            statement.push(&format!(" LIMIT {limit}"));
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
    fn prepare(&self, transaction: &mut Transaction<'_>, limit: usize) -> Result<(), StoreError> {
        let candidates = (limit * 2).clamp(FEWEST_CANDIDATES, MOST_CANDIDATES).to_string();
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

fn conditions(statement: &mut Statement, filter: &LabelFilter) {
    let mut glue = " WHERE ";
    let mut condition = |statement: &mut Statement| {
        statement.push(glue);
        glue = " AND ";
    };
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

/// The numbers of the bits that are set, as the database spells a list.
fn numbers(set: u64) -> String {
    let numbers: Vec<String> =
        (0..64).filter(|bit| set >> bit & 1 == 1).map(|bit: u32| bit.to_string()).collect();
    format!("{{{}}}", numbers.join(","))
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
