use std::fmt::{Display, Formatter, Result};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Claims of this run that do not hold.
static BROKEN: AtomicUsize = AtomicUsize::new(0);

pub(crate) fn broken_claims() -> usize {
    BROKEN.load(Ordering::Relaxed)
}

/// What was measured, in a word. Counted where it is not what was claimed.
pub(crate) fn judge(holds: bool) -> &'static str {
    if !holds {
        BROKEN.fetch_add(1, Ordering::Relaxed);
    }
    if holds { "holds" } else { "DOES NOT HOLD" }
}

/// A plain table: a heading, columns wide enough for their longest cell, notes below.
#[derive(Debug)]
pub(crate) struct Table {
    title: String,
    rows: Vec<Vec<String>>,
    notes: Vec<String>,
}

impl Table {
    pub(crate) fn new(title: impl Into<String>, columns: &[&str]) -> Self {
        let head = columns.iter().map(ToString::to_string).collect();
        Self { title: title.into(), rows: vec![head], notes: Vec::new() }
    }

    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    pub(crate) fn note(&mut self, note: impl Into<String>) {
        self.notes.push(note.into());
    }

    pub(crate) fn claim(&mut self, claim: impl Display, holds: bool) {
        self.note(format!("Claim: {claim}: {}.", judge(holds)));
    }
}

impl Display for Table {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, "{}\n", self.title)?;
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<_> = (0..columns).map(width).collect();
        for row in &self.rows {
            for (column, cell) in row.iter().enumerate() {
                let width = widths[column];
                // Names to the left, figures to the right.
                match column {
                    0 => write!(f, "  {cell:<width$}")?,
                    _ => write!(f, "  {cell:>width$}")?,
                }
            }
            writeln!(f)?;
        }
        self.notes.iter().try_for_each(|note| writeln!(f, "\n  {note}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_line_up() {
        let mut table = Table::new("Fruit", &["name", "grams"]);
        table.row(["fig".to_owned(), "50".to_owned()]);
        table.row(["pomelo".to_owned(), "1200".to_owned()]);
        table.note("Ripe.");
        let expected = "Fruit\n\n  name    grams\n  fig        50\n  pomelo   1200\n\n  Ripe.\n";
        assert_eq!(table.to_string(), expected);
    }
}
