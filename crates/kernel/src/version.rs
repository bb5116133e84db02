/// Which version of a document a change is meant for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum ExpectedVersion {
    /// Whichever is stored.
    #[default]
    Any,
    /// One of these; none of them when the list is empty.
    OneOf(Vec<i64>),
}

/// The document has another version than the one the change was meant for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the stored version is not the one the change was meant for")]
pub struct Outdated;

impl ExpectedVersion {
    pub fn check(&self, stored: i64) -> Result<(), Outdated> {
        match self {
            Self::Any => Ok(()),
            Self::OneOf(versions) if versions.contains(&stored) => Ok(()),
            Self::OneOf(_) => Err(Outdated),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_list_fits_no_version() {
        assert_eq!(ExpectedVersion::Any.check(3), Ok(()));
        assert_eq!(ExpectedVersion::OneOf(vec![1, 3]).check(3), Ok(()));
        assert_eq!(ExpectedVersion::OneOf(vec![2]).check(3), Err(Outdated));
        assert_eq!(ExpectedVersion::OneOf(Vec::new()).check(3), Err(Outdated));
    }
}
