//! How large a document may be. Judged on its text, before it becomes a tree.

use edge::Nesting;

/// A long life in full sentences is a tenth of this.
pub(super) const MOST_BYTES: usize = 256 * 1024;
pub(super) const DEEPEST: usize = 16;
pub(super) const MOST_VALUES: usize = 10_000;

/// Says what is wrong as the end of a sentence that begins with the field's name. The text is valid
/// JSON.
pub(super) fn check_limits(text: &str) -> Result<(), String> {
    if text.len() > MOST_BYTES {
        return Err(format!("may have up to {MOST_BYTES} bytes"));
    }
    let Nesting { depth, values } = Nesting::of(text);
    if depth > DEEPEST {
        return Err(format!("may be up to {DEEPEST} levels deep"));
    }
    if values > MOST_VALUES {
        return Err(format!("may hold up to {MOST_VALUES} values"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_depth_and_count_are_judged_on_the_text() {
        assert!(check_limits(r#"{"basics":{"name":"[[[[[[[[[[[[[[[[[[[["}}"#).is_ok());
        let deep = format!("{}1{}", "[".repeat(10_000), "]".repeat(10_000));
        assert!(check_limits(&deep).unwrap_err().contains("deep"));
        let many = format!("[{}1]", "1,".repeat(MOST_VALUES));
        assert!(check_limits(&many).unwrap_err().contains("values"));
        let large = format!("\"{}\"", "x".repeat(MOST_BYTES));
        assert!(check_limits(&large).unwrap_err().contains("bytes"));
    }
}
