use crate::{FieldError, Problem};

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
    pub fn finish(self) -> Result<(), Problem> {
        match self.0.is_empty() {
            true => Ok(()),
            false => Err(Problem::invalid(self.0)),
        }
    }
}
