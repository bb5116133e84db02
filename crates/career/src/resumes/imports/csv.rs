//! Tables as programs write them: values between commas, in quotes where they hold commas, quotes or
//! line ends.

/// Rows of a table that are read.
const MOST_ROWS: usize = 2000;
const MOST_COLUMNS: usize = 100;
/// Rows above the names of the columns, such as notes to the reader.
const MOST_NOTES: usize = 10;

/// A table with the names of its columns.
#[derive(Debug)]
pub(super) struct Table {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
    /// Whether there were more rows than are read.
    pub(super) is_cut: bool,
    /// Whether a quote was not closed, so that all behind it is one value.
    pub(super) is_open: bool,
}

/// A row of a table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row<'a> {
    columns: &'a [String],
    values: &'a [String],
}

impl Table {
    /// None when no row names the column by which the table is known.
    pub(super) fn read(text: &str, known_by: &str) -> Option<Self> {
        [',', ';', '\t'].into_iter().find_map(|comma| {
            let (mut rows, is_open) = rows(text, comma);
            let is_head = |row: &Vec<String>| row.iter().any(|it| is(it, known_by));
            let head = rows.iter().take(MOST_NOTES).position(is_head)?;
            let mut rows = rows.split_off(head).into_iter();
            let columns = rows.next()?;
            let mut rows: Vec<Vec<String>> = rows.collect();
            let is_cut = rows.len() > MOST_ROWS;
            rows.truncate(MOST_ROWS);
            Some(Self { columns, rows, is_cut, is_open })
        })
    }

    pub(super) fn has(&self, column: &str) -> bool {
        self.columns.iter().any(|name| is(name, column))
    }

    pub(super) fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().map(|values| Row { columns: &self.columns, values })
    }
}

impl<'a> Row<'a> {
    /// What stands in a column, by its name in any letter case; none when nothing does.
    pub(super) fn get(self, column: &str) -> Option<&'a str> {
        let at = self.columns.iter().position(|name| is(name, column))?;
        self.values.get(at).map(|value| value.trim()).filter(|value| !value.is_empty())
    }
}

fn is(name: &str, known: &str) -> bool {
    name.trim().eq_ignore_ascii_case(known)
}

/// One row more than is read at most, so that whoever counts sees that there are more; and whether a quote is left
/// open.
fn rows(text: &str, comma: char) -> (Vec<Vec<String>>, bool) {
    let (mut rows, mut row, mut value) = (Vec::new(), Vec::new(), String::new());
    let mut quoted = false;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                value.push('"');
            }
            '"' if quoted => quoted = false,
            // Only where a value begins. Within one it is the sign for inches.
            '"' if value.is_empty() => quoted = true,
            '\r' if !quoted && letters.peek() == Some(&'\n') => {}
            '\n' | '\r' if !quoted => {
                end_value(&mut row, &mut value);
                end_row(&mut rows, &mut row);
                if rows.len() > MOST_ROWS + MOST_NOTES {
                    return (rows, false);
                }
            }
            letter if letter == comma && !quoted => end_value(&mut row, &mut value),
            letter => value.push(letter),
        }
    }
    end_value(&mut row, &mut value);
    end_row(&mut rows, &mut row);
    (rows, quoted)
}

fn end_value(row: &mut Vec<String>, value: &mut String) {
    let value = std::mem::take(value);
    if row.len() < MOST_COLUMNS {
        row.push(value);
    }
}

fn end_row(rows: &mut Vec<Vec<String>>, row: &mut Vec<String>) {
    let row = std::mem::take(row);
    if row.iter().any(|value| !value.trim().is_empty()) {
        rows.push(row);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_commas_line_ends_and_quotes() {
        let text = "Name,Description\r\nMill,\"Ran it,\nand \"\"well\"\"\"\r\n\r\nDam,6\" pipe\n";
        let table = Table::read(text, "name").unwrap();
        let read: Vec<_> =
            table.rows().map(|row| (row.get("NAME"), row.get("description"))).collect();
        let expected =
            [(Some("Mill"), Some("Ran it,\nand \"well\"")), (Some("Dam"), Some("6\" pipe"))];
        assert_eq!(read, expected);
    }

    #[test]
    fn notes_above_the_columns_and_other_commas_are_passed_over() {
        let text = "Notes:\n\"When it was made, …\"\n\nName;Level\nC#;5\nGo";
        let table = Table::read(text, "Name").unwrap();
        let read: Vec<_> = table.rows().map(|row| (row.get("name"), row.get("level"))).collect();
        assert_eq!(read, [(Some("C#"), Some("5")), (Some("Go"), None)]);
        assert!(Table::read("a,b\n1,2", "Name").is_none());
        assert!(Table::read("", "Name").is_none());
    }

    #[test]
    fn a_table_ends_somewhere() {
        let many = format!("Name\n{}", "x\n".repeat(50_000));
        let table = Table::read(&many, "Name").unwrap();
        assert_eq!((table.rows().count(), table.is_cut), (MOST_ROWS, true));
        let wide = format!("Name{}\n\"open{}", ",".repeat(100_000), ",".repeat(100_000));
        assert_eq!(Table::read(&wide, "Name").unwrap().rows().count(), 1);
    }
}
