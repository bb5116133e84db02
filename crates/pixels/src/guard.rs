//! Decoders of hostile bytes may panic. Here a panic becomes an error.
//!
//! It does not silence the panic message: the process's panic hook still sees it, which is how a
//! decoder's bug gets noticed.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::Error;

/// Runs `work`; the closure's captures are dropped or only read afterwards, so a half-done state
/// is never seen.
pub(crate) fn catching<T>(
    stage: &'static str,
    work: impl FnOnce() -> Result<T, Error>,
) -> Result<T, Error> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or(Err(Error::Panicked { stage }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_error() {
        let answer: Result<(), Error> = catching("decoder", || panic!("index out of bounds"));
        assert_eq!(answer, Err(Error::Panicked { stage: "decoder" }));
    }
}
