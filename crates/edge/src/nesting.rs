/// How much a tree of JSON would take, told from its text: a tree ten thousand levels deep is not
/// something to build first and refuse later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nesting {
    /// How many brackets are open at most.
    pub depth: usize,
    /// About how many values there are.
    pub values: usize,
}

impl Nesting {
    /// Of what may or may not be JSON; where it is none, parsing will say so.
    pub fn of(text: &str) -> Self {
        let (mut open, mut depth, mut values) = (0_usize, 0, 1);
        let (mut quoted, mut escaped) = (false, false);
        for byte in text.bytes() {
            match byte {
                // The order of the arms matters: inside a text neither brackets nor commas count.
                _ if escaped => escaped = false,
                b'\\' if quoted => escaped = true,
                b'"' => quoted = !quoted,
                _ if quoted => {}
                b'{' | b'[' => {
                    open += 1;
                    values += 1;
                    depth = depth.max(open);
                }
                b'}' | b']' => open = open.saturating_sub(1),
                b',' => values += 1,
                _ => {}
            }
        }
        Self { depth, values }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_and_commas_count_unless_they_are_text() {
        assert_eq!(Nesting::of(r#"{"a":[1,2,{"b":3}]}"#), Nesting { depth: 3, values: 6 });
        assert_eq!(Nesting::of(r#""[[,{\"[,""#), Nesting { depth: 0, values: 1 });
        assert_eq!(Nesting::of("]]]["), Nesting { depth: 1, values: 2 });
    }
}
