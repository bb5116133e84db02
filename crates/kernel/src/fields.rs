use schemars::JsonSchema;
use serde::Serialize;

/// One value that is not valid, and why. The message continues a sentence that begins with the
/// field: `title` `must not be empty`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FieldError {
    pub field: String,
    pub message: String,
}

/// Some values are not valid: all that were found, never none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{} values are not valid", .0.len())]
pub struct Invalid(pub Vec<FieldError>);

impl Invalid {
    pub fn field(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self(vec![FieldError { field: field.into(), message: message.into() }])
    }
}

/// Collects what is wrong with a request, so that the client hears of everything at once.
#[derive(Debug, Default)]
pub struct FieldErrors(Vec<FieldError>);

impl FieldErrors {
    pub fn add(&mut self, field: impl Into<String>, message: impl Into<String>) {
        self.0.push(FieldError { field: field.into(), message: message.into() });
    }

    /// Keeps the value, or notes why there is none.
    pub fn keep<T>(&mut self, field: &str, value: Result<T, impl ToString>) -> Option<T> {
        value.map_err(|message| self.add(field, message.to_string())).ok()
    }

    /// `Ok` when nothing was wrong.
    pub fn finish(self) -> Result<(), Invalid> {
        match self.0.is_empty() {
            true => Ok(()),
            false => Err(Invalid(self.0)),
        }
    }
}
